/** The methods, against the facts of the service's document: shapes, costs, ids, tokens, what is found. */
import { NETWORK_CODES } from '../../nodes/shared/wallet/networks.ts';
import {
	bookAddress,
	CURRENCY_LIST,
	makeAddress,
	makeTransaction,
	SIGNAL_NAMES,
} from '../../sandbox/server.mts';
import { call, errorOf, manualClock, newId, result, useSandbox } from './helpers/client.mts';

const HASH = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NOT_FOUND = { code: -40006, message: 'User checking not found' };
const clock = manualClock();
const sandbox = useSandbox(() => ({ now: clock.now, packageSize: 5 }));
const address = makeAddress('BTC', 'facts');
const transaction = makeTransaction('BTC', 'facts');
const check = { addr: address, currency: 'BTC' };

const submit = async (params: object = check) =>
	(await result(sandbox(), 'checkup.checkaddr', params)).check;
const getResult = async (hash: string) =>
	(await result(sandbox(), 'checkup.getresult', { hash })).check;
const find = async (hash: string, currency = 'BTC') =>
	await call(sandbox(), 'checkup.findreport', { hash, currency });

it('an answer echoes the id, over HTTP 200 and JSON', async () => {
	const answer = await call(sandbox(), 'checkup.ping', undefined, 'x'.repeat(32));
	expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
	expect(answer.body).toEqual({ jsonrpc: '2.0', id: 'x'.repeat(32), result: { message: 'OK' } });
});

it('the list of currencies has the documented fields, ids in both forms, contracts in either case', async () => {
	const list = (await result(sandbox(), 'checkup.currencylist')) as unknown as unknown[];
	expect(list).toEqual(CURRENCY_LIST);
	const fields = ['currency', 'issuer', 'name', 'symbol', 'token_id', 'unit'];
	for (const entry of CURRENCY_LIST) expect(Object.keys(entry).sort()).toEqual(fields);
	const natives = CURRENCY_LIST.filter(({ issuer }) => issuer === null);
	expect(natives.map(({ currency }) => currency).sort()).toEqual([...NETWORK_CODES].sort());
	expect(natives.every(({ token_id }) => token_id === 0)).toBe(true);
	expect(new Set(CURRENCY_LIST.map(({ token_id }) => typeof token_id)).size).toBe(2);
	const hex = CURRENCY_LIST.flatMap(({ issuer }) => (issuer?.startsWith('0x') ? issuer : []));
	const lower = hex.filter((contract) => contract === contract.toLowerCase());
	expect(lower.length * (hex.length - lower.length)).toBeGreaterThan(0);
});

it('a submission answers with check and meta inside result, and costs one check', async () => {
	const { body } = await call(sandbox(), 'checkup.checkaddr', check);
	const hash = expect.stringMatching(HASH) as string;
	expect(body.result).toEqual({
		check: { hash, currency: 'BTC', address, transaction: null },
		meta: { cheks_left: '4', cheks_used: '1' },
	});
	await submit();
	expect(sandbox().stats().chargesByTarget).toEqual({ [`BTC:${address}::`]: 2 });
});

it('a token is named by its id in both forms, or by an alias', async () => {
	const addr = makeAddress('ETH', 'facts');
	const currency = 'ETH';
	await submit({ addr, currency, token_id: '94252' });
	await submit({ addr, currency, token_id: 94252 });
	await submit({ addr, currency: 'USDT_ERC20', token_id: '94252' });
	expect((await submit({ addr, currency: 'USDTERC20' })).currency).toBe('ETH');
	expect(sandbox().stats().chargesByTarget).toEqual({ [`ETH:${addr}::94252`]: 4 });
});

it('a transaction check keeps the transaction and has amounts in its report', async () => {
	const params = { ...check, tx: transaction };
	const { hash, ...more } = (await result(sandbox(), 'checkup.checktx', params)).check;
	expect(more).toEqual({ currency: 'BTC', address, transaction });
	const { report } = await getResult(hash);
	for (const field of ['amount', 'fiat', 'risky_volume', 'risky_volume_fiat'])
		expect(report[field]).toEqual(expect.any(Number));
});

it('a result has meta beside it', async () => {
	const { hash } = await submit();
	const meta = { cheks_left: '4', cheks_used: '1' };
	const { body } = await call(sandbox(), 'checkup.getresult', { hash });
	const date = '2026-01-15T12:00:00+00:00';
	const none = { amount: null, fiat: null, risky_volume: null, risky_volume_fiat: null };
	const some = { fiat_code_effective: 'usd', riskscore: expect.any(Number) as number };
	const report = { ...none, ...some, signals: expect.any(Object) as object };
	const facts = { hash, currency: 'BTC', address, transaction: null, status: 'SUCCESS' };
	expect(body).toMatchObject({ meta, id: body.id, jsonrpc: '2.0' });
	expect(body.result).toEqual({ check: { ...facts, initDate: date, resultDate: date, report } });
	const other = { hash: '00000000-0000-4000-8000-000000000000' };
	expect(errorOf(await call(sandbox(), 'checkup.getresult', other))).toEqual(NOT_FOUND);
});

it('a check is pending until its time is over, or not found', async () => {
	sandbox().configure({ processingMs: 3000 });
	const { hash } = await submit();
	clock.move(2999);
	const pending = { status: 'PENDING', resultDate: null, report: null };
	expect(await getResult(hash)).toMatchObject(pending);
	sandbox().configure({ notReady: 'notFound' });
	expect(errorOf(await call(sandbox(), 'checkup.getresult', { hash }))).toEqual(NOT_FOUND);
	clock.move(1);
	const { status, initDate, resultDate } = await getResult(hash);
	expect([status, Date.parse(String(resultDate)) - Date.parse(initDate)]).toEqual([
		'SUCCESS',
		3000,
	]);
});

describe('a search for reports', () => {
	it('answers completed checks with links and counterparty, newest first, meta inside', async () => {
		const first = await submit();
		const second = await submit();
		const { checks = [], meta } = (await find(address)).body.result ?? {};
		expect(meta).toEqual({ cheks_left: '3', cheks_used: '2' });
		expect(checks.map(({ hash }) => hash)).toEqual([second.hash, first.hash]);
		expect(checks[0]).toMatchObject({
			counterparty: { id: expect.any(Number) as number, slug: expect.any(String) as string },
			pdfLink: `${sandbox().baseUrl}/reports/${second.hash}.pdf`,
			shareLink: `${sandbox().baseUrl}/share/${second.hash}`,
		});
	});

	it('finds neither other targets and networks, nor pending and failed checks', async () => {
		await submit();
		await submit({ addr: bookAddress('BTC', 'failed'), currency: 'BTC' });
		sandbox().configure({ processingMs: 1000 });
		await submit({ addr: makeAddress('BTC', 'pending'), currency: 'BTC' });
		for (const target of [makeAddress('BTC', 'pending'), bookAddress('BTC', 'failed'), 'other'])
			expect(errorOf(await find(target))).toEqual(NOT_FOUND);
		expect(errorOf(await find(address, 'BSV'))).toEqual(NOT_FOUND);
		expect(errorOf(await find(address.toLowerCase()))).toEqual(NOT_FOUND);
		expect(sandbox().stats().refused).toEqual([]);
	});

	it('finds transactions by their address and checks of tokens as it is set', async () => {
		await result(sandbox(), 'checkup.checktx', { ...check, tx: transaction });
		expect((await find(address)).body.result?.checks[0]?.transaction).toBe(transaction);
		sandbox().configure({ find: { includeTransactions: false } });
		expect((await find(transaction)).body.result?.checks).toHaveLength(1);
		expect(errorOf(await find(address))).toEqual(NOT_FOUND);
		const addr = bookAddress('ETH', 'low');
		await submit({ addr, currency: 'USDTERC20' });
		expect(errorOf(await find(addr, 'ETH'))).toEqual(NOT_FOUND);
		sandbox().configure({ find: { includeTokens: true } });
		const upper = `0x${addr.slice(2).toUpperCase()}`;
		expect((await find(upper, 'ETH')).body.result?.checks).toHaveLength(1);
	});
});

it('an address has one risk, with all names of one example and shares that add up to 1', async () => {
	sandbox().configure({ packageSize: 100 });
	const seen = new Set<string>();
	const reportOf = async (addr: string) =>
		(await getResult((await submit({ addr, currency: 'ETH' })).hash)).report;
	expect(await reportOf(address.toUpperCase())).toEqual(await reportOf(address));
	for (let n = 0; n < 60; n++) {
		const { signals } = await reportOf(makeAddress('ETH', n));
		for (const name of Object.keys(signals)) seen.add(name);
		expect(Object.values(signals).reduce((total, share) => total + share, 0)).toBeCloseTo(1, 9);
		expect([signals.sanctions ?? 0, signals.terrorism_financing ?? 0]).toEqual([0, 0]);
	}
	expect([...seen].sort()).toEqual(SIGNAL_NAMES);
});

it('the package is charged until it is empty, and then refuses', async () => {
	sandbox().configure({ packageSize: 1 });
	await submit();
	const message = 'There are no checks left in the package';
	expect(errorOf(await call(sandbox(), 'checkup.checkaddr', check))).toEqual({
		code: -40010,
		message,
	});
	expect(sandbox().stats()).toMatchObject({ charges: 1, refused: [expect.any(String)] });
});

describe('a repeated request id', () => {
	const again = async (id: string, params: object = check) =>
		(await call(sandbox(), 'checkup.checkaddr', params, id)).body;

	it.each([
		['replay', 1],
		['refuse', 1],
		['charge', 2],
	] as const)('%s: %d charges', async (repeatedId, charges) => {
		sandbox().configure({ repeatedId });
		const id = newId();
		await again(id, { ...check, currency: 'NOPE' });
		const [first, second] = [await again(id), await again(id)];
		const isSame = first.result?.check.hash === second.result?.check.hash;
		expect([isSame, second.error !== undefined]).toEqual([
			repeatedId === 'replay',
			repeatedId === 'refuse',
		]);
		expect(sandbox().stats().charges).toBe(charges);
		const other = await again(id, { ...check, addr: makeAddress('BTC', 'other') });
		expect(other.error === undefined).toBe(repeatedId === 'charge');
	});
});

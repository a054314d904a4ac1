/** Screen Address: what is sent, what comes out. What is paid and when it waits is in test/engine/screening. */
import { bookAddress, makeAddress } from '../../../sandbox/server.mts';
import { jsonOf, pairsOf, run, sandbox, screen, sent, sentTo, useSandbox } from './support.mts';

useSandbox();

const LOW = bookAddress('ETH', 'low');
const HIGH = bookAddress('ETH', 'high');
const HASH = expect.stringMatching(/^[0-9a-f-]{36}$/);
const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);

const one = async (address: string, more = {}) => {
	const { main, status } = await run('check.checkAddress', screen(more), { items: [{ address }] });
	expect([status, main.length]).toEqual(['success', 1]);
	return main[0]!.json;
};

it('sends the address, and gives the simplified result in the order in which a person reads', async () => {
	const json = await one(HIGH);
	expect(sentTo('checkup.checkaddr')).toEqual([{ addr: HIGH, currency: 'ETH' }]);
	expect(sentTo('checkup.getresult')).toEqual([{ hash: sandbox().checks()[0]?.hash }]);
	const expected = {
		riskLevel: 'high',
		summary: expect.stringMatching(new RegExp(`^HIGH · .*${HIGH}`)),
		riskScore: 92,
		riskReasons: expect.stringMatching(/mixer/i),
		asset: 'Ethereum',
		...{ address: HIGH, hash: HASH, charged: true },
		reportLink: expect.stringContaining('/share/'),
	};
	expect(json).toEqual(expected);
	expect(Object.keys(json)).toEqual(Object.keys(expected));
});

it.each([
	['small letters', HIGH.toLowerCase(), HIGH.toLowerCase(), 'ETH'],
	['a link', `https://etherscan.io/address/${HIGH.toLowerCase()}`, HIGH.toLowerCase(), 'ETH'],
	['a URI', `ethereum:${HIGH}@1?value=1`, HIGH, 'ETH'],
	['marks', ` "${HIGH}" `, HIGH, 'ETH'],
	['cashaddr', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', undefined, 'BCH'],
])('the address is the one that was written, by which a table is merged: %s', async (...given) => {
	const [, address, written = address, network] = given;
	for (const asset of ['coin', 'all']) {
		const item = await one(address, { network, asset, options: { includeDetails: true } });
		const [{ addr }] = sentTo('checkup.checkaddr') as Array<{ addr: string }>;
		expect(item).toMatchObject({ address: written, details: { sentAddress: addr } });
		expect(item.summary).toContain(written);
	}
});

it('equal addresses that are written differently are paid for once, and each item has its own', async () => {
	const items = [HIGH, HIGH.toLowerCase()].map((address) => ({ address }));
	const { main } = await run('check.checkAddress', screen(), { items });
	expect(jsonOf(main)).toMatchObject([
		{ address: items[0]!.address, charged: true },
		{ address: items[1]!.address, charged: false },
	]);
	expect(sandbox().stats().charges).toBe(1);
});

it('adds details on request', async () => {
	const { details } = (await one(HIGH, { options: { includeDetails: true } })) as {
		details: Record<string, unknown>;
	};
	expect(details).toMatchObject({
		rawRiskScore: 92,
		initDate: DATE,
		requestId: expect.any(String),
	});
	const signals = details.signals as Array<{ name: string; share: number }>;
	expect(signals[0]).toMatchObject({ name: 'mixer', group: 'danger', share: 41 });
	const shares = signals.map(({ share }) => share);
	expect(shares).toEqual([...shares].sort((a, b) => b - a));
});

it('gives what the service sent with Simplify off', async () => {
	const { check, meta, ...rest } = await one(LOW, { simplify: false });
	expect(rest).toEqual({});
	expect(check).toEqual({
		...{ hash: HASH, currency: 'ETH', address: LOW, transaction: null, status: 'SUCCESS' },
		...{ initDate: DATE, resultDate: DATE },
		report: expect.objectContaining({ riskscore: 4, signals: expect.any(Object) }),
	});
	expect(meta).toEqual({ cheks_left: '9999', cheks_used: '1' });
});

it('keeps order and pairing over many items', async () => {
	const addresses = Array.from({ length: 12 }, (_, n) => makeAddress('ETH', n));
	sandbox().configure({ processingMs: { min: 0, max: 5_000 } });
	const items = addresses.map((address) => ({ address }));
	const { main } = await run('check.checkAddress', screen(), { items });
	expect(jsonOf(main).map(({ address }) => address)).toEqual(addresses);
	expect(pairsOf(main)).toEqual(addresses.map((_, item) => ({ item })));
	expect(sandbox().stats().charges).toBe(12);
});

it('returns the hash at once where it need not wait', async () => {
	sandbox().configure({ processingMs: 60_000 });
	const json = await one(LOW, { waitForResult: false });
	expect(json).toMatchObject({ hash: HASH, riskLevel: 'unknown', charged: true });
	expect(json).not.toHaveProperty('riskScore');
	expect(sentTo('checkup.getresult')).toEqual([]);
});

it.each([
	['an unknown network', { network: 'NOPE' }, LOW, 'NOPE'],
	['an unknown asset', { asset: 'NOPE' }, LOW, 'NOPE'],
	['an empty address', {}, '', 'The address is empty'],
	['an address of another network', {}, bookAddress('BTC', 'low'), 'not of Ethereum'],
	['a broken checksum', {}, HIGH.replace('A9E3', 'a9E3'), 'it has a slip'],
])('refuses %s by name before anything is paid', async (_, parameters, address, name) => {
	const items = [{ address: HIGH }, { address }];
	const { status, failure } = await run('check.checkAddress', screen(parameters), { items });
	expect(status).toBe('error');
	expect(`${failure?.message} ${failure?.description}`).toContain(name);
	expect(sent().filter(({ method }) => method !== 'checkup.currencylist')).toEqual([]);
});

describe('a check that is not done in time', () => {
	const address = bookAddress('ETH', 'neverFinishing');

	it('is a pending item, unknown and not low, with its hash', async () => {
		const json = await one(address, { options: { timeout: 5 } });
		expect(json).toMatchObject({ hash: HASH, riskLevel: 'unknown' });
		expect(json.summary).toContain('status PENDING');
		expect(json).not.toHaveProperty('riskScore');
	});
});

it.each([
	['failed', 'FAILED', 'unknown'],
	['rejected', 'REJECTED', 'unknown'],
	['noReport', undefined, 'unknown'],
	['unscored', undefined, 'unknown'],
	['unreadable', undefined, 'unknown'],
	['sanctioned', undefined, 'high'],
	['unscoredSanctioned', undefined, 'high'],
] as const)('a %s wallet is never a pass', async (kind, status, riskLevel) => {
	const json = await one(bookAddress('ETH', kind));
	expect(json.riskLevel).toBe(riskLevel);
	if (status) expect(json.summary).toContain(`status ${status}`);
});

it.each(['', null])(
	'a result whose target is %j is shown with the wallet that was asked for',
	async (empty) => {
		sandbox().fault({
			method: 'checkup.getresult',
			kind: 'changed',
			change: (body: { result: { check: { address: unknown } } }) => {
				body.result.check.address = empty;
				return body;
			},
		});
		expect(await one(LOW)).toMatchObject({
			address: LOW,
			summary: expect.stringContaining(LOW),
			riskLevel: 'low',
		});
	},
);

/** Each kind of fault: what goes over the wire, whether the call was processed, and which calls it strikes. */
import { FAULT_KINDS, makeAddress, type FaultKind, type FaultSpec } from '../../sandbox/server.mts';
import { call, errorOf, newId, raw, sendEnvelope, useSandbox } from './helpers/client.mts';

const sandbox = useSandbox();
const addr = makeAddress('BTC', 'faults');
const params = { addr, currency: 'BTC' };
const METHOD = 'checkup.checkaddr';

const submit = async (id = newId(), timeoutMs = 5000) =>
	await sendEnvelope(sandbox(), { jsonrpc: '2.0', id, method: METHOD, params }, { timeoutMs });

const strike = (kind: FaultKind, more: Partial<FaultSpec> = {}) =>
	sandbox().fault({ method: METHOD, kind, ...more });

/** The answer under a fault. */
async function struck(kind: FaultKind, more: Partial<FaultSpec> = {}) {
	strike(kind, more);
	return await submit('mine');
}

describe('on the wire', () => {
	it.each(['lostAnswer', 'resetBefore'] as const)('%s breaks the connection', async (kind) => {
		await expect(struck(kind)).rejects.toThrow(/hang up|ECONNRESET/);
	});

	it.each(['hang', 'hangAfter'] as const)('%s never answers', async (kind) => {
		strike(kind);
		await expect(submit(newId(), 100)).rejects.toThrow('timed out');
	});

	it('rateLimited is a 429 with Retry-After, as given, or without', async () => {
		for (const [skip, retryAfter] of [undefined, 'Wed, 21 Oct 2026 07:28:00 GMT', ''].entries())
			strike('rateLimited', { skip, ...(retryAfter === undefined ? {} : { retryAfter }) });
		const seen = [await submit(), await submit(), await submit()];
		expect(seen.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
			[429, '1'],
			[429, 'Wed, 21 Oct 2026 07:28:00 GMT'],
			[429, undefined],
		]);
	});

	it.each<[FaultKind, Partial<FaultSpec>, number, unknown]>([
		['brokenJson', {}, 200, /^\{"jsonrpc":"2.0".*[^}]$/],
		['html', {}, 200, /^<!doctype html>/],
		['wrongId', {}, 200, /"id":"(?!mine").*"address"/],
		['flat401', {}, 200, '{"error":"Your request was made with invalid credentials.","code":401}'],
		['flat401', { status: 401 }, 401, /"code":401/],
		['rpcError', {}, 200, /"code":-40008,"message":"Error message"/],
		[
			'rpcError',
			{ code: -1, message: 'Busy' },
			200,
			/"id":"mine","error":\{"code":-1,"message":"Busy"/,
		],
		['emptyResult', {}, 200, '{"jsonrpc":"2.0","id":"mine","result":{}}'],
		['emptyResult', { result: null }, 200, '{"jsonrpc":"2.0","id":"mine","result":null}'],
		['emptyResult', { result: undefined }, 200, '{"jsonrpc":"2.0","id":"mine"}'],
	])('%s %j answers HTTP %d and %s', async (kind, more, status, text) => {
		const answer = await struck(kind, more);
		expect(answer.status).toBe(status);
		if (text instanceof RegExp) expect(answer.text).toMatch(text);
		else expect(answer.text).toBe(text);
	});

	it('redirect leads to a page that counts who follows, or where it is told', async () => {
		const first = await struck('redirect');
		expect([first.status, first.headers.location]).toEqual([
			307,
			`${sandbox().baseUrl}/redirected`,
		]);
		const second = await struck('redirect', { location: 'http://127.0.0.1:1/', status: 302 });
		expect([second.status, second.headers.location]).toEqual([302, 'http://127.0.0.1:1/']);
		await raw(sandbox().baseUrl, { path: '/redirected', headers: { Authorization: 'Bearer x' } });
		expect(sandbox().stats().redirected).toEqual([{ httpMethod: 'POST', authorization: true }]);
	});
});

it.each(Object.entries(FAULT_KINDS))('%s strikes %s the call is processed', async (kind, when) => {
	strike(kind as FaultKind, { delayMs: 1 });
	await submit(newId(), 400).catch(() => undefined);
	const charges = when === 'after' ? 1 : 0;
	expect(sandbox().stats()).toMatchObject({
		charges,
		calls: { [METHOD]: 1 },
		faults: { [kind]: 1 },
	});
	expect(sandbox().checks()).toHaveLength(charges);
	expect((await submit()).body.result).toBeDefined();
});

it('a fault makes no success out of a refusal', async () => {
	sandbox().configure({ token: 'new' });
	expect((await struck('emptyResult')).body).not.toHaveProperty('result');
	expect((await struck('wrongId', { skip: 1 })).body).toMatchObject({ code: 401 });
});

describe('which calls', () => {
	const strikes = async (count: number) => {
		const seen: number[] = [];
		for (let number = 0; number < count; number++) seen.push((await submit()).status);
		return seen;
	};

	it('times and skip count the calls of the method; two faults number the same calls', async () => {
		strike('serverErrorBefore', { skip: 1, times: 2 });
		strike('serverErrorBefore', { skip: 4, status: 500 });
		expect(await strikes(6)).toEqual([200, 503, 503, 200, 500, 200]);
		strike('serverErrorBefore', { times: Infinity });
		expect(await strikes(3)).toEqual([503, 503, 503]);
		sandbox().clearFaults();
		expect(await strikes(1)).toEqual([200]);
	});

	it('of one method, of all with *, or about an address', async () => {
		const other = makeAddress('BTC', 'other');
		const hash = sandbox().addCheck({ currency: 'BTC', address: other });
		const match = { address: other };
		sandbox().fault({ method: '*', kind: 'serverErrorBefore', times: 3, match });
		sandbox().fault({ method: 'checkup.ping', kind: 'serverErrorBefore' });
		expect(await strikes(1)).toEqual([200]);
		const about = [
			await call(sandbox(), 'checkup.ping'),
			await call(sandbox(), METHOD, { addr: other, currency: 'BTC' }),
			await call(sandbox(), 'checkup.findreport', { hash: other, currency: 'BTC' }),
			await call(sandbox(), 'checkup.getresult', { hash }),
		];
		expect(about.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
		expect(errorOf(await call(sandbox(), 'checkup.pong')).code).toBe(-32601);
	});

	it.each([
		[{ method: 'checkup.pong', kind: 'hang' }],
		[{ method: '*', kind: 'toString' }],
		[{ method: '*', kind: 'hang', times: -1 }],
		[{ method: '*', kind: 'hang', skipp: 1 }],
		[{ method: 'pdf', kind: 'wrongId' }],
	])('refuses %j', (spec) => {
		expect(() => sandbox().fault(spec as unknown as FaultSpec)).toThrow();
	});
});

it('closes with hanging and waiting requests, and leaves no timer', async () => {
	sandbox().configure({ latencyMs: 60_000 });
	strike('hang');
	const open = [submit(), submit()].map(
		async (answer) => await answer.then(() => 'answered').catch(() => 'broken'),
	);
	while (sandbox().stats().requests.length < 2) await new Promise(setImmediate);
	await sandbox().close();
	expect(await Promise.all(open)).toEqual(['broken', 'broken']);
});

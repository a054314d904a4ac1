/** Each kind of fault: what goes over the wire, and whether the call was processed. */
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

describe('on the wire', () => {
	it.each(['lostAnswer', 'resetBefore'] as const)('%s breaks the connection', async (kind) => {
		strike(kind);
		await expect(submit()).rejects.toThrow(/hang up|ECONNRESET/);
	});

	it.each(['hang', 'hangAfter'] as const)('%s never answers', async (kind) => {
		strike(kind);
		await expect(submit(newId(), 150)).rejects.toThrow('timed out');
	});

	it.each(['serverErrorBefore', 'serverErrorAfter'] as const)('%s is a 5xx page', async (kind) => {
		strike(kind, { times: 2 });
		const answer = await submit();
		expect(answer.status).toBe(503);
		expect(answer.headers['content-type']).toMatch('text/html');
		expect(answer.headers['retry-after']).toBeUndefined();
		sandbox().clearFaults();
		strike(kind, { status: 502, retryAfter: '7' });
		const other = await submit();
		expect([other.status, other.headers['retry-after']]).toEqual([502, '7']);
	});

	it('rateLimited is a 429 with Retry-After, as given, or without', async () => {
		strike('rateLimited');
		strike('rateLimited', { retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' });
		strike('rateLimited', { retryAfter: '' });
		const seen = [await submit(), await submit(), await submit()];
		expect(seen.map(({ status }) => status)).toEqual([429, 429, 429]);
		expect(seen.map(({ headers }) => headers['retry-after'])).toEqual([
			'1',
			'Wed, 21 Oct 2026 07:28:00 GMT',
			undefined,
		]);
	});

	it('brokenJson is half of the answer, html a page with HTTP 200', async () => {
		strike('brokenJson');
		strike('html');
		const broken = await submit();
		expect(broken.headers['content-type']).toBe('application/json');
		expect(broken.text).toMatch(/^\{"jsonrpc":"2.0"/);
		expect(() => JSON.parse(broken.text) as unknown).toThrow();
		const page = await submit();
		expect([page.status, page.text.startsWith('<!doctype html>')]).toEqual([200, true]);
	});

	it('wrongId is a good answer with the id of another request', async () => {
		strike('wrongId');
		const { body } = await submit('mine');
		expect(body.id).not.toBe('mine');
		expect(body.result?.check.address).toBe(addr);
	});

	it('flat401 has HTTP 200, or what it is told', async () => {
		strike('flat401');
		strike('flat401', { status: 401 });
		const seen = [await submit(), await submit()];
		expect(seen.map(({ status }) => status)).toEqual([200, 401]);
		for (const { body } of seen) {
			expect(body).toEqual({
				error: 'Your request was made with invalid credentials.',
				code: 401,
			});
		}
	});

	it('slow answers late and well', async () => {
		strike('slow', { delayMs: 120 });
		const start = performance.now();
		expect((await submit()).body.result).toBeDefined();
		expect(performance.now() - start).toBeGreaterThanOrEqual(110);
	});

	it('rpcError is a JSON-RPC error with the given code and message', async () => {
		strike('rpcError');
		strike('rpcError', { code: -1, message: 'Busy' });
		expect(errorOf(await submit())).toEqual({ code: -40008, message: 'Error message' });
		const { body } = await submit('mine');
		expect(body).toEqual({ jsonrpc: '2.0', id: 'mine', error: { code: -1, message: 'Busy' } });
	});

	it('redirect leads to a page that counts who follows, or where it is told', async () => {
		strike('redirect');
		strike('redirect', { location: 'http://127.0.0.1:1/', status: 302 });
		const first = await submit();
		expect([first.status, first.headers.location]).toEqual([
			307,
			`${sandbox().baseUrl}/redirected`,
		]);
		const second = await submit();
		expect([second.status, second.headers.location]).toEqual([302, 'http://127.0.0.1:1/']);
		await raw(sandbox().baseUrl, { path: '/redirected', headers: { Authorization: 'Bearer x' } });
		expect(sandbox().stats().redirected).toEqual([{ httpMethod: 'POST', authorization: true }]);
	});

	it('emptyResult has an empty object, a given value, or no result', async () => {
		strike('emptyResult');
		strike('emptyResult', { result: null });
		strike('emptyResult', { result: undefined });
		expect((await submit('a')).body).toEqual({ jsonrpc: '2.0', id: 'a', result: {} });
		expect((await submit('b')).body).toEqual({ jsonrpc: '2.0', id: 'b', result: null });
		expect((await submit('c')).body).toEqual({ jsonrpc: '2.0', id: 'c' });
	});
});

describe('processing', () => {
	it.each(Object.entries(FAULT_KINDS))('%s strikes %s it', async (kind, when) => {
		strike(kind as FaultKind, { delayMs: 1 });
		await submit(newId(), 150).catch(() => undefined);
		expect(sandbox().stats()).toMatchObject({
			charges: when === 'after' ? 1 : 0,
			calls: { [METHOD]: 1 },
			faults: { [kind]: 1 },
		});
		expect(sandbox().checks()).toHaveLength(when === 'after' ? 1 : 0);
		expect((await submit()).body.result).toBeDefined();
	});

	it('does not let a fault make a success out of a refusal', async () => {
		sandbox().configure({ token: 'new' });
		strike('emptyResult');
		strike('wrongId');
		expect((await submit()).body).not.toHaveProperty('result');
		expect((await submit()).body).toEqual({ error: expect.any(String) as string, code: 401 });
	});
});

describe('which calls', () => {
	const strikes = async (count: number) => {
		const seen: number[] = [];
		for (let number = 0; number < count; number++) seen.push((await submit()).status);
		return seen;
	};

	it('times and skip count the calls of the method', async () => {
		strike('serverErrorBefore', { skip: 1, times: 2 });
		expect(await strikes(5)).toEqual([200, 503, 503, 200, 200]);
	});

	it('two faults number the same calls', async () => {
		strike('rateLimited');
		strike('serverErrorBefore', { skip: 1 });
		strike('serverErrorBefore', { skip: 3, status: 500 });
		expect(await strikes(5)).toEqual([429, 503, 200, 500, 200]);
	});

	it('Infinity lasts until cleared', async () => {
		strike('serverErrorBefore', { times: Infinity });
		expect(await strikes(4)).toEqual([503, 503, 503, 503]);
		sandbox().clearFaults();
		expect(await strikes(1)).toEqual([200]);
	});

	it('strikes one method only, or all with *', async () => {
		sandbox().fault({ method: 'checkup.ping', kind: 'serverErrorBefore' });
		expect(await strikes(1)).toEqual([200]);
		expect((await call(sandbox(), 'checkup.ping')).status).toBe(503);
		sandbox().fault({ method: '*', kind: 'serverErrorBefore', times: 2 });
		expect(await strikes(1)).toEqual([503]);
		expect((await call(sandbox(), 'checkup.currencylist')).status).toBe(503);
		expect((await call(sandbox(), 'checkup.currencylist')).status).toBe(200);
	});

	it('matches an address, also behind the hash of its check', async () => {
		const other = makeAddress('BTC', 'other');
		const hash = sandbox().addCheck({ currency: 'BTC', address: other });
		const match = { address: other };
		sandbox().fault({ method: '*', kind: 'serverErrorBefore', times: 3, match });
		expect(await strikes(1)).toEqual([200]);
		const about = [
			await call(sandbox(), METHOD, { addr: other, currency: 'BTC' }),
			await call(sandbox(), 'checkup.findreport', { hash: other, currency: 'BTC' }),
			await call(sandbox(), 'checkup.getresult', { hash }),
		];
		expect(about.map(({ status }) => status)).toEqual([503, 503, 503]);
	});

	it.each([
		[{ method: 'checkup.pong', kind: 'hang' }],
		[{ method: '*', kind: 'toString' }],
		[{ method: '*', kind: 'hang', times: -1 }],
		[{ method: '*', kind: 'hang', skipp: 1 }],
		[{ method: '*', kind: 'hang', match: {} }],
		[{ method: '*', kind: 'rateLimited', status: 42 }],
		[{ method: 'pdf', kind: 'wrongId' }],
	])('refuses %j', (spec) => {
		expect(() => sandbox().fault(spec as unknown as FaultSpec)).toThrow();
	});
});

describe('load', () => {
	it('answers after the latency, and measures how many requests are open at once', async () => {
		sandbox().configure({ latencyMs: 80 });
		const start = performance.now();
		await Promise.all(Array.from({ length: 7 }, async () => await submit()));
		expect(performance.now() - start).toBeGreaterThanOrEqual(75);
		await submit();
		expect(sandbox().stats().peakInFlight).toBe(7);
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
});

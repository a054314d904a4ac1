/** Who may call and what may be charged: token, IP allow-list, package, repeated ids (service 1, 5, 8). */
import { makeAddress } from '../../sandbox/server.mts';
import { call, errorOf, newId, raw, useSandbox } from './helpers/client.mts';

const sandbox = useSandbox();
const addr = makeAddress('BTC', 'access');
const ping = { jsonrpc: '2.0', id: 'a', method: 'checkup.ping' };
const check = { addr, currency: 'BTC' };

describe('the package', () => {
	it('is charged until it is empty, and then refuses', async () => {
		sandbox().configure({ packageSize: 1 });
		await call(sandbox(), 'checkup.checkaddr', check);
		const answer = await call(sandbox(), 'checkup.checkaddr', check);
		expect(errorOf(answer)).toEqual({
			code: -40010,
			message: 'There are no checks left in the package',
		});
		expect(sandbox().stats()).toMatchObject({ charges: 1, refused: [expect.any(String)] });
		sandbox().configure({ packageSize: 2 });
		const { body } = await call(sandbox(), 'checkup.checkaddr', check);
		expect(body.result?.meta).toEqual({ cheks_left: '0', cheks_used: '2' });
	});
});

describe('a repeated request id', () => {
	const submit = async (id: string, params: unknown = check) =>
		await call(sandbox(), 'checkup.checkaddr', params, id);

	it('replay: answers with the first check and does not charge', async () => {
		const id = newId();
		const first = await submit(id);
		expect((await submit(id)).body).toEqual(first.body);
		expect(sandbox().stats().charges).toBe(1);
	});

	it('replay: refuses the id for another target', async () => {
		const id = newId();
		await submit(id);
		const other = await submit(id, { addr: makeAddress('BTC', 'other'), currency: 'BTC' });
		expect(errorOf(other).code).toBe(-40011);
		expect(sandbox().stats().charges).toBe(1);
	});

	it('refuse: says so and does not charge', async () => {
		sandbox().configure({ repeatedId: 'refuse' });
		const id = newId();
		await submit(id);
		expect(errorOf(await submit(id)).code).toBe(-40011);
		expect(sandbox().stats()).toMatchObject({ charges: 1, refused: [expect.any(String)] });
	});

	it('charge: makes another check', async () => {
		sandbox().configure({ repeatedId: 'charge' });
		const id = newId();
		const hashes = [(await submit(id)).body, (await submit(id)).body].map(
			(body) => body.result?.check.hash,
		);
		expect(new Set(hashes).size).toBe(2);
		expect(sandbox().stats()).toMatchObject({ charges: 2, requestIds: [id, id] });
	});

	it('does not count a refused submission as used', async () => {
		sandbox().configure({ repeatedId: 'refuse' });
		const id = newId();
		await submit(id, { addr, currency: 'NOPE' });
		expect((await submit(id)).body.result).toBeDefined();
	});
});

describe('authentication', () => {
	const message = 'Your request was made with invalid credentials.';

	it.each([
		['no token', {}],
		['a wrong token', { Authorization: 'Bearer wrong' }],
		['a token without Bearer', { Authorization: 'sandbox-token' }],
		['Basic', { Authorization: 'Basic sandbox-token' }],
	])('answers %s flat, with HTTP 200', async (_name, headers) => {
		const answer = await raw(sandbox().baseUrl, {
			headers: { 'Content-Type': 'application/json', ...headers } as Record<string, string>,
			body: JSON.stringify(ping),
		});
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({ error: message, code: 401 });
		expect(sandbox().stats().refused).toEqual(['checkup.ping: invalid credentials']);
	});

	it('answers an address that is not on the list in the same way, for every method', async () => {
		sandbox().configure({ allowedIps: ['203.0.113.7'] });
		const answer = await call(sandbox(), 'checkup.checkaddr', check);
		expect(answer.body).toEqual({ error: message, code: 401 });
		expect(sandbox().stats().charges).toBe(0);
		sandbox().configure({ allowedIps: ['203.0.113.7', '127.0.0.1'] });
		expect((await call(sandbox(), 'checkup.ping')).body.result).toEqual({ message: 'OK' });
		sandbox().configure({ allowedIps: [] });
		expect((await call(sandbox(), 'checkup.ping')).body.code).toBe(401);
		sandbox().configure({ allowedIps: undefined });
		expect((await call(sandbox(), 'checkup.ping')).body.result).toEqual({ message: 'OK' });
	});

	it('can have another HTTP status, and another token', async () => {
		sandbox().configure({ authStatus: 401, token: 'new' });
		const answer = await call(sandbox(), 'checkup.ping');
		expect(answer.status).toBe(401);
		expect(answer.body).toEqual({ error: message, code: 401 });
	});
});

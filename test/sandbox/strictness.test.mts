/** Requests are refused as strictly as the document allows, and each refusal is counted. */
import { makeAddress, makeTransaction } from '../../sandbox/server.mts';
import { call, errorOf, sendEnvelope, useSandbox } from './helpers/client.mts';

const sandbox = useSandbox();
const addr = makeAddress('BTC', 'strict');
const tx = makeTransaction('BTC', 'strict');
const ping = { jsonrpc: '2.0', id: 'a', method: 'checkup.ping' };
const check = { addr, currency: 'BTC' };

describe('the envelope', () => {
	it.each([
		['no JSON', '{"jsonrpc":', -32700],
		['an empty body', '', -32700],
		['a batch', [ping], -32600],
		['no jsonrpc', { ...ping, jsonrpc: undefined }, -32600],
		['another jsonrpc', { ...ping, jsonrpc: '1.0' }, -32600],
		['no id', { ...ping, id: undefined }, -32600],
		['a null id', { ...ping, id: null }, -32600],
		['an empty id', { ...ping, id: '' }, -32600],
		['an id of 33 characters', { ...ping, id: 'x'.repeat(33) }, -32600],
		['no method', { ...ping, method: undefined }, -32600],
		['an unknown method', { ...ping, method: 'checkup.pong' }, -32601],
		['a name of an object', { ...ping, method: 'toString' }, -32601],
		['an unknown member', { ...ping, token: 'x' }, -32600],
		['params as a list', { ...ping, method: 'checkup.getresult', params: [] }, -32600],
	])('refuses %s', async (_name, envelope, code) => {
		const answer = await sendEnvelope(sandbox(), envelope);
		expect(errorOf(answer).code).toBe(code);
		expect(answer.body).toHaveProperty('id');
		expect(answer.body.result).toBeUndefined();
		expect(sandbox().stats().refused).toHaveLength(1);
	});

	it('echoes an id that is a string, and says null otherwise', async () => {
		const refused = await sendEnvelope(sandbox(), { ...ping, jsonrpc: '1.0' });
		expect(refused.body.id).toBe('a');
		expect((await sendEnvelope(sandbox(), { ...ping, id: 7 })).body.id).toBeNull();
	});

	it('refuses another content type, and takes one with a charset', async () => {
		const send = async (type: string) =>
			await sendEnvelope(sandbox(), ping, { headers: { 'Content-Type': type } });
		expect(errorOf(await send('text/plain')).code).toBe(-32600);
		expect((await send('application/json; charset=utf-8')).body.result).toEqual({ message: 'OK' });
	});

	it('refuses other HTTP methods, other paths and huge bodies', async () => {
		expect((await sendEnvelope(sandbox(), ping, { httpMethod: 'PUT' })).status).toBe(405);
		expect((await sendEnvelope(sandbox(), ping, { path: '/rpc/v2/request' })).status).toBe(404);
		const huge = `"${'x'.repeat(1024 * 1024)}"`;
		expect((await sendEnvelope(sandbox(), huge)).status).toBe(413);
		expect(sandbox().stats().refused).toEqual([
			'(no method): HTTP method PUT',
			'(no method): body larger than 1 MB',
		]);
	});

	it('answers refusals with another HTTP status when told to', async () => {
		sandbox().configure({ errorStatus: 400 });
		expect((await call(sandbox(), 'checkup.pong')).status).toBe(400);
	});
});

type Call = [method: string, params: unknown];
const filter = (value: unknown): Call => ['checkup.getcheckshistory', { filter: value }];

describe('params', () => {
	it.each<Call>([
		['checkup.ping', {}],
		['checkup.checkaddr', undefined],
		['checkup.checkaddr', {}],
		['checkup.checkaddr', { addr }],
		['checkup.checkaddr', { ...check, tx }],
		['checkup.checkaddr', { ...check, addr: ` ${addr}` }],
		['checkup.checkaddr', { ...check, addr: 'x'.repeat(129) }],
		['checkup.checkaddr', { ...check, currency: 'btc' }],
		['checkup.checkaddr', { ...check, currency: 'NOPE' }],
		['checkup.checkaddr', { ...check, currency: 'USDT' }],
		['checkup.checkaddr', { ...check, token_id: 'usdt' }],
		['checkup.checkaddr', { ...check, token_id: '94252' }],
		['checkup.checkaddr', { ...check, currency: 'USDTERC20', token_id: '9' }],
		['checkup.checktx', check],
		['checkup.checktx', { tx, currency: 'BTC' }],
		['checkup.checktx', { ...check, tx: '' }],
		['checkup.getresult', {}],
		['checkup.getresult', { hash: 12 }],
		['checkup.getresult', { hash: 'a', currency: 'BTC' }],
		['checkup.findreport', { hash: addr }],
		['checkup.findreport', { hash: addr, currency: 'BSC' }],
		['checkup.findreport', { hash: addr, currency: 'USDTTRC20' }],
		['checkup.findreport', { hash: addr, currency: 'BTC', token_id: '0' }],
		['checkup.getcheckshistory', { page_size: 0 }],
		['checkup.getcheckshistory', { page_size: 1001 }],
		['checkup.getcheckshistory', { page: -1 }],
		['checkup.getcheckshistory', { limit: 10 }],
		filter(null),
		filter({ currency: 'BSC' }),
		filter({ type: 'transaction' }),
		filter({ date_from: '2026-01-01' }),
		filter({ date_to: -1 }),
		filter({ riskscore_from: -1 }),
		filter({ riskscore_to: 100.5 }),
		filter({ status: 'SUCCESS' }),
	])('of %s refuses %j', async (method, params) => {
		const answer = await call(sandbox(), method, params);
		expect(errorOf(answer).code).toBe(-40008);
		const stats = sandbox().stats();
		expect(stats.refused).toEqual([`${method}: ${errorOf(answer).message}`]);
		expect(stats.charges).toBe(0);
		expect(sandbox().checks()).toEqual([]);
	});

	it.each<Call>([
		['checkup.checkaddr', { ...check, token_id: '0' }],
		['checkup.checkaddr', { ...check, token_id: 0 }],
		['checkup.checkaddr', { addr: makeAddress('BSC', 1), currency: 'BSC' }],
		['checkup.checkaddr', { addr: makeAddress('MATIC', 1), currency: 'MATIC', token_id: '13' }],
		['checkup.getcheckshistory', undefined],
		['checkup.getcheckshistory', {}],
		['checkup.getcheckshistory', { page_size: 1000, page: 3, filter: {} }],
		filter({ riskscore_from: 0, riskscore_to: 99.5, date_from: 0, date_to: 1, type: 'tx' }),
	])('of %s takes %j', async (method, params) => {
		expect((await call(sandbox(), method, params)).body.result).toBeDefined();
		expect(sandbox().stats().refused).toEqual([]);
	});
});

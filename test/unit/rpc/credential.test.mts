/** What a credential of n8n becomes, and what is sent with it: the whole of a request, and of what comes back. */
import { getEventListeners } from 'node:events';
import { AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import { openCredential } from '../../../nodes/shared/rpc/credential.ts';
import { MEBIBYTE, newRequestId, sendRequest } from '../../../nodes/shared/rpc/transport.ts';
import { contextOf, CREDENTIALS, streamed, TOKEN, type Sent } from './connection.mts';
import { HASH, ID, PAID } from './support.mts';

const TARGET = { addr: '0x1', currency: 'ETH' };

const open = async (credentials?: object | Error) =>
	await openCredential(contextOf(() => 0, credentials).context);

describe('a credential', () => {
	it.each([
		[new Error('none'), 'Choose an AML Check API credential in the node.'],
		[
			{ ...CREDENTIALS, baseUrl: '' },
			'The base URL is empty. Enter the address of the AML service.',
		],
		[
			{ ...CREDENTIALS, accessToken: ' ' },
			'The access token is empty. Copy it from the API tab of your account.',
		],
	])('that can not be used says why (%#)', async (credentials, why) => {
		const failure = await open(credentials).catch((thrown: AmlCheckError) => thrown);
		expect(failure).toMatchObject({
			kind: 'configuration',
			charged: false,
			notes: [{ about: 'cause', text: why }],
		});
	});

	it.each([
		[undefined, 'auto'],
		['', 'auto'],
		['auto', 'auto'],
		['percent', 'percent'],
		['fraction', 'fraction'],
	])('whose scale is %j has %s', async (riskScoreScale, expected) =>
		expect((await open({ ...CREDENTIALS, riskScoreScale })).riskScoreScale).toBe(expected),
	);

	it('allows plain HTTP where it says so itself, with true alone', async () => {
		const plain = { ...CREDENTIALS, baseUrl: 'http://aml.example.com' };
		const { endpoint } = await open({ ...plain, allowHttp: true });
		expect(endpoint).toBe('http://aml.example.com/rpc/v1/request');
		for (const allowHttp of [undefined, false, 'true', 1])
			await expect(open({ ...plain, allowHttp })).rejects.toThrow('can not be used');
		await expect(open({ ...CREDENTIALS, riskScoreScale: 'x' })).rejects.toThrow('Risk Score Scale');
	});

	it('hides its token, with which no Bearer is meant', async () => {
		const one = await open({ ...CREDENTIALS, accessToken: ` Bearer ${TOKEN} ` });
		expect(one.hide(TOKEN)).toBe('•••');
		expect(one.serviceKey).toBe((await open()).serviceKey);
		expect(one.serviceKey).not.toBe((await open({ ...CREDENTIALS, accessToken: 'x' })).serviceKey);
	});
});

async function send(respond: (sent: Sent) => unknown, cancelSignal?: AbortSignal) {
	const { context, sent } = contextOf(respond);
	const request = { id: ID, method: PAID, params: TARGET, timeoutMs: 500, cancelSignal } as const;
	const work = sendRequest(context, await openCredential(context), request);
	const end = await work.catch((thrown: AmlCheckError) => thrown);
	return { end, sent: sent[0]!, context };
}
const throwing = (facts: object) => () => Promise.reject(Object.assign(new Error('x'), facts));

describe('a request', () => {
	it('is made of nothing but this', async () => {
		const { sent, context } = await send(() => streamed('{}'));
		const { abortSignal, ...options } = sent.options;
		expect(abortSignal?.aborted).toBe(false);
		expect(sent.credential).toBe('amlCheckApi');
		expect(options).toStrictEqual({
			method: 'POST',
			url: 'https://aml.example.com/rpc/v1/request',
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			body: JSON.stringify({ jsonrpc: '2.0', id: ID, method: PAID, params: TARGET }),
			encoding: 'stream',
			timeout: 500,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		});
		const helperThis = sent.helperThis as typeof context;
		expect(Object.keys(helperThis).sort()).toEqual([
			'getCredentials',
			'getNode',
			'helpers',
			'logger',
		]);
		expect([helperThis.helpers, helperThis.logger]).toEqual([context.helpers, context.logger]);
		expect(helperThis.getNode()).toEqual({ name: 'node' });
		expect(await helperThis.getCredentials('')).toEqual(CREDENTIALS);
	});

	it('has an id that nobody used before', () => {
		expect(newRequestId()).toMatch(/^[0-9a-f]{32}$/);
		expect(newRequestId()).not.toBe(newRequestId());
	});

	it.each([
		[`\ufeff {"a":"${TOKEN}"}\n`, { a: '•••' }],
		[` <html> ${TOKEN} `, '<html> •••'],
		['', ''],
	])('brings back %j as %j, without the token', async (text, body) => {
		const before = Date.now();
		const { end } = await send(() => streamed(text, 418, { via: TOKEN }));
		const headers = { via: '•••' };
		const receivedAt = expect.any(Number) as number;
		const host = 'aml.example.com';
		expect(end).toEqual({ statusCode: 418, headers, body, unread: undefined, receivedAt, host });
		expect((end as { receivedAt: number }).receivedAt).toBeGreaterThanOrEqual(before);
	});

	it.each([
		[0, undefined],
		[1, 'It is larger than 64 MiB.'],
	])('reads 64 MiB and %i bytes: %s', async (more, unread) => {
		const { end } = await send(() => streamed(Buffer.alloc(64 * MEBIBYTE + more, ' ')));
		expect(end).toMatchObject({ body: unread === undefined ? '' : null, unread });
	});

	it.each([
		[{ code: 'ECONNREFUSED' }, 'notSent', 'ECONNREFUSED'],
		[{ cause: { code: 'ECONNRESET' } }, 'connectionLost', 'ECONNRESET'],
		[{ code: 'ETIMEDOUT' }, 'timeout', 'ETIMEDOUT'],
		[{}, 'connectionLost', undefined],
	])('that fails with %j is %s', async (thrown, kind, code) => {
		const { end } = await send(throwing(thrown));
		expect(end).toMatchObject({ kind, requestId: ID });
		expect([(end as AmlCheckError).code, (end as AmlCheckError).candidates]).toEqual([
			code,
			undefined,
		]);
	});

	it('that took too long is late, whatever the network says, and one that was canceled is canceled', async () => {
		const wait = async () => {
			await new Promise((done) => setTimeout(done, 600));
			return await throwing({ code: 'ECONNREFUSED' })();
		};
		expect((await send(wait)).end).toMatchObject({
			kind: 'timeout',
			message: 'The AML service gave no response within 1 seconds',
		});
		expect((await send(wait, AbortSignal.abort())).end).toMatchObject({ kind: 'cancelled' });
	});

	it('leaves no listener behind, however it ends', async () => {
		const { signal } = new AbortController();
		for (const respond of [() => streamed('{}'), throwing({})]) {
			await send(respond, signal);
			expect(getEventListeners(signal, 'abort')).toEqual([]);
		}
	});

	it('that broke off names the check whose hash had arrived', async () => {
		const body = {
			async *[Symbol.asyncIterator]() {
				yield Buffer.from(`{"result":{"check":{"hash":"${HASH.slice(0, 9)}`);
				yield Buffer.from(`${HASH.slice(9)}","x":`);
				await throwing({ code: 'ECONNRESET' })();
			},
		};
		const { end } = await send(() => ({ ...streamed(''), body }));
		expect(end).toMatchObject({ kind: 'connectionLost', candidates: [HASH] });
	});
});

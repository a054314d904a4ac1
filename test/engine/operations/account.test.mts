import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testCredential } from '../harness/index.mts';
import { credential, jsonOf, pairsOf, run, sandbox, sent, TOKEN, useSandbox } from './support.mts';

useSandbox();

describe('Ping', () => {
	it('asks once for every item and confirms', async () => {
		const result = await run('account.ping', {}, { items: [{ a: 1 }, { a: 2 }] });
		expect(result.status).toBe('success');
		expect(pairsOf(result.main)).toEqual([{ item: 0 }, { item: 1 }]);
		for (const json of jsonOf(result.main)) expect(json).toMatchObject({ message: 'OK' });
		expect(sent()).toEqual([
			{ method: 'checkup.ping', params: undefined },
			{ method: 'checkup.ping', params: undefined },
		]);
		expect(sandbox().stats().charges).toBe(0);
	});

	it('sends exactly the envelope of the document, and the token in its header only', async () => {
		const requests: Array<Record<string, unknown>> = [];
		const server = createServer((request, response) => {
			let text = '';
			request.on('data', (chunk) => (text += chunk));
			request.on('end', () => {
				const body = JSON.parse(text) as { id: string };
				const { method, url, headers } = request;
				requests.push({ method, url, body, type: headers['content-type'], headers });
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify({ jsonrpc: '2.0', id: body.id, result: { message: 'OK' } }));
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const credentials = [credential({ baseUrl: `  ${baseUrl}/rpc/v1/request/ ` })];
		const result = await run('account.ping', {}, { credentials });
		await new Promise((resolve) => server.close(resolve));

		expect(result.status).toBe('success');
		expect(requests).toHaveLength(1);
		const [{ headers, ...request }] = requests as [Record<string, Record<string, string>>];
		expect(request).toEqual({
			method: 'POST',
			url: '/rpc/v1/request',
			type: 'application/json',
			body: { jsonrpc: '2.0', id: expect.stringMatching(/^.{1,32}$/), method: 'checkup.ping' },
		});
		const withToken = Object.entries(headers ?? {}).filter(([, value]) => value.includes(TOKEN));
		expect(withToken).toEqual([['authorization', `Bearer ${TOKEN}`]]);
	});

	it.each(['Bearer ', ' bearer  ', 'BEARER\t'])(
		'takes a token that was pasted with %p',
		async (prefix) => {
			const accessToken = `${prefix}${TOKEN}\n`;
			const credentials = [credential({ accessToken })];
			expect((await run('account.ping', {}, { credentials })).status).toBe('success');
			expect(await testCredential(credential({ accessToken }))).toMatchObject({ status: 'OK' });
		},
	);

	it.each([
		['a line break', (token: string) => `${token.slice(0, 5)}\n${token.slice(5)}`],
		['an invisible sign', (token: string) => `${token}\u200b`],
		['a quotation mark', (token: string) => `"${token}"`],
		["the word 'Authorization:'", (token: string) => `Authorization: Bearer ${token}`],
		['a letter or sign that is not ASCII', (token: string) => token.replace('c', 'с')],
		['a dot that hides the token', () => '••••••••••••'],
	])('refuses a token with %s before anything is sent', async (_, spoil) => {
		const credentials = [credential({ accessToken: spoil(TOKEN) })];
		const { failure } = await run('account.ping', {}, { credentials });
		const words = 'a sign that no token has, at character ';
		expect(failure?.description).toContain(words);
		const verdict = await testCredential(credentials[0]!);
		expect(verdict).toMatchObject({ status: 'Error', message: expect.stringContaining(words) });
		expect(JSON.stringify([failure, verdict])).not.toContain(TOKEN);
		expect(sandbox().stats().requestIds).toEqual([]);
	});

	it('uses a new id for every request', async () => {
		await run('account.ping', {}, { items: [{}, {}, {}] });
		const { requestIds } = sandbox().stats();
		expect(new Set(requestIds).size).toBe(3);
	});
});

describe('the credential', () => {
	it('is tested by the confirmation', async () => {
		expect(await testCredential(credential())).toMatchObject({ status: 'OK' });
	});

	it.each([
		['HTTP 200', 200],
		['HTTP 401', 401],
	])('is red with both causes for the flat 401 with %s', async (_, authStatus) => {
		sandbox().configure({ authStatus });
		const verdict = await testCredential(credential({ accessToken: 'wrong' }));
		expect(verdict.status).toBe('Error');
		if (authStatus === 200) expect(verdict.message).toMatch(/token.*IP address/s);
	});

	it('is red when the address is not allowed', async () => {
		sandbox().configure({ allowedIps: ['203.0.113.9'] });
		const verdict = await testCredential(credential());
		expect(verdict).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('IP address'),
		});
	});

	it('is red for an answer that is no confirmation', async () => {
		sandbox().fault({ method: 'checkup.ping', kind: 'html' });
		expect((await testCredential(credential())).status).toBe('Error');
		sandbox().fault({ method: 'checkup.ping', kind: 'emptyResult' });
		expect((await testCredential(credential())).status).toBe('Error');
	});

	it.each([
		['surrounding spaces', (url: string) => `  ${url}\n`],
		['trailing slashes', (url: string) => `${url}//`],
		['the full endpoint', (url: string) => `${url}/rpc/v1/request`],
	])('forgives %s', async (_, paste) => {
		const baseUrl = paste(sandbox().baseUrl);
		expect(await testCredential(credential({ baseUrl }))).toMatchObject({ status: 'OK' });
	});

	it.each([
		['a redirect', 'redirect'],
		['a service that is down', 'serverErrorBefore'],
	] as const)('is red for %s, and the token goes nowhere else', async (_, kind) => {
		sandbox().fault({ method: 'checkup.ping', kind });
		expect((await testCredential(credential())).status).toBe('Error');
		expect(sandbox().stats().redirected).toEqual([]);
	});

	it('refuses plain http to another machine', async () => {
		const verdict = await testCredential(credential({ baseUrl: 'http://aml.example.com' }));
		expect(verdict).toMatchObject({ status: 'Error', message: expect.stringContaining('https') });
	});
});

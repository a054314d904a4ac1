/** The credential's test, run by a real n8n: green only when the service confirms, red with advice otherwise. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sandbox } from '../../instance/start.mts';
import type { N8nRest, StoredCredential } from '../../instance/rest.mts';
import { startSandbox } from '../../sandbox/server.mts';
import { credentialFor, session } from './harness/shared.mts';

const TOKEN = 'e2e-secret-token-7f3a';

let rest: N8nRest;
let sandbox: Sandbox;
let credential: StoredCredential;

beforeAll(async () => {
	sandbox = await startSandbox({ token: TOKEN });
	rest = await session();
	credential = await credentialFor(rest, sandbox);
});

beforeEach(() => {
	sandbox.reset();
	sandbox.clearFaults();
	sandbox.configure({ allowedIps: undefined, authStatus: 200 });
});

afterAll(async () => {
	await sandbox.close();
});

const test = async (data: Record<string, unknown>) =>
	await rest.testCredential(credential, { allowHttp: false, ...data });

const closed = async (server: Server) =>
	await new Promise<void>((resolve) => server.close(() => resolve()));

describe('credential test, green', () => {
	it.each([
		['as it is', (url: string) => url],
		['with a slash at the end', (url: string) => `${url}/`],
		['with spaces around it', (url: string) => `  ${url} `],
		['with the path of the endpoint', (url: string) => `${url}/rpc/v1/request`],
		['with the path and a slash', (url: string) => `${url}/rpc/v1/request/`],
	])('accepts the base URL %s', async (_, spell) => {
		const answer = await test({ baseUrl: spell(sandbox.baseUrl), accessToken: TOKEN });
		expect(answer).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(sandbox.stats().requests.map(({ method }) => method)).toEqual(['checkup.ping']);
	});

	it('accepts a token with spaces around it', async () => {
		const answer = await test({ baseUrl: sandbox.baseUrl, accessToken: ` ${TOKEN}\n` });
		expect(answer.status).toBe('OK');
	});
});

describe('credential test, red', () => {
	const expectRed = (answer: { status: string; message: string }, ...texts: RegExp[]) => {
		expect(answer.status).toBe('Error');
		for (const text of texts) expect(answer.message).toMatch(text);
		expect(answer.message).not.toContain(TOKEN);
	};

	it.each([200, 401])(
		'names token and IP list when the token is wrong (HTTP %s)',
		async (status) => {
			sandbox.configure({ authStatus: status });
			const answer = await test({ baseUrl: sandbox.baseUrl, accessToken: 'wrong' });
			expectRed(answer, /access token/i, /IP address/i);
		},
	);

	it.each([200, 401])(
		'names token and IP list when the address is not allowed (HTTP %s)',
		async (status) => {
			sandbox.configure({ allowedIps: ['203.0.113.7'], authStatus: status });
			const answer = await test({ baseUrl: sandbox.baseUrl, accessToken: TOKEN });
			expectRed(answer, /access token/i, /IP address/i);
		},
	);

	it('says so when something else answers at the base URL', async () => {
		const server = createServer((_, response) => response.end('{"hello":"world"}'));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
		const { port } = server.address() as AddressInfo;
		try {
			expectRed(
				await test({ baseUrl: `http://127.0.0.1:${port}`, accessToken: TOKEN }),
				/base URL/i,
			);
		} finally {
			await closed(server);
		}
	});

	it.each(['html', 'emptyResult', 'rpcError', 'redirect', 'serverErrorBefore'] as const)(
		'is red when the answer is: %s',
		async (kind) => {
			sandbox.fault({ method: '*', kind, times: Infinity });
			const answer = await test({ baseUrl: sandbox.baseUrl, accessToken: TOKEN });
			expectRed(answer, /not with the confirmation/i);
		},
	);

	it('is red when nothing listens', async () => {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
		const { port } = server.address() as AddressInfo;
		await closed(server);
		expectRed(await test({ baseUrl: `http://127.0.0.1:${port}`, accessToken: TOKEN }), /refused/i);
	});

	it('is red for plain HTTP to another machine, and sends it nothing', async () => {
		expectRed(await test({ baseUrl: 'http://aml.example.invalid', accessToken: TOKEN }), /https/i);
	});
});

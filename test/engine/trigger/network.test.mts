/** A trigger that is published where the network doesn't let it through: it ends while somebody still waits, and says why. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NodeApiError } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../sandbox/server.mts';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { container, SsrfProtectionConfig } from '../harness/platform.mts';
import { forgetServices } from '../harness/forget.mts';
import { Workflow } from './setUp.mts';

/** As n8n 2.41 gives it. */
const budgetMs = 150_000;
const PATIENCE_S = 35;

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
beforeEach(() => {
	sandbox.reset();
	forgetServices();
});

/** Publishes a workflow, or polls one that was published in better times. */
async function publish(data: { baseUrl?: string } = {}) {
	const { baseUrl, token: accessToken } = sandbox;
	const credentials = [{ type: AmlCheckApi, data: { baseUrl, accessToken, ...data } }];
	const begun = performance.now();
	const { failure } = await new Workflow(sandbox, {}, { budgetMs, credentials }).poll({
		activation: 'activate',
	});
	const { message } = failure as NodeApiError;
	return {
		seconds: (performance.now() - begun) / 1000,
		// n8n shows nothing but the message to who publishes.
		words: message,
	};
}

it("behind n8n's guard it fails at once, and names the setting", async () => {
	const guard = container.get(SsrfProtectionConfig);
	guard.enabled = true;
	try {
		const { seconds, words } = await publish();
		const { host } = new URL(sandbox.baseUrl);
		expect(words).toContain(`This n8n does not allow requests to ${host}`);
		expect(words).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
		expect(seconds).toBeLessThan(3);
		expect(sandbox.stats().requestIds).toEqual([]);
	} finally {
		guard.enabled = false;
	}
});

it('in an outage it fails soon, and names the cause', async () => {
	const { seconds, words } = await publish({ baseUrl: 'http://127.0.0.1:9' });
	expect(words).toContain('ECONNREFUSED');
	expect(words).toContain('Check the base URL');
	expect(seconds).toBeLessThan(PATIENCE_S);
}, 60_000);

it.each([
	['serverErrorBefore', 'HTTP status 503'],
	['hang', 'no response within'],
] as const)(
	'while the service has the fault %s, too',
	async (kind, cause) => {
		sandbox.fault({ method: '*', kind, times: Infinity });
		const { seconds, words } = await publish();
		expect(words).toContain(cause);
		expect(seconds).toBeLessThan(PATIENCE_S);
	},
	60_000,
);

describe('behind a proxy', () => {
	let proxy: Server;
	let answer: string;
	const before = { ...process.env };

	beforeAll(async () => {
		proxy = createServer();
		proxy.on('connect', (_, socket) => void socket.end(answer));
		await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
		const { port } = proxy.address() as AddressInfo;
		for (const name of ['HTTPS_PROXY', 'https_proxy'])
			process.env[name] = `http://127.0.0.1:${port}`;
		for (const name of ['NO_PROXY', 'no_proxy']) delete process.env[name];
	});
	afterAll(async () => {
		process.env = before;
		await new Promise((resolve) => proxy.close(resolve));
	});

	it.each([
		['403 Forbidden', 'blocked by policy'],
		['407 Proxy Authentication Required', 'sign in'],
		['502 Bad Gateway', 'no route'],
	])(
		'that refuses with %s it fails soon, and names the setting',
		async (status, body) => {
			answer = `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
			const { seconds, words } = await publish({ baseUrl: 'https://aml.example.test' });
			expect(words).toContain('HTTPS_PROXY');
			expect(words).toContain(status.slice(0, 3));
			expect(seconds).toBeLessThan(PATIENCE_S);
		},
		60_000,
	);
});

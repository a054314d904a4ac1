/** A trigger that is published where the network doesn't let it through: it ends while somebody still waits, and says why. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sleep } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../sandbox/server.mts';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { container, SsrfProtectionConfig } from '../harness/platform.mts';
import { forgetServices } from '../harness/forget.mts';
import { Workflow } from './setUp.mts';

const PATIENCE_S = 45;
/** n8n 2.41 repeats an activation that failed after these pauses. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
beforeEach(() => {
	sandbox.reset();
	forgetServices();
});

type Activation = 'activate' | 'update';

/** Publishes a workflow as n8n does, which repeats what fails. */
async function publishAs(workflow: Workflow, activation: Activation) {
	const begun = performance.now();
	let run = await workflow.poll({ activation });
	for (const pauseMs of PAUSES_MS) {
		if (!run.failure) break;
		await sleep(pauseMs);
		run = await workflow.poll({ activation });
	}
	return {
		seconds: (performance.now() - begun) / 1000,
		// n8n shows nothing but the message to who publishes.
		words: run.failure?.message ?? '',
		context: run.context,
	};
}

async function publish(data: { baseUrl?: string; accessToken?: string } = {}) {
	const { baseUrl, token: accessToken } = sandbox;
	const credentials = [{ type: AmlCheckApi, data: { baseUrl, accessToken, ...data } }];
	return await publishAs(new Workflow(sandbox, {}, { credentials }), 'activate');
}

it("behind n8n's guard it fails at once, and names the setting", async () => {
	const guard = container.get(SsrfProtectionConfig);
	guard.enabled = true;
	try {
		const { seconds, words } = await publish();
		const { host } = new URL(sandbox.baseUrl);
		expect(words).toContain(host);
		expect(words).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
		expect(seconds).toBeLessThan(PATIENCE_S);
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
	['hang', 'no answer within 5 seconds'],
	['resetBefore', 'ECONNRESET'],
	['html', 'It is not JSON-RPC'],
] as const)(
	'while the service has the fault %s, too',
	async (kind, cause) => {
		sandbox.fault({ method: '*', kind, times: Infinity });
		const { seconds, words } = await publish();
		expect(words).toContain(cause);
		expect(words).toMatch(/HTTPS_PROXY/);
		expect(seconds).toBeLessThan(PATIENCE_S);
	},
	60_000,
);

it('a service that is slow, or back at the second attempt, is published', async () => {
	sandbox.fault({ method: '*', kind: 'slow', delayMs: 6_000, times: 1 });
	expect((await publish()).words).toBe('');
	sandbox.fault({ method: '*', kind: 'serverErrorBefore', times: 1 });
	expect((await publish()).words).toBe('');
});

describe.each(['activate', 'update'] as const)(
	'published again, as n8n says by %s',
	(activation) => {
		it('it ends as soon as the first time, and names cause and setting', async () => {
			const workflow = new Workflow(sandbox);
			await publishAs(workflow, 'activate');
			await workflow.poll();
			sandbox.fault({ method: '*', kind: 'hang', times: Infinity });
			const { seconds, words } = await publishAs(workflow, activation);
			expect(words).toMatch(/no answer within .* Publish the workflow again when/);
			expect(seconds).toBeLessThan(PATIENCE_S);
		}, 60_000);

		it("later polls wait for a slow service, by n8n's timer and by its scheduler", async () => {
			const workflow = new Workflow(sandbox);
			const { context } = await publishAs(workflow, activation);
			sandbox.fault({ method: '*', kind: 'slow', delayMs: 12_000, times: Infinity });
			const polls = [await workflow.poll({ context }), await workflow.poll()];
			expect(polls.map(({ failure }) => failure)).toEqual([undefined, undefined]);
		}, 60_000);
	},
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

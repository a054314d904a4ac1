/** What a person sees of the network in a real n8n: each wait ends soon, with the cause and the setting to look at. */
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as Tcp } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureN8n } from '../../instance/install.mts';
import { startN8n, type N8n } from '../../instance/n8n.mts';
import { installPackage } from '../../instance/package.mts';
import { STATE } from '../../instance/paths.mts';
import { silent } from '../../instance/progress.mts';
import type { N8nRest } from '../../instance/rest.mts';
import { CREDENTIAL_TYPE } from '../../instance/start.mts';
import { bookAddress } from '../../sandbox/book.mts';
import { TARBALL_VARIABLE } from './harness/setup.mts';
import { amlNode, chain, node, session, START_UP_MS } from './harness/shared.mts';

/** As long as a person waits, and what a busy machine takes on top. */
const PATIENCE_S = 45 + 10;

const userFolder = path.join(STATE, `e2e-network-${process.pid}`);
let n8n: N8n;
let rest: N8nRest;
let silence: Tcp;
let silentPort: number;
let proxy: Server;

async function portOf(server: Tcp): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
	return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
	silence = createTcpServer((socket) => void socket.on('error', () => socket.destroy()).resume());
	proxy = createServer();
	proxy.on('connect', (_, socket) => {
		socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 7\r\n\r\nsign in');
	});
	silentPort = await portOf(silence);
	const tarball = process.env[TARBALL_VARIABLE];
	if (!tarball) throw new Error('The set-up of the end-to-end tests has not run.');
	await installPackage(tarball, userFolder);
	const through = `http://127.0.0.1:${await portOf(proxy)}`;
	const direct = '127.0.0.1,127.0.0.2,localhost';
	n8n = await startN8n({
		install: await ensureN8n(silent),
		userFolder,
		env: {
			HTTPS_PROXY: through,
			https_proxy: through,
			NO_PROXY: direct,
			no_proxy: direct,
			N8N_SSRF_PROTECTION_ENABLED: 'true',
			N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
		},
	});
	rest = await session(n8n.url);
}, START_UP_MS);

afterAll(async () => {
	await n8n?.stop();
	proxy.closeAllConnections();
	for (const server of [silence, proxy]) server.close();
	await rm(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** Publishes a trigger, and returns n8n's reason why it did not start. */
async function publish(name: string, credential: Parameters<typeof amlNode>[2]): Promise<string> {
	const pollTimes = { item: [{ mode: 'everyHour' }] };
	const trigger = amlNode('Trigger', 'amlCheckTrigger', credential, { pollTimes });
	const nodes = [trigger, node('Alert', 'n8n-nodes-base.noOp')];
	const workflow = await rest.createWorkflow(chain(name, nodes));
	const { id, versionId } = workflow;
	await rest.request('POST', `/workflows/${id}/activate`, { versionId });
	for (;;) {
		const { status, triggers } = await rest.publicationOf(workflow);
		if (status !== 'in_progress') return triggers.map((one) => one.errorMessage ?? status).join();
		await sleep(200);
	}
}

/** Screens one address, and returns why the run failed. */
async function screen(name: string, credential: Parameters<typeof amlNode>[2]): Promise<string> {
	const parameters = { network: 'ETH', asset: 'coin', address: bookAddress('ETH', 'low') };
	const aml = amlNode('AML Check', 'amlCheck', credential, {
		resource: 'check',
		operation: 'checkAddress',
		...parameters,
	});
	const nodes = [node('Start', 'n8n-nodes-base.manualTrigger'), aml];
	const workflow = await rest.createWorkflow(chain(name, nodes));
	const { error } = (await rest.run(workflow, 'Start')).data.resultData;
	return `${error?.message} ${error?.description}`;
}

const CASES: Array<{
	name: string;
	baseUrl: () => string;
	words: RegExp;
	/** What n8n itself says of the credential's test. */
	test: RegExp;
	/** An outage may pass, so a run waits for it. */
	isOutage?: true;
}> = [
	{
		name: "n8n's guard",
		baseUrl: () => 'http://127.0.0.2:9',
		words: /127\.0\.0\.2:9: The request was blocked.*N8N_SSRF_ALLOWED_HOSTNAMES/,
		test: /./,
	},
	{
		name: 'a proxy that wants a password',
		// No name: behind its guard n8n looks up each name by itself, also where a proxy would.
		baseUrl: () => 'https://93.184.216.34',
		words: /HTTP status 407.*base URL.*HTTPS_PROXY/,
		test: /not with the confirmation.*proxy/,
	},
	{
		name: 'a service that takes the connection and says nothing',
		baseUrl: () => `http://127.0.0.1:${silentPort}`,
		words: /no answer within.*127\.0\.0\.1.*base URL.*HTTPS_PROXY/,
		test: /ECONNABORTED/,
		isOutage: true,
	},
];

it.each(CASES)(
	'$name',
	async ({ name, baseUrl, words, test, isOutage }) => {
		const data = { baseUrl: baseUrl(), accessToken: 'a-token', allowHttp: true };
		const credential = await rest.putCredential(name, CREDENTIAL_TYPE, data);
		const begun = performance.now();
		const seconds = () => (performance.now() - begun) / 1000;
		const [published, tested] = await Promise.all([
			publish(name, credential),
			rest.testCredential(credential, data),
		]);
		expect(published).toMatch(words);
		expect(tested).toMatchObject({ status: 'Error', message: expect.stringMatching(test) });
		expect(seconds()).toBeLessThan(PATIENCE_S);
		if (isOutage) return;
		expect(await screen(name, credential)).toMatch(words);
		expect(seconds()).toBeLessThan(PATIENCE_S);
	},
	120_000,
);

/** The package as the page for administrators installs it: alone, and with the engine that it finds there. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NodeApiError } from 'n8n-workflow';
import { ensureBuilt, pack } from '../../../instance/package.mts';
import { ROOT } from '../../../instance/paths.mts';
import { startSandbox, type Sandbox } from '../../../sandbox/server.mts';
import { blocksOf } from '../../unit/docs/pages.mts';
import { runNode, runPoll, type HarnessCredential, type NodeClass } from '../harness/index.mts';

const NAME = 'n8n-nodes-aml-check';

/** The home of n8n's user. Below the repository, so that the engine is found as n8n lets its community packages find it. */
const home = path.join(ROOT, '.compat', `installed-${process.pid}`);
const folder = path.join(home, '.n8n/nodes');

/** The commands of the page for administrators that install a file, for a shell. */
const COMMANDS = blocksOf('docs/install.md').find(({ text }) => text.includes('npm install'))!.text;

const load = <T,>(file: string): T =>
	require(path.join(folder, 'node_modules', NAME, 'dist', file)) as T;

/** What npm prints. */
let said: string;
let sandbox: Sandbox;
let credentials: HarnessCredential[];

beforeAll(async () => {
	const packages = path.join(home, '.n8n/packages');
	mkdirSync(packages, { recursive: true });
	// Where npm would install if the commands didn't name the folder.
	writeFileSync(path.join(home, 'package.json'), JSON.stringify({ private: true }));
	const silent = { update: () => undefined, done: () => undefined, fail: () => undefined };
	await ensureBuilt(() => silent);
	const tarball = await pack(home);
	renameSync(tarball, path.join(packages, path.basename(tarball)));
	said = execFileSync('bash', ['-e', '-c', COMMANDS], {
		cwd: home,
		// Nobody listens there: the commands need no registry.
		env: { ...process.env, HOME: home, npm_config_registry: 'http://127.0.0.1:9/' },
		encoding: 'utf8',
	});
	sandbox = await startSandbox();
	const { baseUrl, token: accessToken } = sandbox;
	const { AmlCheckApi } = load<{ AmlCheckApi: HarnessCredential['type'] }>(
		'credentials/AmlCheckApi.credentials.js',
	);
	credentials = [{ type: AmlCheckApi, data: { baseUrl, accessToken } }];
}, 300_000);

afterAll(async () => {
	await sandbox?.close();
	rmSync(home, { recursive: true, force: true });
});

it('is shown with its version by the last command', () => {
	expect(said).toMatch(/n8n-nodes-aml-check@\d+\.\d+\.\d+/);
});

it('is one folder, without an n8n-workflow of its own', () => {
	const folders = readdirSync(path.join(folder, 'node_modules'));
	expect(folders.filter((name) => !name.startsWith('.'))).toEqual([NAME]);
});

it('sends error items to the error output', async () => {
	const { AmlCheck } = load<{ AmlCheck: NodeClass }>('nodes/AmlCheck/AmlCheck.node.js');
	const parameters = {
		resource: 'check',
		operation: 'checkAddress',
		network: 'ETH',
		asset: 'coin',
	};
	const { main, error } = await runNode({
		node: AmlCheck,
		parameters: { ...parameters, address: '={{ $json.address }}' },
		credentials,
		items: [{ address: 'no address', riskLevel: 'low', hash: 'old' }],
		settings: { onError: 'continueErrorOutput' },
	});
	expect(main).toEqual([]);
	expect(error[0]?.json).toMatchObject({ details: { fault: 'input' } });
});

it("hands the service's pause to n8n's poller", async () => {
	const { AmlCheckTrigger } = load<{ AmlCheckTrigger: NodeClass }>(
		'nodes/AmlCheckTrigger/AmlCheckTrigger.node.js',
	);
	const node = AmlCheckTrigger;
	const { staticData } = await runPoll({ node, credentials, activation: 'activate' });
	sandbox.fault({ method: '*', kind: 'rateLimited', retryAfter: '900', times: Infinity });
	const { failure } = await runPoll({ node, credentials, staticData });
	expect(failure).toBeInstanceOf(NodeApiError);
	const readsCauses =
		'failure' in new NodeApiError({} as never, {}, { failure: { cause: 'rate-limited' } });
	expect((failure as NodeApiError).failure).toEqual(
		readsCauses ? { cause: 'rate-limited', retryAfterMs: 900_000 } : undefined,
	);
});

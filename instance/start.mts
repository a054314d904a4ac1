/** A real n8n with this package, an owner, the credential and the examples, beside the sandbox of the service. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { BOOK, startSandbox } from '../sandbox/server.mts';
import { DataTable, type NewTable } from './dataTables.mts';
import { importExamples, readExamples } from './examples.mts';
import { ensureN8n } from './install.mts';
import { startN8n, type N8n } from './n8n.mts';
import { ensureBuilt, installPackage, pack } from './package.mts';
import { freePort } from './ports.mts';
import { during, type Progress } from './progress.mts';
import { startOutside, type Outside } from './outside/index.mts';
import type { Cells } from './outside/sheet.mts';
import { N8nRest, type Account, type StoredCredential, type StoredWorkflow } from './rest.mts';

/** A running sandbox; see sandbox/server.mts. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** How the sandbox is started; see sandbox/server.mts. */
type SandboxOptions = NonNullable<Parameters<typeof startSandbox>[0]>;

/** How it is started. */
export interface InstanceOptions {
	/** The folder n8n keeps its data in. */
	userFolder: string;
	/** Shows the steps. */
	progress: Progress;
	/** The port wished for n8n; another one is taken if it is busy. */
	port?: number;
	/** The package to install; by default this one is built, if needed, and packed. */
	tarball?: string;
	/** How the sandbox behaves; `port` there is a wish, too. */
	sandbox?: SandboxOptions;
	/** Environment variables for n8n. */
	env?: Record<string, string>;
	/** The port wished for the page of the stand-ins. */
	outsidePort?: number;
}

/** A running n8n with all that belongs to it. */
export interface Instance {
	n8n: N8n;
	sandbox: Sandbox;
	/** Signed in as the owner. */
	rest: N8nRest;
	/** The stand-ins for Slack and the like; undefined where the program "openssl" is missing. */
	outside?: Outside;
	/** The credential "AML Check API" for the sandbox. */
	credential: StoredCredential;
	/** All credentials, those for the stand-ins included. */
	credentials: StoredCredential[];
	/** The imported examples, by file name without ".json". */
	examples: Map<string, Pick<StoredWorkflow, 'id' | 'name'>>;
	/**
	 * Stops n8n, does something while it is down, and starts it again at the same address with what it has stored.
	 *
	 * @param how whether it may finish what it does, or is killed
	 */
	restart(meanwhile: () => Promise<void>, how?: 'stop' | 'kill'): Promise<void>;
	/** Stops n8n and the sandbox. */
	stop(): Promise<void>;
}

/** The login of every n8n: it guards nothing, the n8n can only be reached from this machine. */
export const OWNER: Account = {
	email: 'demo@example.com',
	password: 'AmlCheckDemo1',
	firstName: 'Demo',
	lastName: 'User',
};

/** The name that the examples know the credential by. */
export const CREDENTIAL_NAME = 'AML Check account';

/** The internal name of the credential's type. */
export const CREDENTIAL_TYPE = 'amlCheckApi';

/** Builds the package if needed and packs it into a folder; returns the tarball. */
export async function buildTarball(folder: string, progress: Progress): Promise<string> {
	await ensureBuilt(progress);
	return await pack(folder);
}

/** The Google Sheet: wallets of the sandbox's address book, not yet screened. */
const newSheet = (): Cells => [
	['Address', 'Network', 'Risk Level', 'Summary', 'Report', 'Check'],
	...BOOK.filter(({ network }) => ['BTC', 'ETH', 'TRX'].includes(network))
		.filter(({ kind }) => ['low', 'medium', 'high', 'sanctioned'].includes(kind))
		.map(({ address, network }) => [address, network === 'ETH' ? 'Ethereum' : '', '', '', '', '']),
];

/** Starts the stand-ins where this machine can make a certificate for them. */
async function openOutside(folder: string, port?: number): Promise<Outside | undefined> {
	try {
		return await startOutside(folder, newSheet(), port);
	} catch {
		return undefined;
	}
}

/** Where the sandbox of this start, or of an earlier one, is. */
const IS_SANDBOX = /^http:\/\/127\.0\.0\.1:/;

/** Makes the credential for the sandbox. One that somebody has pointed at another service stays as it is. */
async function keepCredential(rest: N8nRest, sandbox: Sandbox): Promise<StoredCredential> {
	const old = await rest.findCredential(CREDENTIAL_NAME, CREDENTIAL_TYPE);
	const { baseUrl } = old ? await rest.credentialData(old) : {};
	if (old && typeof baseUrl === 'string' && !IS_SANDBOX.test(baseUrl)) return old;
	const data = { baseUrl: sandbox.baseUrl, accessToken: sandbox.token, allowHttp: false };
	return await rest.putCredential(CREDENTIAL_NAME, CREDENTIAL_TYPE, data);
}

/** Signs in and puts the credentials and the examples into n8n. */
async function furnish(
	n8n: N8n,
	sandbox: Sandbox,
	outside?: Outside,
): Promise<Pick<Instance, 'rest' | 'credential' | 'credentials' | 'examples'>> {
	const rest = new N8nRest(n8n.url);
	await rest.signIn(OWNER);
	const credential = await keepCredential(rest, sandbox);
	const credentials = [credential, ...((await outside?.putCredentials(rest)) ?? [])];
	const examples = await importExamples(rest, credentials);
	await setUpDesk(rest);
	return { rest, credential, credentials, examples };
}

/** Where n8n may write files. */
export const filesOf = (userFolder: string): string => path.join(userFolder, 'files');

/** The example that makes the data table of the desk, and its node. */
const DESK = { file: 'screen-wallet-form', node: 'Decisions Table' };

/** Makes the data table of the desk, as the first run of its form does; one that is there stays. */
async function setUpDesk(rest: N8nRest): Promise<void> {
	const example = (await readExamples()).get(DESK.file);
	const node = example?.nodes.find(({ name }) => name === DESK.node);
	if (!node) throw new Error(`The example "${DESK.file}" has no node "${DESK.node}".`);
	await DataTable.make(rest, node.parameters as unknown as NewTable);
}

/**
 * Starts the sandbox, the stand-ins and n8n. The first start on a machine installs n8n, which takes minutes.
 *
 * @throws Error that says what is missing or went wrong; nothing is left running then
 */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
	const { userFolder, progress, port, env } = options;
	const install = await ensureN8n(progress);
	const tarball =
		options.tarball ?? (await buildTarball(path.join(userFolder, 'tarball'), progress));
	await during(progress, 'Installing the package into n8n', async (step) => {
		const { name, version } = await installPackage(tarball, userFolder);
		step.update(`${name} ${version}`);
	});
	const sandbox = await startSandbox({
		...options.sandbox,
		port: options.sandbox?.port && (await freePort(options.sandbox.port)),
	});
	const outside = await openOutside(path.join(userFolder, 'stand-ins'), options.outsidePort);
	const folder = filesOf(userFolder);
	await mkdir(folder, { recursive: true });
	const boot = async (wished?: number) =>
		await startN8n({
			install,
			userFolder,
			port: wished,
			env: { ...outside?.env, N8N_RESTRICT_FILE_ACCESS_TO: folder, ...env },
		});
	let n8n: N8n | undefined;
	const stop = async () => {
		await n8n?.stop();
		await outside?.close();
		await sandbox.close();
	};
	try {
		const started = await during(progress, `Starting n8n ${install.version}`, () => boot(port));
		n8n = started;
		const furnished = await furnish(started, sandbox, outside);
		const restart: Instance['restart'] = async (meanwhile, how = 'stop') => {
			await instance.n8n[how]();
			await meanwhile();
			n8n = instance.n8n = await boot(Number(new URL(started.url).port));
			if (n8n.url !== started.url) throw new Error(`The port of ${started.url} is taken.`);
		};
		const instance: Instance = { n8n: started, sandbox, outside, ...furnished, restart, stop };
		return instance;
	} catch (error) {
		await stop();
		throw error;
	}
}

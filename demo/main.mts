/** `npm run demo`: a real n8n with this package in it, running against the sandbox of the service. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { endAll } from '../instance/children.mts';
import { ensureN8n } from '../instance/install.mts';
import { filesOf, OWNER, startInstance, type Instance } from '../instance/start.mts';
import { SECRET } from '../instance/outside/index.mts';
import { STATE } from '../instance/paths.mts';
import { createProgress } from '../instance/progress.mts';
import { runBatch } from './batch.mts';
import { fillDemo } from './data.mts';
import { putOverview } from './overview.mts';

const HELP = `Runs a real n8n with the AML Check nodes, the credential and the examples, against a sandbox of the service.

  npm run demo                     start it; Ctrl-C stops everything
  npm run demo -- --port 5679      the port of n8n (another one is taken if it is busy)
  npm run demo -- --fresh          start over: forget what was done in the demo's n8n before
  npm run demo -- --folder <path>  where its n8n keeps its data (default .demo/n8n)
  npm run demo -- --check          run the batch example, print its results, stop
  npm run demo -- --install        install n8n if it is not there yet, and stop
`;

const N8N_PORT = 5678;
const SANDBOX_PORT = 8460;
const OUTSIDE_PORT = 8461;

/** Tells in the demo's folder that it is in use: two demos can't share a database. */
const lockOf = (userFolder: string) => path.join(userFolder, 'running.json');

/** The demo that is already running in a folder, if there is one. */
async function runningDemo(userFolder: string): Promise<{ pid: number; url: string } | null> {
	try {
		const lock = JSON.parse(await readFile(lockOf(userFolder), 'utf8')) as {
			pid: number;
			url: string;
		};
		process.kill(lock.pid, 0);
		return lock;
	} catch {
		return null;
	}
}

/** Resolves when somebody wants the demo to end: Ctrl-C, a closed terminal, or the death of the starting process. */
async function untilStopped(): Promise<void> {
	const parent = process.ppid;
	await new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
			process.on(signal, () => resolve());
		setInterval(() => {
			if (process.ppid !== parent) resolve();
		}, 1000);
	});
}

/** Says what to click, and where everything is. */
function welcome(demo: Instance, overview: { id: string }, userFolder: string): string {
	const { n8n, sandbox, outside, examples } = demo;
	const form = examples.get('screen-wallet-form');
	const names = [...examples].map(
		([, { id, name }]) => `    ${name}\n      ${n8n.url}/workflow/${id}`,
	);
	const sent = outside
		? `Messages    ${outside.url} (what the workflows sent to Slack, Telegram, e-mail and the sheet)`
		: 'Messages    none: install "openssl", and the examples with Slack and the like run without accounts';
	return `
The demo is running.

  Open ${n8n.url}/workflow/${overview.id} and sign in with ${OWNER.email} / ${OWNER.password}.
  Click "${form?.name}" and press "Execute workflow".
  Enter an address from ${sandbox.baseUrl} and see how the form ends.

  n8n         ${n8n.url}
  Sandbox     ${sandbox.baseUrl} (token ${sandbox.token})
  ${sent}
  MCP         ${n8n.url}/mcp/aml-checks (token ${SECRET}), once its example is published
  Files       ${path.relative(process.cwd(), filesOf(userFolder))} (where workflows save theirs)
  n8n's log   ${path.relative(process.cwd(), n8n.logFile)}

  Workflows
${names.join('\n')}

Ctrl-C stops everything.
`;
}

/** Runs until somebody stops it. */
async function serve(port: number, userFolder: string, fresh: boolean): Promise<number> {
	const other = await runningDemo(userFolder);
	if (other) {
		console.error(
			`A demo is already running at ${other.url} (process ${other.pid}). Stop it first.`,
		);
		return 1;
	}
	if (fresh) await rm(userFolder, { recursive: true, force: true });
	const stopped = untilStopped();
	const starting = startInstance({
		userFolder,
		port,
		progress: createProgress(),
		outsidePort: OUTSIDE_PORT,
		sandbox: { port: SANDBOX_PORT, processingMs: { min: 500, max: 3000 } },
	});
	const demo = await Promise.race([starting, stopped]);
	if (!demo) {
		await endAll();
		return 130;
	}
	await fillDemo(demo);
	const overview = await putOverview(demo);
	await writeFile(lockOf(userFolder), JSON.stringify({ pid: process.pid, url: demo.n8n.url }));
	console.log(welcome(demo, overview, userFolder));
	await stopped;
	console.log('\nStopping …');
	await demo.stop();
	await rm(lockOf(userFolder), { force: true });
	return 0;
}

/** Runs the batch example in an n8n of its own, without a person. */
async function check(port: number): Promise<number> {
	const userFolder = path.join(STATE, `check-${process.pid}`);
	const stopped = untilStopped().then(() => null);
	const work = async (): Promise<number> => {
		const demo = await startInstance({
			userFolder,
			port,
			progress: createProgress(),
			sandbox: { processingMs: { min: 100, max: 800 } },
		});
		try {
			const { table, complaints } = await runBatch(demo);
			console.log(`\n${table}\n`);
			for (const complaint of complaints) console.error(complaint);
			console.log(
				complaints.length === 0 ? 'The demo works.' : 'The demo does not work as it should.',
			);
			return complaints.length === 0 ? 0 : 1;
		} finally {
			await demo.stop();
		}
	};
	try {
		return (await Promise.race([work(), stopped])) ?? 130;
	} finally {
		await endAll();
		await rm(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	}
}

/** Installs n8n, which later starts need not do. */
async function install(): Promise<number> {
	const stopped = untilStopped().then(() => 130);
	try {
		return await Promise.race([ensureN8n(createProgress()).then(() => 0), stopped]);
	} finally {
		await endAll();
	}
}

/** Reads the command line and does what it says; returns the exit code. */
async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			check: { type: 'boolean', default: false },
			folder: { type: 'string', default: path.join(STATE, 'n8n') },
			fresh: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
			install: { type: 'boolean', default: false },
			port: { type: 'string', default: String(N8N_PORT) },
		},
	});
	const port = Number(values.port);
	if (values.help || !Number.isInteger(port) || port < 1 || port > 65_535) {
		console.log(HELP);
		return values.help ? 0 : 1;
	}
	if (values.install) return await install();
	if (values.check) return await check(port);
	return await serve(port, path.resolve(values.folder), values.fresh);
}

try {
	process.exit(await main());
} catch (error) {
	console.error(`\n${error instanceof Error ? error.message : String(error)}`);
	process.exit(1);
}

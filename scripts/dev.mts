/**
 * For contributors: the demo's n8n with this folder linked into it, a sandbox of the service, and the compiler watching.
 * A saved file is compiled, and n8n loads the nodes again. `npm run dev`; Ctrl-C stops everything.
 */
import { spawn } from 'node:child_process';
import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { endAll } from '../instance/children.mts';
import { ensureN8n } from '../instance/install.mts';
import { startN8n, type N8n } from '../instance/n8n.mts';
import { ensureBuilt } from '../instance/package.mts';
import { ROOT, STATE } from '../instance/paths.mts';
import { freePort } from '../instance/ports.mts';
import { createProgress } from '../instance/progress.mts';
import { startSandbox } from '../sandbox/server.mts';

const N8N_PORT = 5678;
const SANDBOX_PORT = 8460;

const userFolder = path.join(STATE, 'dev');

/**
 * Puts the compiled code where n8n looks for nodes that are being written. n8n searches all that it finds there, so the
 * link leads to "dist" and not to the whole folder with its packages.
 */
async function linkPackage(): Promise<void> {
	const modules = path.join(userFolder, '.n8n/custom/node_modules');
	const link = path.join(modules, 'n8n-nodes-aml-check');
	await mkdir(modules, { recursive: true });
	await rm(link, { force: true });
	await symlink(path.join(ROOT, 'dist'), link, 'junction');
}

/** Resolves with Ctrl-C and the like. */
const stopped = new Promise<undefined>((resolve) => {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.once(signal, () => resolve(undefined));
});

function startCompiler(): void {
	const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
	const options = { cwd: ROOT, stdio: 'inherit' } as const;
	const compiler = spawn(process.execPath, [tsc, '--watch', '--preserveWatchOutput'], options);
	process.once('exit', () => compiler.kill());
}

async function start(): Promise<N8n> {
	const progress = createProgress();
	const install = await ensureN8n(progress);
	await ensureBuilt(progress);
	await linkPackage();
	const sandbox = await startSandbox({
		port: await freePort(SANDBOX_PORT),
		processingMs: { min: 500, max: 3000 },
	});
	startCompiler();
	const env = { N8N_DEV_RELOAD: 'true' };
	const n8n = await startN8n({ install, userFolder, port: N8N_PORT, env });
	console.log(`
n8n       ${n8n.url}
Sandbox   ${sandbox.baseUrl} (token ${sandbox.token})
n8n's log ${path.relative(process.cwd(), n8n.logFile)}

n8n asks for an owner once; any name will do. Ctrl-C stops everything.
`);
	return n8n;
}

const n8n = await Promise.race([start(), stopped]);
if (n8n) {
	await stopped;
	await n8n.stop();
}
await endAll();
process.exit();

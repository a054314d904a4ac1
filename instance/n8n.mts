/** Starts and stops a real n8n that talks to nobody but this machine. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { track } from './children.mts';
import type { N8nInstall } from './install.mts';
import { freePort } from './ports.mts';
import { killGroup } from './processGroup.mts';

/** How an n8n is started. */
export interface N8nOptions {
	/** From `ensureN8n`. */
	install: N8nInstall;
	/** N8N_USER_FOLDER: settings, database and community packages are below it. */
	userFolder: string;
	/** The port wished for; another one is taken if it is busy. */
	port?: number;
	/** n8n's command: the whole server by default, or one part of it in queue mode. */
	command?: 'start' | 'worker' | 'webhook';
	/** Environment variables on top of those set here. */
	env?: Record<string, string>;
}

/** An n8n that is running. */
export interface N8n {
	/** The URL of its editor and its REST API, without a slash at the end. */
	url: string;
	/** The process that leads its group. */
	pid: number;
	/** The file with everything it has written. */
	logFile: string;
	/** The end of what it has written. */
	logTail(): string;
	/** Stops it and all its processes; resolves when they are gone. May be called again. */
	stop(): Promise<void>;
	/** Ends it and all its processes in the middle of their work, as a power failure does. */
	kill(): Promise<void>;
}

const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 12_000;
const LOG_TAIL_CHARACTERS = 8000;

/** Everything by which n8n would talk to its maker, or ask the user for something, is off. */
const QUIET = {
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
	N8N_AI_ENABLED: 'false',
	// Both talk to servers of n8n, whatever the settings above say.
	N8N_DISABLED_MODULES: 'instance-ai,mcp-registry',
	N8N_DIAGNOSTICS_CONFIG_BACKEND: '',
	N8N_DIAGNOSTICS_CONFIG_FRONTEND: '',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_PYTHON_ENABLED: 'false',
	N8N_REINSTALL_MISSING_PACKAGES: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
};

/** The environment of one n8n; nothing listens on any address but 127.0.0.1. */
function environment(options: N8nOptions, port: number, brokerPort: number): NodeJS.ProcessEnv {
	const binaries = path.dirname(options.install.node);
	return {
		...process.env,
		...QUIET,
		N8N_USER_FOLDER: options.userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_PROTOCOL: 'http',
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		// n8n starts its task runner as "node": that must be the Node that runs n8n.
		PATH: `${binaries}${path.delimiter}${process.env.PATH ?? ''}`,
		NODE_ENV: 'production',
		...options.env,
	};
}

/** Starts the process behind its lifeline, its output going to a file; see lifeline.mjs. */
function launch(options: N8nOptions, env: NodeJS.ProcessEnv, logFile: string) {
	const { node, script } = options.install;
	const lifeline = path.join(import.meta.dirname, 'lifeline.mjs');
	const child = spawn(node, [lifeline, node, script, options.command ?? 'start'], {
		cwd: options.userFolder,
		env,
		stdio: ['pipe', 'pipe', 'pipe'],
		detached: process.platform !== 'win32',
		windowsHide: true,
	});
	const file = createWriteStream(logFile, { flags: 'a' });
	let tail = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			file.write(chunk);
			tail = (tail + chunk.toString()).slice(-LOG_TAIL_CHARACTERS);
		});
	}
	child.once('close', () => file.end());
	return { child, logTail: () => tail };
}

/** Whether an address answers with 200. */
async function answers(url: string): Promise<boolean> {
	try {
		return (await fetch(url, { signal: AbortSignal.timeout(5000) })).ok;
	} catch {
		return false;
	}
}

/** Waits until n8n serves its API; a worker has none, but reports its health the same way. */
async function ready(
	child: ChildProcess,
	url: string,
	main: boolean,
	logTail: () => string,
): Promise<void> {
	const deadline = Date.now() + START_TIMEOUT_MS;
	while (Date.now() < deadline) {
		if (child.exitCode !== null || child.signalCode !== null) {
			throw new Error(`n8n ended while it started. Its last words:\n${logTail()}`);
		}
		const healthy = await answers(`${url}/healthz/readiness`);
		if (healthy && (!main || (await answers(`${url}/rest/settings`)))) return;
		await sleep(250);
	}
	throw new Error(
		`n8n was not ready after ${START_TIMEOUT_MS / 1000} s. Its last words:\n${logTail()}`,
	);
}

/** Closes the lifeline and waits until all processes are gone; what is left after the grace period is killed. */
async function stop(child: ChildProcess): Promise<void> {
	const { pid } = child;
	if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
	const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	child.stdin?.end();
	const timer = setTimeout(() => void killGroup(pid), STOP_TIMEOUT_MS);
	await gone;
	clearTimeout(timer);
	await killGroup(pid);
}

/**
 * Starts n8n and waits until it is ready. It and its processes end with `stop()`, and also when this process dies.
 *
 * @throws Error with the end of its log when it does not come up within three minutes
 */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	await mkdir(options.userFolder, { recursive: true });
	const port = await freePort(options.port);
	const brokerPort = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const command = options.command ?? 'start';
	const logFile = path.join(options.userFolder, `n8n-${command}.log`);
	const { child, logTail } = launch(options, environment(options, port, brokerPort), logFile);
	const end = () => stop(child);
	child.once('exit', track(end));
	try {
		await ready(child, url, command === 'start', logTail);
	} catch (error) {
		await end();
		throw error;
	}
	const { pid = 0 } = child;
	return { url, pid, logFile, logTail, stop: end, kill: async () => await killGroup(pid) };
}

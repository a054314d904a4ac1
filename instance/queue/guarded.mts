/** Runs a server for as long as this process lives, in a process group of its own that can be killed as a whole. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { track } from '../children.mts';
import { ROOT } from '../paths.mts';

/** How a server is started. */
export interface GuardedOptions {
	/** The program and its arguments. */
	command: [string, ...string[]];
	/** Working folder; a folder that the program's user may enter. */
	cwd: string;
	/** What it writes goes to this file. */
	logFile: string;
	/** Whether it answers by now; asked until it does. */
	isReady: () => Promise<boolean>;
}

/** A running server. */
export interface Guarded {
	/** Asks it to end and waits until it has; may be called again. */
	stop(): Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function untilReady(child: ChildProcess, { command, isReady, logFile }: GuardedOptions) {
	const deadline = Date.now() + READY_TIMEOUT_MS;
	while (!(await isReady())) {
		if (hasEnded(child)) throw new Error(`${command[0]} ended while it started; see ${logFile}`);
		if (Date.now() > deadline) throw new Error(`${command[0]} is not ready; see ${logFile}`);
		await sleep(100);
	}
}

/**
 * Starts a server behind n8n's lifeline: it ends when this process does, however that ends.
 * @throws Error when it does not get ready within a minute
 */
export async function startGuarded(options: GuardedOptions): Promise<Guarded> {
	const lifeline = path.join(ROOT, 'instance/lifeline.mjs');
	const child = spawn(process.execPath, [lifeline, ...options.command], {
		cwd: options.cwd,
		stdio: ['pipe', 'pipe', 'pipe'],
		detached: true,
	});
	const log = createWriteStream(options.logFile, { flags: 'a' });
	for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
	child.once('close', () => log.end());
	const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const stop = async () => {
		if (hasEnded(child)) return;
		child.stdin.end();
		await gone;
	};
	void gone.then(track(stop));
	try {
		await untilReady(child, options);
	} catch (error) {
		await stop();
		throw error;
	}
	return { stop };
}

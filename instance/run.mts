/** Runs a command to its end. */
import { spawn } from 'node:child_process';
import { track } from './children.mts';
import { killGroup } from './processGroup.mts';

/** How a command is run. */
export interface RunOptions {
	/** Working folder. */
	cwd: string;
	/** Environment variables on top of the current ones. */
	env?: Record<string, string>;
}

const KEPT_CHARACTERS = 20_000;

/**
 * Runs a command without a terminal and collects what it says.
 *
 * @throws Error with the end of its output when it does not end with 0 or can't be started
 */
export async function run(command: string, args: string[], options: RunOptions): Promise<string> {
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: { ...process.env, ...options.env },
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: process.platform === 'win32',
		detached: process.platform !== 'win32',
	});
	// It leads a process group of its own, with all that it starts.
	const forget = track(async () => {
		if (child.pid !== undefined && child.exitCode === null) await killGroup(child.pid);
	});
	let output = '';
	let everything = '';
	child.stdout.on('data', (chunk: Buffer) => {
		output += chunk.toString();
		everything = (everything + chunk.toString()).slice(-KEPT_CHARACTERS);
	});
	child.stderr.on('data', (chunk: Buffer) => {
		everything = (everything + chunk.toString()).slice(-KEPT_CHARACTERS);
	});
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	}).finally(forget);
	if (code !== 0) {
		throw new Error(`"${command} ${args.join(' ')}" ended with ${code}:\n${everything.trim()}`);
	}
	return output;
}

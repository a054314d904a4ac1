/**
 * Runs a command for as long as the process that started it lives.
 *
 * n8n starts processes of its own (the runner of Code nodes), and whoever started n8n may be killed without a chance to
 * clean up. So n8n is started through this small process: it leads a process group, its standard input is a pipe from
 * the starter, and when that pipe closes, for whatever reason, the group is ended.
 *
 * Usage: node lifeline.mjs <command> [arguments…]
 */
import { spawn } from 'node:child_process';

const GRACE_MS = 8000;
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
let ending = false;

/** Ends what is left of the group, this process included. */
function killGroup() {
	if (process.platform === 'win32') {
		spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
		return;
	}
	process.kill(-process.pid, 'SIGKILL');
}

/** Asks the command to end, and ends it if it has not done so in time. */
function end() {
	if (ending) return;
	ending = true;
	child.kill('SIGTERM');
	setTimeout(killGroup, GRACE_MS);
}

process.stdin.resume();
process.stdin.once('close', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);

child.once('error', (error) => {
	process.stderr.write(`${command}: ${error.message}\n`);
	process.exit(127);
});
child.once('exit', (code) => {
	// The command is gone; whatever it started and left behind goes with this process's group.
	process.exitCode = code ?? 1;
	if (process.platform !== 'win32' && ending) killGroup();
	process.exit();
});

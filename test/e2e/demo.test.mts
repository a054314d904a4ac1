/** The demo as a newcomer starts it: it works, and leaves no process behind, however it ends. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { INSTALL, ROOT, STATE } from '../../demo/lib/paths.mts';
import { eventually } from './harness/shared.mts';

const userFolder = path.join(STATE, `e2e-demo-${process.pid}`);
let before: string[];
let demo: ChildProcess;
let output = '';

/** The processes that run out of the installed n8n: n8n, its task runner, the lifeline. */
function n8nProcesses(): string[] {
	return execFileSync('ps', ['-eo', 'pid,args'])
		.toString()
		.split('\n')
		.filter((line) => line.includes(INSTALL))
		.map((line) => line.trim().split(' ')[0]);
}

const left = () => n8nProcesses().filter((pid) => !before.includes(pid));

function start(...args: string[]): void {
	before = n8nProcesses();
	output = '';
	demo = spawn(process.execPath, ['--import', 'tsx', 'demo/main.mts', ...args], { cwd: ROOT });
	for (const stream of [demo.stdout, demo.stderr]) {
		stream?.on('data', (chunk: Buffer) => {
			output += chunk.toString();
		});
	}
}

const ended = async () =>
	await eventually(
		'the demo has ended',
		async () => demo.exitCode !== null || demo.signalCode !== null,
	);

const running = async () =>
	await eventually('the demo is running', async () => output.includes('The demo is running.'));

afterEach(async () => {
	demo.kill('SIGKILL');
	await eventually('no process is left', async () => left().length === 0);
});

afterAll(async () => {
	await rm(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

it('--check runs the batch example, prints its results and ends with 0', async () => {
	start('--check');
	await ended();
	expect(output).toContain('The demo works.');
	for (const text of ['Ada Lovelace', 'approve', 'review', 'reject'])
		expect(output).toContain(text);
	expect(demo.exitCode).toBe(0);
	expect(left()).toEqual([]);
});

it('tells where to look, and stops everything on Ctrl-C', async () => {
	start('--folder', userFolder);
	await running();
	const url = /n8n +(http:\S+)/.exec(output)?.[1] ?? '';
	expect((await fetch(`${url}/healthz`)).status).toBe(200);
	expect(left().length).toBeGreaterThan(0);
	demo.kill('SIGINT');
	await ended();
	expect(demo.exitCode).toBe(0);
	expect(left()).toEqual([]);
});

it('takes its processes with it when it is killed, and starts again with what was there', async () => {
	start('--folder', userFolder);
	await running();
	demo.kill('SIGKILL');
	await eventually('no process is left', async () => left().length === 0);

	start('--folder', userFolder);
	await running();
	demo.kill('SIGTERM');
	await ended();
	expect(demo.exitCode).toBe(0);
});

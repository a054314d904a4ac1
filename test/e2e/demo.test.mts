/** The demo as a newcomer starts it: it works, and leaves no process behind, however it ends. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CREDENTIAL_NAME, CREDENTIAL_TYPE, OWNER } from '../../instance/start.mts';
import { ROOT, STATE } from '../../instance/paths.mts';
import { N8nRest } from '../../instance/rest.mts';
import { eventually } from './harness/shared.mts';

const userFolder = path.join(STATE, `e2e-demo-${process.pid}`);
const groups = new Set<string>();
let demo: ChildProcess;
let watch: NodeJS.Timeout;
let output = '';

/** All processes of this machine: process, parent, process group. */
function processes(): string[][] {
	const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,pgid=']).toString().trim().split('\n');
	return lines.map((line) => line.trim().split(/\s+/));
}

/** Remembers the process groups that the demo's children lead: n8n is started in one of its own. */
function rememberGroups(): void {
	for (const [pid, parent, group] of processes()) {
		if (parent === String(demo.pid) && pid === group) groups.add(group);
	}
}

/** What still runs in those groups. */
const left = () => processes().filter(([, , group]) => groups.has(group));

function start(...args: string[]): void {
	output = '';
	groups.clear();
	clearInterval(watch);
	demo = spawn(process.execPath, ['--import', 'tsx', 'demo/main.mts', ...args], { cwd: ROOT });
	watch = setInterval(rememberGroups, 200);
	for (const stream of [demo.stdout, demo.stderr]) {
		stream?.on('data', (chunk: Buffer) => {
			output += chunk.toString();
		});
	}
}

/** How long the demo may take on a busy machine, in milliseconds: it starts an n8n of its own beside those of other tests. */
const STARTED_WITHIN_MS = 300_000;

jest.setTimeout(2 * STARTED_WITHIN_MS);

const ended = async () =>
	await eventually(
		'the demo has ended',
		async () => demo.exitCode !== null || demo.signalCode !== null,
		STARTED_WITHIN_MS,
	);

const running = async () =>
	await eventually(
		'the demo is running',
		async () => output.includes('The demo is running.'),
		STARTED_WITHIN_MS,
	);

const OWN_SERVICE = 'https://aml.example.com/api';

/** A session with the running demo. */
async function signedIn(): Promise<N8nRest> {
	const rest = new N8nRest(/n8n +(http:\S+)/.exec(output)?.[1] ?? '');
	await rest.signIn(OWNER);
	return rest;
}

/** The base URL of the demo's credential. */
async function heldBaseUrl(rest: N8nRest): Promise<string> {
	const credential = await rest.findCredential(CREDENTIAL_NAME, CREDENTIAL_TYPE);
	return String(credential && (await rest.credentialData(credential)).baseUrl);
}

afterEach(async () => {
	clearInterval(watch);
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
	for (const text of ['low', 'medium', 'high', 'sanctions']) expect(output).toContain(text);
	expect(demo.exitCode).toBe(0);
	expect(groups.size).toBeGreaterThan(0);
	expect(left()).toEqual([]);
});

it('starts over with --fresh, and takes its processes with it when it is killed', async () => {
	const old = path.join(userFolder, 'left-from-before');
	await mkdir(userFolder, { recursive: true });
	await writeFile(old, '');
	start('--folder', userFolder, '--fresh');
	await running();
	expect(existsSync(old)).toBe(false);
	expect(left().length).toBeGreaterThan(0);
	const rest = await signedIn();
	expect((await heldBaseUrl(rest)).startsWith('http://127.0.0.1:')).toBe(true);
	const data = { baseUrl: OWN_SERVICE, accessToken: 'of-somebody', allowHttp: false };
	await rest.putCredential(CREDENTIAL_NAME, CREDENTIAL_TYPE, data);
	demo.kill('SIGKILL');
	await eventually('no process is left', async () => left().length === 0);
});

it('starts again with what was there, a credential for another service too, tells where to look, and stops everything on Ctrl-C', async () => {
	start('--folder', userFolder);
	await running();
	expect(output).toMatch(/Messages +http:\S+/);
	const url = /n8n +(http:\S+)/.exec(output)?.[1] ?? '';
	expect((await fetch(`${url}/healthz`)).status).toBe(200);
	expect(await heldBaseUrl(await signedIn())).toBe(OWN_SERVICE);
	expect(left().length).toBeGreaterThan(0);
	demo.kill('SIGINT');
	await ended();
	expect(demo.exitCode).toBe(0);
	expect(left()).toEqual([]);
});

/**
 * Plays as many random histories of several actors as asked for, on as many cores as there are.
 * npm run ci:soak:actors -- --histories 2000 --seed 7
 * With --offices they are mornings of an office. One that went wrong is played again, alone,
 * by the seed and path of its report: add --path "103".
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
	options: {
		histories: { type: 'string', default: '2000' },
		seed: { type: 'string' },
		path: { type: 'string' },
		offices: { type: 'boolean', default: false },
		workers: { type: 'string', default: String(availableParallelism()) },
	},
});

const JEST = 'node_modules/jest/bin/jest.js';
const TEST = ['test/simulation/actors/actors.test.mts', '--selectProjects', 'simulation', '-i'];

/** @returns whether all histories of a seed are as they should be. */
async function playSeed(seed: number, histories: number): Promise<boolean> {
	const own = { ACTORS_HISTORIES: String(histories), ACTORS_SEED: String(seed) };
	const path = values.path === undefined ? {} : { ACTORS_PATH: values.path };
	const env = { ...process.env, ...own, ...path };
	const jest = spawn(
		process.execPath,
		[JEST, ...TEST, '-t', values.offices ? 'office' : 'hard worlds'],
		{ env, stdio: 'inherit' },
	);
	return await new Promise((resolve) => jest.on('close', (code) => resolve(code === 0)));
}

const first = values.seed === undefined ? Math.floor(Math.random() * 2 ** 30) : Number(values.seed);
const workers = values.path === undefined ? Number(values.workers) : 1;
const each = Math.ceil(Number(values.histories) / workers);
const seeds = Array.from({ length: workers }, (_, worker) => first + worker);
const outcomes = await Promise.all(seeds.map(async (seed) => await playSeed(seed, each)));
if (outcomes.includes(false)) process.exitCode = 1;

/**
 * Tests the tests: Stryker changes a room on purpose, one place at a time, and counts which changes the room's unit
 * tests notice. `npm run ci:mutate -- level`; without a name, all rooms in turn. For any file and the folder of its
 * tests: `npm run ci:mutate -- nodes/shared/base/format.ts=test/unit/shared`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { project } from '../../jest.config.mjs';

/** What decides about a pass or about money, and the unit tests that have to notice a change of it. */
const ROOMS = JSON.parse(readFileSync(new URL('rooms.json', import.meta.url), 'utf8'));

/** The share of the changes that must be noticed, in percent. */
const LEAST = 85;

async function mutate(name) {
	const [code, tests] = name.split('=');
	const room = tests ? { code, tests } : ROOMS[name];
	if (!room) throw new Error(`${name} is none of ${Object.keys(ROOMS).join(', ')}`);
	console.log(`== ${name}`);
	const testMatch = [`<rootDir>/${room.tests}/**/*.test.mts`];
	const roots = ['nodes', 'sandbox', 'test'].map((folder) => `<rootDir>/${folder}`);
	const tempDirName = mkdtempSync(path.join(tmpdir(), 'mutate-'));
	const stryker = new Stryker({
		mutate: [room.code.endsWith('.ts') ? room.code : `${room.code}/**/*.ts`],
		testRunner: 'jest',
		plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
		jest: {
			projectType: 'custom',
			config: {
				...project('unit', { testMatch, roots }),
				// Stryker wraps an environment of jest, and does not find ours.
				testEnvironment: 'node',
				testTimeout: 30_000,
			},
			enableFindRelatedTests: false,
		},
		coverageAnalysis: 'perTest',
		concurrency: Number(process.env.MUTATE_WORKERS ?? 1),
		reporters: ['clear-text', 'progress-append-only'],
		clearTextReporter: { allowColor: false, logTests: false, reportScoreTable: true },
		thresholds: { high: 100, low: LEAST, break: LEAST },
		// Jest's own configuration would be read beside this one.
		ignorePatterns: [
			'/.*',
			'/bench',
			'/demo',
			'/dist',
			'/examples',
			'/icons',
			'/instance',
			'/jest.config.mjs',
		],
		tempDirName,
		cleanTempDir: 'always',
		allowConsoleColors: false,
	});
	try {
		await stryker.runMutationTest();
	} finally {
		rmSync(tempDirName, { recursive: true, force: true });
	}
}

const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : Object.keys(ROOMS)) await mutate(name);

/**
 * Tests the tests: Stryker changes a module on purpose, one place at a time, and counts which changes the module's unit
 * tests notice. `npm run mutate -- risk`; without a name, all modules in turn. For any file and the folder of its tests:
 * `npm run mutate -- nodes/AmlCheck/run/wallet.ts=test/unit/screening`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { project } from '../jest.config.mjs';

/** The modules that decide about a pass or about money: their code, and the tests that have to notice. */
const MODULES = {
	addresses: {
		code: ['nodes/shared/addresses/**/*.ts'],
		// Without derived.test.mts, which runs in a process that the changes don't reach.
		tests: ['detect', 'targets', 'vectors'].map((name) => `test/unit/addresses/${name}.test.mts`),
	},
	cursor: {
		code: ['cursor', 'judge', 'lines', 'reading', 'state'].map(
			(file) => `nodes/AmlCheckTrigger/${file}.ts`,
		),
		tests: ['test/unit/trigger/*.test.mts'],
	},
	entry: {
		code: ['nodes/AmlCheck/screening/entry.ts'],
		tests: ['test/unit/screening/entry.test.mts'],
	},
	risk: { code: ['nodes/shared/risk/**/*.ts'], tests: ['test/unit/risk/**/*.test.mts'] },
};

/** The share of the changes that must be noticed, in percent. */
const LEAST = 85;

async function mutate(name) {
	const [file, folder] = name.split('=');
	const module = folder ? { code: [file], tests: [`${folder}/**/*.test.mts`] } : MODULES[name];
	if (!module) throw new Error(`${name} is none of ${Object.keys(MODULES).join(', ')}`);
	console.log(`== ${name}`);
	const testMatch = module.tests.map((glob) => `<rootDir>/${glob}`);
	const roots = ['nodes', 'sandbox', 'test'].map((folder) => `<rootDir>/${folder}`);
	const tempDirName = mkdtempSync(path.join(tmpdir(), 'mutate-'));
	const stryker = new Stryker({
		mutate: module.code,
		testRunner: 'jest',
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
for (const name of names.length > 0 ? names : Object.keys(MODULES)) await mutate(name);

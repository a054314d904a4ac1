/**
 * Tests the tests: Stryker changes a module on purpose, one place at a time, and counts which changes the module's unit
 * tests notice. `npm run ci:mutate -- risk`; without a name, all modules in turn. For any file and the folder of its
 * tests: `npm run ci:mutate -- nodes/AmlCheck/run/wallet.ts=test/unit/screening`.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { project } from '../../jest.config.mjs';

/** The rooms that decide about a pass or about money, and the unit tests that have to notice. */
const MODULES = {
	level: { code: 'nodes/shared/level', tests: 'test/unit/level' },
	screening: { code: 'nodes/AmlCheck/screening', tests: 'test/unit/screening' },
	trigger: { code: 'nodes/AmlCheckTrigger', tests: 'test/unit/trigger' },
	waiting: { code: 'nodes/AmlCheck/waiting', tests: 'test/unit/waiting' },
	wallet: { code: 'nodes/shared/wallet', tests: 'test/unit/wallet' },
};

/** The share of the changes that must be noticed, in percent. */
const LEAST = 85;

async function mutate(name) {
	const [code, tests] = name.split('=');
	const module = tests ? { code, tests } : MODULES[name];
	if (!module) throw new Error(`${name} is none of ${Object.keys(MODULES).join(', ')}`);
	for (const place of Object.values(module))
		if (!existsSync(place)) throw new Error(`${name}: ${place} is gone`);
	console.log(`== ${name}`);
	const testMatch = [`<rootDir>/${module.tests}/**/*.test.mts`];
	const roots = ['nodes', 'sandbox', 'test'].map((folder) => `<rootDir>/${folder}`);
	const tempDirName = mkdtempSync(path.join(tmpdir(), 'mutate-'));
	const stryker = new Stryker({
		mutate: [module.code.endsWith('.ts') ? module.code : `${module.code}/**/*.ts`],
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
for (const name of names.length > 0 ? names : Object.keys(MODULES)) await mutate(name);

/**
 * Unit tests of pure modules, tests on n8n's engine, tests of the sandbox, and end-to-end tests on a real n8n, as
 * projects of one jest.
 */
export const project = (name, more = {}) => ({
	displayName: name,
	testEnvironment: '<rootDir>/test/environment.mjs',
	testMatch: [`<rootDir>/test/${name}/**/*.test.mts`],
	roots: ['credentials', 'demo', 'instance', 'nodes', 'sandbox', 'scripts', 'test'].map(
		(folder) => `<rootDir>/${folder}`,
	),
	modulePathIgnorePatterns: ['<rootDir>/instance/n8n'],
	// A look at a global is slow inside of jest, unless it is handed to each module. What the tests replace is not here.
	sandboxInjectedGlobals: [
		'Array',
		'BigInt',
		'Error',
		'JSON',
		'Map',
		'Math',
		'Number',
		'Object',
		'Promise',
		'RegExp',
		'Set',
		'String',
		'Symbol',
		'Uint8Array',
	],
	// Jest would replace the properties of the engine's clock after each file, and warn of those who still read them.
	testEnvironmentOptions: { globalsCleanup: 'off' },
	moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'cjs', 'json', 'node'],
	transform: {
		'\\.m?ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
	},
	...more,
});

/** The engine's tests skip the time in which nothing happens. */
const engine = project('engine', {
	setupFilesAfterEnv: ['<rootDir>/test/engine/harness/skipIdle.mts'],
});

/** Most end-to-end tests share one n8n (npm run test:e2e). They often wait, so more files run at once than processors. */
const e2e = project('e2e', {
	globalSetup: '<rootDir>/test/e2e/harness/globalSetup.mjs',
	globalTeardown: '<rootDir>/test/e2e/harness/globalTeardown.mjs',
	sandboxInjectedGlobals: [],
	setupFilesAfterEnv: ['<rootDir>/test/e2e/harness/patience.mts'],
});

export default {
	// A property may take some seconds where other work takes the machine.
	testTimeout: 30_000,
	reporters: ['default', ...(process.env.TEST_COUNTS ? ['<rootDir>/.ci/countReporter.mjs'] : [])],
	projects: [project('unit'), engine, project('sandbox'), project('simulation'), e2e],
};

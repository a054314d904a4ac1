/** Unit tests of pure modules, tests on n8n's engine, and tests of the sandbox, as projects of one jest. */
const project = (name) => ({
	displayName: name,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${name}/**/*.test.mts`],
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/demo/n8n', '<rootDir>/.demo'],
	moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'cjs', 'json', 'node'],
	transform: {
		'\\.m?ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
	},
});

export default {
	projects: ['unit', 'engine', 'sandbox', 'simulation'].map(project),
};

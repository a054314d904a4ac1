/** What nobody uses fails the lint: `npm run lint:exports`. */
export default {
	entry: [
		'nodes/**/*.node.ts!',
		'credentials/*.credentials.ts!',
		'gulpfile.js',
		'.ci/countReporter.mjs',
		// Started as processes of their own.
		'instance/lifeline.mjs',
		'scripts/compat/olderEngine.mts',
		// n8n loads this node for the comparison of the benchmark.
		'bench/bare/BareCalls.node.js',
		'test/e2e/harness/{setup,teardown}.mts',
		// A test reads the whole folder, and the vectors were derived with this.
		'test/unit/wallet/vectors/*.mts',
	],
	project: [
		'{nodes,credentials}/**/*.ts!',
		'{.ci,bench,demo,instance,sandbox,scripts,test}/**/*.{mts,mjs,js}',
	],
	// It has a manifest of its own, for packages that nothing else needs.
	ignore: ['scripts/mutation/**'],
};

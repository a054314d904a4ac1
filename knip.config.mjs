/**
 * What nobody uses fails the lint: `npm run lint:exports`. It runs twice, over everything and, with `--production`, over
 * the package alone. The second run finds exports that only tests use. The ones that are allowed stand here, each with
 * its reason.
 */
const FOR_TESTS = {
	// A message is compared with its documentation, word by word.
	'nodes/AmlCheck/operations/account.ts': 'the words of an account status',
	// Tests, previews and tables run through every operation; n8n asks for the description alone.
	'nodes/AmlCheck/operations/index.ts': 'the list of operations',
	// Error items of all engine tests and the table of the documentation are held against it.
	'nodes/AmlCheck/outputs/errors.ts': 'errorDetailsSchema',
	// Pure decisions of the paid path, tested as a table.
	'nodes/AmlCheck/screening/existing.ts': 'answerFrom',
	'nodes/AmlCheck/screening/wish.ts': 'isSameWish',
	// What a process remembers is forgotten between two tests.
	'nodes/AmlCheck/screening/ids.ts': 'forgetRequests',
	'nodes/shared/currencyList.ts': 'forgetCurrencies',
	'nodes/shared/rpc/pool.ts': 'forgetPools',
	// Tables that the sandbox, the documentation or a test of completeness reads.
	'nodes/shared/currencies.ts': 'CHECK_CURRENCY_CODES',
	'nodes/shared/options/riskRules.ts': 'RULES',
	'nodes/shared/risk/assess.ts': 'RiskLevel',
	'nodes/shared/risk/summary.ts': 'MAX_SUMMARY_LENGTH',
	'nodes/shared/rpc/credential.ts': 'hashService',
	'nodes/shared/failures/failure.ts': 'REASONS',
	// A test says of every form of a record which asset it names.
	'nodes/shared/targets/asset.ts': 'readRecordedAsset',
};

const isPackageAlone = process.argv.includes('--production');

const allowed = Object.keys(FOR_TESTS).map((file) => [file, ['exports', 'types']]);

export default {
	entry: [
		'nodes/**/*.node.ts!',
		'credentials/*.credentials.ts!',
		'gulpfile.js',
		'.ci/countReporter.mjs',
		// Started as processes of their own.
		'demo/lib/lifeline.mjs',
		'scripts/compat/olderEngine.mts',
		// n8n loads this node for the comparison of the benchmark.
		'test/bench/bare/BareCalls.node.js',
		'test/e2e/harness/{setup,teardown}.mts',
		// A test reads the whole folder, and the vectors were derived with this.
		'test/unit/addresses/{derive,vectors/*}.mts',
	],
	project: ['{nodes,credentials}/**/*.ts!', '{.ci,demo,sandbox,scripts,test}/**/*.{mts,mjs,js}'],
	ignoreDependencies: [
		// stryker.conf is made in scripts/mutate.mjs, which names it.
		'@stryker-mutator/jest-runner',
	],
	...(isPackageAlone && { ignoreIssues: Object.fromEntries(allowed) }),
};

/** The pure modules whose tests are tested, each with the folders of its unit tests. */
export interface PureModule {
	name: string;
	/** What is changed on purpose, as globs from the package's root. */
	code: string[];
	/** Whose tests have to notice, as files or folders from the package's root. */
	tests: string[];
}

export const MODULES: PureModule[] = [
	{
		name: 'addresses',
		code: ['nodes/shared/addresses/**/*.ts'],
		tests: ['test/unit/addresses'],
	},
	{
		name: 'dates',
		code: ['nodes/shared/dates.ts'],
		tests: ['test/unit/shared/dates.test.mts'],
	},
	{
		name: 'retry policy',
		code: ['nodes/shared/rpc/{retryPolicy,failure,failureKinds,retryAfter,networkCodes}.ts'],
		tests: ['test/unit/rpc'],
	},
	{
		name: 'risk',
		code: ['nodes/shared/risk/**/*.ts'],
		tests: ['test/unit/risk'],
	},
	{
		name: 'parameter readers',
		code: ['nodes/shared/parameters.ts'],
		tests: ['test/unit/shared'],
	},
	{
		name: 'matching',
		code: ['nodes/AmlCheck/screening/matching.ts'],
		tests: ['test/unit/screening/matching.test.mts'],
	},
	{
		name: 'plan',
		code: ['nodes/AmlCheck/screening/plan.ts'],
		tests: ['test/unit/screening/plan.test.mts'],
	},
	{
		name: 'ledger',
		code: ['nodes/AmlCheck/screening/ledger.ts'],
		tests: ['test/unit/screening/ledger.test.mts'],
	},
	{
		name: 'request ids',
		code: ['nodes/AmlCheck/screening/requestIds.ts'],
		tests: ['test/unit/screening/requestIds.test.mts'],
	},
	{
		name: 'cursor',
		code: ['nodes/AmlCheckTrigger/cursor/**/*.ts'],
		tests: ['test/unit/trigger'],
	},
];

/** The pure modules whose tests are tested, each with its unit tests. */
export interface PureModule {
	name: string;
	/** What is changed on purpose: files and folders. */
	code: string[];
	/** Whose tests have to notice: files and folders. */
	tests: string[];
}

const SHARED = 'nodes/shared';
const SCREENING = 'nodes/AmlCheck/screening';

export const MODULES: PureModule[] = [
	{ name: 'addresses', code: [`${SHARED}/addresses`], tests: ['test/unit/addresses'] },
	{
		name: 'cursor',
		code: ['nodes/AmlCheckTrigger/cursor'],
		tests: ['test/unit/trigger'],
	},
	{ name: 'dates', code: [`${SHARED}/dates.ts`], tests: ['test/unit/shared/dates.test.mts'] },
	{
		name: 'ledger',
		code: [`${SCREENING}/ledger.ts`, `${SCREENING}/ledgerEntry.ts`],
		tests: [
			'test/unit/screening/ledger.test.mts',
			'test/unit/screening/ledgerRuns.test.mts',
			'test/unit/screening/ledgerMoments.test.mts',
		],
	},
	{
		name: 'matching',
		code: [`${SCREENING}/matching.ts`, `${SHARED}/checks/hash.ts`],
		tests: ['test/unit/screening/matching.test.mts', 'test/unit/checks/hash.test.mts'],
	},
	{
		name: 'networks',
		code: [`${SHARED}/networks.ts`],
		tests: ['test/unit/shared/networks.test.mts', 'test/unit/addresses'],
	},
	{
		name: 'parameters',
		code: [`${SHARED}/parameters.ts`],
		tests: ['test/unit/shared/parameters.test.mts'],
	},
	{
		name: 'plan',
		code: [`${SCREENING}/wanted.ts`],
		tests: ['test/unit/screening/wanted.test.mts'],
	},
	{
		name: 'reports',
		code: [`${SHARED}/reports/asset.ts`, `${SHARED}/reports/subject.ts`],
		tests: ['test/unit/reports/asset.test.mts', 'test/unit/reports/subject.test.mts'],
	},
	{
		name: 'request-ids',
		code: [`${SCREENING}/requestIds.ts`],
		tests: ['test/unit/screening/requestIds.test.mts'],
	},
	{
		name: 'retry',
		code: [
			`${SHARED}/rpc/failureKinds.ts`,
			`${SHARED}/rpc/networkCodes.ts`,
			`${SHARED}/rpc/retryAfter.ts`,
			`${SHARED}/rpc/retryPolicy.ts`,
		],
		tests: [
			'test/unit/rpc/failureKinds.test.mts',
			'test/unit/rpc/networkCodes.test.mts',
			'test/unit/rpc/retryPolicy.test.mts',
		],
	},
	{ name: 'risk', code: [`${SHARED}/risk`], tests: ['test/unit/risk'] },
];

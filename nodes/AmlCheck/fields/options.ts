import {
	advancedField,
	INCLUDE_DETAILS,
	INCLUDE_RISK_POLICY,
	optionsField,
	switchOption,
} from '../../shared/options/fields';
import { guarded, numberFrom, oneOf, option, text, wholeFrom } from '../../shared/options/read';
import { DEFAULT_MAX_CONCURRENT } from '../../shared/rpc/session';

/*
 * The options of the action node: what the editor shows, and how each value is read. A field's default is what the
 * option begins with when it is added; the schema's default applies while it is not there.
 */

/** Names under Options. */
export const OPTIONS = {
	dryRun: {
		...switchOption(
			'Dry Run',
			'dryRun',
			false,
			'Whether to return what each item would cost, and why, without paying for any check',
		),
		isGuard: true,
	},
	evmNetwork: guarded(
		{
			displayName: 'EVM Network',
			name: 'evmNetwork',
			type: 'options',
			options: [
				{ name: 'BNB Smart Chain (BSC)', value: 'BSC' },
				{ name: 'Ethereum (ETH)', value: 'ETH' },
				{ name: 'Ethereum Classic (ETC)', value: 'ETC' },
				{ name: 'Polygon (MATIC)', value: 'MATIC' },
			],
			default: 'BSC',
			description:
				"Network of addresses that begin with 0x, if 'Currency' is 'Detect From Address', 'USDT' or 'USDC'. Ethereum unless set.",
		},
		oneOf('ETH', 'BSC', 'MATIC', 'ETC').default('ETH'),
	),
	idempotencyKey: guarded(
		{
			displayName: 'Request Key',
			name: 'idempotencyKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. order-1042',
			description:
				"Repeated requests with the same key count as the same check, so they aren't charged twice",
		},
		text.default(''),
	),
	ifNothingFound: option(
		{
			displayName: 'If Nothing Found',
			name: 'ifNothingFound',
			type: 'options',
			options: [
				{
					name: 'Follow the On Error Setting',
					value: 'error',
					description: 'Stop, or continue with an error item',
				},
				{
					name: 'Return an Item',
					value: 'returnItem',
					description: 'One item with found set to false and the risk level unknown',
				},
				{ name: 'Return No Items', value: 'noItems' },
			],
			default: 'noItems',
			description: 'What to return if the service has no report of the target',
		},
		oneOf('returnItem', 'noItems', 'error').default('returnItem'),
	),
	includeDetails: INCLUDE_DETAILS,
	includeInputFields: switchOption(
		'Include Input Fields',
		'includeInputFields',
		false,
		"Whether to add the fields of the input item after the fields of the result. Of two fields with one name, the result's is kept.",
	),
	maxPaidChecks: guarded(
		{
			displayName: 'Max Paid Checks',
			name: 'maxPaidChecks',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 100,
			description:
				'Maximum number of checks to pay for in one run. A run that needs more stops before it pays. Set to 0 for no limit.',
		},
		wholeFrom(0).default(0),
	),
	onTimeout: option(
		{
			displayName: 'On Timeout',
			name: 'onTimeout',
			type: 'options',
			options: [
				{
					name: 'Follow the On Error Setting',
					value: 'error',
					description: 'Stop, or continue with an error item that holds the hash',
				},
				{
					name: 'Return the Pending Check',
					value: 'returnPending',
					description: 'Return the item with its hash and the risk level unknown',
				},
			],
			default: 'error',
			description: 'What to do with a check that is not finished in time. Pending unless set.',
		},
		oneOf('returnPending', 'error').default('returnPending'),
	),
	onUnsure: option(
		{
			displayName: 'If Payment Is Unsure',
			name: 'onUnsure',
			type: 'options',
			options: [
				{
					name: 'Report It',
					value: 'report',
					description: 'Follow the On Error setting. The details name every check it may be.',
				},
				{
					name: 'Submit Again',
					value: 'submitAgain',
					description: 'Submit the check once more. It may be charged twice.',
				},
			],
			default: 'submitAgain',
			description:
				'What to do if a response was lost and nothing proves whether the check was charged. Reported unless set.',
		},
		oneOf('report', 'submitAgain').default('report'),
	),
	reuseWithinHours: guarded(
		{
			displayName: 'Reuse Within Hours',
			name: 'reuseWithinHours',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 24,
			description:
				'Maximum age in hours of an existing report to return instead of paying for a new check. Set to 0 to always pay for a new one.',
		},
		numberFrom(0).default(0),
	),
	timeout: option(
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 60,
			description: 'How long to wait for the next result of the run. 300 seconds unless set.',
		},
		numberFrom(0).default(300),
	),
};

/** Names under Advanced. */
export const ADVANCED = {
	comparePrevious: switchOption(
		'Compare With Previous Check',
		'comparePrevious',
		false,
		'Whether to add how the result differs from the previous check of the same target. Free.',
	),
	includeRiskPolicy: INCLUDE_RISK_POLICY,
	maxConcurrent: option(
		{
			displayName: 'Max Concurrent Requests',
			name: 'maxConcurrent',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 10,
			description:
				'Maximum number of requests at a time. The node sends fewer while the service asks it to slow down. 50 unless set.',
		},
		wholeFrom(1).default(DEFAULT_MAX_CONCURRENT),
	),
	mergeDuplicates: switchOption(
		'Merge Duplicates',
		'mergeDuplicates',
		true,
		'Whether items with the same target share one paid check. On unless set.',
	),
	reuseUntoldAsset: switchOption(
		'Accept Reports Without Asset',
		'reuseUntoldAsset',
		false,
		"Whether to rely on a report that doesn't name its asset. It may be about a token of the same wallet.",
	),
	validateTargets: switchOption(
		'Validate Targets',
		'validateTargets',
		true,
		'Whether to verify addresses and transaction hashes before anything is paid. On unless set.',
	),
};

function pick<T extends object, K extends keyof T>(all: T, ...names: K[]): Pick<T, K> {
	return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<T, K>;
}

/** Options of the two paid operations. */
export const PAID_OPTIONS = [
	optionsField(
		pick(
			OPTIONS,
			'dryRun',
			'evmNetwork',
			'idempotencyKey',
			'includeDetails',
			'includeInputFields',
			'maxPaidChecks',
			'onTimeout',
			'onUnsure',
			'reuseWithinHours',
			'timeout',
		),
	),
	advancedField(ADVANCED),
];

/** Options of Get Result. */
export const RESULT_OPTIONS = [
	optionsField(pick(OPTIONS, 'includeDetails', 'onTimeout', 'timeout')),
	advancedField(pick(ADVANCED, 'includeRiskPolicy', 'maxConcurrent')),
];

/** Options of Find Reports. */
export const FIND_OPTIONS = [
	optionsField(pick(OPTIONS, 'ifNothingFound', 'includeDetails')),
	advancedField(pick(ADVANCED, 'includeRiskPolicy', 'reuseUntoldAsset')),
];

/** Options of the history's list, which reads scores only. */
export const READING_OPTIONS = [
	optionsField(pick(OPTIONS, 'includeDetails')),
	advancedField(pick(ADVANCED, 'includeRiskPolicy')),
];

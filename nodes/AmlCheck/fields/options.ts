import {
	choiceOption,
	collectionField,
	INCLUDE_DETAILS,
	INCLUDE_RISK_POLICY,
	numberOption,
	switchOption,
	textOption,
} from '../../shared/options/fields';
import { guarded } from '../../shared/options/read';
import type { Options } from '../../shared/options/read';
import { DEFAULT_MAX_CONCURRENT } from '../../shared/rpc/session';

/*
 * The options of the action node.
 */

/** Names under Options. */
export const OPTIONS = {
	dryRun: guarded(
		switchOption(
			'Dry Run',
			false,
			'Whether to return what each item would cost, and why, without paying for any check',
		),
	),
	evmNetwork: guarded(
		choiceOption({
			displayName: 'EVM Network',
			choices: [
				{ name: 'BNB Smart Chain (BSC)', value: 'BSC' },
				{ name: 'Ethereum (ETH)', value: 'ETH' },
				{ name: 'Ethereum Classic (ETC)', value: 'ETC' },
				{ name: 'Polygon (MATIC)', value: 'MATIC' },
			],
			byDefault: 'ETH',
			added: 'BSC',
			description:
				"Network of addresses that begin with 0x, if 'Currency' is 'Detect From Address', 'USDT' or 'USDC'. Ethereum unless set.",
		}),
	),
	idempotencyKey: guarded(
		textOption(
			'Request Key',
			'e.g. order-1042',
			"Repeated requests with the same key count as the same check, so they aren't charged twice",
		),
	),
	ifNothingFound: choiceOption({
		displayName: 'If Nothing Found',
		choices: [
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
		byDefault: 'returnItem',
		added: 'noItems',
		description:
			'What to return if the service has no report of the target. An item with found set to false unless set.',
	}),
	includeDetails: INCLUDE_DETAILS,
	includeInputFields: switchOption(
		'Include Input Fields',
		false,
		"Whether to add the fields of the input item after the fields of the result. If two fields have the same name, the result's field is kept.",
	),
	maxPaidChecks: guarded(
		numberOption({
			displayName: 'Max Paid Checks',
			from: 0,
			isWhole: true,
			byDefault: 0,
			added: 100,
			description:
				'Maximum number of checks to pay for in one run. A run that needs more stops before it pays. No limit unless set, or if set to 0.',
		}),
	),
	onTimeout: choiceOption({
		displayName: 'On Timeout',
		choices: [
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
		byDefault: 'returnPending',
		added: 'error',
		description: 'What to do with a check that is not finished in time. Pending unless set.',
	}),
	onUnsure: choiceOption({
		displayName: 'If Payment Is Unsure',
		choices: [
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
		byDefault: 'report',
		added: 'submitAgain',
		description:
			'What to do if a response was lost and nothing proves whether the check was charged. Reported unless set.',
	}),
	reuseWithinHours: guarded(
		numberOption({
			displayName: 'Reuse Within Hours',
			from: 0,
			byDefault: 0,
			added: 24,
			description:
				'Maximum age in hours of an existing report to return instead of paying for a new check. Always a new check unless set, or if set to 0.',
		}),
	),
	timeout: numberOption({
		displayName: 'Timeout (Seconds)',
		from: 0,
		byDefault: 300,
		added: 60,
		description: 'How long to wait for the next result of the run. 300 seconds unless set.',
	}),
};

/** Names under Advanced. */
export const ADVANCED = {
	comparePrevious: switchOption(
		'Compare With Previous Check',
		false,
		'Whether to add how the result differs from the previous check of the same target. Free.',
	),
	includeRiskPolicy: INCLUDE_RISK_POLICY,
	maxConcurrent: numberOption({
		displayName: 'Max Concurrent Requests',
		from: 1,
		isWhole: true,
		byDefault: DEFAULT_MAX_CONCURRENT,
		added: 10,
		description:
			'Maximum number of requests at a time. The node sends fewer while the service asks it to slow down. 50 unless set.',
	}),
	mergeDuplicates: switchOption(
		'Merge Duplicates',
		true,
		'Whether items with the same target share one paid check. On unless set.',
	),
	reuseUntoldAsset: switchOption(
		'Accept Reports Without Asset',
		false,
		"Whether to rely on a report that doesn't name its asset. It may be about a token of the same wallet.",
	),
	validateTargets: switchOption(
		'Validate Targets',
		true,
		'Whether to verify addresses and transaction hashes before anything is paid. On unless set.',
	),
};

const toCollections = (options: Options, advanced: Options) => [
	collectionField('options', options),
	collectionField('advanced', advanced),
];

const { ifNothingFound, ...PAID } = OPTIONS;
const { includeDetails, onTimeout, timeout } = OPTIONS;
const { includeRiskPolicy, maxConcurrent, reuseUntoldAsset } = ADVANCED;

/** Options of the two paid operations. */
export const PAID_OPTIONS = toCollections(PAID, ADVANCED);

/** Options of Get Result. */
export const RESULT_OPTIONS = toCollections(
	{ includeDetails, onTimeout, timeout },
	{ includeRiskPolicy, maxConcurrent },
);

/** Options of Find Reports. */
export const FIND_OPTIONS = toCollections(
	{ ifNothingFound, includeDetails },
	{ includeRiskPolicy, reuseUntoldAsset },
);

/** Options of the history's list, which reads scores only. */
export const READING_OPTIONS = toCollections({ includeDetails }, { includeRiskPolicy });

import type { INodeProperties } from 'n8n-workflow';

import { optionsField, RISK_OPTIONS } from '../../shared/fields';

const MAX_CONCURRENT: INodeProperties = {
	displayName: 'Max Concurrent Requests',
	name: 'maxConcurrent',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description:
		'The most requests to the service under way at once. Fewer are sent as long as the service takes no more, for all executions together.',
};

const WAITING: INodeProperties[] = [
	{
		displayName: 'On Timeout',
		name: 'onTimeout',
		type: 'options',
		options: [
			{
				name: 'Follow the On Error Setting',
				value: 'error',
				description: 'Stop, or go on with an item that says so and holds the hash in its details',
			},
			{
				name: 'Return the Pending Check',
				value: 'returnPending',
				description: 'Return the item with its hash and the risk level unknown',
			},
		],
		default: 'error',
		description: 'What to do with a check that is not done in time',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 300,
		description:
			'How long a run of this node may take until all results have to be there. The same for all items.',
	},
];

const PAYING: INodeProperties[] = [
	{
		displayName: 'Compare With Previous Check',
		name: 'comparePrevious',
		type: 'boolean',
		default: false,
		description:
			'Whether to tell how the result differs from the previous check of the same target. Free.',
	},
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-1042',
		description:
			'Names the piece of work. The same target under the same key is asked for with the same request ID, also by another execution, so that the service can tell that it is no new check.',
	},
	{
		displayName: 'If Payment Is Unsure',
		name: 'onUnsure',
		type: 'options',
		options: [
			{
				name: 'Do Not Submit Again',
				value: 'report',
				description:
					'Stop, or follow the On Error setting of this node; the details name every check that it may be. Nothing is sent again.',
			},
			{
				name: 'Submit Again',
				value: 'submitAgain',
				description: 'Submit the check once more. It may be paid for twice.',
			},
		],
		default: 'report',
		description:
			'What to do where an answer was lost and nothing proves whether the check was paid for, or which one it is',
	},
	{
		displayName: 'Max Paid Checks',
		name: 'maxPaidChecks',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'The most checks one run may pay for, the same for all items. A run that wants more stops before it pays for any. Each round of a loop and each call by an AI agent is a run of its own. 0 means no limit.',
	},
	{
		displayName: 'Merge Duplicates',
		name: 'mergeDuplicates',
		type: 'boolean',
		default: true,
		description:
			'Whether items with the same target share one paid check. How it is paid for and waited for is up to the first of them; its level is judged by the risk options of each.',
	},
	{
		displayName: 'Reuse Reports Without Asset',
		name: 'reuseUntoldAsset',
		type: 'boolean',
		default: false,
		description:
			"Whether Reuse Within Hours also takes a report that doesn't tell of which asset it is, on a network that has tokens. It may be the report of a token of the same wallet.",
	},
	{
		displayName: 'Reuse Within Hours',
		name: 'reuseWithinHours',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'Take a report that is at most this old, or wait for a check that is still under way, in place of a new check, free. For native currencies whose reports can be searched and prove what they are of. 0 means never.',
	},
	{
		displayName: 'Validate Targets',
		name: 'validateTargets',
		type: 'boolean',
		default: true,
		description:
			'Whether to check format and checksum of addresses and transaction hashes before anything is paid',
	},
];

/** Options of the two paid operations. */
export const PAID_OPTIONS = optionsField([...PAYING, ...WAITING, ...RISK_OPTIONS, MAX_CONCURRENT]);

/** Options of Get Result. */
export const RESULT_OPTIONS = optionsField([...WAITING, ...RISK_OPTIONS, MAX_CONCURRENT]);

/** Options of operations that only read scores. */
export const READING_OPTIONS = optionsField(RISK_OPTIONS);

/** Options of Find. */
export const FIND_OPTIONS = optionsField([
	{
		displayName: 'If Nothing Found',
		name: 'ifNothingFound',
		type: 'options',
		options: [
			{
				name: 'Follow the On Error Setting',
				value: 'error',
				description: 'Stop, or go on with an item that says so',
			},
			{
				name: 'Return an Item That Says So',
				value: 'returnItem',
				description: 'One item with found set to false',
			},
			{ name: 'Return No Items', value: 'noItems' },
		],
		default: 'returnItem',
		description: 'What to do when the service knows no check of the target',
	},
	...RISK_OPTIONS,
]);

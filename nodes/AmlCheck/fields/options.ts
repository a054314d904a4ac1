import type { INodeProperties } from 'n8n-workflow';

import { isSecret } from '../../shared/addresses';
import {
	choiceOption,
	collectionField,
	INCLUDE_DETAILS,
	numberOption,
	SIMPLIFY,
	switchOption,
} from '../../shared/options/fields';
import { guarded, text, type Options } from '../../shared/options/read';
import { RISK_RULES_FIELDS } from '../../shared/options/riskRules';
import { DEFAULT_MAX_CONCURRENT } from '../../shared/rpc/session';

/** Names under Options: each is its label in camel case. The guards decide about money. */
export const OPTIONS = {
	acceptUnspecifiedAsset: switchOption(
		'Accept Unspecified Asset',
		false,
		"Whether to rely on a report that doesn't name its asset. It may be about a token of the same wallet.",
		false,
	),
	...guarded({
		dryRun: switchOption(
			'Dry Run',
			false,
			'Whether to return what each item would cost, and why, without paying for any check',
		),
		maxPaidChecks: numberOption(
			'Max Paid Checks',
			"Maximum number of checks this node pays for in one execution: all rounds of a loop and all calls of an agent's tool count. A run that needs more stops before it pays. No limit unless set, or if set to 0.",
			{ from: 0, isWhole: true, byDefault: 0, added: 100 },
		),
		requestKey: {
			field: {
				displayName: 'Request Key',
				type: 'string',
				default: '',
				placeholder: 'e.g. order-1042',
				description:
					"Repeated requests with the same key count as the same check, so they aren't charged twice",
			},
			schema: text.refine((key) => !isSecret(key), {
				message: 'holds a private key or a seed: use another text',
			}),
			byDefault: '',
		},
		reuseWithinHours: numberOption(
			'Reuse Within Hours',
			'Maximum age in hours of an existing report to return instead of paying for a new check. Always a new check unless set, or if set to 0.',
			{ from: 0, byDefault: 0, added: 24 },
		),
	}),
	ifNothingFound: choiceOption(
		'If Nothing Found',
		'What to return if the service has no report of the target. An item with found set to false unless set.',
		{ byDefault: 'returnItem', added: 'returnItem' },
		{
			error: ['Follow the On Error Setting', 'Stop, or continue with an error item'],
			returnItem: ['Return an Item', 'One item with found set to false and the risk level unknown'],
			noItems: ['Return No Items'],
		},
	),
	includeDetails: INCLUDE_DETAILS,
	includeInputFields: switchOption(
		'Include Input Fields',
		false,
		"Whether to add the fields and files of the input item to the result. If two have the same name, the result's is kept.",
	),
	maxConcurrentRequests: numberOption(
		'Max Concurrent Requests',
		'Maximum number of requests at a time. The node sends fewer while the service asks it to slow down. 50 unless set.',
		{ from: 1, isWhole: true, byDefault: DEFAULT_MAX_CONCURRENT, added: DEFAULT_MAX_CONCURRENT },
	),
	timeout: numberOption(
		'Timeout (Seconds)',
		'How long to wait for the next result of the run. A submission that has left may take up to 30 seconds more. 300 seconds unless set.',
		{ from: 0, byDefault: 300, added: 300 },
	),
};

/** The fields that operations with checks end with: form of the output, risk rules, and options. */
const makeLastFields = (options: Options): INodeProperties[] => [
	SIMPLIFY,
	...RISK_RULES_FIELDS,
	collectionField('options', options),
];

const { ifNothingFound, ...PAID } = OPTIONS;
const { acceptUnspecifiedAsset, includeDetails, maxConcurrentRequests, timeout } = OPTIONS;

export const LAST_FIELDS = {
	paid: makeLastFields(PAID),
	result: makeLastFields({
		acceptUnspecifiedAsset,
		includeDetails,
		maxConcurrentRequests,
		timeout,
	}),
	find: makeLastFields({ acceptUnspecifiedAsset, ifNothingFound, includeDetails }),
	history: makeLastFields({ includeDetails }),
};

import type { INodeProperties } from 'n8n-workflow';

import { isSecret } from '../../shared/wallet/secrets';
import {
	choiceOption,
	collectionField,
	INCLUDE_DETAILS,
	numberOption,
	SIMPLIFY,
	switchOption,
} from '../../shared/n8n/fields';
import { guarded, refuseValue, text, type Options } from '../../shared/n8n/read';
import { RISK_RULES } from '../../shared/n8n/riskRules';
import { DEFAULT_MAX_CONCURRENT } from '../../shared/service/session';

function parseRequestKey(value: unknown, label: string): string {
	const key = text(value, label);
	if (!isSecret(key)) return key;
	throw refuseValue(label, 'holds a private key or a seed: use another text');
}

/** Names under Options: each is its label in camel case. The guards decide about money. */
export const OPTIONS = {
	...guarded({
		acceptUnspecifiedAsset: switchOption(
			'Accept Unspecified Asset',
			false,
			"Whether to reuse a report that doesn't name its asset, and may be about another token",
		),
		dryRun: switchOption(
			'Dry Run',
			false,
			'Whether to return what each item would cost, and why, without paying for any check',
		),
		maxPaidChecks: numberOption(
			'Max Paid Checks',
			'Maximum number of checks to pay for in one execution, where 0 means no limit',
			{ from: 0, isWhole: true, byDefault: 0, added: 100 },
		),
		requestKey: {
			field: {
				displayName: 'Request Key',
				type: 'string',
				default: '',
				placeholder: 'e.g. order-1042',
				description: 'Equal keys pay once for the same check, in whichever node or execution',
			},
			read: parseRequestKey,
			byDefault: '',
		},
		reuseWithinHours: numberOption(
			'Reuse Within Hours',
			'Maximum age in hours of a check to reuse instead of paying for one, where 0 means never',
			{ from: 0, byDefault: 0, added: 24 },
		),
	}),
	ifNothingFound: choiceOption(
		'If Nothing Found',
		'What to return if the service has no report of the target',
		{ byDefault: 'returnItem' },
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
		'Whether to add the fields and files of the input item, where the result has none of the same name',
	),
	maxConcurrentRequests: numberOption(
		'Max Concurrent Requests',
		'Maximum number of requests at a time, fewer while the service asks to slow down',
		{ from: 1, isWhole: true, byDefault: DEFAULT_MAX_CONCURRENT },
	),
	...RISK_RULES,
	timeout: numberOption('Timeout (Seconds)', 'How long to wait for the next result of the run', {
		from: 0,
		byDefault: 300,
	}),
};

/** The fields that operations with checks end with: form of the output, and options. */
const makeLastFields = (options: Options): INodeProperties[] => [
	SIMPLIFY,
	collectionField('options', options),
];

const { ifNothingFound, ...PAID } = OPTIONS;
const { includeDetails, maxConcurrentRequests, riskRules, timeout } = OPTIONS;

export const LAST_FIELDS = {
	paid: makeLastFields(PAID),
	result: makeLastFields({ includeDetails, maxConcurrentRequests, riskRules, timeout }),
	find: makeLastFields({ ifNothingFound, includeDetails, riskRules }),
	history: makeLastFields({ includeDetails, riskRules }),
};

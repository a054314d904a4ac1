import type { INodeProperties } from 'n8n-workflow';

import {
	choiceOption,
	collectionField,
	HISTORY_FILTERS,
	INCLUDE_DETAILS,
	networkOption,
	numberOption,
	SIMPLIFY,
	switchOption,
} from '../shared/n8n/fields';
import { oneOf, toLabel, type Option, type Reader } from '../shared/n8n/read';
import { toRetiredFields } from '../shared/n8n/retired';
import { RISK_RULES } from '../shared/n8n/riskRules';
import { isNothing } from '../shared/base/values';
import { NETWORK_CODES } from '../shared/wallet/networks';

/** A check that is just created has no score yet. */
const onlyCompleted = <O extends Option>(option: O): O => ({
	...option,
	field: { ...option.field, displayOptions: { show: { '/triggerOn': ['checkCompleted'] } } },
});

const LEVELS = ['high', 'low', 'medium', 'unknown'] as const;

type Level = (typeof LEVELS)[number];

/** Reads one level or a list of them; empty ones are left out. */
const parseLevels: Reader<Level[]> = (value, label) =>
	(Array.isArray(value) ? value : [value])
		.filter((level) => !isNothing(level))
		.map((level) => oneOf(...LEVELS)(level, label));

export const TRIGGER_FILTERS = {
	network: networkOption('Only checks on this network', NETWORK_CODES),
	riskLevel: onlyCompleted({
		field: {
			displayName: 'Risk Level',
			type: 'multiOptions',
			options: LEVELS.map((value) => ({ name: toLabel(value), value })),
			default: ['high', 'unknown'],
			description: 'Only checks with one of these risk levels',
		},
		read: parseLevels,
		byDefault: [] as Level[],
	}),
	riskScoreFrom: onlyCompleted(HISTORY_FILTERS.riskScoreFrom),
	riskScoreTo: onlyCompleted(HISTORY_FILTERS.riskScoreTo),
	type: HISTORY_FILTERS.type,
};

export const TRIGGER_OPTIONS = {
	includeDetails: INCLUDE_DETAILS,
	includeReport: switchOption(
		'Include Report',
		true,
		'Whether to read the full report of each new check, free of charge, without which none is low risk',
	),
	lookbackMinutes: numberOption(
		'Lookback (Minutes)',
		'How far back each poll reads, and so how long a check may take',
		{ from: 1, upTo: 7 * 24 * 60, byDefault: 60 },
	),
	...RISK_RULES,
	startFrom: choiceOption(
		'Start From',
		'What to do with the existing history at the first activation',
		{ byDefault: 'now' },
		{
			beginning: ['Beginning', 'Deliver the whole history first'],
			now: ['Now', 'Deliver only checks that are new from now on'],
		},
	),
};

/** The panel, in order. n8n names the triggers in its panel after the first property. */
export const TRIGGER_PROPERTIES: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		options: [
			{
				name: 'Check Completed',
				value: 'checkCompleted',
				description: 'When a check has a result, or has ended without one',
			},
			{
				name: 'Check Created',
				value: 'checkCreated',
				description: 'When a check first shows in the history, finished or not',
			},
		],
		default: 'checkCompleted',
	},
	collectionField('filters', TRIGGER_FILTERS),
	SIMPLIFY,
	collectionField('options', TRIGGER_OPTIONS),
	...toRetiredFields(['riskRules']),
];

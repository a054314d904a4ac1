import type { INodeProperties } from 'n8n-workflow';

import {
	CURRENCY_FILTER,
	filtersField,
	optionsField,
	RISK_OPTIONS,
	RISK_SCORE_FROM_FILTER,
	RISK_SCORE_TO_FILTER,
	SIMPLIFY,
	TYPE_FILTER,
} from '../shared/fields';
import { DEFAULT_LOOKBACK_MINUTES } from '../shared/knowledge/durations';

/** A check that is just created has no score yet. */
const ONLY_COMPLETED = { show: { '/triggerOn': ['checkCompleted'] } };

const TRIGGER_ON: INodeProperties = {
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
	description: 'What starts the workflow',
};

const RISK_LEVEL_FILTER: INodeProperties = {
	displayName: 'Risk Level',
	name: 'riskLevel',
	type: 'multiOptions',
	options: [
		{ name: 'High', value: 'high' },
		{ name: 'Low', value: 'low' },
		{ name: 'Medium', value: 'medium' },
		{ name: 'Unknown', value: 'unknown' },
	],
	default: ['high'],
	displayOptions: ONLY_COMPLETED,
	description: 'Only finished checks of these levels',
};

const FILTERS = filtersField([
	CURRENCY_FILTER,
	RISK_LEVEL_FILTER,
	{ ...RISK_SCORE_FROM_FILTER, default: 75, displayOptions: ONLY_COMPLETED },
	{ ...RISK_SCORE_TO_FILTER, displayOptions: ONLY_COMPLETED },
	TYPE_FILTER,
]);

const OWN_OPTIONS: INodeProperties[] = [
	{
		displayName: 'Include Report',
		name: 'includeReport',
		type: 'boolean',
		default: true,
		description:
			'Whether to read the full report with its signals. Free, one more request for each new check. Without it no check is ever low risk, and a critical signal is not seen.',
	},
	{
		displayName: 'Include Unscored',
		name: 'includeUnscored',
		type: 'boolean',
		default: true,
		displayOptions: ONLY_COMPLETED,
		description:
			'Whether a finished check whose risk could not be told passes the filters by risk. Its risk level is unknown.',
	},
	{
		displayName: 'Lookback (Minutes)',
		name: 'lookbackMinutes',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_LOOKBACK_MINUTES,
		description:
			'How far each poll reads back behind the newest check it knows. Raise it if checks may take longer than this to finish.',
	},
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'options',
		options: [
			{ name: 'Beginning', value: 'beginning', description: 'Deliver the whole history first' },
			{ name: 'Now', value: 'now', description: 'Leave out what is in the history already' },
		],
		default: 'now',
		description: 'What the first poll after the first activation does',
	},
];

/** What the user sees, in order (design 2). n8n names the triggers in its panel after the first property. */
export const PROPERTIES: INodeProperties[] = [
	TRIGGER_ON,
	FILTERS,
	SIMPLIFY,
	optionsField([...OWN_OPTIONS, ...RISK_OPTIONS]),
];

import type { INodeProperties } from 'n8n-workflow';

import {
	filtersField,
	INCLUDE_DETAILS,
	INCLUDE_RISK_POLICY,
	optionsField,
	SIMPLIFY,
	switchOption,
} from '../shared/options/fields';
import { HISTORY_FILTERS } from '../shared/options/filters';
import { numberFrom, oneOf, option } from '../shared/options/read';
import type { Option } from '../shared/options/read';
import { RISK_RULES_FIELDS } from '../shared/options/riskFields';
import { z } from '../shared/vendor/zod';
import { isNothing } from '../shared/values';

/** A week, in minutes. */
const MAX_LOOKBACK = 7 * 24 * 60;

/** A check that is just created has no score yet. */
const onlyCompleted = <S extends z.ZodTypeAny>({ field, schema }: Option<S>): Option<S> =>
	option({ ...field, displayOptions: { show: { '/triggerOn': ['checkCompleted'] } } }, schema);

const riskLevels = z.preprocess(
	(value) => (Array.isArray(value) ? value : [value]).filter((level) => !isNothing(level)),
	z.array(oneOf('high', 'low', 'medium', 'unknown')),
);

/** Names under Filters. */
export const FILTERS = {
	currency: HISTORY_FILTERS.currency,
	riskLevel: onlyCompleted(
		option(
			{
				displayName: 'Risk Level',
				name: 'riskLevel',
				type: 'multiOptions',
				options: [
					{ name: 'High', value: 'high' },
					{ name: 'Low', value: 'low' },
					{ name: 'Medium', value: 'medium' },
					{ name: 'Unknown', value: 'unknown' },
				],
				default: ['high', 'unknown'],
				description: 'Only checks with one of these risk levels',
			},
			riskLevels,
		),
	),
	riskScoreFrom: onlyCompleted(HISTORY_FILTERS.riskScoreFrom),
	riskScoreTo: onlyCompleted(HISTORY_FILTERS.riskScoreTo),
	type: HISTORY_FILTERS.type,
};

/** Names under Options. */
export const OPTIONS = {
	includeDetails: INCLUDE_DETAILS,
	includeReport: switchOption(
		'Include Report',
		'includeReport',
		true,
		'Whether to read the full report of each new check, free. Without the report no check is low risk, because its signals are not known. On unless set.',
	),
	includeRiskPolicy: INCLUDE_RISK_POLICY,
	includeUnscored: onlyCompleted(
		switchOption(
			'Include Unscored',
			'includeUnscored',
			true,
			"Whether a finished check without a risk score passes the filters 'Risk Score From' and 'Risk Score To'. On unless set.",
		),
	),
	lookbackMinutes: option(
		{
			displayName: 'Lookback (Minutes)',
			name: 'lookbackMinutes',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_LOOKBACK },
			default: 1440,
			description:
				'How far back each poll reads. Raise it if checks can take longer than this. 60 unless set.',
		},
		numberFrom(1, MAX_LOOKBACK).default(60),
	),
	startFrom: option(
		{
			displayName: 'Start From',
			name: 'startFrom',
			type: 'options',
			options: [
				{ name: 'Beginning', value: 'beginning', description: 'Deliver the whole history first' },
				{ name: 'Now', value: 'now', description: 'Deliver only checks that are new from now on' },
			],
			default: 'beginning',
			description: 'What to do with the existing history at the first activation. Now unless set.',
		},
		oneOf('now', 'beginning').default('now'),
	),
};

/** What the user sees, in order. n8n names the triggers in its panel after the first property. */
export const PROPERTIES: INodeProperties[] = [
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
		description: 'What starts the workflow',
	},
	filtersField(FILTERS),
	SIMPLIFY,
	...RISK_RULES_FIELDS,
	optionsField(OPTIONS),
];

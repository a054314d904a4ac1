import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { REPORT_CURRENCY_OPTIONS } from './currencies';
import { SIGNAL_NAMES } from './risk';
import { byName } from './values';

/*
 * n8n properties that both nodes show: one wording for one thing.
 */

const collection = (
	displayName: string,
	name: string,
	placeholder: string,
	members: readonly INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder,
	default: {},
	// n8n's guidelines want them by name.
	options: [...members].sort((a, b) => byName(a.displayName, b.displayName)),
});

/**
 * The collection Options.
 * @param members in any order.
 */
export function optionsField(members: readonly INodeProperties[]): INodeProperties {
	return collection('Options', 'options', 'Add option', members);
}

/**
 * The collection Filters.
 * @param members in any order.
 */
export function filtersField(members: readonly INodeProperties[]): INodeProperties {
	return collection('Filters', 'filters', 'Add filter', members);
}

const SIGNAL_OPTIONS: INodePropertyOptions[] = SIGNAL_NAMES.map(({ label, name }) => ({
	name: label,
	value: name,
}));

const SIGNAL_LIMITS: INodeProperties = {
	displayName: 'Signal Limits',
	name: 'signalLimits',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add limit',
	default: {},
	description:
		'Shares of the funds from which on single signals make a check medium or high risk. A limit on a critical signal stands in place of any trace.',
	options: [
		{
			displayName: 'Limit',
			name: 'limit',
			values: [
				{
					displayName: 'Signal',
					name: 'signal',
					type: 'options',
					options: SIGNAL_OPTIONS,
					default: 'mixer',
					description: 'Source of funds that is limited',
				},
				{
					displayName: 'Share (%)',
					name: 'share',
					type: 'number',
					typeOptions: { minValue: 0, maxValue: 100 },
					default: 1,
					description: 'Percent of the funds from which on the level applies. 0 means any trace.',
				},
				{
					displayName: 'Level',
					name: 'level',
					type: 'options',
					options: [
						{ name: 'High', value: 'high' },
						{ name: 'Medium', value: 'medium' },
					],
					default: 'high',
					description: 'What the check is at least',
				},
			],
		},
	],
};

const THRESHOLD = {
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100 },
} as const;

/** How a report becomes a level, and what is shown of it (design 2 and 6); members of a collection, by name. */
export const RISK_OPTIONS: INodeProperties[] = [
	{
		displayName: 'Critical Signals',
		name: 'criticalSignals',
		type: 'multiOptions',
		options: SIGNAL_OPTIONS,
		default: ['child_exploitation', 'sanctions', 'terrorism_financing'],
		description: 'Signals that make a check high risk as soon as they are above zero',
	},
	{
		...THRESHOLD,
		displayName: 'High Danger From (%)',
		name: 'highDangerFrom',
		default: 25,
		description: 'Danger signals together, in percent, from which on a check is high risk',
	},
	{
		...THRESHOLD,
		displayName: 'High Risk From',
		name: 'highRiskFrom',
		default: 75,
		description: 'Risk score (0 to 100) from which on a check is high risk',
	},
	{
		displayName: 'Include Details',
		name: 'includeDetails',
		type: 'boolean',
		default: false,
		description:
			'Whether to add an object with what a program wants: reasons and signals as lists, the score as it was sent, dates, amounts, counterparty',
	},
	{
		displayName: 'Include Risk Policy',
		name: 'includeRiskPolicy',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the rules that were applied to the output, with a fingerprint that changes when they do',
	},
	{
		...THRESHOLD,
		displayName: 'Medium Danger From (%)',
		name: 'mediumDangerFrom',
		default: 5,
		description: 'Danger signals together, in percent, from which on a check is medium risk',
	},
	{
		...THRESHOLD,
		displayName: 'Medium Risk From',
		name: 'mediumRiskFrom',
		default: 25,
		description: 'Risk score (0 to 100) from which on a check is medium risk',
	},
	{
		displayName: 'Risk Policy',
		name: 'riskPolicy',
		type: 'json',
		default: '',
		placeholder: 'e.g. { "mediumRiskFrom": 20, "highRiskFrom": 60 }',
		description:
			'All rules of the risk level in one value, as an object or a JSON text: for instance from a data table that all workflows read. In place of the other risk options.',
	},
	{
		displayName: 'Risk Score Scale',
		name: 'riskScoreScale',
		type: 'options',
		options: [
			{
				name: 'Auto',
				value: 'auto',
				description: 'Reads a score up to 1 as a fraction, a larger one as percent',
			},
			{ name: 'Fraction', value: 'fraction', description: 'From 0 to 1' },
			{ name: 'Percent', value: 'percent', description: 'From 0 to 100' },
		],
		default: 'auto',
		description: 'How to read the risk score that the service sends',
	},
	SIGNAL_LIMITS,
];

/** Design 2: on by default. */
export const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Members of Filters that both nodes have (service 4.7). */
export const CURRENCY_FILTER: INodeProperties = {
	displayName: 'Currency',
	name: 'currency',
	type: 'options',
	options: REPORT_CURRENCY_OPTIONS,
	default: 'BTC',
	description: 'Only checks on this network',
};

export const RISK_SCORE_FROM_FILTER: INodeProperties = {
	displayName: 'Risk Score From',
	name: 'riskScoreFrom',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100 },
	default: 0,
	description: 'Only checks with at least this risk score (0 to 100)',
};

export const RISK_SCORE_TO_FILTER: INodeProperties = {
	...RISK_SCORE_FROM_FILTER,
	displayName: 'Risk Score To',
	name: 'riskScoreTo',
	default: 100,
	description: 'Only checks with at most this risk score (0 to 100)',
};

export const TYPE_FILTER: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: [
		{ name: 'Address', value: 'address' },
		{ name: 'Transaction', value: 'tx' },
	],
	default: 'address',
	description: 'Only checks of addresses, or only of transactions',
};

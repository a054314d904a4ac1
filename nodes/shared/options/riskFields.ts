import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { SIGNAL_NAMES } from '../risk/vocabulary';

/*
 * What both nodes show of the rules that turn a report into a risk level.
 */

const SIGNAL_OPTIONS: INodePropertyOptions[] = SIGNAL_NAMES.map(({ label, name }) => ({
	name: label,
	value: name,
}));

const threshold = (
	displayName: string,
	name: string,
	byDefault: number,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100 },
	default: byDefault,
	description,
});

/** The entries of Custom Rules, by their names. */
export const RULE_FIELDS = {
	criticalSignals: {
		displayName: 'Critical Signals',
		name: 'criticalSignals',
		type: 'multiOptions',
		options: SIGNAL_OPTIONS,
		default: ['child_exploitation', 'sanctions', 'terrorism_financing'],
		description: 'Risky sources that make a check high risk, however small their share is',
	},
	highDangerFrom: threshold(
		'High Danger From (%)',
		'highDangerFrom',
		25,
		'Total share of risky sources (%) at which a check is high risk',
	),
	highRiskFrom: threshold(
		'High Risk From',
		'highRiskFrom',
		75,
		'Risk score (0 to 100) at which a check is high risk',
	),
	mediumDangerFrom: threshold(
		'Medium Danger From (%)',
		'mediumDangerFrom',
		5,
		'Total share of risky sources (%) at which a check is medium risk',
	),
	mediumRiskFrom: threshold(
		'Medium Risk From',
		'mediumRiskFrom',
		25,
		'Risk score (0 to 100) at which a check is medium risk',
	),
	signalLimits: {
		displayName: 'Signal Limits',
		name: 'signalLimits',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add limit',
		default: {},
		description:
			'Shares at which single sources make a check medium or high risk. A limit on a critical signal replaces the rule that any trace is high risk.',
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
						description: 'Source of funds to limit',
					},
					{
						displayName: 'Share (%)',
						name: 'share',
						type: 'number',
						typeOptions: { minValue: 0, maxValue: 100 },
						default: 1,
						description: 'Share of the funds (%) at which the level applies. 0 means any trace.',
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
						description: 'Minimum risk level',
					},
				],
			},
		],
	},
} as const satisfies Record<string, INodeProperties>;

/** How a check gets its risk level: one choice, and what the choice asks for. */
export const RISK_RULES_FIELDS: INodeProperties[] = [
	{
		displayName: 'Risk Rules',
		name: 'riskRules',
		type: 'options',
		options: [
			{
				name: 'Balanced',
				value: 'balanced',
				description:
					'Score: medium from 25, high from 75. Risky sources: medium from 5%, high from 25%.',
			},
			{ name: 'Custom', value: 'custom', description: 'Set the thresholds yourself' },
			{
				name: 'From Expression',
				value: 'expression',
				description: 'Take all rules from one object, so that many workflows share them',
			},
			{
				name: 'Lenient',
				value: 'lenient',
				description:
					'Score: medium from 50, high from 90. Risky sources: medium from 10%, high from 50%.',
			},
			{
				name: 'Strict',
				value: 'strict',
				description:
					'Score: medium from 10, high from 50. Risky sources: medium from 1%, high from 10%.',
			},
		],
		default: 'balanced',
		description:
			'How to turn a report into the risk level low, medium or high. Any trace of sanctions, terrorism financing or child exploitation is high.',
	},
	{
		displayName: 'Custom Rules',
		name: 'customRules',
		type: 'collection',
		placeholder: 'Add rule',
		default: {},
		displayOptions: { show: { riskRules: ['custom'] } },
		description: 'Rules that differ from Balanced',
		options: Object.values(RULE_FIELDS),
	},
	{
		displayName: 'Risk Policy',
		name: 'riskPolicy',
		type: 'json',
		default: '{}',
		displayOptions: { show: { riskRules: ['expression'] } },
		placeholder: 'e.g. { "mediumRiskFrom": 20, "highRiskFrom": 60 }',
		description:
			"Object or JSON text with the rules, for example from a data table. Use the names of 'Custom Rules': mediumRiskFrom, highRiskFrom, mediumDangerFrom, highDangerFrom, criticalSignals, signalLimits.",
	},
];

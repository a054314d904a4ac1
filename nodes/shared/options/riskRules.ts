import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_RISK_POLICY, makeFingerprint, LENIENT, STRICT } from '../risk';
import type { RiskPolicy } from '../risk';
import { shortenWords } from '../quote';
import { choiceOption, numberOption, toFields, toSortedFields } from './fields';
import { guarded, jsonObject, readOptions, readValue, unusableValue } from './read';
import type { GetParameter } from './read';
import { LIMIT_FIELDS, SIGNAL_OPTIONS, signalLimits, signalNames } from './signals';

/* The rules that turn a report into a risk level: what both nodes show of them, and how they are read. */

/** A threshold from 0 to 100. `quantity` is what is compared with it. */
function threshold(
	name: 'mediumRiskFrom' | 'highRiskFrom' | 'mediumDangerFrom' | 'highDangerFrom',
	displayName: string,
	quantity: string,
) {
	const level = name.startsWith('high') ? 'high' : 'medium';
	const value = DEFAULT_RISK_POLICY[name];
	const range = { from: 0, upTo: 100, added: value, byDefault: value };
	return numberOption(displayName, `${quantity} at which a check is ${level} risk`, range);
}

const SCORE = 'Risk score (0 to 100)';
const DANGER = 'Danger share (%)';

/** Every rule is a guard: an empty one must not let a wallet pass under another threshold than the one meant. */
export const RULES = guarded({
	mediumRiskFrom: threshold('mediumRiskFrom', 'Medium Risk From', SCORE),
	highRiskFrom: threshold('highRiskFrom', 'High Risk From', SCORE),
	mediumDangerFrom: threshold('mediumDangerFrom', 'Medium Danger From (%)', DANGER),
	highDangerFrom: threshold('highDangerFrom', 'High Danger From (%)', DANGER),
	criticalSignals: {
		field: {
			displayName: 'Critical Signals',
			type: 'multiOptions',
			options: SIGNAL_OPTIONS,
			default: DEFAULT_RISK_POLICY.criticalSignals,
			description: 'Danger signals that make a check high risk, however small their share is',
		},
		schema: signalNames,
		byDefault: DEFAULT_RISK_POLICY.criticalSignals,
	},
	signalLimits: {
		field: {
			displayName: 'Signal Limits',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add limit',
			// n8n drops a collection that was added and left empty. The editor of n8n 2.41 ignores this default: it adds the
			// collection without a row.
			default: { limit: [{ signal: 'mixer', share: 1, level: 'high' }] },
			description:
				'Shares at which single sources make a check medium or high risk. A limit on a critical signal replaces the rule that any trace is high risk.',
			options: [{ displayName: 'Limit', name: 'limit', values: toFields(LIMIT_FIELDS) }],
		},
		schema: signalLimits,
		byDefault: DEFAULT_RISK_POLICY.signalLimits,
	},
});

const PRESETS = { balanced: DEFAULT_RISK_POLICY, lenient: LENIENT, strict: STRICT };

const describeThresholds = (policy: RiskPolicy) =>
	`Score: medium from ${policy.mediumRiskFrom}, high from ${policy.highRiskFrom}. Danger share: medium from ${policy.mediumDangerFrom}%, high from ${policy.highDangerFrom}%.`;

const CHOICE = choiceOption(
	'Risk Rules',
	'How to turn a report into the risk level low, medium or high. Any trace of sanctions, terrorism financing or child exploitation is high.',
	{ added: 'balanced' },
	{
		balanced: ['Balanced', describeThresholds(PRESETS.balanced)],
		strict: ['Strict', describeThresholds(PRESETS.strict)],
		lenient: ['Lenient', describeThresholds(PRESETS.lenient)],
		custom: ['Custom', 'Set the thresholds yourself'],
		expression: [
			'From Expression',
			'Take all rules from one object, so that many workflows share them',
		],
	},
);

const POLICY_LABEL = 'Risk Policy';

/** How a check gets its risk level: one choice, and the fields that the choice asks for. */
export const RISK_RULES_FIELDS: INodeProperties[] = [
	{ ...CHOICE.field, name: 'riskRules' },
	{
		displayName: 'Custom Rules',
		name: 'customRules',
		type: 'collection',
		placeholder: 'Add rule',
		default: {},
		displayOptions: { show: { riskRules: ['custom'] } },
		description: 'Rules that differ from Balanced',
		options: toSortedFields(RULES),
	},
	{
		displayName: POLICY_LABEL,
		name: 'riskPolicy',
		type: 'json',
		default: '{}',
		displayOptions: { show: { riskRules: ['expression'] } },
		placeholder: 'e.g. { "mediumRiskFrom": 20, "highRiskFrom": 60 }',
		description:
			"Object or JSON text with the rules, for example from a data table. Use the names of 'Custom Rules': mediumRiskFrom, highRiskFrom, mediumDangerFrom, highDangerFrom, criticalSignals, signalLimits.",
	},
];

/** A medium threshold above the high one would never apply. */
const PAIRS = [
	['mediumRiskFrom', 'highRiskFrom'],
	['mediumDangerFrom', 'highDangerFrom'],
] as const;

function readRules(
	raw: unknown,
	label: string,
	nameRule = (rule: keyof typeof RULES) => RULES[rule].field.displayName,
): RiskPolicy {
	const read = readOptions(RULES, raw, label, nameRule);
	for (const [medium, high] of PAIRS)
		if (read[medium] > read[high])
			throw unusableValue(
				`'${nameRule(medium)}' (${read[medium]}) is above '${nameRule(high)}' (${read[high]})`,
				'Set it to the same number or a lower one.',
			);
	return read;
}

function readPolicy(value: unknown): RiskPolicy {
	const { fingerprint, ...raw } = readValue(jsonObject, value, POLICY_LABEL);
	const unknown = Object.keys(raw).filter((name) => !Object.hasOwn(RULES, name));
	if (unknown.length > 0) {
		const shown = unknown.slice(0, 5).map((name) => `'${shortenWords(name)}'`);
		throw unusableValue(
			`'${POLICY_LABEL}' has ${shown.join(', ')}`,
			`Use only ${Object.keys(RULES).join(', ')}.`,
		);
	}
	const policy = readRules(raw, POLICY_LABEL, (rule) => `${POLICY_LABEL}: ${rule}`);
	const actual = makeFingerprint(policy);
	if (fingerprint === undefined || fingerprint === actual) return policy;
	throw unusableValue(
		`The fingerprint in '${POLICY_LABEL}' is not the one of these rules, which is ${actual}`,
		'Restore the rules. If you changed them on purpose, remove the fingerprint.',
	);
}

/**
 * Reads the rules that turn a report into a risk level, for both nodes.
 * @throws AmlCheckError for a rule that is there but empty, and for one that can't be used.
 */
export function readRiskRules(get: GetParameter): RiskPolicy {
	const chosen = readValue(CHOICE.schema, get('riskRules', 'balanced'), 'Risk Rules');
	if (chosen === 'custom') return readRules(get('customRules', {}), 'Custom Rules');
	if (chosen === 'expression') return readPolicy(get('riskPolicy', null));
	return PRESETS[chosen];
}

import type { INodeProperties } from 'n8n-workflow';

import { addLimits, DEFAULT_RISK_POLICY, LENIENT, makeFingerprint, STRICT } from '../risk';
import type { AppliedRules, RiskPolicy } from '../risk';
import { shortenWords } from '../wallet/quote';
import { choiceOption, numberOption, toFields, toSortedFields } from './fields';
import { guarded, jsonObject, readOptions, readValue, unusableValue } from './read';
import type { GetParameter } from './read';
import { LIMIT_FIELDS, SIGNAL_OPTIONS, signalLimits, signalNames } from './signals';

/* The rules that turn a report into a risk level: what nodes and credential show of them, and how they are read. */

/** A threshold from 0 to 100. `quantity` is what is compared with it. */
function threshold(
	name: 'mediumRiskFrom' | 'highRiskFrom' | 'mediumDangerFrom' | 'highDangerFrom',
	displayName: string,
	quantity: string,
) {
	const level = name.startsWith('high') ? 'high' : 'medium';
	const value = DEFAULT_RISK_POLICY[name];
	const range = { from: 0, upTo: 100, byDefault: value };
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
				'Shares at which single sources make a check medium or high risk. They replace those of Balanced for the same signal. A limit on a critical signal replaces the rule that any trace is high risk.',
			options: [{ displayName: 'Limit', name: 'limit', values: toFields(LIMIT_FIELDS) }],
		},
		schema: signalLimits,
		byDefault: [],
	},
	emptyReport: choiceOption(
		'Empty Report',
		'Level of a report with score 0 and no signals',
		{ added: 'byScore', byDefault: DEFAULT_RISK_POLICY.emptyReport },
		{
			byScore: ['By Score', 'Low, unless a score of 0 is medium or high risk'],
			unknown: ['Unknown', 'A person has to look'],
		},
	),
});

const PRESETS = { balanced: DEFAULT_RISK_POLICY, lenient: LENIENT, strict: STRICT };

const describePreset = (policy: RiskPolicy) =>
	`Score: medium from ${policy.mediumRiskFrom}, high from ${policy.highRiskFrom}. Danger share: medium from ${policy.mediumDangerFrom}%, high from ${policy.highDangerFrom}%. Suspicious sources: medium from ${policy.signalLimits[0].share}%.`;

const PRESET_CHOICES = {
	balanced: ['Balanced', describePreset(DEFAULT_RISK_POLICY)],
	strict: ['Strict', `${describePreset(STRICT)} An empty report is unknown.`],
	lenient: ['Lenient', describePreset(LENIENT)],
} as const;

const MEANING =
	'How to turn a report into the risk level low, medium or high. Any trace of sanctions, terrorism financing or child exploitation is high.';

const CHOICE = choiceOption(
	'Risk Rules',
	MEANING,
	{ added: 'credential' },
	{
		credential: [
			'As Set in the Credential',
			'One choice for every node that uses the credential. Balanced unless set there.',
		],
		...PRESET_CHOICES,
		custom: ['Custom', 'Set the thresholds yourself'],
		expression: ['From Expression', 'Take all rules from one object'],
	},
);

/** The choice that the credential has. */
export const CREDENTIAL_CHOICE = choiceOption(
	'Risk Rules',
	`${MEANING} For every node whose own Risk Rules are 'As Set in the Credential'.`,
	{ byDefault: 'balanced' },
	{ ...PRESET_CHOICES, custom: ['Custom', 'Take all rules from one JSON text'] },
);

const policyField = (choice: 'custom' | 'expression', description: string): INodeProperties => ({
	displayName: 'Risk Policy',
	name: 'riskPolicy',
	type: 'json',
	default: '{}',
	displayOptions: { show: { riskRules: [choice] } },
	placeholder: 'e.g. { "mediumRiskFrom": 20, "highRiskFrom": 60 }',
	description: `${description}: ${Object.keys(RULES).join(', ')}. A rule that is left out is as in Balanced.`,
});

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
	policyField(
		'expression',
		"Object or JSON text with the rules, for example from a data table. Use the names of 'Custom Rules'",
	),
];

/** The rules of a credential, which has no collections. */
export const CREDENTIAL_POLICY = policyField('custom', 'JSON text with the rules. Its members are');

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
	return { ...read, signalLimits: addLimits(read.signalLimits) };
}

/** Members that an item shows of its rules beside the rules. Pasted back, they change nothing. */
const ABOUT_RULES: readonly string[] = ['source', 'rules', 'fingerprint'];

function readPolicy(value: unknown, label = 'Risk Policy'): RiskPolicy {
	const given = readValue(jsonObject, value, label);
	const raw = Object.fromEntries(
		Object.entries(given).filter(([name]) => !ABOUT_RULES.includes(name)),
	);
	const unknown = Object.keys(raw).filter((name) => !Object.hasOwn(RULES, name));
	if (unknown.length > 0) {
		const shown = unknown.slice(0, 5).map((name) => `'${shortenWords(name)}'`);
		throw unusableValue(
			`'${label}' has ${shown.join(', ')}`,
			`Use only ${Object.keys(RULES).join(', ')}.`,
		);
	}
	const policy = readRules(raw, label, (rule) => `${label}: ${rule}`);
	const actual = makeFingerprint(policy);
	if (given.fingerprint === undefined || given.fingerprint === actual) return policy;
	throw unusableValue(
		`The fingerprint in '${label}' is not the one of these rules, which is ${actual}`,
		'Restore the rules. If you changed them on purpose, remove the fingerprint.',
	);
}

/**
 * Reads the rules of a credential.
 * @throws AmlCheckError for a rule that is there but empty, and for one that can't be used.
 */
export const readCredentialRules = (
	rules: keyof typeof PRESETS | 'custom',
	riskPolicy: unknown,
): AppliedRules => ({
	source: 'credential',
	rules,
	policy:
		rules === 'custom' ? readPolicy(riskPolicy, 'Risk Policy in the credential') : PRESETS[rules],
});

/**
 * Reads the rules that turn a report into a risk level, for both nodes.
 * @param ofCredential the rules that hold unless the node says otherwise.
 * @throws AmlCheckError for a rule that is there but empty, and for one that can't be used.
 */
export function readRiskRules(get: GetParameter, ofCredential: AppliedRules): AppliedRules {
	const rules = readValue(CHOICE.schema, get('riskRules', 'credential'), 'Risk Rules');
	if (rules === 'credential') return ofCredential;
	return { source: 'node', rules, policy: readOwnPolicy(rules, get) };
}

function readOwnPolicy(rules: AppliedRules['rules'], get: GetParameter): RiskPolicy {
	if (rules === 'custom') return readRules(get('customRules', {}), 'Custom Rules');
	if (rules === 'expression') return readPolicy(get('riskPolicy', null));
	return PRESETS[rules];
}

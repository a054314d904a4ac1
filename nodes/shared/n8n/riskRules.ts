import type { INodeProperties } from 'n8n-workflow';

import { findListed, PRESETS, type AppliedRules, type RiskRules, type SignalLimit } from '../level';
import { badSetting } from '../failures/failure';
import { isNothing, isObject } from '../base/values';
import { quoteValue, shortenWords } from '../wallet/quote';
import { choiceOption, numberOption, toFields } from './fields';
import {
	guarded,
	HOLDS_NOTHING,
	isEmpty,
	jsonObject,
	numberFrom,
	oneOf,
	parseOptions,
	refuseValue,
	type Option,
	type Reader,
} from './read';

/* The rules that turn a report into a level: what the credential and both nodes show of them, and how they are read. */

/** A threshold from 0 to 100. `quantity` is what is compared with it. */
function threshold(name: Threshold, displayName: string, quantity: string) {
	const level = name.startsWith('high') ? 'high' : 'medium';
	const range = { from: 0, upTo: 100, byDefault: PRESETS.balanced[name] };
	return numberOption(displayName, `${quantity} from which a check is ${level} risk`, range);
}

type Threshold = 'mediumRiskFrom' | 'highRiskFrom' | 'mediumDangerFrom' | 'highDangerFrom';

/** Reads an object that has no other members: a misspelt one would be ignored. */
function parseMembers(value: unknown, label: string, known: readonly string[]) {
	const members = jsonObject(value, label);
	const other = Object.keys(members).find((name) => !known.includes(name));
	if (other === undefined) return members;
	throw refuseValue(label, `has ${quoteValue(other)}: use only ${known.join(', ')}`);
}

const parseShare = numberFrom(0, 100);
const parseLevel = oneOf('medium', 'high');

function parseLimit(value: unknown, label: string): SignalLimit {
	const { share, level } = parseMembers(value, label, ['share', 'level']);
	return {
		share: parseShare(share, `${label}, share`),
		level: parseLevel(level, `${label}, level`),
	};
}

/** Limits by the documented names. A name that no report has would limit nothing. */
const parseSignalLimits: Reader<Record<string, SignalLimit>> = (value, label) => {
	const named = Object.entries(jsonObject(value, label)).map(([name, limit]) => {
		const signal = findListed(name)?.name;
		if (signal !== undefined) return [signal, parseLimit(limit, `${label}: ${name}`)] as const;
		throw refuseValue(label, `names '${shortenWords(name)}': use a signal that docs/risk.md lists`);
	});
	return Object.fromEntries(named);
};

const SCORE = 'Risk score (0 to 100)';
const DANGER = 'Danger share (%)';

/** Every rule is a guard: an empty one must not let a wallet pass under another threshold than the one meant. */
const RULES = guarded({
	mediumRiskFrom: threshold('mediumRiskFrom', 'Medium Risk From', SCORE),
	highRiskFrom: threshold('highRiskFrom', 'High Risk From', SCORE),
	mediumDangerFrom: threshold('mediumDangerFrom', 'Medium Danger From (%)', DANGER),
	highDangerFrom: threshold('highDangerFrom', 'High Danger From (%)', DANGER),
	signalLimits: {
		field: {
			displayName: 'Signal Limits',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "mixer": { "share": 1, "level": "high" } }',
			description: 'Share of a signal (%) from which a check is at least medium or high risk',
		},
		read: parseSignalLimits,
		byDefault: {},
	},
});

type Choice = keyof typeof PRESETS | 'credential' | 'custom';

const describePreset = (name: keyof typeof PRESETS) => {
	const { mediumRiskFrom, highRiskFrom, mediumDangerFrom, highDangerFrom } = PRESETS[name];
	return `Medium from score ${mediumRiskFrom} or danger share ${mediumDangerFrom}%, high from ${highRiskFrom} or ${highDangerFrom}%`;
};

const PRESET_CHOICES = {
	balanced: ['Balanced', describePreset('balanced')],
	strict: ['Strict', describePreset('strict')],
	lenient: ['Lenient', describePreset('lenient')],
} as const;

/** The choice that the credential has. */
export const CREDENTIAL_CHOICE = choiceOption(
	'Risk Rules',
	'How to turn a report into the risk level low, medium or high',
	{ byDefault: 'balanced' },
	{ ...PRESET_CHOICES, custom: ['Custom', 'Set the thresholds yourself'] },
);

/** The rules of a credential that has its own. */
export const CREDENTIAL_RULES: INodeProperties[] = toFields(RULES).map((field) => ({
	...field,
	displayOptions: { show: { riskRules: ['custom'] } },
}));

/** A medium threshold above the high one would never apply. */
const PAIRS = [
	['mediumRiskFrom', 'highRiskFrom'],
	['mediumDangerFrom', 'highDangerFrom'],
] as const;

function parseRules(
	raw: Readonly<Record<string, unknown>>,
	label: string,
	nameRule: (rule: keyof typeof RULES) => string,
): RiskRules {
	const read = parseOptions(RULES, raw, label, nameRule);
	for (const [medium, high] of PAIRS)
		if (read[medium] > read[high])
			throw badSetting(
				`'${nameRule(medium)}' (${read[medium]}) is above '${nameRule(high)}' (${read[high]})`,
				'Set it to the same number or a lower one.',
			);
	return {
		...read,
		signalLimits: { ...PRESETS.balanced.signalLimits, ...read.signalLimits },
		emptyReport: PRESETS.balanced.emptyReport,
	};
}

/**
 * Reads the rules of a credential.
 * @throws AmlCheckError for a rule that is there but empty, and for one that can't be used.
 */
export function parseCredentialRules(
	name: Exclude<Choice, 'credential'>,
	credential: Readonly<Record<string, unknown>>,
): Omit<AppliedRules, 'scale'> {
	const source = 'credential';
	if (name !== 'custom') return { source, name, rules: PRESETS[name] };
	if (!isNothing(credential.riskPolicy))
		throw badSetting(
			"The credential has rules under 'Risk Policy', which is gone",
			'Open the credential, enter them as thresholds and signal limits, and save it.',
		);
	const nameRule = (rule: keyof typeof RULES) =>
		`${RULES[rule].field.displayName} in the credential`;
	return { source, name, rules: parseRules(credential, 'Credential', nameRule) };
}

/** Rules that a node has for itself, or `credential`. */
type NodeRules = Pick<AppliedRules, 'name' | 'rules'> | 'credential';

const CHOICE = choiceOption(
	'Risk Rules',
	'How to turn a report into the risk level, also by an expression that gives an object with rules',
	{ byDefault: 'credential' },
	{ credential: ['As Set in the Credential', 'Balanced unless set there'], ...PRESET_CHOICES },
);

function parseOwnRules(value: unknown, label: string): RiskRules {
	const raw = parseMembers(value, label, Object.keys(RULES));
	if (isEmpty(raw)) throw refuseValue(label, HOLDS_NOTHING);
	return parseRules(raw, label, (rule) => `${label}: ${rule}`);
}

function parseNodeRules(value: unknown, label: string): NodeRules {
	if (isObject(value) || String(value).trim().startsWith('{'))
		return { name: 'custom', rules: parseOwnRules(value, label) };
	const name = CHOICE.read(value, label);
	return name === 'credential' ? name : { name, rules: PRESETS[name] };
}

/** The entry of both nodes' options: As Set in the Credential, a preset, or an object by expression. */
export const RISK_RULES: { riskRules: Option<NodeRules, 'credential'> } = guarded({
	riskRules: {
		field: CHOICE.field,
		read: parseNodeRules,
		byDefault: 'credential' as const,
	},
});

/** The rules that apply: the node's own, or those of its credential. */
export const chooseRules = (own: NodeRules, ofCredential: AppliedRules): AppliedRules =>
	own === 'credential' ? ofCredential : { ...ofCredential, ...own, source: 'node' };

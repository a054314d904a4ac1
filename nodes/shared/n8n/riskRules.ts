import type { INodeProperties } from 'n8n-workflow';

import { findListed, PRESETS, type AppliedRules, type RiskRules, type SignalLimit } from '../level';
import { badSetting } from '../failures/failure';
import { isNothing, isObject } from '../base/values';
import { z } from '../vendor/zod';
import { quoteValue, shortenWords } from '../wallet/quote';
import { choiceOption, numberOption, toFields } from './fields';
import {
	guarded,
	jsonObject,
	numberFrom,
	oneOf,
	parseJson,
	parseOptions,
	parseValue,
} from './read';
import type { Option } from './read';

/* The rules that turn a report into a level: what the credential and both nodes show of them, and how they are read. */

/** A threshold from 0 to 100. `quantity` is what is compared with it. */
function threshold(name: Threshold, displayName: string, quantity: string) {
	const level = name.startsWith('high') ? 'high' : 'medium';
	const range = { from: 0, upTo: 100, byDefault: PRESETS.balanced[name] };
	return numberOption(displayName, `${quantity} from which a check is ${level} risk`, range);
}

type Threshold = 'mediumRiskFrom' | 'highRiskFrom' | 'mediumDangerFrom' | 'highDangerFrom';

const limit = z.object({ share: numberFrom(0, 100), level: oneOf('medium', 'high') }).strict();

/** Limits by the documented names. A name that no report has would limit nothing. */
const signalLimits = z.preprocess(parseJson, z.record(limit)).transform((limits, context) => {
	const named = Object.entries(limits).map(([name, one]): [string, SignalLimit] => {
		const listed = findListed(name)?.name;
		const message = `names '${shortenWords(name)}': use a signal that docs/risk.md lists`;
		if (listed === undefined) context.addIssue({ code: 'custom', message });
		return [listed ?? name, one];
	});
	return Object.fromEntries(named);
});

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
		schema: signalLimits,
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
): AppliedRules {
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
type NodeRules = Omit<AppliedRules, 'source'> | 'credential';

const CHOICE = choiceOption(
	'Risk Rules',
	'How to turn a report into the risk level, also by an expression that gives an object with rules',
	{ byDefault: 'credential' },
	{ credential: ['As Set in the Credential', 'Balanced unless set there'], ...PRESET_CHOICES },
);

function parseOwnRules(value: unknown): RiskRules {
	const raw = parseValue(jsonObject, value, 'Risk Rules');
	const unknown = Object.keys(raw).find((name) => !Object.hasOwn(RULES, name));
	if (unknown === undefined) return parseRules(raw, 'Risk Rules', (rule) => `Risk Rules: ${rule}`);
	const advice = `Use only ${Object.keys(RULES).join(', ')}.`;
	throw badSetting(`'Risk Rules' has ${quoteValue(unknown)}`, advice);
}

function parseNodeRules(value: unknown): NodeRules {
	if (isObject(value) || String(value).trim().startsWith('{'))
		return { name: 'custom', rules: parseOwnRules(value) };
	const name = parseValue(CHOICE.schema, value, 'Risk Rules');
	return name === 'credential' ? name : { name, rules: PRESETS[name] };
}

/** The entry of both nodes' options: As Set in the Credential, a preset, or an object by expression. */
export const RISK_RULES: { riskRules: Option<NodeRules, 'credential'> } = guarded({
	riskRules: {
		field: CHOICE.field,
		schema: z.unknown().transform(parseNodeRules),
		byDefault: 'credential' as const,
	},
});

/** The rules that apply: the node's own, or those of its credential. */
export const chooseRules = (own: NodeRules, ofCredential: AppliedRules): AppliedRules =>
	own === 'credential' ? ofCredential : { source: 'node', ...own };

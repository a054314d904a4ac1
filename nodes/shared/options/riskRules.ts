import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_RISK_POLICY, makeFingerprint, LENIENT, SIGNAL_NAMES, STRICT } from '../risk';
import type { RiskPolicy } from '../risk';
import { plainText } from '../risk/format';
import { findNearestSignal, findSignal, OWN_PREFIX, signalKey } from '../risk/vocabulary';
import { isObject } from '../values';
import { z } from '../vendor/zod';
import { choiceOption, listOption, numberOption, toFields, toSortedFields } from './fields';
import {
	BETWEEN_NAMES,
	EMPTY_GUARD,
	guarded,
	nameList,
	readOptions,
	readValue,
	recognizedBy,
	unusableValue,
} from './read';
import type { GetParameter } from './read';

/* The rules that turn a report into a risk level: what both nodes show of them, and how they are read. */

const canonicalName = (name: string) => findSignal(name)?.name ?? name.trim();

/** A name that no group has would match nothing. One that the user's own service sends begins with a mark. */
const isUsableName = (name: string) =>
	findSignal(name) !== undefined || name.trim().toLowerCase().startsWith(OWN_PREFIX);

/** Says what to write in place of a name that nobody knows. */
const adviseName = (name: string) =>
	`use '${findNearestSignal(name)}', or '${OWN_PREFIX}${plainText(name, 40)}' if your service sends that name`;

const signalNames = nameList.transform((names, ctx) => {
	const message = "is not a list of signal names: use names such as 'mixer'";
	if (names.some((name) => signalKey(name) === '')) ctx.addIssue({ code: 'custom', message });
	const unknown = names.find((name) => signalKey(name) !== '' && !isUsableName(name));
	if (unknown !== undefined)
		ctx.addIssue({
			code: 'custom',
			message: `names '${plainText(unknown, 40)}', which is no known signal: ${adviseName(unknown)}`,
		});
	return [...new Map(names.map((name) => [signalKey(name), canonicalName(name)])).values()];
});

const isSignalName = (value: unknown): value is string =>
	typeof value === 'string' && signalKey(value) !== '' && !BETWEEN_NAMES.test(value);

/** One signal of a limit. */
const signalName: z.ZodType<string, z.ZodTypeDef, unknown> = recognizedBy(
	(value) => (isSignalName(value) ? canonicalName(value) : undefined),
	"the name of a signal such as 'mixer'",
).pipe(
	z.string().superRefine((name, ctx) => {
		if (isUsableName(name)) return;
		const message = `is '${plainText(name, 40)}', which is no known signal: ${adviseName(name)}`;
		ctx.addIssue({ code: 'custom', message });
	}),
);

const SIGNAL_OPTIONS = SIGNAL_NAMES.map(({ label, name }) => ({ name: label, value: name }));

/** The fields of one limit, in the order of the editor. */
const LIMIT_FIELDS = {
	signal: listOption('Signal', 'Source of funds to limit', {
		options: SIGNAL_OPTIONS,
		added: 'mixer',
		schema: signalName,
	}),
	share: numberOption(
		'Share (%)',
		'Share of the funds (%) at which the level applies. 0 means any trace.',
		{ from: 0, upTo: 100, added: 1 },
	),
	level: choiceOption(
		'Level',
		'Minimum risk level',
		{ added: 'high' },
		{ medium: ['Medium'], high: ['High'] },
	),
};

const signalLimit = z
	.object({
		signal: LIMIT_FIELDS.signal.schema,
		share: LIMIT_FIELDS.share.schema,
		level: LIMIT_FIELDS.level.schema,
	})
	.strict();

const signalLimits = z.preprocess(
	(value) => (isObject(value) && Array.isArray(value.limit) ? value.limit : value),
	z.array(signalLimit),
);

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
const DANGER = 'Total share of risky sources (%)';

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
			description: 'Risky sources that make a check high risk, however small their share is',
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
			// n8n drops a collection that was added and left empty, so it begins with a row.
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
	`Score: medium from ${policy.mediumRiskFrom}, high from ${policy.highRiskFrom}. Risky sources: medium from ${policy.mediumDangerFrom}%, high from ${policy.highDangerFrom}%.`;

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

/** An object with rules, or the same as a JSON text. */
const policyObject = z.preprocess(
	(value) => (typeof value === 'string' ? parseJson(value) : value),
	z.record(z.unknown()).refine((rules) => Object.keys(rules).length > 0, { message: EMPTY_GUARD }),
);

function parseJson(value: string): unknown {
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return value;
	}
}

function readPolicy(value: unknown): RiskPolicy {
	const { fingerprint, ...raw } = readValue(policyObject, value, POLICY_LABEL);
	const unknown = Object.keys(raw).filter((name) => !Object.hasOwn(RULES, name));
	if (unknown.length > 0) {
		const shown = unknown.slice(0, 5).map((name) => `'${plainText(name, 40)}'`);
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

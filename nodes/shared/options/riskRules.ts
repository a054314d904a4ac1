import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_RISK_POLICY, LENIENT, STRICT, fingerprintOf } from '../risk/policy';
import { plainText } from '../risk/format';
import type { RiskPolicy } from '../risk';
import { knownSignal, signalKey } from '../risk/vocabulary';
import { isObject } from '../values';
import { z } from '../vendor/zod';
import {
	BETWEEN_NAMES,
	EMPTY_GUARD,
	guarded,
	nameList,
	numberFrom,
	oneOf,
	readOptions,
	readValue,
	unusableValue,
} from './read';
import type { GetParameter } from './read';
import { RULE_FIELDS } from './riskFields';

const percent = numberFrom(0, 100);

const canonicalName = (name: string) => knownSignal(name)?.name ?? name.trim();

const NO_NAME = "is not a list of signal names: use names such as 'mixer'";

const signalNames = nameList.transform((names, ctx) => {
	if (names.some((name) => signalKey(name) === ''))
		ctx.addIssue({ code: 'custom', message: NO_NAME });
	return [...new Map(names.map((name) => [signalKey(name), canonicalName(name)])).values()];
});

const signalName = z
	.string()
	.refine((name) => signalKey(name) !== '' && !BETWEEN_NAMES.test(name), {
		message: "is not the name of a signal: use one such as 'mixer'",
	})
	.transform(canonicalName);

const signalLimits = z.preprocess(
	(value) => (isObject(value) && Array.isArray(value.limit) ? value.limit : value),
	z.array(
		z.object({ signal: signalName, share: percent, level: oneOf('medium', 'high') }).strict(),
	),
);

/** Every rule is a guard: an empty one must not let a wallet pass under another threshold than the one meant. */
const RULES = {
	mediumRiskFrom: guarded(
		RULE_FIELDS.mediumRiskFrom,
		percent.default(DEFAULT_RISK_POLICY.mediumRiskFrom),
	),
	highRiskFrom: guarded(
		RULE_FIELDS.highRiskFrom,
		percent.default(DEFAULT_RISK_POLICY.highRiskFrom),
	),
	mediumDangerFrom: guarded(
		RULE_FIELDS.mediumDangerFrom,
		percent.default(DEFAULT_RISK_POLICY.mediumDangerFrom),
	),
	highDangerFrom: guarded(
		RULE_FIELDS.highDangerFrom,
		percent.default(DEFAULT_RISK_POLICY.highDangerFrom),
	),
	criticalSignals: guarded(
		RULE_FIELDS.criticalSignals,
		signalNames.default([...DEFAULT_RISK_POLICY.criticalSignals]),
	),
	signalLimits: guarded(RULE_FIELDS.signalLimits, signalLimits.default([])),
};

const POLICY_LABEL = 'Risk Policy';

type Labels = (key: string, field: INodeProperties) => string;

/** A medium threshold above the high one would never apply. */
const PAIRS = [
	['mediumRiskFrom', 'highRiskFrom'],
	['mediumDangerFrom', 'highDangerFrom'],
] as const;

function readRules(raw: unknown, collection: string, labelFor: Labels): RiskPolicy {
	const rules = readOptions(RULES, raw, collection, labelFor);
	for (const [medium, high] of PAIRS) {
		if (rules[medium] <= rules[high]) continue;
		const label = (key: keyof typeof RULES) => labelFor(key, RULES[key].field);
		throw unusableValue(
			`'${label(medium)}' (${rules[medium]}) is above '${label(high)}' (${rules[high]})`,
			'Set it to the same number or a lower one.',
		);
	}
	return rules;
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
	const policy = readRules(raw, POLICY_LABEL, (key) => `${POLICY_LABEL}: ${key}`);
	const actual = fingerprintOf(policy);
	if (fingerprint === undefined || fingerprint === actual) return policy;
	throw unusableValue(
		`The fingerprint in '${POLICY_LABEL}' is not the one of these rules, which is ${actual}`,
		'Restore the rules. If you changed them on purpose, remove the fingerprint.',
	);
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

const choice = oneOf('balanced', 'strict', 'lenient', 'custom', 'expression');

/**
 * Reads the rules that turn a report into a risk level, for both nodes (design 2).
 * @param get a node parameter by its name, with what to return if the operation has no such parameter.
 * @returns the rules.
 * @throws AmlCheckError for a rule that is there but empty, for one that can't be used, and for a medium threshold above
 * the high one.
 */
export function readRiskRules(get: GetParameter): RiskPolicy {
	const chosen = readValue(choice, get('riskRules', 'balanced'), 'Risk Rules');
	switch (chosen) {
		case 'custom':
			return readRules(get('customRules', {}), 'Custom Rules', (_, { displayName }) => displayName);
		case 'expression':
			return readPolicy(get('riskPolicy', null));
		case 'strict':
			return STRICT;
		case 'lenient':
			return LENIENT;
		default:
			return DEFAULT_RISK_POLICY;
	}
}

import { isObject } from '../values';
import { DEFAULT_RISK_POLICY, fingerprintOf } from './policy';
import {
	quote,
	readLimits,
	readNames,
	readPercent,
	readScale,
	refuseNothing,
} from './policyValues';
import type { Read } from './policyValues';
import { plainText } from './text';
import type { RiskPolicy } from './types';

/** The risk options of a node as n8n hands them over, expressions resolved. */
export type RiskPolicyOptions = { [K in keyof RiskPolicy | 'riskPolicy']?: unknown };

/** The options' labels, by their names. */
const LABELS: Record<keyof RiskPolicy, string> = {
	criticalSignals: 'Critical Signals',
	highDangerFrom: 'High Danger From (%)',
	highRiskFrom: 'High Risk From',
	mediumDangerFrom: 'Medium Danger From (%)',
	mediumRiskFrom: 'Medium Risk From',
	riskScoreScale: 'Risk Score Scale',
	signalLimits: 'Signal Limits',
};

const KEYS = Object.keys(LABELS) as Array<keyof RiskPolicy>;

const isRule = (key: string) => KEYS.some((known) => known === key);

/** How a message calls a rule. */
type Naming = (key: keyof RiskPolicy) => string;

const asOption: Naming = (key) => `'${LABELS[key]}'`;

const asKey: Naming = (key) => `'Risk Policy': '${key}'`;

/**
 * Makes a policy of a node's options (design 2). An option that is not there means its default; one that is there and
 * holds nothing, or is not usable, is refused, so that a run stops before anything is paid. `riskPolicy` takes all
 * rules in one value, and then no other risk option may stand beside it: which of the two counts would be a guess.
 *
 * @param options thresholds as numbers or numeric texts from 0 to 100, the scale by its name, critical signals as a
 * list of names or as one text with commas, limits as a list; `riskPolicy` as an object or a JSON text
 * @returns the policy, or a message that says what is not usable and what to do
 */
export function parseRiskPolicy(
	options: RiskPolicyOptions,
): { policy: RiskPolicy } | { refusal: string } {
	if (!('riskPolicy' in options)) return readRules(options, asOption);
	const beside = KEYS.filter((key) => key in options).map((key) => LABELS[key]);
	if (beside.length > 0) {
		return {
			refusal: `'Risk Policy' and '${beside.join("', '")}' are both set. Remove one of them: Risk Policy holds all rules of the risk level.`,
		};
	}
	const whole = readWhole(options.riskPolicy);
	return 'refusal' in whole ? whole : readPolicyObject(whole.value);
}

/** An object, from an expression or as a JSON text. */
function readWhole(value: unknown): Read<Record<string, unknown>> {
	const nothing = refuseNothing(value, "'Risk Policy'");
	if (nothing) return nothing;
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	if (isObject(parsed)) return refuseNothing(parsed, "'Risk Policy'") ?? { value: parsed };
	const is = parsed === undefined ? 'a text that is no JSON' : quote(parsed);
	return {
		refusal: `'Risk Policy' is ${is}. Use an object such as { "mediumRiskFrom": 25 }, or the same as a JSON text.`,
	};
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

function readPolicyObject(
	raw: Record<string, unknown>,
): { policy: RiskPolicy } | { refusal: string } {
	const { fingerprint, ...rules } = raw;
	const strangers = Object.keys(rules).filter((key) => !isRule(key));
	if (strangers.length > 0) {
		const names = strangers.slice(0, 5).map((key) => `'${plainText(key, 40)}'`);
		return {
			refusal: `'Risk Policy' has ${names.join(', ')}. Use only ${KEYS.join(', ')}.`,
		};
	}
	const read = readRules(rules, asKey);
	if ('refusal' in read || fingerprint === undefined) return read;
	const actual = fingerprintOf(read.policy);
	if (fingerprint === actual) return read;
	return {
		refusal: `'Risk Policy': 'fingerprint' is ${quote(fingerprint)}, but these rules have ${actual}. Restore the rules, or remove the fingerprint after a change that is meant.`,
	};
}

/** What is not there means the default, what is there has to be usable. */
function readRules(
	raw: RiskPolicyOptions,
	name: Naming,
): { policy: RiskPolicy } | { refusal: string } {
	const refusals: string[] = [];
	const rule = <K extends keyof RiskPolicy>(
		key: K,
		read: (value: unknown, label: string) => Read<RiskPolicy[K]>,
	): RiskPolicy[K] => {
		if (!(key in raw)) return DEFAULT_RISK_POLICY[key];
		const value = refuseNothing(raw[key], name(key)) ?? read(raw[key], name(key));
		if ('value' in value) return value.value;
		refusals.push(value.refusal);
		return DEFAULT_RISK_POLICY[key];
	};
	const percent = (
		key: 'mediumRiskFrom' | 'highRiskFrom' | 'mediumDangerFrom' | 'highDangerFrom',
	) => rule(key, (value, label) => readPercent(value, label, DEFAULT_RISK_POLICY[key]));
	const policy: RiskPolicy = {
		riskScoreScale: rule('riskScoreScale', (value, label) =>
			readScale(value, label, DEFAULT_RISK_POLICY.riskScoreScale),
		),
		mediumRiskFrom: percent('mediumRiskFrom'),
		highRiskFrom: percent('highRiskFrom'),
		mediumDangerFrom: percent('mediumDangerFrom'),
		highDangerFrom: percent('highDangerFrom'),
		criticalSignals: rule('criticalSignals', readNames),
		signalLimits: rule('signalLimits', readLimits),
	};
	const refusal = refusals[0] ?? orderRefusal(policy, name);
	return refusal === undefined ? { policy } : { refusal };
}

/** A medium threshold above the high one would never be reached. */
function orderRefusal(policy: RiskPolicy, name: Naming): string | undefined {
	const pairs = [
		['mediumRiskFrom', 'highRiskFrom'],
		['mediumDangerFrom', 'highDangerFrom'],
	] as const;
	const wrong = pairs.find(([medium, high]) => policy[medium] > policy[high]);
	if (!wrong) return undefined;
	const [medium, high] = wrong;
	return `${name(medium)} (${policy[medium]}) is above ${name(high)} (${policy[high]}). Set it to the same number or a lower one.`;
}

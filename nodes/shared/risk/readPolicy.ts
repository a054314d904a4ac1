import { guarded, readObject, required, unusableValue } from '../parameters';
import { DEFAULT_RISK_POLICY, fingerprintOf } from './policy';
import { readLimits, readPercent, readScale, readSignalNames } from './policyValues';
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

const asOption: Naming = (key) => LABELS[key];

const asKey: Naming = (key) => `Risk Policy: ${key}`;

/**
 * Makes a policy of a node's options (design 2). An option that is not there means its default; one that is there and
 * holds nothing, or is not usable, is refused, so that a run stops before anything is paid. `riskPolicy` takes all
 * rules in one value, and then no other risk option may stand beside it: which of the two counts would be a guess.
 *
 * @param options thresholds as numbers or numeric texts from 0 to 100, the scale by its name, critical signals as a
 * list of names or as one text with commas, limits as a list; `riskPolicy` as an object or a JSON text
 * @returns the policy
 * @throws AmlCheckError that says what is not usable and what to do
 */
export function readRiskPolicy(options: RiskPolicyOptions): RiskPolicy {
	if (!('riskPolicy' in options)) return readRules(options, asOption);
	const beside = KEYS.filter((key) => key in options).map((key) => LABELS[key]);
	if (beside.length > 0)
		throw unusableValue(
			`'Risk Policy' and '${beside.join("', '")}' are both set`,
			'Remove one of them: Risk Policy holds all rules of the risk level.',
		);
	const wanted = 'an object such as { "mediumRiskFrom": 25 }, or the same as a JSON text';
	const whole = readObject(required(options.riskPolicy, 'Risk Policy'), 'Risk Policy', wanted);
	return readPolicyObject(required(whole, 'Risk Policy') as Record<string, unknown>);
}

function readPolicyObject(raw: Record<string, unknown>): RiskPolicy {
	const { fingerprint, ...rules } = raw;
	const strangers = Object.keys(rules).filter((key) => !isRule(key));
	if (strangers.length > 0) {
		const names = strangers.slice(0, 5).map((key) => `'${plainText(key, 40)}'`);
		throw unusableValue(`'Risk Policy' has ${names.join(', ')}`, `Use only ${KEYS.join(', ')}.`);
	}
	const policy = readRules(rules, asKey);
	const actual = fingerprintOf(policy);
	if (fingerprint === undefined || fingerprint === actual) return policy;
	throw unusableValue(
		`'Risk Policy: fingerprint' is not that of these rules, which is ${actual}`,
		'Restore the rules, or remove the fingerprint after a change that is meant.',
	);
}

/** What is not there means the default, what is there has to be usable. */
function readRules(raw: RiskPolicyOptions, name: Naming): RiskPolicy {
	const rule = <K extends keyof RiskPolicy>(
		key: K,
		read: (value: unknown, label: string) => RiskPolicy[K],
	): RiskPolicy[K] => {
		const value = guarded(raw, key, name(key));
		return value === undefined ? DEFAULT_RISK_POLICY[key] : read(value, name(key));
	};
	const percent = (
		key: 'mediumRiskFrom' | 'highRiskFrom' | 'mediumDangerFrom' | 'highDangerFrom',
	) => rule(key, (value, label) => readPercent(value, label, DEFAULT_RISK_POLICY[key]));
	const policy: RiskPolicy = {
		riskScoreScale: rule('riskScoreScale', readScale),
		mediumRiskFrom: percent('mediumRiskFrom'),
		highRiskFrom: percent('highRiskFrom'),
		mediumDangerFrom: percent('mediumDangerFrom'),
		highDangerFrom: percent('highDangerFrom'),
		criticalSignals: rule('criticalSignals', readSignalNames),
		signalLimits: rule('signalLimits', readLimits),
	};
	refuseOrder(policy, name);
	return policy;
}

/** A medium threshold above the high one would never be reached. */
function refuseOrder(policy: RiskPolicy, name: Naming): void {
	const pairs = [
		['mediumRiskFrom', 'highRiskFrom'],
		['mediumDangerFrom', 'highDangerFrom'],
	] as const;
	const wrong = pairs.find(([medium, high]) => policy[medium] > policy[high]);
	if (!wrong) return;
	const [medium, high] = wrong;
	throw unusableValue(
		`'${name(medium)}' (${policy[medium]}) is above '${name(high)}' (${policy[high]})`,
		'Set it to the same number or a lower one.',
	);
}

import { createHash } from 'node:crypto';

import type { RiskPolicy, SignalLimit } from './types';
import { knownSignal, signalKey } from './vocabulary';

/** The default rules (design 2). */
export const DEFAULT_RISK_POLICY: RiskPolicy = {
	mediumRiskFrom: 25,
	highRiskFrom: 75,
	mediumDangerFrom: 5,
	highDangerFrom: 25,
	criticalSignals: ['child_exploitation', 'sanctions', 'terrorism_financing'],
	signalLimits: [],
};

/** Rules for those who would rather review too much. */
export const STRICT: RiskPolicy = {
	...DEFAULT_RISK_POLICY,
	mediumRiskFrom: 10,
	highRiskFrom: 50,
	mediumDangerFrom: 1,
	highDangerFrom: 10,
};

/** Rules for those who accept more risk. */
export const LENIENT: RiskPolicy = {
	...DEFAULT_RISK_POLICY,
	mediumRiskFrom: 50,
	highRiskFrom: 90,
	mediumDangerFrom: 10,
	highDangerFrom: 50,
};

/** A policy as the output shows it, and as the parameter Risk Policy accepts it. */
export interface DescribedPolicy extends RiskPolicy {
	fingerprint: string;
	criticalSignals: string[];
	signalLimits: SignalLimit[];
}

/** Enough to tell policies apart, short enough to read out. */
const FINGERPRINT_LENGTH = 12;

/**
 * Describes a policy for the output, so that an auditor sees what was applied.
 *
 * @param policy the policy that was applied
 * @returns a plain object of its own, ready to go into an item's json
 */
export function describePolicy(policy: RiskPolicy): DescribedPolicy {
	return {
		fingerprint: fingerprintOf(policy),
		mediumRiskFrom: policy.mediumRiskFrom,
		highRiskFrom: policy.highRiskFrom,
		mediumDangerFrom: policy.mediumDangerFrom,
		highDangerFrom: policy.highDangerFrom,
		criticalSignals: [...policy.criticalSignals],
		signalLimits: policy.signalLimits.map(({ signal, share, level }) => ({ signal, share, level })),
	};
}

/**
 * A short text that is the same for the same rules, and another one as soon as a rule changes. The order in which
 * signals and limits are listed, and how their names are spelled, are no rules.
 *
 * @param policy any policy
 * @returns twelve hexadecimal digits
 */
export function fingerprintOf(policy: RiskPolicy): string {
	const rules = JSON.stringify([
		policy.mediumRiskFrom,
		policy.highRiskFrom,
		policy.mediumDangerFrom,
		policy.highDangerFrom,
		policy.criticalSignals.map(signalKey).sort(),
		policy.signalLimits
			.map(({ signal, share, level }) => JSON.stringify([signalKey(signal), share, level]))
			.sort(),
	]);
	return createHash('sha256').update(rules).digest('hex').slice(0, FINGERPRINT_LENGTH);
}

/**
 * The names in a policy's rules that are no documented signal's: the service may have more (service 2.4), or somebody
 * has misspelled one, and then the rule never applies.
 *
 * @param policy any policy
 * @returns the names, as the policy has them
 */
export function unlistedSignals({ criticalSignals, signalLimits }: RiskPolicy): string[] {
	const names = [...criticalSignals, ...signalLimits.map(({ signal }) => signal)];
	return names.filter((name) => knownSignal(name) === undefined);
}

import { createHash } from 'node:crypto';

import type { DescribedPolicy } from '../outputs/check';
import { knownSignal, signalKey } from './vocabulary';

/** The rules that turn a report into a level. Scores are on the scale 0 to 100, shares are percents. */
export type RiskPolicy = Omit<DescribedPolicy, 'fingerprint'>;

const makePreset = (
	mediumRiskFrom: number,
	highRiskFrom: number,
	mediumDangerFrom: number,
	highDangerFrom: number,
): RiskPolicy => ({
	mediumRiskFrom,
	highRiskFrom,
	mediumDangerFrom,
	highDangerFrom,
	criticalSignals: ['child_exploitation', 'sanctions', 'terrorism_financing'],
	signalLimits: [],
});

/** The default rules, which the editor calls Balanced. */
export const DEFAULT_RISK_POLICY = makePreset(25, 75, 5, 25);

/** Rules for those who would rather review too much. */
export const STRICT = makePreset(10, 50, 1, 10);

/** Rules for those who accept more risk. */
export const LENIENT = makePreset(50, 90, 10, 50);

/** Enough digits to show that policies differ, and few enough to read out. */
const FINGERPRINT_LENGTH = 12;

/** Describes the applied rules for auditors: a copy with a fingerprint, ready to go into an item's json. */
export function describePolicy(policy: RiskPolicy): DescribedPolicy {
	return {
		fingerprint: fingerprintOf(policy),
		...policy,
		criticalSignals: [...policy.criticalSignals],
		signalLimits: policy.signalLimits.map((limit) => ({ ...limit })),
	};
}

/**
 * A text of twelve hexadecimal digits that is the same for the same rules and changes with every rule. The order of
 * signals and limits, and the spelling of their names, make no difference.
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
 * The names in a policy's rules that the service does not document. The service may send more signals than it
 * documents, or somebody misspelled a name, and then the rule never applies.
 */
export function unlistedSignals({ criticalSignals, signalLimits }: RiskPolicy): string[] {
	const names = [...criticalSignals, ...signalLimits.map(({ signal }) => signal)];
	return names.filter((name) => knownSignal(name) === undefined);
}

import { createHash } from 'node:crypto';

import type { DescribedPolicy } from '../outputs/check';
import { signalKey } from './vocabulary';

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
export const STRICT = makePreset(10, 50, 1, 10);
export const LENIENT = makePreset(50, 90, 10, 50);

/** Describes the applied rules for auditors: a copy, so that nobody can change the rules through an item's json. */
export const describePolicy = (policy: RiskPolicy): DescribedPolicy => ({
	fingerprint: makeFingerprint(policy),
	...structuredClone(policy),
});

/** Changes with every rule. The order of signals and limits, and the spelling of their names, make no difference. */
export function makeFingerprint(policy: RiskPolicy): string {
	const limits = policy.signalLimits.map(({ signal, share, level }) =>
		JSON.stringify([signalKey(signal), share, level]),
	);
	const rules = JSON.stringify([
		policy.mediumRiskFrom,
		policy.highRiskFrom,
		policy.mediumDangerFrom,
		policy.highDangerFrom,
		policy.criticalSignals.map(signalKey).sort(),
		limits.sort(),
	]);
	return createHash('sha256').update(rules).digest('hex').slice(0, 12);
}

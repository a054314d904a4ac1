import { createHash } from 'node:crypto';

import type { DescribedPolicy } from '../outputs/check';
import { signalKey } from './vocabulary';

/** The rules that turn a report into a level. Scores are on the scale 0 to 100, shares are percents. */
export type RiskPolicy = Omit<DescribedPolicy, 'source' | 'rules' | 'fingerprint'>;

/** Rules, where they were chosen, and under which name. */
export interface AppliedRules extends Pick<DescribedPolicy, 'source' | 'rules'> {
	policy: RiskPolicy;
}

/** Signals that compliance people call suspicious: a large share of one needs a look. */
const SUSPICIOUS = [
	'atm',
	'exchange_mlrisk_high',
	'exchange_mlrisk_veryhigh',
	'p2p_exchange_mlrisk_high',
	'p2p_exchange_mlrisk_veryhigh',
	'seized_assets',
];

/** The limits of a preset. */
const makeLimits = (share: number): RiskPolicy['signalLimits'] =>
	SUSPICIOUS.map((signal) => ({ signal, share, level: 'medium' }));

/** The default rules, which the editor calls Balanced. */
export const DEFAULT_RISK_POLICY: RiskPolicy = {
	mediumRiskFrom: 25,
	highRiskFrom: 75,
	mediumDangerFrom: 5,
	highDangerFrom: 25,
	criticalSignals: ['child_exploitation', 'sanctions', 'terrorism_financing'],
	signalLimits: makeLimits(25),
	emptyReport: 'byScore',
};

export const STRICT: RiskPolicy = {
	...DEFAULT_RISK_POLICY,
	mediumRiskFrom: 10,
	highRiskFrom: 50,
	mediumDangerFrom: 1,
	highDangerFrom: 10,
	signalLimits: makeLimits(10),
	emptyReport: 'unknown',
};

export const LENIENT: RiskPolicy = {
	...DEFAULT_RISK_POLICY,
	mediumRiskFrom: 50,
	highRiskFrom: 90,
	mediumDangerFrom: 10,
	highDangerFrom: 50,
	signalLimits: makeLimits(50),
};

/** Adds limits to those of Balanced; limits of the same signal replace its limit. */
export function addLimits(limits: RiskPolicy['signalLimits']): RiskPolicy['signalLimits'] {
	const own = new Set(limits.map(({ signal }) => signalKey(signal)));
	return [
		...DEFAULT_RISK_POLICY.signalLimits.filter(({ signal }) => !own.has(signalKey(signal))),
		...limits,
	];
}

/** Describes the applied rules for auditors: a copy, so that nobody can change the rules through an item's json. */
export const describePolicy = ({ source, rules, policy }: AppliedRules): DescribedPolicy => ({
	source,
	rules,
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
		policy.emptyReport,
	]);
	return createHash('sha256').update(rules).digest('hex').slice(0, 12);
}

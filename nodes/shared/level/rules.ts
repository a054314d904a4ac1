import { createHash } from 'node:crypto';

import type { RiskScoreScale } from './report';

/** The share of a signal, in percent, from which the level is at least this; 0 means any trace. */
export interface SignalLimit {
	share: number;
	level: 'medium' | 'high';
}

/** The rules that turn a report into a level. Scores are from 0 to 100, shares are percents. */
export interface RiskRules {
	mediumRiskFrom: number;
	highRiskFrom: number;
	mediumDangerFrom: number;
	highDangerFrom: number;
	/** By the documented names of the signals. */
	signalLimits: Readonly<Record<string, SignalLimit>>;
	/** The level of a report with score 0 and no signals. */
	emptyReport: 'low' | 'unknown';
}

type RulesName = 'balanced' | 'strict' | 'lenient' | 'custom';

/** Rules, where they were chosen, and under which name; and the scale of the scores, which the service decides. */
export interface AppliedRules {
	source: 'credential' | 'node';
	name: RulesName;
	rules: RiskRules;
	scale: RiskScoreScale;
}

/** Of what compliance people call suspicious, these need a look where the share is large. */
const LIMITED = [
	'atm',
	'exchange_mlrisk_high',
	'exchange_mlrisk_veryhigh',
	'p2p_exchange_mlrisk_high',
	'p2p_exchange_mlrisk_veryhigh',
	'seized_assets',
];

/** @param limit the share from which what is suspicious is medium. */
const makePreset = (
	[mediumRiskFrom, highRiskFrom]: [number, number],
	[mediumDangerFrom, highDangerFrom]: [number, number],
	limit: number,
	emptyReport: RiskRules['emptyReport'],
): RiskRules => ({
	mediumRiskFrom,
	highRiskFrom,
	mediumDangerFrom,
	highDangerFrom,
	signalLimits: Object.fromEntries(
		LIMITED.map((name) => [name, { share: limit, level: 'medium' }]),
	),
	emptyReport,
});

/** The presets. The provider's own band of high begins at 70. */
export const PRESETS: Readonly<Record<Exclude<RulesName, 'custom'>, RiskRules>> = {
	balanced: makePreset([25, 70], [5, 25], 25, 'low'),
	strict: makePreset([10, 50], [1, 10], 10, 'unknown'),
	lenient: makePreset([50, 90], [10, 50], 50, 'low'),
};

/** Changes with every rule; the order of the limits makes no difference. */
function makeFingerprint({ signalLimits, ...others }: RiskRules): string {
	const limits = Object.entries(signalLimits).map(
		([name, { share, level }]) => `${name} ${share} ${level}`,
	);
	const parts = [...Object.entries(others).map(String), ...limits].sort();
	return createHash('sha256').update(parts.join()).digest('hex').slice(0, 12);
}

/** The applied rules as an item's details show them: a copy, so that nobody changes the rules through the item. */
export const describeRules = ({ source, name, rules }: AppliedRules) => ({
	source,
	name,
	fingerprint: makeFingerprint(rules),
	...structuredClone(rules),
});

import { clip, denoise, formatNumber } from '../base/format';
import type { Signal } from './report';
import type { RiskRules } from './rules';
import { findListed, findTraceLevel, nameSignal, type SignalGroup } from './vocabulary';

/** A doubt may hide the worst, a gap only prevents `low`, and a note decides nothing. */
export type Weight = 'high' | 'doubt' | 'medium' | 'gap' | 'low' | 'note';

/** Why a level is what it is: `what` alone, or `what` with the rule that makes something of it. */
export interface Ground {
	weight: Weight;
	/** Such as `sanctions 3%`. */
	what: string;
	/** Such as `any trace is high`. */
	why?: string;
	/** Further signals, for the reason alone. */
	behind?: string;
	isScore?: boolean;
}

const describeSignal = ({ name, share }: Signal) => `${nameSignal(name)} ${formatNumber(share)}%`;

/** Lists the first five, and how many more there are. */
function describeSignals(signals: readonly Signal[]): string {
	const listed = signals.slice(0, 5).map(describeSignal);
	const shown = clip(listed.join(', '), 240);
	return signals.length > 5 ? `${shown} and ${signals.length - 5} more` : shown;
}

const ofGroups = (signals: readonly Signal[], ...groups: SignalGroup[]) =>
	signals.filter(({ group }) => groups.includes(group));

/** The share of the signals of some groups in percent, at most 100. */
export function sumShares(signals: readonly Signal[], ...groups: SignalGroup[]): number {
	const sum = ofGroups(signals, ...groups).reduce((total, { share }) => total + share, 0);
	return Math.min(100, denoise(sum));
}

/** The level of a quantity between two thresholds, and the words for both. */
function compare(value: number, mediumFrom: number, highFrom: number, unit = '') {
	const weight = value >= highFrom ? 'high' : value >= mediumFrom ? 'medium' : 'low';
	const bound = formatNumber(weight === 'high' ? highFrom : mediumFrom);
	const why = `${weight === 'low' ? 'below' : `${weight} from`} ${bound}${unit}`;
	return { weight, text: formatNumber(value), why } as const;
}

/** @param score 0 to 100. The service doesn't say how it computes it, so the reason names the signals beside it. */
export function measureScore(
	score: number,
	signals: readonly Signal[],
	{ mediumRiskFrom, highRiskFrom }: RiskRules,
): Ground {
	const { weight, text, why } = compare(score, mediumRiskFrom, highRiskFrom);
	const grave = signals.filter(({ group }) => group !== 'trusted');
	const isNamed = weight !== 'low' && grave.length > 0;
	const behind = isNamed ? `the report names ${describeSignals(grave)}` : undefined;
	return { weight, what: `score ${text}/100`, why, behind, isScore: true };
}

function measureDanger(
	signals: readonly Signal[],
	{ mediumDangerFrom, highDangerFrom }: RiskRules,
): Ground {
	const sum = sumShares(signals, 'danger');
	const { weight, text, why } = compare(sum, mediumDangerFrom, highDangerFrom, '%');
	if (weight === 'low' && signals.length === 0)
		return { weight, what: 'the report holds no signals' };
	if (weight === 'low' && sum === 0) return { weight, what: 'no danger signals' };
	const behind = describeSignals(ofGroups(signals, 'danger')) || undefined;
	return { weight, what: `danger share ${text}%`, why, behind };
}

/** Signals of which any trace has a level. */
function measureTraces(signals: readonly Signal[]): Ground[] {
	return (['high', 'medium'] as const).flatMap((weight) => {
		const found = signals.filter(({ name }) => findTraceLevel(name) === weight);
		if (found.length === 0) return [];
		return [{ weight, what: describeSignals(found), why: `any trace is ${weight}` }];
	});
}

function measureLimits(signals: readonly Signal[], { signalLimits }: RiskRules): Ground[] {
	return signals.flatMap((signal) => {
		const { name = '' } = findListed(signal.name) ?? {};
		const limit = Object.hasOwn(signalLimits, name) ? signalLimits[name] : undefined;
		if (!limit || signal.share < limit.share) return [];
		const { level: weight } = limit;
		const why = `${weight} from its limit of ${formatNumber(limit.share)}%`;
		return [{ weight, what: describeSignal(signal), why }];
	});
}

/** Signals that nobody knows could be danger. If that would make the level medium, a person has to look. */
function measureUnknown(signals: readonly Signal[], { mediumDangerFrom }: RiskRules): Ground[] {
	const unknown = ofGroups(signals, 'unknown');
	if (unknown.length === 0) return [];
	const what = describeSignals(unknown);
	const isGrave = sumShares(signals, 'danger', 'unknown') >= mediumDangerFrom;
	return [{ weight: isGrave ? 'doubt' : 'note', what, why: 'unknown to this node' }];
}

/** Measures the sources of funds. */
export const measureSignals = (signals: readonly Signal[], rules: RiskRules): Ground[] => [
	...measureTraces(signals),
	...measureLimits(signals, rules),
	measureDanger(signals, rules),
	...measureUnknown(signals, rules),
];

import { isNothing } from '../values';
import { readNumber } from './numbers';
import { plainText } from './text';
import type { RiskPolicy, RiskScoreScale } from './types';
import { knownSignal, signalKey } from './vocabulary';

/** What applies where a user sets nothing (design 2 and 6). */
export const DEFAULT_RISK_POLICY: RiskPolicy = {
	riskScoreScale: 'auto',
	mediumRiskFrom: 25,
	highRiskFrom: 75,
	criticalSignals: ['child_exploitation', 'sanctions', 'terrorism_financing'],
};

/** The risk options of a node as n8n hands them over, expressions resolved. */
export interface RiskPolicyOptions {
	riskScoreScale?: unknown;
	mediumRiskFrom?: unknown;
	highRiskFrom?: unknown;
	criticalSignals?: unknown;
}

type Read<T> = { value: T } | { refusal: string };

const SCALES: readonly RiskScoreScale[] = ['auto', 'percent', 'fraction'];

/**
 * Makes a policy of a node's options (design 2). Nothing (undefined, null, a blank text) means the
 * default; what is there but not usable is refused, so that a run stops before anything is paid.
 * An empty list of critical signals is an answer: none is critical.
 *
 * @param options thresholds as numbers or numeric texts from 0 to 100, the scale by its name, critical
 * signals as a list of names or as one text with commas
 * @returns the policy, or a message that says what is not usable and what to do
 */
export function parseRiskPolicy(
	options: RiskPolicyOptions,
): { policy: RiskPolicy } | { refusal: string } {
	const scale = readScale(options.riskScoreScale);
	if ('refusal' in scale) return scale;
	const medium = readThreshold(options.mediumRiskFrom, 'Medium Risk From', 'mediumRiskFrom');
	if ('refusal' in medium) return medium;
	const high = readThreshold(options.highRiskFrom, 'High Risk From', 'highRiskFrom');
	if ('refusal' in high) return high;
	const critical = readCriticalSignals(options.criticalSignals);
	if ('refusal' in critical) return critical;
	if (medium.value > high.value) {
		return {
			refusal: `'Medium Risk From' (${medium.value}) is above 'High Risk From' (${high.value}). Set it to the same number or a lower one.`,
		};
	}
	return {
		policy: {
			riskScoreScale: scale.value,
			mediumRiskFrom: medium.value,
			highRiskFrom: high.value,
			criticalSignals: critical.value,
		},
	};
}

/**
 * Describes a policy for the output, so that an auditor sees what was applied.
 *
 * @param policy the policy that was applied
 * @returns a plain object of its own, ready to go into an item's json
 */
export function describePolicy(policy: RiskPolicy): {
	riskScoreScale: RiskScoreScale;
	mediumRiskFrom: number;
	highRiskFrom: number;
	criticalSignals: string[];
} {
	return {
		riskScoreScale: policy.riskScoreScale,
		mediumRiskFrom: policy.mediumRiskFrom,
		highRiskFrom: policy.highRiskFrom,
		criticalSignals: [...policy.criticalSignals],
	};
}

function readScale(value: unknown): Read<RiskScoreScale> {
	if (isNothing(value)) return { value: DEFAULT_RISK_POLICY.riskScoreScale };
	const wanted = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
	const scale = SCALES.find((name) => name === wanted);
	if (scale) return { value: scale };
	return {
		refusal: `'Risk Score Scale' is ${quote(value)}. Use 'auto', 'percent' or 'fraction', or leave it empty for 'auto'.`,
	};
}

function readThreshold(
	value: unknown,
	label: string,
	option: 'mediumRiskFrom' | 'highRiskFrom',
): Read<number> {
	if (isNothing(value)) return { value: DEFAULT_RISK_POLICY[option] };
	const threshold = readNumber(value);
	if (threshold !== null && threshold >= 0 && threshold <= 100) return { value: threshold + 0 };
	return {
		refusal: `'${label}' is ${quote(value)}. Use a number from 0 to 100, or leave it empty for ${DEFAULT_RISK_POLICY[option]}.`,
	};
}

function readCriticalSignals(value: unknown): Read<readonly string[]> {
	if (isNothing(value)) return { value: DEFAULT_RISK_POLICY.criticalSignals };
	const names = typeof value === 'string' ? value.split(',') : value;
	const refusal =
		"Use signal names such as 'sanctions', as a list or with commas between them, or leave it empty for the default.";
	if (!Array.isArray(names)) {
		return { refusal: `'Critical Signals' is ${quote(value)}. ${refusal}` };
	}
	if (names.length === 0) return { value: [] };
	if (!names.every((name) => typeof name === 'string')) {
		return { refusal: `'Critical Signals' holds something that is no text. ${refusal}` };
	}
	const wanted = names.filter((name) => name.trim() !== '');
	if (wanted.length === 0 || wanted.some((name) => signalKey(name) === '')) {
		return { refusal: `'Critical Signals' holds something that is no name. ${refusal}` };
	}
	const unique = new Map(wanted.map((name) => [signalKey(name), canonicalName(name)]));
	return { value: [...unique.values()] };
}

function canonicalName(name: string): string {
	return knownSignal(name)?.name ?? name.trim();
}

function quote(value: unknown): string {
	if (typeof value === 'string') return `the text '${plainText(value, 40)}'`;
	if (typeof value === 'number') return String(value);
	if (typeof value === 'boolean') return value ? 'true' : 'false';
	return Array.isArray(value) ? 'a list' : 'an object';
}

import {
	judge,
	PRESETS,
	type Judgement,
	type RiskFacts,
	type RiskRules,
} from '../../../nodes/shared/level/index.ts';

export type Rules = keyof typeof PRESETS | Partial<RiskRules>;

/** A report with a score and signals as the service sends it, and what is known beside it. */
export interface Sent extends Partial<Omit<RiskFacts, 'report'>> {
	score?: unknown;
	signals?: unknown;
}

/** Judges a finished check of an address without a known owner, a low score and clean funds, unless told otherwise. */
export function judgeSent(sent: Sent, rules: Rules = 'balanced'): Judgement {
	const { score: riskscore, signals, ...facts } = { score: 5, signals: { wallet: 1 }, ...sent };
	return judge(
		{ status: 'SUCCESS', scale: 'auto', owner: [], report: { riskscore, signals }, ...facts },
		typeof rules === 'string' ? PRESETS[rules] : { ...PRESETS.balanced, ...rules },
	);
}

export const levelOf = (sent: Sent, rules?: Rules) => judgeSent(sent, rules).riskLevel;

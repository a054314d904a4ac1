/** How the number in `riskscore` is read; `auto` decides by its size (design 4). */
export type RiskScoreScale = 'auto' | 'percent' | 'fraction';

/** The level a workflow branches on (design 6). */
export type RiskLevel = 'low' | 'medium' | 'high' | 'unknown';

/** The groups in which the field sorts signals; what is not known is `unclassified`, never trusted. */
export type SignalGroup = 'danger' | 'suspicious' | 'trusted' | 'unclassified';

/** What turns a report into a level. Thresholds are on the scale 0 to 100. */
export interface RiskPolicy {
	riskScoreScale: RiskScoreScale;
	/** From this score on the level is at least `medium`. */
	mediumRiskFrom: number;
	/** From this score on the level is `high`. */
	highRiskFrom: number;
	/** Signals that make a check `high` as soon as they are above zero, score or no score. */
	criticalSignals: readonly string[];
}

/** One source of funds, as the report names it. */
export interface Signal {
	/** The name as the service sent it. */
	name: string;
	group: SignalGroup;
	/** Share of the funds in percent, 0 to 100. Not a score. */
	share: number;
	/** The number as the service sent it. */
	value: number;
}

/** What is known about a check: the report's fields untouched, and how the check ended. */
export interface RiskFacts {
	riskscore: unknown;
	signals: unknown;
	outcome: 'completed' | 'failed' | 'pending';
}

/** What the facts mean under a policy. Plain data that survives JSON unchanged. */
export interface RiskAssessment {
	/** 0 to 100, or null where there is no score that can be relied on. */
	riskScore: number | null;
	/** The score as the service sent it; null where it sent neither a number nor a text. */
	rawRiskScore: number | string | null;
	riskLevel: RiskLevel;
	/** Why the level is what it is, the decisive reason first. Never empty. */
	riskReasons: string[];
	/** The signals above zero, largest share first, equal shares by name. */
	signals: Signal[];
	/** Names, as sent, of the critical signals above zero. */
	criticalFound: string[];
	/** Sum of the danger signals in percent, at most 100; null where it can't be told. */
	dangerShare: number | null;
	/** Whether `auto` took the score for a fraction of 1. */
	readAsFraction: boolean;
}

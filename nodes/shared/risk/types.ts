/** How the number in `riskscore` is read; `auto` takes it for the worse of what it may be (design 4). */
export type RiskScoreScale = 'auto' | 'percent' | 'fraction';

/** What is known of a scale (design 9). */
export type ProvenScale = 'percent' | 'fraction' | 'unproven';

/** The level a workflow branches on (design 6). */
export type RiskLevel = 'low' | 'medium' | 'high' | 'unknown';

/** The groups in which the field sorts signals; what is not known is `unclassified`, never trusted. */
export type SignalGroup = 'danger' | 'suspicious' | 'trusted' | 'unclassified';

/** A share of the funds from which on one signal makes a check at least so grave. */
export interface SignalLimit {
	signal: string;
	/** Percent, 0 to 100; 0 means any trace. */
	share: number;
	level: 'medium' | 'high';
}

/** What turns a report into a level. Scores are on the scale 0 to 100, shares are percents. */
export interface RiskPolicy {
	riskScoreScale: RiskScoreScale;
	/** From this score on the level is at least `medium`. */
	mediumRiskFrom: number;
	/** From this score on the level is `high`. */
	highRiskFrom: number;
	/** From this sum of the danger signals on the level is at least `medium`. */
	mediumDangerFrom: number;
	/** From this sum of the danger signals on the level is `high`. */
	highDangerFrom: number;
	/** Signals that make a check `high` as soon as they are above zero, score or no score. */
	criticalSignals: readonly string[];
	/** Limits of single signals; one on a critical signal replaces "above zero" for it. */
	signalLimits: readonly SignalLimit[];
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
	/**
	 * What was read: a report (the default), an item of the history, which has a score and no signals (service 2.6), or
	 * something in the report's place that is none.
	 */
	source?: 'report' | 'history' | 'unreadable';
	/** Why the report that was asked for could not be read: with it the level might be any. */
	reportMissing?: string;
	/** Why the report may be of something else than what was asked for: with it the level might be any. */
	doubt?: string;
	/** What is known of the score's scale; used where the policy's scale is `auto`. */
	provenScale?: ProvenScale;
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
	/** Whether the signals were read; else why there are none. */
	signalsState: 'read' | 'absent' | 'notRead' | 'unreadable';
	/** Names, as sent, of the critical signals above zero. */
	criticalFound: string[];
	/** Sum of the danger signals in percent, at most 100; null where it can't be told. */
	dangerShare: number | null;
	/** Whether `auto` took the score for a fraction of 1 without proof. */
	readAsFraction: boolean;
}

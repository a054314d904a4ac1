/** How the number in `riskscore` is read; `auto` takes a number below 1 for a fraction and one above 1 for percent. */
export type RiskScoreScale = 'auto' | 'percent' | 'fraction';

/** The level a workflow branches on. */
export type RiskLevel = 'low' | 'medium' | 'high' | 'unknown';

/** The groups into which the industry sorts signals; an unknown signal is `unclassified`, never trusted. */
export type SignalGroup = 'danger' | 'suspicious' | 'trusted' | 'unclassified';

/** The share of the funds at which a single signal gives a check a minimum level. */
export interface SignalLimit {
	signal: string;
	/** Percent, 0 to 100; 0 means any trace. */
	share: number;
	level: 'medium' | 'high';
}

/** The rules that turn a report into a level. Scores are on the scale 0 to 100, shares are percents. */
export interface RiskPolicy {
	/** The level is at least `medium` from this score. */
	mediumRiskFrom: number;
	/** The level is `high` from this score. */
	highRiskFrom: number;
	/** The level is at least `medium` from this sum of the danger signals. */
	mediumDangerFrom: number;
	/** The level is `high` from this sum of the danger signals. */
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

/** The data of a check that decides about its level: the report's fields untouched, and how the check ended. */
export interface RiskFacts {
	riskscore: unknown;
	signals: unknown;
	outcome: 'completed' | 'failed' | 'pending';
	/**
	 * What was read: a report (the default), a record of the history, which has a score and no signals, or something
	 * else in the place of a report.
	 */
	source?: 'report' | 'history' | 'unreadable';
	/** How to read the score; from the credential. */
	scale?: RiskScoreScale;
	/** The score that the history shows for the same check, when both were read. */
	historyScore?: unknown;
	/** Why the requested report could not be read: the level might be any. */
	reportMissing?: string;
	/** Why the report may be about something else than requested: the level might be any. */
	doubt?: string;
}

/** Why a level is what it is, in two parts, so that a summary and a reason can be made of it. */
export interface Ground {
	/** Such as `sanctions 3%`. */
	what: string;
	/** Such as `any trace is high`; missing where `what` says it all. */
	why?: string;
	/** The signals next to it, for the reason alone. */
	behind?: string;
	/** Names, as sent, of the signals in `what`. */
	signals: readonly string[];
	/** Whether it is about the score. */
	isScore?: boolean;
}

/** The level of a check under a policy, with its reasons. Plain data that survives JSON unchanged. */
export interface RiskAssessment {
	/** 0 to 100, or null where no score can be relied on. */
	riskScore: number | null;
	/** The score as the service sent it; null where it sent neither a number nor a text. */
	rawRiskScore: number | string | null;
	riskLevel: RiskLevel;
	/** Why the level is what it is, the decisive reason first. Never empty. */
	riskReasons: string[];
	/** The decisive reason in parts. */
	decisive: Ground;
	/** A number to sort by in ascending order: the worst check comes first. */
	rank: number;
	/** The signals above zero, largest share first, equal shares by name. */
	signals: Signal[];
	/** Whether the signals were read; else why there are none. */
	signalsState: 'read' | 'absent' | 'notRead' | 'unreadable';
	/** Names, as sent, of the critical signals above zero. */
	criticalFound: string[];
	/** Sum of the danger signals in percent, at most 100; null where it is not known. */
	dangerShare: number | null;
	/** Whether a score below 1 was taken for a fraction of 1 because the scale is `auto`. */
	readAsFraction: boolean;
	/** Whether a score of exactly 1 could not be read because the scale is `auto`. */
	isScaleUnclear: boolean;
}

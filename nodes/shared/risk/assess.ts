import {
	allClear,
	criticalFindings,
	criticalNames,
	dangerFindings,
	levelFrom,
	limitFindings,
	signalDoubts,
} from './findings';
import type { Finding } from './findings';
import { rawScore, readScore, scaleToUse } from './score';
import type { ScoreReading } from './score';
import { readSignals } from './signals';
import type { SignalsReading } from './signals';
import { clip } from './text';
import type { RiskAssessment, RiskFacts, RiskLevel, RiskPolicy } from './types';

/**
 * Turns the facts of a check into a level with its reasons: the worst of score, danger share, critical signals and
 * signal limits (design 6).
 *
 * - What makes it `high` makes it so whatever else is missing, and however the check ended.
 * - Otherwise a check that is not completed, has no readable score, or a report or a signal that can't be read, is
 *   `unknown`: nobody can say how bad it is.
 * - Otherwise a finding makes it `medium`, and without one it is `low` only if signals were read.
 *
 * @param facts the report's `riskscore` and `signals` as sent, where they come from, and how the check ended
 * @param policy thresholds, the scale of the score, critical signals and limits
 * @returns the assessment; it never throws, whatever the facts are
 */
export function assessRisk(facts: RiskFacts, policy: RiskPolicy): RiskAssessment {
	const score = readFinalScore(facts, policy);
	const signals = signalsOf(facts);
	const findings = [
		...criticalFindings(signals, policy),
		...limitFindings(signals, policy),
		...scoreFindings(score, policy),
		...dangerFindings(signals, policy),
	];
	const doubts = [
		...(facts.reportMissing === undefined
			? []
			: [`The report could not be read: ${clip(facts.reportMissing, 200)}`]),
		...(facts.doubt === undefined ? [] : [facts.doubt]),
		...signalDoubts(signals),
		...('reason' in score ? [score.reason] : []),
	];
	const gap = gapOf(facts, signals);
	const riskLevel = decide(findings, doubts, gap);
	return {
		riskScore: score.score,
		rawRiskScore: rawScore(facts.riskscore),
		riskLevel,
		riskReasons: [
			...reasonsFor(riskLevel, findings, doubts, gap),
			...(riskLevel === 'low' ? [allClear(signals.signals, policy)] : []),
			...readingNotes(score, facts),
		],
		signals: signals.signals,
		signalsState: stateOf(facts, signals),
		criticalFound: criticalNames(signals, policy),
		dangerShare: signals.dangerShare,
		readAsFraction: score.readAsFraction,
	};
}

/** Worst first; a doubt outweighs `medium`, since what nobody can read may be the worst (design 6). */
function decide(findings: readonly Finding[], doubts: string[], gap: string[]): RiskLevel {
	if (findings.some(({ level }) => level === 'high')) return 'high';
	if (doubts.length > 0) return 'unknown';
	if (findings.some(({ level }) => level === 'medium')) return 'medium';
	return gap.length > 0 ? 'unknown' : 'low';
}

/** The decisive reason first, then the others as they weigh. */
function reasonsFor(
	level: RiskLevel,
	findings: readonly Finding[],
	doubts: string[],
	gap: string[],
): string[] {
	const of = (wanted: Finding['level']) =>
		findings.filter((finding) => finding.level === wanted).map(({ reason }) => reason);
	const isUnknown = level === 'unknown';
	return [
		...of('high'),
		...(isUnknown ? [...doubts, ...gap] : []),
		...of('medium'),
		...(isUnknown ? [] : [...doubts, ...gap]),
		...of('low'),
	];
}

/** What has not been told keeps a check from being `low`; it says nothing against a level above that. */
function gapOf({ source, outcome }: RiskFacts, { state }: SignalsReading): string[] {
	if (source === 'history') return ['The signals were not read: the history has scores only'];
	const isTold = state !== 'absent' || source === 'unreadable' || outcome !== 'completed';
	return isTold ? [] : ['No signals in the report, so nobody can say what it would name'];
}

/** Where no value of those that stand there could be read, "none" would be a word that the report never said. */
function stateOf(
	{ source }: RiskFacts,
	{ state, signals, unreadable, beyond }: SignalsReading,
): RiskAssessment['signalsState'] {
	if (source === 'history') return 'notRead';
	const isNoneRead = signals.length === 0 && unreadable.length + beyond.length > 0;
	return source === 'unreadable' || isNoneRead ? 'unreadable' : state;
}

function signalsOf({ source, signals }: RiskFacts): SignalsReading {
	return readSignals(source === undefined || source === 'report' ? signals : undefined);
}

/** A number in a check that has not completed is no finding, nor is one beside a report that can't be read. */
function readFinalScore(facts: RiskFacts, policy: RiskPolicy): ScoreReading {
	const none = (reason: string): ScoreReading => ({ score: null, readAsFraction: false, reason });
	if (facts.outcome === 'failed') {
		return none('The check failed, so there is no risk score to rely on');
	}
	if (facts.outcome === 'pending') {
		return none('The check is not finished, so there is no risk score yet');
	}
	if (facts.source === 'unreadable') return none("The report is missing or can't be read");
	return readScore(facts.riskscore, scaleToUse(policy.riskScoreScale, facts.provenScale));
}

function scoreFindings({ score }: ScoreReading, policy: RiskPolicy): Finding[] {
	if (score === null) return [];
	const level = levelFrom(score, policy.mediumRiskFrom, policy.highRiskFrom);
	const position = {
		low: `is below the medium threshold ${policy.mediumRiskFrom}`,
		medium: `is at or above the medium threshold ${policy.mediumRiskFrom}`,
		high: `is at or above the high threshold ${policy.highRiskFrom}`,
	}[level];
	return [{ level, reason: `Risk score ${score} ${position}` }];
}

function readingNotes({ readAsFraction }: ScoreReading, { riskscore }: RiskFacts): string[] {
	return readAsFraction
		? [`Risk score ${String(riskscore).trim()} was read as a fraction of 1`]
		: [];
}

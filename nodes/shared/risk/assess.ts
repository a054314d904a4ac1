import {
	criticalFindings,
	criticalNames,
	dangerFindings,
	describeAllClear,
	levelFrom,
	limitFindings,
	scoreFinding,
	signalDoubts,
} from './findings';
import type { Finding } from './findings';
import { denoise, formatNumber } from './numbers';
import { rawScore, readScore } from './score';
import type { ScoreReading } from './score';
import { readSignals } from './signals';
import type { SignalsReading } from './signals';
import { capitalize, clip } from './text';
import type { Ground, RiskAssessment, RiskFacts, RiskLevel, RiskPolicy } from './types';

/**
 * Finds the level of a check with its reasons: the worst of score, danger share, critical signals and signal limits.
 *
 * - A finding of `high` makes the check `high`, whatever else is missing, and however the check ended.
 * - Otherwise a check that is not completed, has no readable score, or a report or a signal that can't be read, is
 *   `unknown`: it might be the worst.
 * - Otherwise a finding of `medium` makes it `medium`. Without one it is `low` only if signals were read.
 *
 * @param facts the report's `riskscore` and `signals` as sent, where they were read, and how the check ended
 * @param policy thresholds, critical signals and limits
 * @returns the assessment; it never throws, whatever the facts are
 */
export function assessRisk(facts: RiskFacts, policy: RiskPolicy): RiskAssessment {
	const signals = readSignals(hasReport(facts) ? facts.signals : undefined);
	const { score, doubt, note } = chooseScore(facts, policy);
	const missing = facts.reportMissing && `The report could not be read: ${facts.reportMissing}`;
	const doubts = [
		missing && clip(missing, 240),
		facts.doubt,
		...signalDoubts(signals),
		doubt,
	].filter((text): text is string => Boolean(text));
	const judge = (value: number | undefined): Judgement => {
		const reading = value === undefined ? [] : [scoreFinding(value, policy, signals.signals)];
		const findings = [
			...criticalFindings(signals, policy),
			...limitFindings(signals, policy),
			...reading,
			...dangerFindings(signals, policy),
		];
		return decide(findings, doubts, findGaps(facts, signals));
	};
	const riskScore = score.state === 'read' ? score.score : undefined;
	const { level, grounds } = judge(riskScore);
	const isReadingDecisive =
		score.state === 'read' && score.readAsFraction && judge(score.value).level !== level;
	const shown = isReadingDecisive ? grounds.map((ground) => withReading(ground, score)) : grounds;
	return {
		riskScore: riskScore ?? null,
		rawRiskScore: rawScore(facts.riskscore),
		riskLevel: level,
		riskReasons: [
			...shown.map(toReason),
			...(isEmpty(facts, signals) ? ['The report names no signals above zero'] : []),
			...(level === 'low' ? describeAllClear(signals.signals, policy) : []),
			...(note === undefined ? [] : [note]),
		],
		decisive: shown[0],
		rank: rankOf(level, riskScore),
		signals: signals.signals,
		signalsState: stateOfSignals(facts, signals),
		criticalFound: criticalNames(signals, policy),
		dangerShare: signals.dangerShare,
		readAsFraction: score.state === 'read' && score.readAsFraction,
		isScaleUnclear: score.state === 'unread' && score.isScaleUnclear === true,
	};
}

interface Judgement {
	level: RiskLevel;
	/** The decisive one first. Those of a better level than the check's are left out. */
	grounds: Ground[];
}

/** A doubt outweighs `medium`, since what can't be read may be the worst; a gap only prevents `low`. */
function decide(findings: readonly Finding[], doubts: string[], gaps: string[]): Judgement {
	const withLevel = (level: Finding['level']) => findings.filter((one) => one.level === level);
	const asGrounds = (texts: string[]) => texts.map((what): Ground => ({ what, signals: [] }));
	const open = asGrounds([...doubts, ...gaps]);
	const [high, medium] = [withLevel('high'), withLevel('medium')];
	if (high.length > 0) return { level: 'high', grounds: [...high, ...medium, ...open] };
	const isUnknown = doubts.length > 0 || (medium.length === 0 && gaps.length > 0);
	if (isUnknown) return { level: 'unknown', grounds: [...open, ...medium] };
	if (medium.length > 0) return { level: 'medium', grounds: [...medium, ...open] };
	return { level: 'low', grounds: withLevel('low') };
}

const toReason = ({ what, why, behind }: Ground): string =>
	capitalize([what, why && `: ${why}`, behind && ` (${behind})`].filter(Boolean).join(''));

/** The score's ground, which then says that another reading of the score would have given another level. */
const withReading = (ground: Ground, score: ScoreReading): Ground =>
	ground.isScore && score.state === 'read'
		? { ...ground, what: `score ${score.value} read as ${formatNumber(score.score)}%` }
		: ground;

const RANKS: readonly RiskLevel[] = ['high', 'unknown', 'medium', 'low'];

/** Levels lie a thousand apart; within a level the highest score comes first, a missing one before all. */
function rankOf(level: RiskLevel, score = 100): number {
	return RANKS.indexOf(level) * 1000 + denoise(100 - score);
}

/** The score that counts, with a doubt if it can't be relied on, and a note if it is not the report's. */
interface ChosenScore {
	score: ScoreReading;
	doubt?: string;
	note?: string;
}

/** Where the history and the report have scores of different levels, the worse one counts. */
function chooseScore(facts: RiskFacts, policy: RiskPolicy): ChosenScore {
	const own = readOwnScore(facts);
	const chosen: ChosenScore =
		own.state === 'read' ? { score: own } : { score: own, doubt: own.reason };
	const isComparable = facts.outcome === 'completed' && facts.source !== 'history';
	if (!isComparable || facts.historyScore === undefined) return chosen;
	const seen = readScore(facts.historyScore, facts.scale ?? 'auto');
	if (seen.state === 'unread')
		return seen.isScaleUnclear ? { ...chosen, doubt: chosen.doubt ?? seen.reason } : chosen;
	const levelOf = (score: number) => levelFrom(score, policy.mediumRiskFrom, policy.highRiskFrom);
	if (own.state === 'unread') {
		const note = 'The score is from the history';
		return levelOf(seen.score) === 'high' ? { ...chosen, score: seen, note } : chosen;
	}
	if (levelOf(seen.score) === levelOf(own.score)) return chosen;
	const [first, second] = [formatNumber(seen.score), formatNumber(own.score)];
	const note = `The history shows the score ${first}, the report ${second}: the worse one counts`;
	return { score: seen.score > own.score ? seen : own, note };
}

/** A number in an unfinished check is no score, nor is one next to an unreadable report. */
function readOwnScore(facts: RiskFacts): ScoreReading {
	const unread = (reason: string): ScoreReading => ({ state: 'unread', reason });
	if (facts.outcome === 'failed')
		return unread('The check failed, so there is no risk score to rely on');
	if (facts.outcome === 'pending')
		return unread('The check is not finished, so there is no risk score yet');
	if (facts.source === 'unreadable') return unread("The report is missing or can't be read");
	return readScore(facts.riskscore, facts.scale ?? 'auto');
}

/** Signals that were not shown keep a check from being `low`, and say nothing against a level above that. */
function findGaps(facts: RiskFacts, { state }: SignalsReading): string[] {
	if (facts.source === 'history') return ['Signals not read: the history has scores only'];
	const isShown = state !== 'absent' || !hasReport(facts) || facts.outcome !== 'completed';
	return isShown ? [] : ['The report shows no signals, and a score alone is no pass'];
}

const hasReport = ({ source }: RiskFacts) => source === undefined || source === 'report';

const isEmpty = (facts: RiskFacts, { state, signals, unreadable, beyond }: SignalsReading) =>
	hasReport(facts) &&
	facts.outcome === 'completed' &&
	state === 'read' &&
	signals.length + unreadable.length + beyond.length === 0;

/** Where none of the values could be read, "none" would be a word that the report never said. */
function stateOfSignals(facts: RiskFacts, reading: SignalsReading): RiskAssessment['signalsState'] {
	if (facts.source === 'history') return 'notRead';
	const { state, signals, unreadable, beyond } = reading;
	const isNoneRead = signals.length === 0 && unreadable.length + beyond.length > 0;
	return facts.source === 'unreadable' || isNoneRead ? 'unreadable' : state;
}

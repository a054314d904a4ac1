import type { CheckDetails, SimplifiedCheck } from '../outputs/check';
import {
	chooseLevel,
	describeUnknown,
	findAll,
	findCriticalNames,
	judgeOwner,
	listDoubts,
	toGround,
} from './findings';
import type { Evidence, Finding, Ground } from './findings';
import { clip, denoise, formatNumber } from '../format';
import type { RiskPolicy } from './policy';
import { keepRawScore, readScore, readSignals, makeUnread } from './reading';
import type { RiskScoreScale, ScoreReading, SignalsReading } from './reading';

/** The level a workflow branches on. */
export type RiskLevel = SimplifiedCheck['riskLevel'];

/** The data of a check that decides about its level: the report's fields untouched, and how the check ended. */
export interface RiskFacts {
	riskscore: unknown;
	signals: unknown;
	outcome: 'completed' | 'failed' | 'pending';
	/** A report (the default), a record of the history, which has no signals, or something else in place of a report. */
	source?: 'report' | 'history' | 'unreadable';
	/** How to read the score; from the credential. */
	scale?: RiskScoreScale;
	/** The score that the history shows for the same check, when both were read. */
	historyScore?: unknown;
	/** Why the requested report could not be read: the level might be any. */
	reportMissing?: string;
	/** Why the report may be about something else than requested: the level might be any. */
	doubt?: string;
	/** Who owns the address, `none` if the service names nobody, `unread` if it gave no answer; undefined if not asked. */
	owner?: Owner | 'none' | 'unread';
}

/** The owner of an address. Its type counts like a signal of that name. */
export type Owner = NonNullable<CheckDetails['counterparty']>;

/** The level of a check under a policy, with its reasons. Plain data that survives JSON unchanged. */
export type RiskAssessment = ReturnType<typeof assessRisk>;

/**
 * Finds the level of a check with its reasons: the worst of score, danger share, critical signals and signal limits.
 * Never throws, whatever the facts are.
 */
export function assessRisk(facts: RiskFacts, policy: RiskPolicy) {
	const { outcome, source = 'report' } = facts;
	const ruled = policy.signalLimits.map(({ signal }) => signal);
	const reading = readSignals(source === 'report' ? facts.signals : undefined, ruled);
	const { signals } = reading;
	const signalsState = findSignalsState(source, reading);
	const { score, doubt, note } = chooseScore(facts, policy);
	const isEmpty = outcome === 'completed' && signalsState === 'read' && signals.length === 0;
	const isEmptyUnknown = isEmpty && isDoubtful(score, policy);
	const owner = findByOwner(facts.owner, policy);
	const doubts = [
		...keepTexts([describeMissing(facts), facts.doubt]).map(toGround),
		...listDoubts(reading, policy),
		...keepTexts([doubt, isEmptyUnknown && EMPTY]).map(toGround),
		...owner.doubts,
	];
	const gaps = listGaps(signalsState, outcome);
	const judge = (value?: number) =>
		decideLevel([...owner.findings, ...findAll(reading, value, policy)], doubts, gaps);
	const riskScore = score.state === 'read' ? score.score : undefined;
	const { level: riskLevel, grounds } = judge(riskScore);
	const readAsFraction = score.state === 'read' && score.readAsFraction;
	const isReadingDecisive = readAsFraction && judge(score.value).level !== riskLevel;
	const shown = isReadingDecisive ? grounds.map((ground) => withReading(ground, score)) : grounds;
	return {
		/** 0 to 100, or null where no score can be relied on. */
		riskScore: riskScore ?? null,
		rawRiskScore: keepRawScore(facts.riskscore),
		riskLevel,
		/** Why the level is what it is, the decisive reason first. Never empty. */
		riskReasons: keepTexts([
			...shown.map(toReason),
			isEmpty && !isEmptyUnknown && EMPTY,
			describeUnknown(signals, policy),
			note,
			describeOwnerGap(facts),
		]),
		decisive: shown[0],
		/** A number to sort by in ascending order: the worst check comes first. */
		rank: findRank(riskLevel, riskScore),
		signals,
		signalsState,
		criticalFound: findCriticalNames(reading, policy),
		dangerShare: reading.dangerShare,
		/** Whether a score below 1 was taken for a fraction of 1 because the scale is `auto`. */
		readAsFraction,
		/** Whether a score of exactly 1 could not be read because the scale is `auto`. */
		isScaleUnclear: score.state === 'unread' && score.isScaleUnclear === true,
	};
}

const keepTexts = (texts: ReadonlyArray<string | false | undefined>) =>
	texts.filter((text): text is string => Boolean(text));

const EMPTY = 'The report holds no signals';

/** Whether an empty report with this score needs a person. */
const isDoubtful = (score: ScoreReading, { emptyReport }: RiskPolicy) =>
	emptyReport === 'unknown' && score.state === 'read' && score.score === 0;

const findByOwner = (owner: RiskFacts['owner'], policy: RiskPolicy): Evidence =>
	typeof owner === 'object' && owner.type !== undefined
		? judgeOwner(owner.type, policy)
		: { findings: [], doubts: [] };

const describeMissing = ({ reportMissing }: RiskFacts) =>
	reportMissing && clip(`The report could not be read: ${reportMissing}`, 240);

/** The owner could be anybody: the level says nothing of it. */
function describeOwnerGap({ owner, outcome, source = 'report' }: RiskFacts): string | undefined {
	if (outcome !== 'completed' || source !== 'report') return undefined;
	if (owner === undefined) return 'The owner was not asked for';
	return owner === 'unread' ? 'The owner could not be asked for' : undefined;
}

/** Signals of which nothing is known: a score alone is no pass. */
function listGaps(
	state: ReturnType<typeof findSignalsState>,
	outcome: RiskFacts['outcome'],
): string[] {
	if (state === 'notRead') return ['Signals not read: the history has scores only'];
	if (state !== 'absent' || outcome !== 'completed') return [];
	return ['The report shows no signals, and a score alone is no pass'];
}

/** A level with its grounds: the decisive one first, those of a better level left out. */
interface Judgement {
	level: RiskLevel;
	grounds: Ground[];
}

/**
 * A finding of `high` counts whatever else is missing, and however the check ended. A doubt (unfinished, no score, a
 * signal that can't be read) outweighs `medium`, since it may hide the worst; a gap only prevents `low`.
 */
function decideLevel(
	findings: readonly Finding[],
	doubts: readonly Ground[],
	gaps: readonly string[],
): Judgement {
	const withLevel = (level: Finding['level']) => findings.filter((one) => one.level === level);
	const open: Ground[] = [...doubts, ...gaps.map((what) => ({ ...toGround(what), isGap: true }))];
	const high = withLevel('high');
	const medium = withLevel('medium');
	if (high.length > 0) return { level: 'high', grounds: [...high, ...medium, ...open] };
	const isUnknown = doubts.length > 0 || (medium.length === 0 && gaps.length > 0);
	if (isUnknown) return { level: 'unknown', grounds: [...open, ...medium] };
	if (medium.length > 0) return { level: 'medium', grounds: [...medium, ...open] };
	return { level: 'low', grounds: withLevel('low') };
}

const toReason = ({ what, why, behind }: Ground) =>
	`${what.charAt(0).toUpperCase()}${what.slice(1)}${why ? `: ${why}` : ''}${behind ? ` (${behind})` : ''}`;

/** The score's ground, which then shows that another reading of the score would have given another level. */
const withReading = (ground: Ground, { score, value }: { score: number; value: number }): Ground =>
	ground.isScore ? { ...ground, what: `score ${value} read as ${formatNumber(score)}%` } : ground;

const RANKS: readonly RiskLevel[] = ['high', 'unknown', 'medium', 'low'];

/** Levels lie a thousand apart; within a level the highest score comes first, a missing one before all. */
const findRank = (level: RiskLevel, score = 100): number =>
	RANKS.indexOf(level) * 1000 + denoise(100 - score);

/** The score that counts, with a doubt if it can't be relied on, and a note if it is not the report's. */
interface ChosenScore {
	score: ScoreReading;
	doubt?: string;
	note?: string;
}

/** Where the history and the report have scores of different levels, the worse one counts. */
function chooseScore(facts: RiskFacts, policy: RiskPolicy): ChosenScore {
	const own = readOwnScore(facts);
	const chosen: ChosenScore = { score: own, doubt: own.state === 'read' ? undefined : own.reason };
	const isComparable = facts.outcome === 'completed' && facts.source !== 'history';
	if (!isComparable || facts.historyScore === undefined) return chosen;
	const seen = readScore(facts.historyScore, facts.scale);
	if (seen.state === 'unread')
		return seen.isScaleUnclear ? { ...chosen, doubt: chosen.doubt ?? seen.reason } : chosen;
	const levelOf = (score: number) => chooseLevel(score, policy.mediumRiskFrom, policy.highRiskFrom);
	if (own.state === 'unread') {
		const note = 'The score is from the history';
		return levelOf(seen.score) === 'high' ? { ...chosen, score: seen, note } : chosen;
	}
	if (levelOf(seen.score) === levelOf(own.score)) return chosen;
	const scores = `the score ${formatNumber(seen.score)}, the report ${formatNumber(own.score)}`;
	const note = `The history shows ${scores}: the worse one counts`;
	return { score: seen.score > own.score ? seen : own, note };
}

/** A number in an unfinished check is no score, nor is one next to an unreadable report. */
function readOwnScore({ outcome, source, riskscore, scale }: RiskFacts): ScoreReading {
	if (outcome === 'failed')
		return makeUnread('The check failed, so there is no risk score to rely on');
	if (outcome === 'pending')
		return makeUnread('The check is not finished, so there is no risk score yet');
	if (source === 'unreadable') return makeUnread("The report is missing or can't be read");
	return readScore(riskscore, scale);
}

/** Whether signals were read, else why there are none. If no value could be read, the report never said so. */
function findSignalsState(
	source: RiskFacts['source'],
	{ state, signals, unreadable, beyond }: SignalsReading,
) {
	if (source === 'history') return 'notRead';
	const isNoneRead = signals.length === 0 && unreadable.length + beyond.length > 0;
	return source === 'unreadable' || isNoneRead ? 'unreadable' : state;
}

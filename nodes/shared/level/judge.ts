import { denoise, formatNumber, plainText } from '../base/format';
import { parseOutcome } from '../base/statuses';
import { isObject } from '../base/values';
import { measureScore, measureSignals, sumShares, type Ground, type Weight } from './measures';
import { findWorstOwner, type Owner, type OwnerReading } from './owner';
import { parseReport, type Report, type RiskScoreScale, type Signal } from './report';
import type { RiskRules } from './rules';
import { isCritical } from './vocabulary';

/** The level a workflow branches on. */
export type RiskLevel = 'low' | 'medium' | 'high' | 'unknown';

/** The levels of several checks: the first one that any of them has is that of all. */
export const LEVELS_WORST_FIRST = ['high', 'unknown', 'medium', 'low'] as const;

/** What is known of a check. */
export interface RiskFacts {
	/** As the service sent it. */
	status: string;
	/** As the service sent it, with `riskscore` and `signals`. */
	report: unknown;
	/** Whether it is a report, or made of a record of the history, which has a score and no signals. */
	source?: 'report' | 'history';
	scale: RiskScoreScale;
	/** The owners of the address; undefined where nobody asks for them. */
	owner?: OwnerReading;
	/** Why the report may be about something else, or could not be had: the level might be any. */
	doubt?: string;
}

/** The level of a check with its reasons. Plain data. */
export interface Judgement {
	riskLevel: RiskLevel;
	/** 0 to 100; undefined where there is none to rely on. */
	riskScore?: number;
	/** Why the level is what it is, the decisive reason first. Never empty. */
	riskReasons: string[];
	/** What decided, for a summary. */
	said: string;
	/** Whether any trace of what was found is high. */
	isCritical: boolean;
	/** The owner of the address, where one is named. */
	owner?: Owner;
	/** A number to sort by in ascending order: the worst check comes first. */
	rank: number;
	/** Sum of the danger signals in percent; undefined where the signals are not known. */
	dangerShare?: number;
	/** Largest first; undefined where they are not known. */
	signals?: Signal[];
	rawRiskScore?: number | string;
}

const doubt = (what: string): Ground => ({ weight: 'doubt', what });
const gap = (what: string): Ground => ({ weight: 'gap', what });

const SCALE_UNCLEAR: Ground = {
	weight: 'doubt',
	what: 'score 1',
	why: "it can mean 1% or 100%, set 'Risk Score Scale' in the credential",
};

function weighScore({ score, signals = [], ...report }: Report, rules: RiskRules): Ground[] {
	if (report.isScaleUnclear) return [SCALE_UNCLEAR];
	if (score === undefined) return [doubt('the report has no risk score')];
	const ground = measureScore(score, signals, rules);
	if (!report.isScaleGuessed || ground.weight === 'low') return [ground];
	const what = `the score was read as a fraction, ${formatNumber(score)}%`;
	return [ground, { weight: 'note', what }];
}

function weighSignals({ score, signals }: Report, facts: RiskFacts, rules: RiskRules): Ground[] {
	if (!signals)
		return facts.source === 'history'
			? [gap('the history has a score and no signals')]
			: [gap('the report has no signals, and a score alone is no pass')];
	const isEmpty = signals.length === 0 && score === 0;
	const isDoubted = isEmpty && rules.emptyReport === 'unknown';
	return isDoubted ? [doubt('the report holds no signals')] : measureSignals(signals, rules);
}

/** All that speaks for a level, in the order of the reasons. */
function weigh(report: Report | undefined, facts: RiskFacts, rules: RiskRules): Ground[] {
	const ofReport = report
		? [...weighSignals(report, facts, rules), ...weighScore(report, rules)]
		: [doubt("the report can't be read")];
	return [
		...(facts.doubt === undefined ? [] : [doubt(facts.doubt)]),
		...ofReport,
		...(facts.owner === 'unread' ? [gap('the owner of the address could not be asked for')] : []),
	];
}

/** The first weight that is there decides. Beside it are shown the others, in this order. */
const DECISIONS: ReadonlyArray<[level: RiskLevel, weight: Weight, shown: readonly Weight[]]> = [
	['high', 'high', ['high', 'medium', 'doubt', 'gap', 'note']],
	['unknown', 'doubt', ['doubt', 'gap', 'medium', 'note']],
	['medium', 'medium', ['medium', 'gap', 'note']],
	['unknown', 'gap', ['gap', 'note']],
	['low', 'low', ['low', 'note']],
];

/** A level with its grounds, the decisive one first. */
function decide(grounds: readonly Ground[]): { level: RiskLevel; shown: Ground[] } {
	const having = (weight: Weight) => grounds.filter((ground) => ground.weight === weight);
	const [level, , weights] =
		DECISIONS.find(([, weight]) => having(weight).length > 0) ?? DECISIONS[0];
	return { level, shown: weights.flatMap(having) };
}

const toReason = ({ what, why, behind }: Ground) =>
	`${what.charAt(0).toUpperCase()}${what.slice(1)}${why ? `: ${why}` : ''}${behind ? ` (${behind})` : ''}`;

/** The deciding ground with its rule; the score next to it where another measure decided. */
function sayDecisive({ what, why, isScore }: Ground, score: number | undefined): string {
	const beside = isScore || score === undefined ? undefined : `score ${formatNumber(score)}/100`;
	const notes = [why, beside].filter((note) => note !== undefined).join('; ');
	return notes === '' ? what : `${what} (${notes})`;
}

/** Levels lie a thousand apart; within a level the highest score comes first, a missing one before all. */
const findRank = (level: RiskLevel, score = 100): number =>
	LEVELS_WORST_FIRST.indexOf(level) * 1000 + denoise(100 - score);

function keepRawScore(report: unknown): number | string | undefined {
	const raw = isObject(report) ? report.riskscore : undefined;
	if (typeof raw === 'number') return Number.isFinite(raw) ? raw : String(raw);
	return typeof raw === 'string' ? raw : undefined;
}

/** Why a check has no result; undefined for one that has. Whatever else was sent then says nothing. */
function describeUnfinished(status: string): string | undefined {
	const outcome = parseOutcome(status);
	if (outcome === 'completed') return undefined;
	const shown = plainText(status, 24) || 'not given';
	return `the check ${outcome === 'failed' ? 'failed' : 'is not finished'} (status ${shown})`;
}

/**
 * Judges a check: the worst of score, danger share, critical signals, signal limits and owner (design 6), in the order
 * high, unknown, medium, low. It never throws, whatever the facts are.
 */
export function judge(facts: RiskFacts, rules: RiskRules): Judgement {
	const unfinished = describeUnfinished(facts.status);
	const report = unfinished ? undefined : parseReport(facts.report, facts.scale);
	const owners = unfinished || facts.owner === 'unread' ? [] : (facts.owner ?? []);
	const { owner, ground } = findWorstOwner(owners, rules);
	const weighed = unfinished ? [doubt(unfinished)] : weigh(report, facts, rules);
	const { level, shown } = decide(ground ? [ground, ...weighed] : weighed);
	const { score, signals } = report ?? {};
	const names = [...(signals ?? []).map(({ name }) => name), owner?.type ?? ''];
	return {
		riskLevel: level,
		riskScore: score,
		riskReasons: shown.map(toReason),
		said: sayDecisive(shown[0], score),
		isCritical: names.some(isCritical),
		owner,
		rank: findRank(level, score),
		dangerShare: signals && sumShares(signals, 'danger'),
		signals,
		rawRiskScore: keepRawScore(facts.report),
	};
}

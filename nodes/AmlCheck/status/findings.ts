import { hashKey, isSameHash } from '../../shared/checks/result';
import { readCurrency } from '../../shared/currencies';
import { readDate, readDateSeconds } from '../../shared/dates';
import type { AmlCheckError } from '../../shared/failures/failure';
import { clip, readNumber } from '../../shared/format';
import { NETWORK_CODES } from '../../shared/networks';
import { readSignals } from '../../shared/risk/reading';
import { findSignal } from '../../shared/risk/vocabulary';
import type { HistoryItem } from '../../shared/rpc/schemas';
import { isUnfinished, readOutcome } from '../../shared/statuses';
import { reasonNotToUse } from '../../shared/targets';
import { readRecordedAsset } from '../../shared/targets/asset';
import { isObject } from '../../shared/values';
import { valueOf, type Answer, type Observations } from './observe';

export type ScoreScale = 'percent' | 'fraction' | 'unclear';

/** The trigger's default lookback, in minutes. */
const USUAL_LOOKBACK_MINUTES = 60;

/** Room above the slowest check that was seen. */
const LOOKBACK_FACTOR = 1.25;

/** The fewest scores that are fractions if none is above 1: among as many percents one would be. */
const ENOUGH_SCORES = 10;

/** The durations of the ended checks in seconds, shortest first. */
export function readDurations(history: readonly HistoryItem[]): number[] {
	return history
		.filter((item) => !isUnfinished(item))
		.flatMap(({ initDate, resultDate }) => {
			const [started, ended] = [initDate, resultDate].map(readDateSeconds);
			return started === null || ended === null || ended < started ? [] : [ended - started];
		})
		.sort((a, b) => a - b);
}

/** The middle one of sorted numbers; undefined if there is none. */
export const medianOf = (sorted: readonly number[]): number | undefined =>
	sorted[Math.ceil(sorted.length / 2) - 1];

/** Finds the scale of the scores: one above 1 is percent. */
export function readScale(history: readonly HistoryItem[]): ScoreScale {
	const scores = history
		.filter(({ status }) => readOutcome(status) === 'completed')
		.map(({ riskscore }) => readNumber(riskscore) ?? 0)
		.filter((score) => score > 0);
	if (scores.some((score) => score > 1)) return 'percent';
	return scores.length >= ENOUGH_SCORES ? 'fraction' : 'unclear';
}

/** The trigger's Lookback in minutes that the slowest check needs. */
export const findLookbackMinutes = (slowestSeconds: number): number =>
	slowestSeconds < USUAL_LOOKBACK_MINUTES * 60
		? USUAL_LOOKBACK_MINUTES
		: Math.ceil((slowestSeconds * LOOKBACK_FACTOR) / 60);

/** A line of the contract (docs/maintainers/contract.md) that the service was seen to break, or a setting that it needs. */
export interface Misfit {
	what: string;
	meaning: string;
	/** Empty where no setting helps. */
	setting: string;
}

/** A rule looks at one line of the contract; pure. It names no address, hash or host. */
type Rule = (seen: Observations) => Misfit | undefined;

/** Clocks this far apart make the dates of checks unreliable, in seconds. */
const CLOCK_IS_OFF_SECONDS = 120;

/** No page of a service that gives less than asked for holds fewer checks. */
const LEAST_PAGE = 30;

/** How many new checks may arrive between two requests. */
const ARRIVALS = 5;

/** Words of a status that say plainly that a check is not finished. */
const UNFINISHED_WORDS = /pending|queue|new|process|progress|wait|start|creat/i;

const recordsOf = ({ first }: Observations): readonly HistoryItem[] =>
	valueOf(first)?.records ?? [];

/** Lists words of the service. One that is no plain word may name somebody, so it is left out. */
function listWords(words: readonly string[]): string {
	const plain = words.filter(
		(word) => /^[\p{L}_ -]{1,40}$/u.test(word) && !/\p{L}{25,}/u.test(word),
	);
	const others = words.length - plain.length;
	const shown = [
		...plain.slice(0, 6),
		...(others > 0 ? [`${others} that are no plain words`] : []),
	];
	return shown.join(', ');
}

const unread = (what: string, answer: Answer<object>): Misfit | undefined =>
	answer instanceof Error
		? {
				what: `${what} could not be read: ${clip((answer as AmlCheckError).advice, 80)}`,
				meaning: 'Nothing is known about it. Run Get Status again later.',
				setting: '',
			}
		: undefined;

const historyIsRead: Rule = ({ first }) => unread('The history', first);

const listsNewestFirst: Rule = (seen) => {
	const isDated = (date: number | null): date is number => date !== null;
	const orders = [
		recordsOf(seen).map(({ initDate }) => readDateSeconds(initDate)),
		recordsOf(seen).map(({ initDate, resultDate }) => readDateSeconds(resultDate ?? initDate)),
	].map((dates) => dates.filter(isDated).filter((date) => date * 1000 <= seen.now));
	const goesUp = (dates: readonly number[]) =>
		dates.some((date, index) => index > 0 && date > dates[index - 1]!);
	if (!orders.every(goesUp)) return undefined;
	return {
		what: 'The history does not list its newest checks first',
		meaning: 'The trigger can miss checks. Do not use it with this service.',
		setting: '',
	};
};

const datesAreRead: Rule = (seen) => {
	const texts = recordsOf(seen).flatMap((item) =>
		isUnfinished(item) ? [item.initDate] : [item.initDate, item.resultDate],
	);
	const dates = texts.map((text) => readDate(text ?? ''));
	const unreadable = dates.filter((date) => date === null).length;
	const future = dates.filter(
		(date) => date !== null && date.seconds > seen.now / 1000 + CLOCK_IS_OFF_SECONDS,
	).length;
	if (unreadable + future === 0) return undefined;
	return {
		what: `Of ${dates.length} dates in the history ${unreadable} can not be read and ${future} lie in the future`,
		meaning:
			'Such a date concerns its check alone: a lost response to it can end as a question to you.',
		setting: '',
	};
};

const clocksAgree: Rule = ({ clockAheadMs }) => {
	if (clockAheadMs === undefined)
		return {
			what: 'No response has a date in its header',
			meaning: 'Dates of checks are compared with the clock of this n8n.',
			setting: 'The clock of the n8n server: keep it right, for example with NTP',
		};
	const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
	if (seconds <= CLOCK_IS_OFF_SECONDS) return undefined;
	return {
		what: `The clocks of the service and of this n8n are ${seconds} seconds apart`,
		meaning: 'Dates of checks can be misread after the death of a process.',
		setting: 'The clock of the n8n server: set it right',
	};
};

const checksEnd: Rule = (seen) => {
	const slowest = readDurations(recordsOf(seen)).at(-1) ?? 0;
	const lookback = findLookbackMinutes(slowest);
	if (lookback === USUAL_LOOKBACK_MINUTES) return undefined;
	const isHidden = !recordsOf(seen).some(isUnfinished);
	return {
		what: `A check took ${Math.ceil(slowest / 60)} minutes${isHidden ? ', and the history shows no unfinished check' : ''}`,
		meaning: isHidden
			? 'The trigger does not deliver a check that takes longer than its Lookback.'
			: 'The trigger waits for a slow check that it sees while it is unfinished.',
		setting: `Lookback (Minutes) of the trigger: ${lookback} or more`,
	};
};

const pagesFollow: Rule = (seen) => {
	const { first, second, secondSize } = seen;
	const top = valueOf(first);
	const next = valueOf(second);
	if (!top || !next) return unread('The second page of the history', second);
	const isSmall = top.count < LEAST_PAGE && top.total !== null && top.total > top.count + ARRIVALS;
	if (isSmall)
		return {
			what: `A page of the history holds ${top.count} checks of ${top.total}`,
			meaning: 'A backlog of the trigger takes many polls.',
			setting: 'Poll Times of the trigger: Every Minute',
		};
	const keys = top.records.map(({ hash }) => hashKey(hash));
	const start = next.records.length > 0 ? keys.indexOf(hashKey(next.records[0]!.hash)) : -1;
	if (Math.abs(start - secondSize) <= ARRIVALS) return undefined;
	return {
		what:
			start === 0
				? 'The second page of the history repeats the first one'
				: 'The second page of the history does not follow the first one',
		meaning: 'The nodes can read no more than one page. The trigger can miss checks.',
		setting: '',
	};
};

/** A page behind the end that is empty or refused is read as empty. */
const historyEnds: Rule = (seen) => {
	const beyond = valueOf(seen.beyond);
	if (!beyond) return unread('A page behind the end of the history', seen.beyond);
	const known = new Set(recordsOf(seen).map(({ hash }) => hashKey(hash)));
	if (!beyond.records.some(({ hash }) => known.has(hashKey(hash)))) return undefined;
	return {
		what: 'A page behind the end of the history repeats checks',
		meaning: 'A lost response to a submission can end as a question to you.',
		setting: '',
	};
};

const assetsAreNamed: Rule = ({ first, results }) => {
	const records = [
		...(valueOf(first)?.records ?? []),
		...results.flatMap(({ result }) => valueOf(result)?.check ?? []),
	];
	const isUnnamed = (record: (typeof records)[number]) => {
		const network = readCurrency(record.currency ?? '')?.network;
		return network !== undefined && readRecordedAsset(record, network) === 'unspecified';
	};
	if (!records.some(isUnnamed)) return undefined;
	return {
		what: 'Records of checks do not state their asset',
		meaning:
			'A check of the coin can not be told from one of a token there: it is not reused, and the level of a report that was found is unknown.',
		setting: 'Accept Unspecified Asset in the options, if you screen one asset of a wallet only',
	};
};

const statusesAreKnown: Rule = (seen) => {
	const unknown = recordsOf(seen)
		.map(({ status }) => status)
		.filter((status) => readOutcome(status) === 'pending' && !UNFINISHED_WORDS.test(status));
	if (unknown.length === 0) return undefined;
	return {
		what: `${unknown.length} checks have a status that is not known: ${listWords([...new Set(unknown)])}`,
		meaning: 'Such a check counts as unfinished, and its level is unknown.',
		setting: '',
	};
};

const scaleIsSet: Rule = (seen) => {
	const scale = readScale(recordsOf(seen));
	if (scale === 'unclear' || scale === seen.riskScoreScale) return undefined;
	return {
		what:
			scale === 'percent'
				? 'Scores above 1 are in the history'
				: 'No score of the history is above 1',
		meaning:
			seen.riskScoreScale === 'auto'
				? 'A score of 1 or less can be read in two ways, and counts as the worse one.'
				: 'The credential says another scale, so levels are wrong.',
		setting: `Risk Score Scale in the credential: ${scale === 'percent' ? 'Percent' : 'Fraction'}`,
	};
};

const resultsFit: Rule = ({ results }) => {
	const read = results.filter(({ item }) => readOutcome(item.status) === 'completed');
	const failed = read.find(({ result }) => result instanceof Error);
	if (failed) return unread('A result', failed.result);
	const isOther = read.some(({ item, result }) => {
		const check = valueOf(result)?.check;
		return check && (!isSameHash(check.hash, item.hash) || reasonNotToUse(item, check) !== null);
	});
	if (!isOther) return undefined;
	return {
		what: 'A result does not fit its record in the history',
		meaning: 'The nodes refuse such a result, so its level is unknown.',
		setting: '',
	};
};

const signalsAreKnown: Rule = ({ results }) => {
	const reports = results.flatMap(({ result }) => {
		const check = valueOf(result)?.check;
		return check && readOutcome(check.status) === 'completed' ? [check.report] : [];
	});
	const signals = reports.map((report) => (isObject(report) ? report.signals : undefined));
	const without = signals.filter((one) => readSignals(one).state !== 'read').length;
	if (without > 0)
		return {
			what: `${without} of ${reports.length} reports have no readable signals`,
			meaning: 'Without signals no wallet is ever low.',
			setting: '',
		};
	const names = signals.flatMap((one) => (isObject(one) ? Object.keys(one) : []));
	const unknown = [...new Set(names)].filter((name) => findSignal(name) === undefined);
	if (unknown.length === 0) return undefined;
	return {
		what: `The risk rules do not know these signals: ${listWords(unknown)}`,
		meaning: 'Where such a signal has a share, the level can be unknown.',
		setting: 'Signal Limits under Risk Rules › Custom: one for each, named service:NAME',
	};
};

const networksAreKnown: Rule = ({ currencies }) => {
	const list = valueOf(currencies);
	if (!list) return unread('The list of currencies', currencies);
	const codes = [...new Set(list.map(({ currency }) => currency.toUpperCase()))];
	const unknown = codes.filter((code) => readCurrency(code) === undefined);
	const missing = NETWORK_CODES.filter((network) => !codes.includes(network));
	const parts = [
		unknown.length > 0 && `the nodes do not know ${listWords(unknown)}`,
		missing.length > 0 && `${missing.join(', ')} is missing`,
	].filter(Boolean);
	if (parts.length === 0) return undefined;
	return {
		what: `The list of currencies: ${parts.join('; ')}`,
		meaning: 'These networks can not be screened.',
		setting: '',
	};
};

const CONTRACT_RULES: readonly Rule[] = [
	historyIsRead,
	listsNewestFirst,
	datesAreRead,
	clocksAgree,
	checksEnd,
	pagesFollow,
	historyEnds,
	assetsAreNamed,
	resultsFit,
	networksAreKnown,
	statusesAreKnown,
	scaleIsSet,
	signalsAreKnown,
];

/** Finds what doesn't fit the contract, where something depends on it; pure. */
export const findMisfits = (seen: Observations): Misfit[] =>
	CONTRACT_RULES.map((rule) => rule(seen)).filter((finding) => finding !== undefined);

import { readDate } from '../../../shared/dates';
import type { HistoryItem } from '../../../shared/rpc/schemas';
import {
	CLOCK_IS_OFF_SECONDS,
	findLookbackMinutes,
	isFuture,
	isUnfinished,
	medianOf,
	readDurations,
} from '../facts';
import {
	breaks,
	countNoun,
	differs,
	holds,
	notRead,
	notSeen,
	onlyPaid,
	showTime,
} from '../finding';
import type { Finding, Line } from '../finding';
import { failureOf, valueOf, type Observations, type PaidCheck } from '../observations';
import { readTop } from '../pages';

/** A check shows within two minutes (contract 2), in milliseconds. */
const SHOWS_WITHIN_MS = 120_000;
const HOUR_SECONDS = 3_600;
const DAY_MS = 86_400_000;

/** The dates of the records: what they hold, and what can't be read. Ends of unfinished checks may be missing. */
function readAllDates(records: readonly HistoryItem[]) {
	const texts = records.flatMap(({ initDate, resultDate }) => [initDate ?? '', resultDate ?? '']);
	const given = texts.filter((text) => text !== '');
	const unreadable = given.filter((text) => readDate(text) === null);
	const dates = given.flatMap((text) => readDate(text) ?? []);
	const starts = records.filter(({ initDate }) => !initDate).length;
	const offsets = new Set(
		given.map((text) => /(z|utc|gmt|[+-]\d{2}:?\d{2})$/i.exec(text.trim())?.[1] ?? 'no offset'),
	);
	return { dates, unreadable, missing: starts, offsets: [...offsets] };
}

/** The form of a date without its digits, such as `99.99.9999`. */
const showForm = (text = ''): string => text.replace(/\d/g, '9').slice(0, 30);

function findPaidZone({ paid }: Observations): number | undefined {
	return paid?.checks.find(({ dateIsOffSeconds }) => dateIsOffSeconds !== undefined)
		?.dateIsOffSeconds;
}

const showHours = (seconds: number) =>
	`${showTime(Math.abs(seconds) * 1000)} ${seconds < 0 ? 'early' : 'late'}`;

const ZONE_MEANING =
	'Checks of the first minutes after an activation can be left out, and a lost response can end as a question to you.';

function judgeDates(seen: Observations): Finding {
	const records = readTop(seen);
	if (!valueOf(seen.first)) return notRead('The history', failureOf(seen.first));
	if (records.length === 0)
		return notSeen('The history has no checks', 'Dates show from one check on.');
	const { dates, unreadable, missing, offsets } = readAllDates(records);
	const future = dates.filter(({ seconds }) => isFuture(seconds, seen.now)).length;
	const days = dates.filter(({ lastsMs }) => lastsMs >= DAY_MS).length;
	const read = `${countNoun(dates.length, 'date')} in ISO 8601 with ${offsets.join(', ')}`;
	const isOff = Math.abs(findPaidZone(seen) ?? 0) > CLOCK_IS_OFF_SECONDS;
	const oddities = [
		unreadable.length > 0 &&
			`${unreadable.length} can't be read, such as ${showForm(unreadable[0])}`,
		missing > 0 && `${countNoun(missing, 'check')} without a start`,
		future > 0 && `${future} in the future`,
		days > 0 && `${days} without a time`,
		isOff && `the paid check is dated ${showHours(findPaidZone(seen) ?? 0)}`,
	].filter(Boolean);
	const observed = [read, ...oddities].join('; ');
	const odd = unreadable.length + missing + future;
	if (odd > dates.length / 2)
		return breaks(
			observed,
			'Most dates can not be used. A lost response always ends as a question to you.',
		);
	if (future > 0 || isOff)
		return differs(observed, `The dates are in another time zone than they say. ${ZONE_MEANING}`);
	if (oddities.length > 0)
		return differs(observed, `Such dates concern their own checks only. ${ZONE_MEANING}`);
	if (!offsets.includes('no offset'))
		return holds(observed, 'The nodes read the dates as they are.');
	return judgeZone(seen, observed);
}

/** Dates without an offset are read as UTC. A recent one, or a paid check, proves it. */
function judgeZone(seen: Observations, observed: string): Finding {
	const newest = Math.max(...readAllDates(readTop(seen)).dates.map(({ seconds }) => seconds));
	const age = seen.now / 1000 - newest;
	if (age < HOUR_SECONDS || findPaidZone(seen) !== undefined)
		return holds(
			`${observed}; the newest fits UTC`,
			'The nodes read dates without an offset as UTC.',
		);
	return notSeen(
		`${observed}; the newest is too old to show its zone`,
		'The nodes read dates without an offset as UTC. Run Check Service again right after a check.',
	);
}

function judgeClock(seen: Observations): Finding {
	const { clockAheadMs, now } = seen;
	if (clockAheadMs === undefined)
		return differs(
			'No response has a usable Date header',
			'The nodes compare dates of checks with the clock of this n8n.',
			'Keep the clock of this n8n right (NTP)',
		);
	const ahead = Math.round(clockAheadMs / 1000);
	const away =
		Math.abs(ahead) < 2
			? 'right by the clock of this n8n'
			: `${Math.abs(ahead)} s ${ahead < 0 ? 'behind' : 'ahead of'} this n8n`;
	const setting =
		Math.abs(ahead) > CLOCK_IS_OFF_SECONDS
			? 'Set the clock of this n8n, or ask the service'
			: undefined;
	const starts = readTop(seen).flatMap(({ initDate }) => readDate(initDate) ?? []);
	if (starts.length === 0)
		return notSeen(
			`The Date header is ${away}; no check to compare`,
			'It shows from one check on.',
		);
	const late = starts.filter(({ seconds }) => isFuture(seconds, now)).length;
	if (late > 0)
		return differs(
			`The Date header is ${away}; ${countNoun(late, 'check')} began later than that`,
			'The clock of the dates is another one. A lost response can end as a question to you.',
			setting,
		);
	return holds(
		`The Date header is ${away}; no check began later`,
		'The nodes can tell which checks are new.',
		setting,
	);
}

const showPaid = ({ shownAfterMs, endedAfterMs, wasShownUnfinished }: PaidCheck): string =>
	[
		shownAfterMs !== undefined &&
			`shown after ${showTime(shownAfterMs)}${wasShownUnfinished ? ', unfinished' : ', finished'}`,
		endedAfterMs !== undefined && `ended after ${showTime(endedAfterMs)}`,
	]
		.filter(Boolean)
		.join('; ');

/** The paid check of which most was seen. */
const findTimed = ({ paid }: Observations): PaidCheck | undefined =>
	paid?.checks.find(({ isEarlier, hash }) => !isEarlier && hash !== undefined);

function judgeShown(seen: Observations): Finding {
	const check = findTimed(seen);
	const unfinished = readTop(seen).filter(isUnfinished).length;
	const shows = unfinished > 0 ? `; it shows ${countNoun(unfinished, 'unfinished check')}` : '';
	if (!check) {
		const finding = onlyPaid(1, 'when a new check appears in the history');
		return { ...finding, observed: `${finding.observed}${shows}` };
	}
	const { shownAfterMs, endedAfterMs, wasShownUnfinished } = check;
	const watched = showTime(seen.paid?.watchedMs ?? 0);
	if (shownAfterMs === undefined && endedAfterMs === undefined)
		return notSeen(
			`Not shown and not finished within ${watched}${shows}`,
			'The check takes longer than it was watched. Look for it in the history later.',
		);
	const since = wasShownUnfinished ? 0 : (endedAfterMs ?? 0);
	const lateMs = (shownAfterMs ?? Infinity) - since;
	if (lateMs > SHOWS_WITHIN_MS)
		return breaks(
			`${showPaid(check)}; ${shownAfterMs === undefined ? `not shown within ${watched}` : 'that is late'}`,
			'The trigger can miss checks, and a lost response can be paid for again.',
		);
	return holds(
		showPaid(check),
		wasShownUnfinished
			? 'A lost response is settled within two minutes.'
			: 'Where unfinished checks are hidden, a lost response is settled within an hour.',
	);
}

function judgeEnd(seen: Observations): Finding {
	const records = readTop(seen);
	const durations = readDurations(records);
	const unfinished = records.filter(isUnfinished).length;
	// A history that was read after the paid check has it.
	const paid = durations.length === 0 ? findTimed(seen)?.endedAfterMs : undefined;
	const slowest = Math.max(durations.at(-1) ?? 0, (paid ?? 0) / 1000);
	const count = durations.length + (paid === undefined ? 0 : 1);
	if (count === 0)
		return notSeen(
			`No finished check with both dates, ${unfinished} unfinished`,
			'It shows from one finished check on.',
		);
	const median = medianOf(durations) ?? slowest;
	const observed = `${countNoun(count, 'check')}: half took no longer than ${showTime(median * 1000)}, the slowest ${showTime(slowest * 1000)}; ${unfinished} unfinished`;
	const lookback = findLookbackMinutes(slowest);
	if (lookback === undefined) return holds(observed, 'Timeout and Lookback can stay as they are.');
	const setting = `Lookback (Minutes) of the trigger: ${lookback} or more`;
	if (unfinished > 0)
		return holds(
			observed,
			'Slow checks show while they are unfinished, so the trigger waits for them.',
			setting,
		);
	return differs(
		observed,
		'A check that takes longer than the Lookback is not delivered, if unfinished checks are hidden.',
		setting,
	);
}

export const TIME_LINES = {
	shown: { id: '2', name: 'New checks show', judge: judgeShown },
	dates: { id: '3', name: 'Dates', judge: judgeDates },
	clock: { id: '4', name: 'Clock', judge: judgeClock },
	end: { id: '5', name: 'Checks end', judge: judgeEnd },
} satisfies Record<string, Line>;

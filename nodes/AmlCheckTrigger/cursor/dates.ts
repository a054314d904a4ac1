import { readDateSeconds } from '../../shared/dates';
import type { HistoryItem } from '../../shared/rpc/schemas';

/** When a check was started and ended, in whole Unix seconds of the service's clock; null where it does not say. */
export interface CheckDates {
	init: number | null;
	result: number | null;
	/** Whether it has ended: then it happened when it ended, and not when it began. */
	ended: boolean;
	/** How much later than its dates say it may have happened: until a day ends in every zone, where they have no time. */
	blur: number;
}

const DATE_ONLY = /^\s*\d{4}-\d{2}-\d{2}\s*$/;

/** No zone is further behind UTC: a date without one may be that much later than it says. In seconds. */
export const MAX_BEHIND_UTC_SECONDS = 12 * 60 * 60;

/** The end of a day, in whatever zone. */
const DAY_BLUR_SECONDS = 24 * 60 * 60 - 1 + MAX_BEHIND_UTC_SECONDS;

const ZONELESS = /[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s*$/i;

/**
 * Whether a date of the item names no zone: then it may be hours from what a filter by date goes by.
 * @param item as sent.
 */
export function isZoneless({ initDate, resultDate }: HistoryItem): boolean {
	return [initDate, resultDate].some((text) => ZONELESS.test(text ?? ''));
}

/**
 * Reads both dates of a history item. The end of an unfinished check is a placeholder, whatever it says: taken for
 * a date it could move the cursor into the future.
 * @param item the item as sent.
 * @param open whether the check is unfinished.
 * @returns the dates in Unix seconds.
 */
export function checkDates(item: HistoryItem, open: boolean): CheckDates {
	const { initDate, resultDate } = item;
	const isBlurred = [initDate, resultDate].some((text) => DATE_ONLY.test(text ?? ''));
	return {
		init: readDateSeconds(initDate),
		result: open ? null : readDateSeconds(resultDate),
		ended: !open,
		blur: isBlurred ? DAY_BLUR_SECONDS : 0,
	};
}

/**
 * @param dates of a check.
 * @returns the earlier one: no filter by date sees the check before it. Null where its start is unknown: the end alone
 * doesn't tell from when on a filter by start sees it.
 */
export function earliest({ init, result }: CheckDates): number | null {
	if (init === null || result === null) return init;
	return Math.min(init, result);
}

/**
 * @param dates of a check.
 * @returns the later one, as it stands. Null without dates.
 */
export function latest({ init, result }: CheckDates): number | null {
	if (init === null || result === null) return init ?? result;
	return Math.max(init, result);
}

/**
 * @param dates of a check.
 * @returns the last second at which a filter by date can see the check. Null where that can't be told.
 */
export function lastSeenAt(dates: CheckDates): number | null {
	const date = dates.ended && dates.result === null ? null : latest(dates);
	return date === null ? null : date + dates.blur;
}

/**
 * Whether a check may have happened after a second. An end that can't be read may have been at any time: in doubt it was
 * after it, since a check that comes again is better than one that is missed.
 * @param dates of it.
 * @param second Unix second.
 * @param isByStart whether its start decides instead where its end can't be read.
 */
export function mayFollow(dates: CheckDates, second: number, isByStart: boolean): boolean {
	const isUnknown = dates.ended && dates.result === null && !isByStart;
	return isUnknown || (latest(dates) ?? second) + dates.blur > second;
}

/** Clocks that are further apart than this are not both right; it is more than any zone is from UTC. In seconds. */
export const MAX_APART_SECONDS = 26 * 60 * 60;

/**
 * What is taken for the service's time. It only serves to tell dates that can't be: none comes from it.
 * @param headerMs what the service's `Date` headers tell, in Unix milliseconds; undefined without any.
 * @param localMs n8n's clock in Unix milliseconds.
 * @param known the newest date of the last poll, in Unix seconds; null where there was none.
 * @returns Unix seconds: the earlier of the two, since a clock that is ahead would let dates pass that are ahead; the
 * header's where n8n's clock is plainly wrong.
 */
export function serviceNow(
	headerMs: number | undefined,
	localMs: number,
	known: number | null = null,
): number {
	const local = Math.floor(localMs / 1000);
	if (headerMs === undefined) return local;
	const header = Math.floor(headerMs / 1000);
	const isWrong = local < (known ?? header) - MAX_APART_SECONDS;
	return isWrong ? header : Math.min(header, local);
}

/**
 * @param values numbers, or null for "none".
 * @returns the smallest number; null if there is none.
 */
export function least(...values: Array<number | null | undefined>): number | null {
	return values.reduce<number | null>(
		(low, value) =>
			value === null || value === undefined || (low !== null && low <= value) ? low : value,
		null,
	);
}

/**
 * @param values numbers, or null for "none".
 * @returns the largest number; null if there is none.
 */
export function greatest(...values: Array<number | null | undefined>): number | null {
	return values.reduce<number | null>(
		(high, value) =>
			value === null || value === undefined || (high !== null && high >= value) ? high : value,
		null,
	);
}

import { readDateSeconds } from '../../shared/dates';
import type { HistoryItem } from '../../shared/rpc/schemas';

/** When a check was started and ended, in whole Unix seconds of the service's clock; null where it does not say. */
export interface CheckDates {
	init: number | null;
	result: number | null;
}

/**
 * Reads both dates of a history item. The end of an unfinished check is a placeholder, whatever it says: taken for
 * a date it could move the cursor into the future.
 * @param item the item as sent.
 * @param open whether the check is unfinished.
 * @returns the dates in Unix seconds.
 */
export function checkDates(item: HistoryItem, open: boolean): CheckDates {
	return {
		init: readDateSeconds(item.initDate),
		result: open ? null : readDateSeconds(item.resultDate),
	};
}

/**
 * @param dates of a check.
 * @returns the earlier one: no filter by date sees the check before it. Null without dates.
 */
export function earliest({ init, result }: CheckDates): number | null {
	if (init === null || result === null) return init ?? result;
	return Math.min(init, result);
}

/**
 * @param dates of a check.
 * @returns the later one: no filter by date sees the check after it. Null without dates.
 */
export function latest({ init, result }: CheckDates): number | null {
	if (init === null || result === null) return init ?? result;
	return Math.max(init, result);
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

import type { HistoryItem } from '../../shared/rpc/schemas';
import { isZoneless, type CheckDates } from './dates';
import { MARGIN_SECONDS } from './findings';

/** Why filters by date can't be gone by. */
export type Misfit = 'future' | 'outside' | 'witness' | 'zoneless';

const WHAT: Record<Misfit, string> = {
	future: "The newest check known was dated ahead of the service's time",
	outside: 'The history shows other dates than it was asked for',
	witness: 'A check that the history has is missing among those of its date',
	zoneless: 'The dates in the history name no time zone',
};

/**
 * What a person has to know about filters that don't fit.
 * @param misfit why.
 * @param lookbackSeconds the node's lookback.
 */
export function misfitText(misfit: Misfit, lookbackSeconds: number): string {
	const minutes = lookbackSeconds / 60;
	return `${WHAT[misfit]}, so this trigger reads it without filters by date for now. A check that the history lists late, more than ${minutes} minutes behind the newest one, may not be seen: raise Lookback above the time that your slowest check takes.`;
}

/**
 * Whether a check can't be among those of a stretch of time, whichever of its dates the filter is about.
 * @param item as sent.
 * @param dates of it.
 * @param from the first second asked for; null for no bound.
 * @param to the last one; null for no bound.
 */
export function isOutside(
	item: HistoryItem,
	dates: CheckDates,
	from: number | null,
	to: number | null,
): boolean {
	const { init, result, blur } = dates;
	if (init === null || result === null || blur > 0 || isZoneless(item)) return false;
	const isBefore = from !== null && Math.max(init, result) < from - MARGIN_SECONDS;
	const isAfter = to !== null && Math.min(init, result) > to + MARGIN_SECONDS;
	return isBefore || isAfter;
}

/**
 * A stretch of time that a filter has to show something of, whichever date it is about: that of a check.
 * @param dates of a check.
 * @returns its first and last second; null where the check proves nothing, as an unfinished one, which moves as it ends.
 */
export function proofOf(dates: CheckDates): { from: number; to: number } | null {
	const { init, result, blur } = dates;
	if (init === null || result === null || blur > 0) return null;
	return { from: Math.min(init, result), to: Math.max(init, result) };
}

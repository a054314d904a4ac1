import { ANY_DATE } from './asking';
import type { Mark } from './state';

/** Where a backlog stands that is read by date. */
export type SliceMark = Extract<Mark, { by: 'slices' }>;

/** How full a slice is aimed at: below a page, so that an estimate that is a little off still fits. */
const AIM = 0.8;

/** What a page showed of a slice that did not fit it. */
export interface Overflow {
	/** First and last second of the slice. */
	at: number;
	end: number;
	/** How many items a page holds. */
	size: number;
	/** How many are said to be in it; null where nothing readable is said. */
	total: number | null;
	/** The date of an item of the page, by its number from the newest; null where it has none. */
	dateAt: (index: number) => number | null;
}

/**
 * @param floor where the window begins; null for the oldest check.
 * @param upper the newest date there is.
 * @returns the first slice: from the beginning of time on most of it is empty, the slices grow by themselves.
 */
export function firstSlice(floor: number | null, upper: number): SliceMark {
	const at = floor ?? ANY_DATE;
	return { by: 'slices', at, width: Math.max(1, Math.floor((upper - at) / 8)) };
}

/**
 * As wide as fills a page at this density; within a stretch that held too much, no more than half of what is left.
 * @param mark the slice that was read.
 * @param count how many items it held.
 * @param size how many a page holds.
 * @returns the slice after it.
 */
export function nextSlice({ at, width, full }: SliceMark, count: number, size: number): SliceMark {
	const next = at + width;
	const growth = Math.min(4, (AIM * size) / Math.max(1, count));
	const wider = Math.max(1, Math.floor(width * growth));
	if (full === undefined || next >= full) return { by: 'slices', at: next, width: wider };
	const half = Math.ceil((full - next + 1) / 2);
	return { by: 'slices', at: next, width: Math.min(wider, half), full };
}

/**
 * How much of a stretch that held too much is asked for next. The page that came shows its newest part: where the
 * rest of it fits a page, that is what comes next; else it is cut by its share, and at least in half.
 * @returns seconds.
 */
export function narrower({ at, end, size, total, dateAt }: Overflow): number {
	const aim = Math.floor(AIM * size);
	const width = end - at + 1;
	const date = dateAt(aim);
	const isRest = total !== null && total - aim <= aim && total >= size;
	if (isRest && date !== null && date > at && date < end) return date - at + 1;
	const share = total === null ? width : Math.floor((width * aim) / Math.max(total, aim, 1));
	return Math.max(1, Math.min(share, Math.floor(width / 2)));
}

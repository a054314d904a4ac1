import { MAX_PAGE_SIZE, SHOWN_MS } from '../shared/contract';
import type { Line } from './lines';
import type { Memory, Place } from './state';

/* The arithmetic of the place: which page to read, and where the place is after it. It makes no request. */

/** How long a check may take to show in the history, in seconds. */
export const SHOWN_AFTER = SHOWN_MS / 1000;
/** The first page asks for this many more than are known. */
export const MARGIN_LINES = 50;

export type Searching = Place & { at: 'searching' };
export type Climbing = Place & { at: 'climbing' };

/** Where the place goes. The lines from `marksFrom` on may still mark it; all marks without. */
export interface Move {
	place: Place;
	marksFrom?: number;
}

/** The page that a search has read. */
export interface SearchView {
	page: number;
	/** How many records it has, readable or not. */
	count: number;
	lines: number;
	/** The index of the first line below the lookback; null if it is not in view. */
	bottomOf: (isEnd: boolean) => number | null;
}

/** The window that a climb has read. */
export interface WindowView {
	page: number;
	size: number;
	count: number;
	/** Whether it shows a mark, or the end of the lookback. */
	isBelow: boolean;
	hasMarks: boolean;
}

/** The number of decided lines that a window shows below the place. */
const overlapOf = (most: number) => Math.max(1, Math.min(30, Math.floor(most / 3)));

/** The page that a search reads next: the number is doubled until a page is below the place, then halved. */
export const nextSearchPage = ({ low, high }: Searching): number =>
	high === undefined ? Math.max(0, 2 * low + 1) : Math.ceil((low + high) / 2);

/** A search from the top, with pages of the same size. */
export const beginAgain = ({ size }: Climbing): Searching => ({ at: 'searching', low: -1, size });

/** Where the place is after a page of a search. It may move down meanwhile. `empty` if there is no history at all. */
export function afterSearch(place: Searching, view: SearchView): Move | 'empty' {
	const { page, count, bottomOf } = view;
	if (count === 0 && page === 0) return 'empty';
	if (count === 0 && page === 1) return afterOnlyPage(place);
	// A first page that was the whole history did not show the size of pages.
	const size = page > 0 ? Math.max(place.size, count) : place.size;
	const isEnd = page > 0 && count < size;
	const bottom = bottomOf(isEnd);
	if (!isEnd && bottom === null) {
		const high = page === place.high ? undefined : place.high;
		return { place: { at: 'searching', low: page, high, size: page === 0 ? count : size } };
	}
	if (page - place.low > 1) return { place: { at: 'searching', low: place.low, high: page, size } };
	const end = bottom ?? view.lines;
	// Only what is below the place marks it: checks may show between the marks above.
	const marksFrom = Math.max(0, end - 1);
	return { place: { at: 'climbing', offset: page * size + end, size, isNear: false }, marksFrom };
}

/** The first page is all there is, so what marked the place has expired. An empty page may be a slip: it comes twice. */
function afterOnlyPage(place: Searching): Move {
	if (place.high === undefined) return { place: { ...place, high: 1 } };
	const { size: offset } = place;
	const end = { at: 'climbing', offset, size: MAX_PAGE_SIZE, isNear: false } as const;
	return { place: end, marksFrom: Infinity };
}

/**
 * Where the place is after a window of a climb.
 * @returns whether the history ends in the window, if it shows the place; `empty` if there is no history at all.
 */
export function afterWindow(
	place: Climbing,
	view: WindowView,
): Move | { isEnd: boolean } | 'empty' {
	const { page, size, count, isBelow, hasMarks } = view;
	const isEnd = page > 0 ? count < size : !hasMarks && count <= place.offset;
	if (count === 0 && page === 0) return 'empty';
	if (count === 0) {
		const high = Math.ceil((page * size) / place.size);
		return { place: { at: 'searching', low: -1, high, size: place.size } };
	}
	if (isEnd || isBelow) return { isEnd };
	// A first page that is shorter than asked for may be all that the service gives at once.
	if (page === 0 && count < size) return { place: { at: 'searching', low: 0, size: count } };
	// Nothing marks where the history ended before.
	if (page === 0 && !hasMarks) return { place: beginAgain(place) };
	return { place: { ...place, offset: (page + 2) * size - overlapOf(place.size) } };
}

/** Takes the place to where a move says. */
export function applyMove(
	memory: Memory,
	{ place, marksFrom }: Move,
	lines: readonly Line[],
): void {
	memory.place = place;
	if (marksFrom === undefined) return;
	const below = new Set(lines.slice(marksFrom).map(({ code }) => code));
	for (const code of memory.marks) if (!below.has(code)) memory.marks.delete(code);
}

/** Chooses the window that shows the place at its lower end and as much as possible above it. */
export function chooseWindow(offset: number, most: number): { page: number; size: number } {
	let best = { page: 0, size: MAX_PAGE_SIZE, gain: 0 };
	// If no window with the usual overlap shows anything above it, one line has to do.
	for (const overlap of [overlapOf(most), 1]) {
		const bottom = offset + overlap;
		if (bottom <= most) return { page: 0, size: Math.max(bottom, Math.min(most, MARGIN_LINES)) };
		for (let size = most; size >= Math.max(1, most / 5); size--) {
			const page = Math.ceil(bottom / size) - 1;
			const gain = offset - page * size;
			if (gain > best.gain) best = { page, size, gain };
		}
		if (best.gain > 0) break;
	}
	return best;
}

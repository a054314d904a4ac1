import type { HistoryItem } from '../shared/rpc/schemas';
import { findLookbackEnd, findNewLines, isAscending, readLines } from './lines';
import type { Line, NewLine } from './lines';
import type { Memory, Place } from './state';

/** The most checks the service gives at once (service 8). */
export const MAX_PAGE_SIZE = 1000;

/** The first page asks for this many more than are known. */
const SPARE_LINES = 50;

/** A reading from the top keeps so many pages. What lies further down is searched for. */
const MAX_PAGES = 20;

/** So many decided lines a window shows below the place. */
const OVERLAP = 30;

/** After so many empty answers in a row the history is believed to be empty. */
const MAX_EMPTY_POLLS = 5;

const overlapOf = (most: number) => Math.min(OVERLAP, Math.floor(most / 3));

/** A window is not smaller than this share of the largest page. */
const SMALLEST_WINDOW = 0.2;

/** No history has so many pages: the service shows the same page under every number. */
const LAST_PAGE = 10_000_000;

/** A page of the history. What counts is the records; what the service says of totals is a hint. */
export interface Page {
	records: readonly HistoryItem[];
	/** How many records came, readable or not. */
	count: number;
	/** The service's time in Unix seconds. */
	now: number;
}

/** What a reading needs to know. */
export interface ReadingContext {
	/** Returns a page of so many checks; null if there is no time for it, or if it can't be had. */
	ask: (page: number, size: number) => Promise<Page | null>;
	isOpen: (item: HistoryItem) => boolean;
	/** A digest of base URL and token. */
	account: string;
	warn: (message: string) => void;
}

/** Lines around the place, from the top down, and the new ones among them, oldest first. */
export interface Sighting {
	lines: readonly Line[];
	/** The position of the first line. */
	from: number;
	/** The page size that a climb continues with. */
	size: number;
	now: number;
	news: readonly NewLine[];
}

const ADVICE =
	'Nothing is forgotten: the next poll tries again. If this message stays, ask the service about its history.';

/** Why the history can't be followed; the message says what happened, the advice what to do. */
export class CursorError extends Error {
	readonly advice = ADVICE;
}

/**
 * Reads up to `most` pages from the top down. Checks that arrive meanwhile show some lines twice and hide none.
 * @returns each line once, the size of a full page, and the number of the next page; null if no page could be had.
 */
export async function readPages(
	memory: Memory,
	{ ask, isOpen }: ReadingContext,
	size: number,
	most: number,
	isDone: (lines: readonly Line[], isEnd: boolean) => boolean,
) {
	const byCode = new Map<string, Line>();
	const pages = { lines: [] as Line[], size, next: 0, isEnd: false, isDone: false, now: 0 };
	let last = '';
	for (; pages.next < most && !pages.isDone && !pages.isEnd; pages.next++) {
		const answer = await ask(pages.next, size);
		if (answer === null) break;
		const { records, count, now } = answer;
		const lines = readLines(records, now, memory, isOpen);
		const codes = lines.map(({ code }) => code).join();
		if (pages.next === 0) {
			if (isAscending(lines)) throw new CursorError('The history lists its oldest checks first');
			pages.size = count > 0 ? count : size;
		} else if (count > 0 && codes === last)
			throw new CursorError('The history shows the same page twice');
		last = codes;
		for (const line of lines) if (!byCode.has(line.code)) byCode.set(line.code, line);
		pages.lines = [...byCode.values()];
		pages.now = now;
		const isShort = pages.next > 0 ? count < pages.size : count < size && showsAll(lines, memory);
		pages.isEnd = count === 0 || isShort;
		pages.isDone = isDone(pages.lines, pages.isEnd);
	}
	return pages.next === 0 ? null : pages;
}

const isMark = ({ known }: Memory, { code }: Line) => known.get(code)?.isMark === true;

const hasMarks = ({ known }: Memory) => [...known.values()].some((check) => check.isMark);

/** A page that is shorter than asked for ends the history if it shows all marks; else the service gives small pages. */
function showsAll(lines: readonly Line[], memory: Memory): boolean {
	const marks = [...memory.known.values()].filter((check) => check.isMark).length;
	return marks > 0 && lines.filter((line) => isMark(memory, line)).length >= marks;
}

/**
 * Whether this is the history of another account. The same account shows a known check before it shows older ones. A
 * history that ends before a known check may have lost its old checks: then only another token tells.
 */
function isOtherAccount(
	lines: readonly Line[],
	memory: Memory,
	isEnd: boolean,
	account: string,
): boolean {
	const { known, unfinished, floor } = memory;
	const isKnown = ({ code, id }: Line) => known.has(code) || unfinished.has(id);
	if (known.size === 0 || lines.some(isKnown)) return false;
	if (hasMarks(memory) && findLookbackEnd(lines, floor, isEnd) !== null) return true;
	return isEnd && lines.length > 0 && memory.account !== account;
}

/**
 * Reads the next part of the history that has to be decided. Changes `memory.place` on its way.
 * @returns the lines; null if this poll gets no further, `otherAccount` if nothing in the history is known.
 * @throws CursorError if the history can't be followed.
 */
export async function readNext(
	memory: Memory,
	context: ReadingContext,
): Promise<Sighting | 'otherAccount' | null> {
	for (;;) {
		const { place } = memory;
		const found =
			place.at === 'searching'
				? await searchOn(memory, place, context)
				: place.at === 'climbing'
					? await readWindow(memory, place, context)
					: await readTop(memory, place, context);
		if (found !== 'goOn') return found;
	}
}

type Step = Promise<Sighting | 'otherAccount' | 'goOn' | null>;

/** In the usual case one page. If it is not enough, a reading with the largest pages. */
async function readTop(memory: Memory, place: Place, context: ReadingContext): Step {
	const { known, unfinished, floor } = memory;
	const needsMark = hasMarks(memory);
	const isDone = (lines: readonly Line[], isEnd: boolean) => {
		const hasPlace = lines.some((line) => isMark(memory, line));
		const hasDates = lines.some(({ date }) => date !== null);
		const isBelow = findLookbackEnd(lines, floor, isEnd) !== null;
		return (!needsMark || hasPlace) && (isEnd || isBelow || (hasPlace && !hasDates));
	};
	const wanted = floor === null ? MAX_PAGE_SIZE : known.size + SPARE_LINES;
	const size = Math.min(MAX_PAGE_SIZE, wanted);
	const most = size < MAX_PAGE_SIZE ? 1 : MAX_PAGES;
	let pages = await readPages(memory, context, size, most, isDone);
	if (pages === null) return null;
	const { isEnd, lines } = pages;
	if (lines.length === 0 && known.size + unfinished.size > 0)
		return readEmpty(memory, place, context);
	if (place.at === 'empty') memory.place = { at: 'top' };
	if (!pages.isDone && !isEnd && most === 1)
		pages = await readPages(memory, context, MAX_PAGE_SIZE, MAX_PAGES, isDone);
	if (!pages?.isDone) {
		const low = pages === null ? -1 : pages.next - 1 - Number(pages.isEnd && pages.next > 1);
		memory.place = { at: 'searching', low, size: pages?.size ?? MAX_PAGE_SIZE };
		return 'goOn';
	}
	if (isOtherAccount(pages.lines, memory, pages.isEnd, context.account)) return 'otherAccount';
	const news = findNewLines(pages.lines, memory, pages.isEnd);
	const isCapped = pages.next > 1;
	return { ...pages, from: 0, size: isCapped ? pages.size : MAX_PAGE_SIZE, news };
}

/** One empty answer may be a slip, and old checks may expire all together. */
function readEmpty(memory: Memory, place: Place, { warn }: ReadingContext): null {
	const polls = place.at === 'empty' ? place.polls + 1 : 1;
	memory.place = polls < MAX_EMPTY_POLLS ? { at: 'empty', polls } : { at: 'top' };
	if (polls >= MAX_EMPTY_POLLS) for (const check of memory.known.values()) check.isMark = false;
	warn(
		`The history is suddenly empty, although it showed checks before (poll ${polls} of ${MAX_EMPTY_POLLS} until this is believed). ${ADVICE}`,
	);
	return null;
}

/** Doubles the page number until a page is below the place, then halves. The place may move down meanwhile. */
async function searchOn(
	memory: Memory,
	place: Place & { at: 'searching' },
	{ ask, isOpen }: ReadingContext,
): Step {
	const { low, high, size } = place;
	const page =
		high === undefined
			? Math.max(low + 1, 2 * low + 1)
			: high - low > 1
				? Math.floor((low + high) / 2)
				: high;
	if (page > LAST_PAGE) throw new CursorError('The history has no end');
	const answer = await ask(page, MAX_PAGE_SIZE);
	if (answer === null) return null;
	const { records, count, now } = answer;
	const lines = readLines(records, now, memory, isOpen);
	const isEnd = count === 0 || (page > 0 && count < size);
	const below = findLookbackEnd(lines, memory.floor, isEnd);
	const isUndated = lines.every(({ date }) => date === null);
	const isBelow =
		isEnd || below !== null || (isUndated && lines.some((one) => isMark(memory, one)));
	if (!isBelow)
		memory.place = {
			at: 'searching',
			low: page,
			high: page === high ? undefined : high,
			size: page === 0 ? count : size,
		};
	else if (page - low > 1) memory.place = { at: 'searching', low, high: page, size };
	else {
		// A short first page shows how much the service gives at once only if another one follows.
		const isCapped = page > 1 || (page === 1 && count > 0);
		const offset = page * size + (below ?? lines.length);
		const largest = isCapped ? size : MAX_PAGE_SIZE;
		memory.place = { at: 'climbing', offset, size: largest, isNear: false };
	}
	return 'goOn';
}

/** Chooses the window that shows the place at its lower end and as much as possible above it. */
function chooseWindow(offset: number, most: number): { page: number; size: number } {
	let best = { page: 0, size: most, gain: 0 };
	// If no window with the usual overlap shows anything above it, one line has to do.
	for (const overlap of [overlapOf(most), 1]) {
		const bottom = offset + overlap;
		if (bottom <= most) return { page: 0, size: Math.max(bottom, Math.min(most, SPARE_LINES)) };
		for (let size = most; size >= Math.max(1, most * SMALLEST_WINDOW); size--) {
			const page = Math.ceil(bottom / size) - 1;
			const gain = offset - page * size;
			if (gain > best.gain) best = { page, size, gain };
		}
		if (best.gain > 0) break;
	}
	return best;
}

/** Reads the next window of a climb. Arrivals may have moved the place down to the next one. */
async function readWindow(
	memory: Memory,
	place: Place & { at: 'climbing' },
	{ ask, isOpen, account }: ReadingContext,
): Step {
	const { page, size } = chooseWindow(place.offset, place.size);
	const answer = await ask(page, size);
	if (answer === null) return null;
	const { records, count, now } = answer;
	if (count === 0) {
		if (page === 0) {
			memory.place = { at: 'empty', polls: 1 };
			return null;
		}
		const high = Math.ceil((page * size) / place.size);
		memory.place = { at: 'searching', low: -1, high, size: place.size };
		return 'goOn';
	}
	const lines = readLines(records, now, memory, isOpen);
	const isEnd = count < size;
	const hasMark = lines.some((line) => isMark(memory, line));
	const isInView = isEnd || findLookbackEnd(lines, memory.floor, isEnd) !== null;
	if (!hasMark && !isInView) {
		memory.place = { ...place, offset: (page + 2) * size - overlapOf(place.size) };
		return 'goOn';
	}
	if (isOtherAccount(lines, memory, isEnd, account)) return 'otherAccount';
	const news = findNewLines(lines, memory, isEnd);
	return { lines, from: page * size, size: place.size, now, news };
}

import { readDate } from '../shared/dates';
import type { HistoryItem } from '../shared/rpc/schemas';
import { makeCode, packHash, type Memory } from './state';

/** A page of the history, and how many records it has, readable or not. */
export interface Page {
	records: readonly HistoryItem[];
	count: number;
	/** How many records there are, as the service says; null where it says no number. */
	total: number | null;
}

export interface LineRules {
	isOpen: (item: HistoryItem) => boolean;
	lookbackSeconds: number;
}

/** A check's record at its position in the history. */
export interface Line {
	item: HistoryItem;
	/** The packed hash; begins with `?` for a record without a hash, which no request can name. */
	id: string;
	code: string;
	isOpen: boolean;
	wasOpen: boolean;
	/** Whether it marks the place. One that has ended since may have moved up. */
	isMark: boolean;
	/** Its dates, in Unix seconds: the list is sorted by one of them. Null for an end that is not there, or can't be read. */
	sort: { start: number | null; end: number | null };
	/** It is not later than this: its end, or that of the next line above. */
	notLaterThan: number;
	/** Where it belongs if it is new: its end or, without one, its beginning. */
	asNew: number;
}

/** The lookback has ended after so many lines in a row. A single date may be wrong. */
const ENOUGH_LINES = 3;

/** The span that a date names, in Unix seconds. A date in the future is no date. */
function readSpan(value: unknown, now: number): { from: number; to: number } | null {
	const date = readDate(value);
	if (date === null || date.seconds > now) return null;
	const { seconds: from, lastsMs } = date;
	return { from, to: lastsMs > 1000 ? from + lastsMs / 1000 : from };
}

/**
 * The moments of a record.
 * @param above the moment that the line above is not later than.
 */
function readLineMoments(
	item: HistoryItem,
	isOpen: boolean,
	lookbackSeconds: number,
	{ now, above }: { now: number; above: number },
): Pick<Line, 'sort' | 'notLaterThan' | 'asNew'> {
	const begun = readSpan(item.initDate, now);
	const ended = isOpen ? null : readSpan(item.resultDate, now);
	const end = ended?.to ?? null;
	// A check that takes longer is seen unfinished, so the end of one that is new must be wrong.
	const isLong = begun !== null && ended !== null && ended.from - begun.to > lookbackSeconds;
	const bound = isLong ? null : end;
	// The list may go by the ends of checks, so without one a beginning says nothing.
	const notLaterThan = bound ?? Math.min(above, end ?? Infinity);
	const asNew = isOpen ? notLaterThan : (bound ?? begun?.to ?? notLaterThan);
	return { sort: { start: begun?.from ?? null, end }, notLaterThan, asNew };
}

/** Reads records from the top down. */
export function readLines(
	{ records }: Page,
	{ marks, unfinished }: Pick<Memory, 'marks' | 'unfinished'>,
	{ isOpen, lookbackSeconds }: LineRules,
	now: number,
): Line[] {
	let above = now;
	return records.map((item) => {
		const open = isOpen(item);
		const code = makeCode(item);
		const id = item.hash === '' ? `?${code}` : packHash(item.hash);
		const wasOpen = unfinished.has(id);
		const isMark = marks.has(code) && (open || !wasOpen);
		const moments = readLineMoments(item, open, lookbackSeconds, { now, above });
		above = moments.notLaterThan;
		return { item, id, code, isOpen: open, wasOpen, isMark, ...moments };
	});
}

/** The index of the lowest line that marks the place; -1 if none is in view. */
const findMark = (lines: readonly Line[]) => lines.map(({ isMark }) => isMark).lastIndexOf(true);

/** The index of the first line older than the lookback, or below the marks if no line has an end. Null if not in view. */
export function findBottom(
	lines: readonly Line[],
	{ floor, marks }: Pick<Memory, 'floor' | 'marks'>,
	isEnd: boolean,
): number | null {
	if (marks.size > 0 && lines.every(({ sort }) => sort.end === null)) {
		const mark = findMark(lines);
		return mark < 0 ? null : mark + 1;
	}
	let run: number[] = [];
	for (const [index, { notLaterThan }] of lines.entries()) {
		run = notLaterThan < (floor ?? -Infinity) ? [...run, index] : [];
		if (run.length === ENOUGH_LINES) return run[0];
	}
	return isEnd && run.length > 0 ? run[0] : null;
}

/** The new lines, oldest first: above a mark whatever their dates say, below all marks inside the lookback. */
export function findNewLines(lines: readonly Line[], memory: Memory, isEnd: boolean): Line[] {
	const { known, floor } = memory;
	const mark = findMark(lines);
	const end = findBottom(lines, memory, isEnd);
	const isDue = (line: Line, index: number) => {
		if (line.wasOpen) return !line.isOpen;
		// Without a readable end, a check that began before the lookback is not new, unless nothing is known yet.
		const date = known.size === 0 ? line.notLaterThan : line.asNew;
		const isInside = floor === null || (index < (end ?? lines.length) && date >= floor);
		return (index < mark || isInside) && !known.has(line.code);
	};
	return lines.filter(isDue).reverse();
}

/** Whether both dates of at least three finished checks go up: a history lists its newest checks first. */
export function isAscending(lines: readonly Line[]): boolean {
	const dated = lines
		.map(({ sort }) => sort)
		.filter(({ start, end }) => start !== null && end !== null);
	const goesUp = (key: 'start' | 'end') =>
		dated.every((sort, at) => at === 0 || sort[key]! >= dated[at - 1][key]!) &&
		dated.at(-1)![key]! > dated[0][key]!;
	return dated.length >= ENOUGH_LINES && goesUp('start') && goesUp('end');
}

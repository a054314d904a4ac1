import { MAX_PAGE_SIZE, SHOWN_MS } from '../shared/base/contract';
import { parseDateSeconds } from '../shared/base/dates';
import { walkHistory, type HistoryPage } from '../shared/service/pages';
import type { HistoryItem } from '../shared/service/schemas';
import { isUnfinished } from '../shared/base/statuses';
import { makeCode, type Memory } from './memory';

/* Reads down from the newest check. It decides nothing: what is new is found in `poll.ts`. */

/** The first page asks for this many more than what is remembered. */
const MARGIN = 50;

/** The most checks that one execution should carry. */
export const MAX_DELIVERIES = 5_000;

/** A check's record at its position in the history. Moments are in Unix seconds. */
export interface Line {
	item: HistoryItem;
	code: string;
	isOpen: boolean;
	/** When it began; that of the line above where that can't be read. */
	begun: number;
	ended: number | null;
	/** The later of both. */
	latest: number;
}

/** What a poll has read. */
export interface Reading {
	/** From the newest down, each check once. */
	lines: Line[];
	/** Whether everything below it began before the floor. */
	isWhole: boolean;
	/** The page of the largest size at which the reading continues, if it isn't whole. */
	next: number;
	pages: number;
}

/** Returns a page; null if the poll has no time for it, or an earlier one could not be had. */
export type ReadPage = (
	page: number,
	size: number,
) => Promise<Pick<HistoryPage, 'items' | 'records' | 'count' | 'total'> | null>;

/** The history can't be followed. */
export class HistoryError extends Error {}

/** @param above when the line above the first one began. */
export function parseLines(items: readonly HistoryItem[], above: number): Line[] {
	let begun = above;
	return items.map((item) => {
		const isOpen = isUnfinished(item);
		begun = parseDateSeconds(item.initDate) ?? begun;
		const ended = isOpen ? null : parseDateSeconds(item.resultDate);
		const latest = Math.max(begun, ended ?? 0);
		return { item, code: makeCode(item.hash), isOpen, begun, ended, latest };
	});
}

/**
 * The end of the lookback behind the newest check. A check shows within two minutes, so none that is below shows later
 * (contract, line 2).
 * @param now the service's time, in Unix seconds: no check began later.
 */
export function floorBehind(lines: readonly Line[], lookbackSeconds: number, now: number): number {
	const newest = lines.reduce((latest, { begun }) => Math.max(latest, begun), 0);
	return Math.min(newest || now, now) - lookbackSeconds - SHOWN_MS / 1000;
}

interface Way {
	/** The first page, and the most pages from there. */
	from: number;
	most: number;
	size: number;
	/** The most new lines. */
	room: number;
}

/** From the top, as far as one poll reads. */
const FROM_TOP: Way = { from: 0, most: Infinity, size: MAX_PAGE_SIZE, room: MAX_DELIVERIES };

/** What a reading knows before it begins. */
interface Known {
	seen: ReadonlyMap<string, number>;
	floorOf: (lines: readonly Line[]) => number | null;
	/** The service's time, in Unix seconds. */
	now: number;
}

const countNews = (lines: readonly Line[], { seen }: Known): number =>
	lines.filter(({ code }) => !seen.has(code)).length;

/**
 * Whether all below the lines began before the floor: so it did below a check that ended before it, whichever date the
 * list goes by.
 */
function isBehind(lines: readonly Line[], { floorOf }: Known): boolean {
	const floor = floorOf(lines);
	return floor !== null && lines.some(({ ended, latest }) => ended !== null && latest < floor);
}

/** Goes down pages of one size. A line that is seen again belongs where it is now. */
async function fetchDown(
	readPage: ReadPage,
	{ from, most, size, room }: Way,
	known: Known,
): Promise<Reading> {
	const byCode = new Map<string, Line>();
	const reading: Reading = { lines: [], isWhole: false, next: from, pages: 0 };
	const read = async (page: number) => (page < most ? await readPage(from + page, size) : null);
	for await (const { items, position } of walkHistory(read, size)) {
		if (position === 'repeated') throw new HistoryError('The history shows the same page twice');
		for (const line of parseLines(items, reading.lines.at(-1)?.begun ?? known.now)) {
			byCode.delete(line.code);
			byCode.set(line.code, line);
		}
		reading.pages++;
		reading.next++;
		reading.lines = [...byCode.values()];
		reading.isWhole = position === 'last' || isBehind(reading.lines, known);
		if (reading.isWhole || countNews(reading.lines, known) > room - size) break;
	}
	return reading;
}

/** Reads what may be new: in the usual case one small page, and in a backlog as much as there is time for. */
export async function fetchNews(
	{ seen, open, floor, page }: Memory,
	readPage: ReadPage,
	now: number,
): Promise<Reading> {
	const known: Known = { seen, floorOf: () => floor, now };
	if (page !== null) return await continueReading(page.next, readPage, known);
	const remembered = seen.size + open.size;
	const size = remembered + MARGIN;
	if (remembered > 0 && size < MAX_PAGE_SIZE) {
		const first = await fetchDown(readPage, { ...FROM_TOP, most: 1, size }, known);
		if (first.isWhole || first.pages === 0) return first;
		const larger = await fetchDown(readPage, FROM_TOP, known);
		return larger.pages > 0 ? larger : { ...first, next: 0 };
	}
	return await fetchDown(readPage, FROM_TOP, known);
}

/**
 * Reads the newest page, and goes on where the last poll ended. New checks shift the pages below them, which shows some
 * lines twice and hides none.
 */
async function continueReading(from: number, readPage: ReadPage, known: Known): Promise<Reading> {
	const top = await fetchDown(readPage, { ...FROM_TOP, most: from > 0 ? 1 : 0 }, known);
	if (top.isWhole) return top;
	const room = MAX_DELIVERIES - countNews(top.lines, known);
	const below = await fetchDown(readPage, { ...FROM_TOP, from, room }, known);
	const shown = new Set(below.lines.map(({ code }) => code));
	const lines = [...top.lines.filter(({ code }) => !shown.has(code)), ...below.lines];
	return { ...below, lines, pages: top.pages + below.pages };
}

/** The reading of an activation, down to the end of the lookback. */
export async function fetchLookback(
	readPage: ReadPage,
	lookbackSeconds: number,
	now: number,
): Promise<Reading> {
	const floorOf = (lines: readonly Line[]) => floorBehind(lines, lookbackSeconds, now);
	return await fetchDown(
		readPage,
		{ ...FROM_TOP, room: Infinity },
		{ seen: new Map(), floorOf, now },
	);
}

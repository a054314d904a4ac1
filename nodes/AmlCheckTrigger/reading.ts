import { MAX_PAGE_SIZE, SHOWN_MS } from '../shared/base/contract';
import { parseDateSeconds } from '../shared/base/dates';
import { isUnfinished } from '../shared/base/statuses';
import { makeFailure } from '../shared/failures/failure';
import { walkHistory, type HistoryPage } from '../shared/service/pages';
import type { HistoryItem } from '../shared/service/schemas';
import { makeCode, type Memory } from './memory';

/* Reads the history down from its newest check. What of it is new, `decide.ts` says. */

/** The first page asks for this many more than what is remembered. */
const MARGIN = 50;

/** The most new checks that one execution should carry. */
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
}

/** Returns a page; null where the poll has no time for it, or where one after the first can't be had. */
export type FetchPage = (page: number, size: number) => Promise<HistoryPage | null>;

/** What decides where a reading ends. */
interface Bounds {
	/** No check that began before it is new; null where all are. It may depend on what was read. */
	floorOf: (lines: readonly Line[]) => number | null;
	/** In Unix seconds. */
	now: number;
}

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
 * The end of the lookback behind the newest check, in Unix seconds. A check shows within two minutes, so none that began
 * earlier shows later (contract, line 2).
 * @param now no check began later, whatever its date says.
 */
export function findLookbackEnd(
	lines: readonly Line[],
	lookbackSeconds: number,
	now: number,
): number {
	const newest = lines.reduce((latest, { begun }) => Math.max(latest, begun), 0);
	return Math.min(newest || now, now) - lookbackSeconds - SHOWN_MS / 1000;
}

/** Whether all below began before the floor: so it did below a check that ended before it, whichever date the list goes by. */
const isBehind = (lines: readonly Line[], floor: number | null): boolean =>
	floor !== null && lines.some(({ ended, latest }) => ended !== null && latest < floor);

/**
 * Reads what may be new: in the usual case one small page, and in a backlog as much as one poll delivers. New checks shift
 * the pages below them, which shows some lines twice and hides none.
 * @throws AmlCheckError if the first page can't be had, or the service repeats a page.
 */
export async function fetchNews(
	{ seen, open, page }: Memory,
	fetchPage: FetchPage,
	bounds: Bounds,
): Promise<Reading> {
	const remembered = seen.size + open.size;
	const size = remembered + MARGIN;
	const isSmall = page === null && remembered > 0 && size < MAX_PAGE_SIZE;
	const top = isSmall && (await fetchDown(fetchPage, { from: 0, most: 1, size }, seen, bounds));
	if (top && top.isWhole) return top;
	const rest: Way = { from: page?.next ?? 0, most: Infinity, size: MAX_PAGE_SIZE };
	const down = await fetchDown(fetchPage, rest, seen, bounds);
	return top && down.next === rest.from ? { ...top, next: 0 } : down;
}

/** The first page, the most pages from there, and their size. */
interface Way {
	from: number;
	most: number;
	size: number;
}

/** Goes down pages of one size. A line that is seen again belongs where it is now. */
async function fetchDown(
	fetchPage: FetchPage,
	{ from, most, size }: Way,
	seen: Memory['seen'],
	{ floorOf, now }: Bounds,
): Promise<Reading> {
	const read = async (nth: number) => (nth < most ? await fetchPage(from + nth, size) : null);
	const byCode = new Map<string, Line>();
	const reading: Reading = { lines: [], isWhole: false, next: from };
	for await (const { items, position } of walkHistory(read, size)) {
		if (position === 'repeated') throw repeatedPage();
		for (const line of parseLines(items, reading.lines.at(-1)?.begun ?? now)) {
			byCode.delete(line.code);
			byCode.set(line.code, line);
		}
		reading.next++;
		reading.lines = [...byCode.values()];
		reading.isWhole = position === 'last' || isBehind(reading.lines, floorOf(reading.lines));
		const news = reading.lines.filter(({ code }) => !seen.has(code)).length;
		if (reading.isWhole || news + size > MAX_DELIVERIES) break;
	}
	return reading;
}

const repeatedPage = () =>
	makeFailure('mismatch', {
		facts: {
			happened: 'The history shows the same page twice',
			advice: 'Nothing is forgotten: the next poll tries again. Ask the service about its history.',
		},
	});

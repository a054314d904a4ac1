import { latestDateSeconds } from '../dates';
import { readNumber } from '../risk/format';
import type { HistoryFilter, HistoryItem } from '../rpc/schemas';
import type { CallOptions, RpcSession } from '../rpc/session';
import { isObject } from '../values';
import { identityOf, readHistoryItem } from './records';

/** The most items the service gives at once (service 8). */
export const MAX_PAGE_SIZE = 1000;

export interface HistoryQuery {
	/** From 0 on. */
	page: number;
	/** 1 to 1000. */
	pageSize: number;
	filter?: HistoryFilter;
}

/** One page of the history. What counts is the items that came; what `meta` says about them is a hint (design 4). */
export interface HistoryPage {
	/** The records that have a hash, in the service's order. */
	items: HistoryItem[];
	/** All records, also those without a hash: nobody can ask for their result, or say for sure which check they are. */
	records: readonly HistoryItem[];
	/** How many records came, whatever they are. */
	count: number;
	/** How many match in all, as the service says; null where it says nothing that can be read. */
	total: number | null;
	/** How many pages there are, as the service says; null where it says nothing that can be read. */
	pageCount: number | null;
}

/** A hint is a whole number from 0 up; anything else is none. */
function readHint(value: unknown): number | null {
	const hint = readNumber(value);
	return hint !== null && Number.isInteger(hint) && hint >= 0 ? hint : null;
}

/**
 * Reads one page of the history; free. A malformed record stands alone: the others are there all the same.
 * @param session the way to the service.
 * @param query page, page size and filter; an empty filter is left out.
 * @param options timeouts and attempts.
 * @returns the page (service 4.7).
 * @throws AmlCheckError when it could not be had.
 */
export async function readHistoryPage(
	session: RpcSession,
	{ page, pageSize, filter }: HistoryQuery,
	options?: CallOptions,
): Promise<HistoryPage> {
	const params = { page_size: pageSize, page };
	const hasFilter = filter !== undefined && Object.keys(filter).length > 0;
	const { result } = await session.call(
		'checkup.getcheckshistory',
		hasFilter ? { ...params, filter } : params,
		options,
	);
	const meta = isObject(result.meta) ? result.meta : {};
	const records = result.history.map(readHistoryItem).filter((item) => item !== null);
	return {
		items: records.filter(({ hash }) => hash !== ''),
		records,
		count: result.history.length,
		total: readHint(meta.total),
		pageCount: readHint(meta.page_count),
	};
}

/**
 * Tells after each page of a walk whether to ask for the next: as long as something new comes and it is not plain that
 * this was all. Pure. A service that tells the truth is never asked for a page beyond its last (design 4).
 */
export class PageWalk {
	private readonly seen = new Set<string>();

	private pages = 0;

	/** Pages in a row that held nothing new: one may be full of what arrivals have shifted. */
	private stale = 0;

	/**
	 * Takes in the next page, the first one first.
	 * @param page as it came.
	 * @returns whether there may be more.
	 */
	goesOnAfter({ records, count, total, pageCount }: Omit<Readonly<HistoryPage>, 'items'>): boolean {
		const before = this.seen.size;
		for (const item of records) this.seen.add(identityOf(item));
		this.pages++;
		this.stale = this.seen.size === before ? this.stale + 1 : 0;
		const isShifted = this.stale === 1 && total !== null && total > this.seen.size;
		if (count === 0 || (this.stale > 0 && !isShifted)) return false;
		if (total !== null && total >= this.seen.size) return total > this.seen.size;
		if (pageCount !== null && pageCount > 0) return pageCount > this.pages;
		return true;
	}
}

/**
 * The upper date under which the pages after the first are read, so that what arrives meanwhile doesn't shift them.
 * It is the newest date of the first page, from the service's own clock, plus a second: whether the bound itself
 * belongs to the range is not stated.
 */
function upperDate(first: readonly HistoryItem[]): number | undefined {
	const dates = first.map(latestDateSeconds).filter((date): date is number => date !== null);
	return dates.length > 0 ? Math.max(...dates) + 1 : undefined;
}

/**
 * Reads the history from its newest item on, over as many pages as it takes.
 * @param session the way to the service.
 * @param filter as the service takes it (service 4.7).
 * @param limit the most items wanted; Infinity for all.
 * @returns the items, newest first, each once; those without a hash are among them.
 * @throws AmlCheckError when a page could not be had.
 */
export async function listHistory(
	session: RpcSession,
	filter: HistoryFilter,
	limit: number,
): Promise<HistoryItem[]> {
	const pageSize = Math.min(limit, MAX_PAGE_SIZE);
	const found = new Map<string, HistoryItem>();
	const walk = new PageWalk();
	let bounded = filter;
	for (let page = 0; ; page++) {
		const read = await readHistoryPage(session, { page, pageSize, filter: bounded });
		for (const item of read.records) found.set(identityOf(item), item);
		if (!walk.goesOnAfter(read) || found.size >= limit) break;
		if (page === 0) bounded = { ...filter, date_to: filter.date_to ?? upperDate(read.records) };
	}
	return [...found.values()].slice(0, limit);
}

import { latestDateSeconds } from '../dates';
import { readNumber } from '../format';
import { asSent, historyItemSchema, type HistoryFilter, type HistoryItem } from '../rpc/schemas';
import type { CallOptions, RpcSession } from '../rpc/session';
import { isObject } from '../values';

/** The service returns no more items at once. */
export const MAX_PAGE_SIZE = 1000;

interface HistoryQuery {
	/** From 0 on. */
	page: number;
	pageSize: number;
	filter?: HistoryFilter;
}

/** One page of the history. Its items count; what its `meta` says about them is a hint and may be wrong. */
export interface HistoryPage {
	/** The records that have a hash, in the service's order. */
	items: HistoryItem[];
	/** All records. Nobody can request the result of one without a hash. */
	records: readonly HistoryItem[];
	/** How many elements the page has, whatever they are. */
	count: number;
	/** How many records and pages match in all, as the service says; null where it says no number. */
	total: number | null;
	pageCount: number | null;
}

/**
 * Reads one record of the history.
 * @param sent one element of `history`.
 * @returns the record. A text that isn't one is empty or null, so `hash` and `status` may be empty. Null for what is no
 * record at all.
 */
export const readHistoryItem = (sent: unknown): HistoryItem | null =>
	historyItemSchema.safeParse(sent).data ?? null;

/** Equal for equal records: the hash, or all that a record without one holds. */
export const identifyRecord = (item: HistoryItem): string =>
	item.hash || JSON.stringify(asSent(item));

function readCount(value: unknown): number | null {
	const count = readNumber(value);
	return count !== null && Number.isInteger(count) && count >= 0 ? count : null;
}

/**
 * Reads one page of the history; free. A record that can't be read costs none of the others.
 * @param session the way to the service.
 * @param query an empty filter is left out.
 * @param options timeouts and attempts.
 * @throws AmlCheckError if the page could not be had.
 */
export async function readHistoryPage(
	session: RpcSession,
	{ page, pageSize, filter = {} }: HistoryQuery,
	options?: CallOptions,
): Promise<HistoryPage> {
	const given = Object.keys(filter).length > 0 ? { filter } : {};
	const params = { page_size: pageSize, page, ...given };
	const { result } = await session.call('checkup.getcheckshistory', params, options);
	const meta = isObject(result.meta) ? result.meta : {};
	const records = result.history.map(readHistoryItem).filter((item) => item !== null);
	return {
		items: records.filter(({ hash }) => hash !== ''),
		records,
		count: result.history.length,
		total: readCount(meta.total),
		pageCount: readCount(meta.page_count),
	};
}

/**
 * Decides after each page whether to read the next one: as long as pages show new records, and the service's numbers
 * don't say that this was all. A service whose numbers are right is never asked for a page beyond its last.
 */
export class PageWalk {
	private readonly seen = new Set<string>();

	private pages = 0;

	/** Pages in a row without a new record: new checks may have pushed a whole page of old records down. */
	private stale = 0;

	/** Whether there may be more after the next page, the first one first. */
	goesOnAfter({ records, count, total, pageCount }: Omit<HistoryPage, 'items'>): boolean {
		const before = this.seen.size;
		for (const item of records) this.seen.add(identifyRecord(item));
		const { size } = this.seen;
		this.pages++;
		this.stale = size === before ? this.stale + 1 : 0;
		const isShifted = this.stale === 1 && total !== null && total > size;
		if (count === 0 || (this.stale > 0 && !isShifted)) return false;
		if (total !== null && total >= size) return total > size;
		return pageCount !== null && pageCount > 0 ? pageCount > this.pages : true;
	}
}

/**
 * The upper date under which the pages after the first are read, so that new checks don't shift them. It is the newest
 * date of the first page plus a second, since the service's document doesn't say whether the bound is included.
 */
function upperDate(first: readonly HistoryItem[]): number | undefined {
	const dates = first.map(latestDateSeconds).filter((date) => date !== null);
	return dates.length > 0 ? Math.max(...dates) + 1 : undefined;
}

/**
 * Reads the history, newest first, over as many pages as it takes.
 * @param session the way to the service.
 * @param filter as the service takes it.
 * @param limit the most records wanted; Infinity for all.
 * @param isMatch ends the reading with the page that has such a record.
 * @returns each record once, also those without a hash.
 * @throws AmlCheckError if a page could not be had.
 */
export async function listHistory(
	session: RpcSession,
	filter: HistoryFilter,
	limit: number,
	isMatch: (record: HistoryItem) => boolean = () => false,
): Promise<HistoryItem[]> {
	const pageSize = Math.min(limit, MAX_PAGE_SIZE);
	const found = new Map<string, HistoryItem>();
	const walk = new PageWalk();
	let bounded = filter;
	for (let page = 0; ; page++) {
		const read = await readHistoryPage(session, { page, pageSize, filter: bounded });
		for (const item of read.records) found.set(identifyRecord(item), item);
		if (!walk.goesOnAfter(read) || found.size >= limit || read.records.some(isMatch)) break;
		if (page === 0) bounded = { ...filter, date_to: filter.date_to ?? upperDate(read.records) };
	}
	return [...found.values()].slice(0, limit);
}

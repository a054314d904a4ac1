import { latestDateSeconds } from '../dates';
import { readNumber } from '../risk/numbers';
import type { HistoryFilter, HistoryItem } from '../rpc/schemas';
import type { CallOptions, RpcSession } from '../rpc/session';

/** The most items the service gives at once (service 8). */
export const MAX_PAGE_SIZE = 1000;

export interface HistoryQuery {
	/** From 0 on. */
	page: number;
	/** 1 to 1000. */
	pageSize: number;
	filter?: HistoryFilter;
}

/** One page of the history with its counts as numbers (service 2.6). */
export interface HistoryPage {
	items: HistoryItem[];
	total: number;
	page: number;
	pageCount: number;
	pageSize: number;
}

/**
 * Reads one page of the history; free.
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
	const { meta, history } = result;
	return {
		items: history,
		total: readNumber(meta.total) ?? history.length,
		page: readNumber(meta.page) ?? page,
		pageCount: readNumber(meta.page_count) ?? 0,
		pageSize: readNumber(meta.page_size) ?? pageSize,
	};
}

/**
 * The upper date under which the pages after the first are read, so that what arrives meanwhile doesn't shift them.
 * It is the newest date of the first page, from the service's own clock, plus a second: whether the bound itself
 * belongs to the range is not stated.
 */
function upperDate(first: HistoryItem[]): number | undefined {
	const dates = first.map(latestDateSeconds).filter((date): date is number => date !== null);
	return dates.length > 0 ? Math.max(...dates) + 1 : undefined;
}

/**
 * Reads the history from its newest item on, over as many pages as it takes; never beyond the last (design 4).
 * @param session the way to the service.
 * @param filter as the service takes it (service 4.7).
 * @param limit the most items wanted; Infinity for all.
 * @returns the items, newest first, each once.
 * @throws AmlCheckError when a page could not be had.
 */
export async function listHistory(
	session: RpcSession,
	filter: HistoryFilter,
	limit: number,
): Promise<HistoryItem[]> {
	const pageSize = Math.min(limit, MAX_PAGE_SIZE);
	const first = await readHistoryPage(session, { page: 0, pageSize, filter });
	const found = new Map(first.items.map((item) => [item.hash, item]));
	const bounded = { ...filter, date_to: filter.date_to ?? upperDate(first.items) };
	let { pageCount } = first;
	for (let page = 1; page < pageCount && found.size < limit; page++) {
		const next = await readHistoryPage(session, { page, pageSize, filter: bounded });
		if (next.items.length === 0) break;
		for (const item of next.items) found.set(item.hash, item);
		pageCount = next.pageCount;
	}
	return [...found.values()].slice(0, limit);
}

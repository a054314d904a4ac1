import { MAX_PAGE_SIZE } from '../base/contract';
import { saysNo, toFailure } from '../failures/failure';
import { parseNumber } from '../base/format';
import {
	asSent,
	historyItemSchema,
	parseSent,
	type HistoryFilter,
	type HistoryItem,
} from './schemas';
import type { CallOptions, RpcSession } from './session';
import { isObject } from '../base/values';

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
	/** How many records match in all, as the service says; null where it says no number. */
	total: number | null;
}

/**
 * Reads one record of the history.
 * @param sent one element of `history`.
 * @returns the record. A text that isn't one is empty or null, so `hash` and `status` may be empty. Null for what is no
 * record at all.
 */
export const parseHistoryItem = (sent: unknown): HistoryItem | null =>
	parseSent(historyItemSchema, sent).data ?? null;

/** Equal for equal records: the hash, or all that a record without one holds. */
export const identifyRecord = (item: HistoryItem): string =>
	item.hash || JSON.stringify(asSent(item));

function parseCount(value: unknown): number | null {
	const count = parseNumber(value);
	return count !== null && Number.isInteger(count) && count >= 0 ? count : null;
}

const EMPTY_PAGE: HistoryPage = { items: [], records: [], count: 0, total: null };

/**
 * Reads one page of the history; free. A record that can't be read costs none of the others. A page below the first
 * one that the service refuses twice is beyond its last one, and read as empty.
 * @param session the way to the service.
 * @param query an empty filter is left out.
 * @param options timeouts and attempts.
 * @throws AmlCheckError if the page could not be had.
 */
export async function fetchHistoryPage(
	session: RpcSession,
	query: HistoryQuery,
	options?: CallOptions,
): Promise<HistoryPage> {
	for (let refusals = 0; ; refusals++)
		try {
			return await requestPage(session, query, options);
		} catch (thrown) {
			const failure = toFailure(thrown);
			if (query.page === 0 || !saysNo(failure)) throw failure;
			if (refusals > 0) return EMPTY_PAGE;
		}
}

async function requestPage(
	session: RpcSession,
	{ page, pageSize, filter = {} }: HistoryQuery,
	options?: CallOptions,
): Promise<HistoryPage> {
	const given = Object.keys(filter).length > 0 ? { filter } : {};
	const params = { page_size: pageSize, page, ...given };
	const { result } = await session.call('checkup.getcheckshistory', params, options);
	const meta = isObject(result.meta) ? result.meta : {};
	const records = result.history.map(parseHistoryItem).filter((item) => item !== null);
	return {
		items: records.filter(({ hash }) => hash !== ''),
		records,
		count: result.history.length,
		total: parseCount(meta.total),
	};
}

/** What a walk needs of a page. */
export type WalkedPage = Pick<HistoryPage, 'records' | 'count' | 'total'>;

/** `last`: nothing is below this page. `repeated`: it is the page above once more, so the service gives no more. */
type PagePosition = 'inner' | 'last' | 'repeated';

/**
 * Walks down the history, from its newest page to its end. The end is an empty page, one that is shorter than the pages
 * above it, or one that is shorter than asked for where as many records were seen as the service says there are
 * (contract 1). No other number ends it.
 * @param read reads a page; null ends the walk, since there is no time for more.
 * @param pageSize what `read` asks for.
 * @returns the pages, each with its position. Between two of them new checks may arrive: they show records twice and
 * hide none.
 */
export async function* walkHistory<Page extends WalkedPage>(
	read: (page: number) => Promise<Page | null>,
	pageSize: number,
): AsyncGenerator<Page & { position: PagePosition }> {
	const seen = new Set<string>();
	let unreadable = 0;
	let fullCount = 0;
	let before = '';
	for (let number = 0; ; number++) {
		const page = await read(number);
		if (page === null) return;
		const { records, count, total } = page;
		const names = records.map(identifyRecord);
		const text = names.join();
		for (const name of names) seen.add(name);
		unreadable += count - records.length;
		const isShort = count < pageSize && seen.size + unreadable === total;
		let position: PagePosition = 'inner';
		if (count === 0 || isShort || count < fullCount) position = 'last';
		else if (number > 0 && text === before) position = 'repeated';
		yield { ...page, position };
		if (position !== 'inner') return;
		before = text;
		fullCount = Math.max(fullCount, count);
	}
}

/**
 * Reads the history, newest first, over as many pages as it takes.
 * @param filter as the service takes it.
 * @param limit the most records wanted; Infinity for all.
 * @returns each record once, also those without a hash.
 * @throws AmlCheckError if a page could not be had.
 */
export async function fetchHistory(
	session: RpcSession,
	filter: HistoryFilter,
	limit: number,
): Promise<HistoryItem[]> {
	const pageSize = Math.min(limit, MAX_PAGE_SIZE);
	const found = new Map<string, HistoryItem>();
	const read = async (page: number) => await fetchHistoryPage(session, { page, pageSize, filter });
	for await (const { records, total } of walkHistory(read, pageSize)) {
		for (const item of records) found.set(identifyRecord(item), item);
		// A list that is one record short does no harm, so the service's number may end it.
		if (found.size >= limit || found.size === total) break;
	}
	return [...found.values()].slice(0, limit);
}

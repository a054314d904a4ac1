import { hashKey } from '../../shared/checks/result';
import type { HistoryItem } from '../../shared/rpc/schemas';
import { valueOf, type FreeObservations, type ReadPage } from './observations';

/** The size of the first page, the largest one, and the least that a page of the contract holds (contract 6). */
export const INITIAL_PAGE_SIZE = 200;
export const LARGE_SIZE = 1000;
export const MIN_PAGE_SIZE = 30;

/** The records of the longest page from the top. */
export function readTop({ first, last }: FreeObservations): readonly HistoryItem[] {
	const [top, whole] = [valueOf(first), valueOf(last)];
	const isLonger = whole?.page === 0 && whole.count > (top?.count ?? 0);
	return (isLonger ? whole : top)?.records ?? [];
}

export const keysOf = (records: readonly HistoryItem[]): string[] =>
	records.map(({ hash }) => hashKey(hash));

/** Where a page begins in the list above it; undefined if its records don't follow each other there. */
export function findOffset(page: ReadPage, top: readonly HistoryItem[]): number | undefined {
	const [keys, own] = [keysOf(top), keysOf(page.records)];
	const start = own.length > 0 ? keys.indexOf(own[0]) : -1;
	const follows = start >= 0 && own.every((key, index) => (keys[start + index] ?? key) === key);
	return follows ? start : undefined;
}

/** How many records of a reading a later one lacks, but for those that new ones pushed off the page. */
export function countVanished(first: ReadPage, again: ReadPage): number {
	const [later, earlier] = [first, again].map(({ records }) => new Set(keysOf(records))).reverse();
	const isFull = first.count >= Math.min(first.pageSize, first.total ?? first.pageSize);
	const arrived = [...later].filter((key) => !earlier.has(key)).length;
	const kept = keysOf(first.records).slice(0, isFull ? first.records.length - arrived : undefined);
	return kept.filter((key) => !later.has(key)).length;
}

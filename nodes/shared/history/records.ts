import { HISTORY_TEXTS, historyItemSchema } from '../rpc/schemas';
import type { HistoryItem } from '../rpc/schemas';
import { isObject } from '../values';

/** Holds what the service sent where a record had to be mended; a symbol, so that no member of the service's is hidden. */
const AS_SENT = Symbol('as sent');

type Mended = HistoryItem & { [AS_SENT]?: unknown };

/** What the rest of the code reads becomes a text or nothing; what it reads with suspicion stays. */
function mend(sent: Record<string, unknown>): HistoryItem {
	const texts = Object.entries(HISTORY_TEXTS).map(([key, otherwise]) => {
		const value = sent[key];
		return [key, typeof value === 'string' ? value : otherwise] as const;
	});
	const mended = { ...sent, ...Object.fromEntries(texts), [AS_SENT]: sent } as Mended;
	return Object.assign(mended, { hash: mended.hash.trim() });
}

/**
 * Reads one record of the history by itself, so that a malformed one never costs the others.
 * @param sent one element of `history` (service 2.6).
 * @returns the record itself if it is as documented; else a copy in which a text that isn't one is empty or null.
 * `hash` and `status` may be empty. Null for what is no record at all.
 */
export function readHistoryItem(sent: unknown): HistoryItem | null {
	if (!isObject(sent)) return null;
	const { success, data } = historyItemSchema.safeParse(sent);
	return success && data.hash.trim() === sent.hash ? (sent as HistoryItem) : mend(sent);
}

/**
 * What the service sent of a record, untouched (design 2: `simplify` off).
 * @param item as {@link readHistoryItem} gave it.
 */
export function asSent(item: HistoryItem): unknown {
	return (item as Mended)[AS_SENT] ?? item;
}

/**
 * What tells a record from the others: its hash, or all that it holds where it has none.
 * @param item of the history.
 */
export function identityOf(item: HistoryItem): string {
	return item.hash || JSON.stringify(asSent(item));
}

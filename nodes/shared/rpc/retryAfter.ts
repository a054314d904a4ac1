import { readHttpDateMs } from '../dates';

/** No sane service asks for more; what does is cut to it. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;

/**
 * Reads a `Retry-After` header.
 * @param value seconds ("2") or an HTTP date.
 * @param now the present, in Unix milliseconds.
 * @returns how long to wait, in milliseconds (0 to 5 minutes), or undefined where the header says nothing usable.
 */
export function parseRetryAfter(value: unknown, now: number): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	const waitMs = /^\d+(\.\d+)?$/.test(text)
		? Number(text) * 1000
		: (readHttpDateMs(text) ?? NaN) - now;
	if (!Number.isFinite(waitMs)) return undefined;
	return Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}

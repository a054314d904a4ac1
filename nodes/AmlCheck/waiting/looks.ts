/** The time before the first request for a batch, and the least time between two, in milliseconds. */
const INITIAL_PAGE_MS = 600;
const MIN_PAGE_PAUSE_MS = 1_000;
/** Beyond this time the requests follow each other more closely, since a share of it is long. */
const LONG_WAIT_MS = 20_000;

/**
 * When to read the next page of the history for a batch, in milliseconds from the beginning of the wait. The intervals
 * grow with the time waited: no result is found later than a second, or than a quarter of the time waited for it; a
 * tenth of a long time.
 */
export function nextPage(waitedMs: number): number {
	if (waitedMs < INITIAL_PAGE_MS) return INITIAL_PAGE_MS;
	return waitedMs + Math.max(MIN_PAGE_PAUSE_MS, waitedMs / (waitedMs < LONG_WAIT_MS ? 3 : 10));
}

/** Requests for the result of one check: after a second, then at every even one, in milliseconds. */
const INITIAL_RESULT_MS = 1_000;
const RESULT_STEP_MS = 2_000;

/**
 * When to ask next for the result of one check, in milliseconds from the beginning of the wait: somebody may sit in
 * front of a form. After 1, 2, 4, 6 … 20 seconds, and then after a tenth of the time waited.
 */
export function nextResult(waitedMs: number): number {
	if (waitedMs < INITIAL_RESULT_MS) return INITIAL_RESULT_MS;
	if (waitedMs < LONG_WAIT_MS)
		return Math.floor(waitedMs / RESULT_STEP_MS) * RESULT_STEP_MS + RESULT_STEP_MS;
	return waitedMs * 1.1;
}

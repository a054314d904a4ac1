/** When a check is asked for first, and the least time between two requests, in milliseconds. */
const FIRST_MS = 600;
const LEAST_MS = 1_000;

/** Beyond this time the requests keep closer to the duration, since a share of it is long. */
const LONG_MS = 20_000;

/**
 * When to ask next for the result of a check, or for the page of the history that shows it. The intervals grow with the
 * time waited: a check of 20 s takes at most 10 requests, and no result is found later than a second, or than a quarter
 * of the time waited for it.
 * @param waitedMs how long the check has been waited for, in milliseconds.
 * @returns how long it will have been waited for at the next request, in milliseconds.
 */
export function nextLook(waitedMs: number): number {
	if (waitedMs < FIRST_MS) return FIRST_MS;
	return waitedMs + Math.max(LEAST_MS, waitedMs / (waitedMs < LONG_MS ? 3 : 4));
}

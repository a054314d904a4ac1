/*
 * Facts of the contract with the service (docs/maintainers/contract.md), by its lines. Whoever needs one takes it from
 * here.
 */

/** The most records that a page of the history has (document, section 8). */
export const MAX_PAGE_SIZE = 1000;

/** The longest `id` of a request, in characters (document, section 8). */
export const MAX_ID_LENGTH = 32;

/** Line 2: a check shows in the history so long after the end of the request that submitted it, in milliseconds. */
export const SHOWN_MS = 120_000;

/** Line 3: how far the service's clock may be from ours, in milliseconds. */
export const MAX_CLOCK_SKEW_MS = 60_000;

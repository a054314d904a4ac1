import { HOUR_MS } from './dates';

/*
 * Facts of the contract with the service (docs/maintainers/contract.md), by its lines. Whoever needs one takes it from
 * here.
 */

/** The most records that a page of the history has (document, section 8). */
export const MAX_PAGE_SIZE = 1000;

/** The longest `id` of a request, in characters (document, section 8). */
export const MAX_ID_LENGTH = 32;

/** Line 2: a check shows in the history so long after the end of its request or, where a service hides unfinished ones, after its own end, in milliseconds. */
export const SHOWN_MS = 120_000;

/** Line 5: a check ends within this time, or shows while it is unfinished, in milliseconds. */
export const ENDS_WITHIN_MS = HOUR_MS;

/** Line 7: a page beyond the last one is empty, or refused by any answer that can be read. */
export const BEYOND_LAST_PAGE = ['invalidRequest', 'notFound', 'rejected', 'undecided'] as const;

/** Line 4: how far the clocks of two machines differ, where nobody has compared them, in milliseconds. */
export const MAX_CLOCK_SKEW_MS = 180_000;

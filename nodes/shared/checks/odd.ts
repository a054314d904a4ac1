import type { CheckRecord } from '../rpc/schemas';
import { readOutcome } from '../statuses';
import { isNothing, isObject } from '../values';

/*
 * After one odd answer comes a second request: caches get mixed up, and a service may write a status before its report.
 * Both nodes use this rule. An answer that is still odd afterwards counts as it is.
 */

/**
 * The oddity of an answer of `checkup.getresult`: it ended without a result, it lacks members, or is another check's.
 */
export type Oddity = 'failed' | 'mismatch' | 'unfilled';

/** How long a report, a score or signals may follow the status `SUCCESS`, in milliseconds. */
const FILLED_AFTER_MS = 15_000;
/** How long an answer that the check failed is doubted, in milliseconds. */
const FAILED_FOR_MS = 2_000;
/** How many answers in a row about another check are no slip. */
const MAX_MISMATCHES = 3;

/** @returns what is odd about a result, if anything is. */
export function findOddity({ status, report }: CheckRecord): Oddity | null {
	const outcome = readOutcome(status);
	if (outcome === 'failed') return 'failed';
	if (outcome === 'pending') return null;
	const isFilled = isObject(report) && !isNothing(report.signals) && !isNothing(report.riskscore);
	return isFilled ? null : 'unfilled';
}

/**
 * Whether to ask again; pure.
 * @param seen how many answers in a row were odd like this, and for how long, in milliseconds.
 */
export function isWorthAsking(oddity: Oddity, { count, forMs }: { count: number; forMs: number }) {
	if (oddity === 'mismatch') return count < MAX_MISMATCHES;
	return forMs < (oddity === 'failed' ? FAILED_FOR_MS : FILLED_AFTER_MS);
}

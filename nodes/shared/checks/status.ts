/** Where a check stands: done with a result, ended without one, or still on its way. */
export type CheckOutcome = 'completed' | 'failed' | 'pending';

/** Words that say a check ended without a result (design 4). */
const FAILURE_WORDS =
	/(^|[^A-Z])(FAIL|FAILED|FAILURE|ERROR|REJECTED|CANCELED|CANCELLED|EXPIRED|DECLINED)([^A-Z]|$)/;

/**
 * Reads a status. The document shows only `SUCCESS`; a word that says failure is terminal too, and everything else
 * counts as not done (service 3, design 4).
 * @param status as the service sent it, in any case.
 * @returns where the check stands.
 */
export function outcomeOf(status: string): CheckOutcome {
	const word = status.trim().toUpperCase();
	if (word === 'SUCCESS') return 'completed';
	return FAILURE_WORDS.test(word) ? 'failed' : 'pending';
}

/** Done with a result, ended without one, or still running. */
export type CheckOutcome = 'completed' | 'failed' | 'pending';

/** Words of a status that say a check ended without a result. */
const FAILED_STATUS =
	/(^|[^A-Z])(FAIL|FAILED|FAILURE|ERROR|REJECTED|CANCELED|CANCELLED|EXPIRED|DECLINED)([^A-Z]|$)/;

/**
 * Reads a status in any case. The service's document shows only `SUCCESS`. A word that says failure is final too, and
 * every other status counts as pending.
 */
export function parseOutcome(status: string): CheckOutcome {
	const word = status.trim().toUpperCase();
	if (word === 'SUCCESS') return 'completed';
	return FAILED_STATUS.test(word) ? 'failed' : 'pending';
}

/** Whether a record says that its check is not finished. A status that can't be read says neither. */
export const isUnfinished = ({ status }: { status: string }): boolean =>
	status.trim() !== '' && parseOutcome(status) === 'pending';

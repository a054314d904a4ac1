import { outcomeOf } from '../checks/status';
import type { CheckRecord, HistoryItem } from '../rpc/schemas';
import { compareSubject, NO_SUBJECT, subjectOf } from '../targets';
import { isObject } from '../values';

/** The reason for a report that is about something else than its check. */
export const OTHER_TARGET = 'The report is about another target';

/**
 * Finds out why a report can't be used for a check of the history.
 * @param item the history's record.
 * @param check the answer of `checkup.getresult`.
 * @returns the reason; null if the report can be used.
 */
export function reasonNotToUse(item: HistoryItem, check: CheckRecord): string | null {
	const outcome = outcomeOf(check.status);
	if (outcome === 'pending') return 'The report is not finished yet';
	if (outcome === 'completed' && !isObject(check.report)) return 'The result has no report yet';
	const subject = subjectOf(item);
	if (subject !== undefined) {
		const verdict = compareSubject(check, subject);
		if (verdict === 'other') return OTHER_TARGET;
		return verdict === 'unspecified' ? NO_SUBJECT : null;
	}
	const isSame =
		(check.address ?? '') === item.address &&
		(check.transaction || '') === (item.transaction || '');
	return isSame || item.address === '' ? null : OTHER_TARGET;
}

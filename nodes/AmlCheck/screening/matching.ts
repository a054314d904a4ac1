import { readDateSeconds } from '../../shared/dates';
import { isAbout } from '../../shared/reports/subject';
import type { CheckIdentity } from '../../shared/reports/subject';
import type { Target } from './target';

/** How far n8n's clock and the service's may be apart, in seconds (design 5). */
export const CLOCK_TOLERANCE_S = 120;

/** A check without a date may be one that has just begun (service 3). */
const startedAt = ({ initDate }: Pick<CheckIdentity, 'initDate'>) =>
	readDateSeconds(initDate) ?? Infinity;

/** Whether a second of the service's clock is before a moment of n8n's, in Unix milliseconds, whatever the clocks. */
const isBefore = (second: number, ms: number) => second < ms / 1000 - CLOCK_TOLERANCE_S;

/**
 * Whether a check was begun before an execution or a submission, so that it can't be of it, as far as the clocks tell;
 * pure.
 * @param check with the service's date.
 * @param moment when that began, in Unix milliseconds of n8n's clock.
 */
export function isFromBefore(check: Pick<CheckIdentity, 'initDate'>, moment: number): boolean {
	return isBefore(startedAt(check), moment);
}

/**
 * Finds the checks of the history that a submission whose answer was lost can be; pure (design 5).
 * @param history items of the history.
 * @param target what was submitted.
 * @param sentAt when, in Unix milliseconds of n8n's clock.
 * @param isClaimed whether a hash belongs to another wanted check already.
 * @returns them in the order of the history.
 */
export function findAllLost<T extends CheckIdentity>(
	history: readonly T[],
	target: Target,
	sentAt: number,
	isClaimed: (hash: string) => boolean,
): T[] {
	return history.filter(
		(item) =>
			Boolean(item.address) &&
			(target.transaction === null || Boolean(item.transaction)) &&
			isAbout(item, target) &&
			!isFromBefore(item, sentAt) &&
			!isClaimed(item.hash),
	);
}

/**
 * Finds a submission whose answer was lost; pure (design 5). The parameters are those of {@link findAllLost}.
 * @returns the oldest check that can be it, or undefined.
 */
export function findLost<T extends CheckIdentity>(
	...search: Parameters<typeof findAllLost<T>>
): T | undefined {
	return findAllLost<T>(...search).reduce<T | undefined>(
		(oldest, item) => (oldest && startedAt(oldest) <= startedAt(item) ? oldest : item),
		undefined,
	);
}

/**
 * Whether a page of the history reaches back to before a submission: what comes after it is older still, whichever
 * date the history is ordered by.
 * @param page items, newest first.
 * @param sentAt in Unix milliseconds of n8n's clock.
 */
export function reachesBefore(
	page: ReadonlyArray<{ initDate?: string | null; resultDate?: string | null }>,
	sentAt: number,
): boolean {
	const last = page.at(-1);
	if (!last) return true;
	const date = readDateSeconds(last.resultDate) ?? readDateSeconds(last.initDate);
	return date !== null && isBefore(date, sentAt);
}

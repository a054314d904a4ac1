import type { PageAnswer, PageRequest, Polling } from './types';

/** A request could not be answered: the reading ends here, and keeps what it has. */
export class Interrupted extends Error {
	/**
	 * @param failure as the caller told it.
	 * @param timeLeft whether it makes sense to ask for something else.
	 */
	constructor(
		readonly failure: unknown,
		readonly timeLeft: boolean,
	) {
		super('The history could not be read any further');
	}
}

/**
 * The interruption that was caught.
 * @param thrown by a reading.
 * @throws whatever else it is.
 */
export function interruptionOf(thrown: unknown): Interrupted {
	if (thrown instanceof Interrupted) return thrown;
	throw thrown;
}

/**
 * Every date is later. A bound is always given, so that all windows see the same checks: with one the service may leave
 * out those without a date.
 */
export const ANY_DATE = 1;

/**
 * Asks for a page.
 * @param request which.
 * @returns the answer.
 * @throws Interrupted where there is none.
 */
export function* askPage(request: PageRequest): Polling<PageAnswer> {
	const answer = yield request;
	if (answer.kind === 'page') return answer;
	throw new Interrupted(answer.kind === 'failed' ? answer.failure : undefined, answer.timeLeft);
}

/**
 * A request for the items from one second to another. Both bounds are a second wider, since it is unknown whether the
 * service counts them in (service 4.7); what is seen twice is recognised by its hash.
 * @param pageSize items on a page.
 * @param from first second wanted; null for no bound.
 * @param to last second wanted; null for no bound.
 * @param page number of the page.
 * @returns the request.
 */
export function pageOf(
	pageSize: number,
	from: number | null,
	to: number | null,
	page = 0,
): PageRequest {
	return {
		kind: 'page',
		page,
		pageSize,
		dateFrom: from === null ? ANY_DATE : Math.max(ANY_DATE, from - 1),
		...(to === null ? {} : { dateTo: to + 1 }),
	};
}

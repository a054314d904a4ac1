import type { HistoryItem } from '../../shared/rpc/schemas';
import { askPage, pageOf } from './asking';
import type { Findings } from './findings';
import { codeOfItem } from './memory';
import type { TriggerState } from './state';
import type { PollPlan, Polling } from './types';

/** How many pages it looks through for one check: those of one second, unless filters by date do nothing. */
const FIND_PAGES = 5;

/**
 * Looks for one check around a second of which it is known that it began then.
 * @param pageSize items on a page.
 * @param second Unix second.
 * @param isIt tells the check from others.
 * @returns the item; null if the history does not show it there.
 */
export function* findAt(
	pageSize: number,
	second: number,
	isIt: (item: HistoryItem) => boolean,
): Polling<HistoryItem | null> {
	for (let page = 0; page < FIND_PAGES; page++) {
		const { records, count, total, timeLeft } = yield* askPage(
			pageOf(pageSize, second, second, page),
		);
		const found = records.find(isIt);
		if (found) return found;
		if (count === 0 || (page + 1) * pageSize >= (total ?? 0) || !timeLeft) return null;
	}
	return null;
}

/**
 * Looks after one overdue check, a different one with each poll: filtered by start date it would never show again.
 * @param state of the last poll.
 * @param findings takes it in.
 * @param plan the node's settings.
 * @returns the state in which another one is next.
 */
export function* watchOverdue(
	state: TriggerState,
	findings: Findings,
	{ pageSize }: PollPlan,
): Polling<TriggerState> {
	const next = Object.entries(state.overdue).find(
		([code]) => !findings.open.has(code) && !findings.ended.has(code),
	);
	if (!next) return state;
	const [code, second] = next;
	const item = yield* findAt(pageSize, second, (one) => codeOfItem(one) === code);
	if (item) findings.takeOldest(item);
	const { [code]: moved, ...others } = state.overdue;
	return { ...state, overdue: { ...others, [code]: moved } };
}

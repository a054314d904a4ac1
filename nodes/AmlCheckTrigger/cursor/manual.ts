import type { HistoryItem } from '../../shared/rpc/schemas';
import { PageWalk } from '../../shared/history/pages';
import { askPage } from './asking';
import type { Delivery, PollPlan, Polling } from './types';

/** How many pages a manual test looks through for a check that matches, and their size. */
const TEST_PAGES = 5;
const TEST_PAGE_SIZE = 200;

/** How many reports it reads in search of one, and how many at a time. */
const TEST_REPORTS = 50;
const AT_ONCE = 5;

/**
 * A manual test: the newest check that the active trigger would deliver, judged by the same rules.
 * @param plan the node's settings.
 * @returns a generator like that of `planPoll`, which returns the check, or null.
 */
export function* planTest(plan: PollPlan): Polling<Delivery | null> {
	const walk = new PageWalk();
	let asked = 0;
	for (let page = 0; page < TEST_PAGES; page++) {
		const answer = yield* askPage({ kind: 'page', page, pageSize: TEST_PAGE_SIZE });
		const due = answer.records.filter((item) => {
			const verdict = plan.judge(item);
			return verdict.due && verdict.wanted;
		});
		for (let at = 0; at < due.length && asked < TEST_REPORTS; at += AT_ONCE) {
			const batch = due.slice(at, at + AT_ONCE);
			asked += batch.filter((item) => plan.judge(item).needsReport).length;
			const found = (yield* present(batch, plan)).find((delivery) => plan.accepts(delivery));
			if (found) return found;
		}
		if (asked >= TEST_REPORTS || !walk.goesOnAfter(answer) || !answer.timeLeft) return null;
	}
	return null;
}

function* present(items: readonly HistoryItem[], plan: PollPlan): Polling<Delivery[]> {
	const checks = items.filter((item) => plan.judge(item).needsReport);
	if (checks.length === 0) return items.map((item) => ({ item }));
	const answer = yield { kind: 'reports', checks, tries: checks.map(() => 0) };
	const reports = answer.kind === 'reports' ? answer.reports : [];
	return items.map((item) => {
		const at = checks.indexOf(item);
		if (at < 0) return { item };
		const told = reports[at];
		if (told === undefined || told === 'notAsked')
			return { item, missing: 'There was no time to read it' };
		if ('missing' in told) return { item, missing: told.missing };
		const doubt = plan.doubt(item, told.report);
		return doubt === null ? { item, report: told.report } : { item, missing: doubt };
	});
}

/** The history: order, filters and pages, by a look at every check. */
import type { HistoryFilter } from './rules.mts';
import { SeededCheck } from './seeds.mts';
import { doneAt, type CheckRecord } from './record.mts';
import type { ResolvedOptions } from './options.mts';

type Order = Omit<ResolvedOptions['history'], 'lagMs'>;

// At hand, since a test runner makes each look at a global object expensive, and these loops are long.
const { floor } = Math;
const NEVER = Infinity;

const seconds = (ms: number) => floor(ms / 1000);

/** When a check is done. What comes of a seeded one is drawn anew at each look, and always ends it. */
const endOf = (check: CheckRecord): number =>
	check instanceof SeededCheck ? check.turnsAt : doneAt(check);

/** The check date in seconds: under `resultDate` an unfinished check has that of its submission. */
function dateOf(check: CheckRecord, at: number, { orderBy }: Order): number {
	const done = orderBy === 'resultDate' ? endOf(check) : NEVER;
	return seconds(done <= at ? done : check.initAt);
}

/** Whether a check passes what is asked of it, its date apart. */
function passes(check: CheckRecord, at: number, filter: HistoryFilter): boolean {
	const { currency, type, riskscore_from: from, riskscore_to: to } = filter;
	if (currency !== undefined && check.currency !== currency) return false;
	if (type !== undefined && (check.transaction !== null) !== (type === 'tx')) return false;
	if (from === undefined && to === undefined) return true;
	const { status, riskscore } = check.outcome;
	// A check without a score, or not done, is in no range.
	if (endOf(check) > at || status !== 'SUCCESS' || typeof riskscore !== 'number') return false;
	return riskscore >= (from ?? 0) && riskscore <= (to ?? 100);
}

/** Sorting is stable, so equal dates stay in the order of creation. */
function inOrder(checks: CheckRecord[], dateFor: (check: CheckRecord) => number): CheckRecord[] {
	return checks
		.map((check) => ({ check, date: dateFor(check) }))
		.sort((a, b) => a.date - b.date)
		.map(({ check }) => check);
}

/** Finds a page of the history, newest first; of equal dates the later created first. */
export function historyPage(
	checks: readonly CheckRecord[],
	at: number,
	order: Order,
	filter: HistoryFilter,
	{ skip, take }: { skip: number; take: number },
): { total: number; page: CheckRecord[] } {
	const { date_from: from = -NEVER, date_to: to = NEVER } = filter;
	let found: CheckRecord[] = [];
	let newest = -NEVER;
	let isSorted = true;
	for (const check of checks) {
		if (check.initAt > at || !(order.showPending || endOf(check) <= at)) continue;
		const date = dateOf(check, at, order);
		if (date < from || date > to || !passes(check, at, filter)) continue;
		isSorted &&= date >= newest;
		newest = date;
		found.push(check);
	}
	if (!isSorted) found = inOrder(found, (check) => dateOf(check, at, order));
	const end = Math.max(0, found.length - skip);
	const page = found.slice(Math.max(0, end - take), end).reverse();
	return {
		total: found.length,
		page: page.map((check) => (check instanceof SeededCheck ? check.whole() : check)),
	};
}

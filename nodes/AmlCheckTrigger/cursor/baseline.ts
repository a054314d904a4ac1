import type { HistoryItem } from '../../shared/rpc/schemas';
import { askPage, interruptionOf, pageOf } from './asking';
import { conclude, type PollResult } from './conclude';
import { checkDates, greatest, latest } from './dates';
import { Findings } from './findings';
import { Queue } from './reports';
import { emptyState, MAX_HOLD_SECONDS, type TriggerState } from './state';
import type { PageAnswer, PollPlan, Polling } from './types';
import { WindowReading } from './window';

/** How many items activation looks at to learn the service's time; more than one, should the first be a leftover. */
const ANCHOR_SIZE = 100;

/** How many pages activation reads to find checks that are unfinished for longer than the windows overlap. */
const BASELINE_PAGES = 5;

/** How far the service's time and the dates of its checks may be apart, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 30 * 60;

/**
 * Activation: learns what is there and delivers nothing, over the same window that later polls begin with.
 * @param before the state before it; null for none.
 * @param plan the node's settings.
 */
export function* pollBaseline(before: TriggerState | null, plan: PollPlan): Polling<PollResult> {
	const empty = emptyState(plan.settings, plan.account);
	const start = { ...empty, sequence: before?.sequence ?? 0 };
	const look = { kind: 'page' as const, page: 0, pageSize: ANCHOR_SIZE };
	let answer = yield* askPage(look);
	// One empty answer may be a slip; with it everything in the history would be new.
	if (answer.count === 0 && answer.timeLeft) answer = yield* askPage(look);
	const { now } = answer;
	if (answer.count === 0)
		return {
			deliveries: [],
			next: { ...start, sequence: start.sequence + 1, skipUntil: now - CLOCK_TOLERANCE_SECONDS },
			gotFurther: true,
		};
	const isOpen = (item: HistoryItem) => plan.judge(item).open;
	const dates = answer.records.map((item) => latest(checkDates(item, isOpen(item))));
	const known = dates.filter((date) => date === null || date <= now + CLOCK_TOLERANCE_SECONDS);
	const anchor = greatest(...known) ?? (dates.some((date) => date !== null) ? now : null);
	const knowledge = { seen: new Map(), waiting: new Set<string>(), overdue: {}, floor: null };
	const findings = new Findings(plan, { ...knowledge, skipUntil: Infinity });
	return yield* readBaseline({ ...start, newest: anchor }, before, plan, findings, answer);
}

/** What there is no time to read is left out by its date. */
function* readBaseline(
	start: TriggerState,
	before: TriggerState | null,
	plan: PollPlan,
	findings: Findings,
	answer: PageAnswer,
): Polling<PollResult> {
	const anchor = start.newest;
	const near = anchor === null ? null : anchor - plan.lookbackSeconds;
	const queue = new Queue([], plan);
	let isWhole = false;
	let state = { ...start, floor: near };
	let reading = new WindowReading(state, plan.pageSize, findings);
	try {
		if (answer.timeLeft) {
			const floor = anchor === null ? null : anchor - (yield* reach(anchor, plan));
			state = { ...start, floor };
			reading = new WindowReading(state, plan.pageSize, findings);
			yield* reading.read();
			// What showed checks a moment ago is not empty: that answer was a slip.
			const isEmpty = reading.reader.newest === null && anchor !== null;
			isWhole = reading.mark === undefined && reading.reader.hasRead && !isEmpty;
		}
	} catch (thrown) {
		interruptionOf(thrown);
	}
	if (isWhole) return conclude(before, { state, plan, findings, reading, queue });
	const { sequence } = start;
	const next = { ...start, sequence: sequence + 1, floor: near, skipUntil: anchor ?? 0 };
	return { deliveries: [], next, gotFurther: true };
}

/**
 * How far back activation reads, in seconds: as far as any later window may wait for an unfinished check, unless that
 * is a great many checks; then no further than later windows begin.
 */
function* reach(anchor: number, plan: PollPlan): Polling<number> {
	const longest = Math.max(plan.lookbackSeconds, MAX_HOLD_SECONDS);
	const { total, count, timeLeft } = yield* askPage(pageOf(plan.pageSize, anchor - longest, null));
	const isFew = (total ?? count) <= BASELINE_PAGES * plan.pageSize;
	return isFew && timeLeft ? longest : plan.lookbackSeconds;
}

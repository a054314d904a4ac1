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
			next: leavingOut(now - CLOCK_TOLERANCE_SECONDS, start),
			gotFurther: true,
		};
	const isOpen = (item: HistoryItem) => plan.judge(item).open;
	const dates = answer.records.map((item) => latest(checkDates(item, isOpen(item))));
	const known = dates.filter((date) => date === null || date <= now + CLOCK_TOLERANCE_SECONDS);
	const anchor = greatest(...known) ?? (dates.some((date) => date !== null) ? now : null);
	const knowledge = { seen: new Map(), waiting: new Set<string>(), overdue: {}, floor: null };
	const findings = new Findings(plan, { ...knowledge, skipUntil: Infinity, isByStart: true });
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
	const queue = new Queue([], plan);
	let isWhole = false;
	// Also where it can't be read now: what is unfinished then is found by the polls that can.
	let state = { ...start, floor: behind(anchor, reachOf(answer, plan)) };
	let reading = new WindowReading(state, plan.pageSize, findings);
	try {
		if (answer.timeLeft) {
			state = { ...start, floor: behind(anchor, yield* reach(anchor, plan)) };
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
	return { deliveries: [], next: leavingOut(anchor ?? 0, state), gotFurther: true };
}

/** The state after an activation that remembers no check: what happened up to a second is left out. */
const leavingOut = (skipUntil: number, state: TriggerState): TriggerState => ({
	...state,
	sequence: state.sequence + 1,
	skipUntil,
	byStart: true,
});

const behind = (anchor: number | null, seconds: number) =>
	anchor === null ? null : anchor - seconds;

/** As far as any later window may wait for an unfinished check. */
const farthest = ({ lookbackSeconds }: PollPlan) => Math.max(lookbackSeconds, MAX_HOLD_SECONDS);

/** Asks how far back activation reads, in seconds. */
function* reach(anchor: number | null, plan: PollPlan): Polling<number> {
	if (anchor === null) return 0;
	return reachOf(yield* askPage(pageOf(plan.pageSize, anchor - farthest(plan), null)), plan);
}

/** How far back that is, unless it is a great many checks; then no further than later windows begin. In seconds. */
function reachOf({ total, count }: PageAnswer, plan: PollPlan): number {
	const isFew = (total ?? count) <= BASELINE_PAGES * plan.pageSize;
	return isFew ? farthest(plan) : plan.lookbackSeconds;
}

import type { HistoryItem } from '../../shared/rpc/schemas';
import { checkDates, greatest, latest } from './dates';
import { Findings, type Knowledge } from './findings';
import { codeOf, unpack } from './memory';
import { settle } from './settle';
import { emptyState, MAX_HOLD_SECONDS, type TriggerState } from './state';
import type { PageAnswer, Paging, PollPlan } from './types';
import { findAt, pageOf, readWindow, type WindowReading } from './window';

/** How many items activation looks at to learn the service's time; more than one, should the first be a leftover. */
const ANCHOR_SIZE = 100;

/** How many pages activation reads to find checks that are unfinished for longer than the windows overlap. */
const BASELINE_PAGES = 5;

/** How many pages a manual test looks through for an item that matches, and their size. */
const TEST_PAGES = 5;
const TEST_PAGE_SIZE = 200;

/** What a poll came to. */
export interface PollResult {
	/** The checks to deliver, oldest first. */
	fresh: HistoryItem[];
	/**
	 * The state to store together with the delivery.
	 * @param delivered how many of `fresh` are delivered, from the first on; the rest is found again by the next poll.
	 * @returns the next state; the very state that the poll began with if it learned nothing.
	 * @throws CursorError when the bound of the state is reached.
	 */
	settle: (delivered: number) => TriggerState;
}

/**
 * A poll: which pages to ask for, what in them is new, and what to remember (design 7). Knows neither n8n nor HTTP nor
 * a clock.
 * @param state of the last poll that was committed; null for the first one.
 * @param plan the node's settings.
 * @returns a generator that yields requests, takes answers and returns the result.
 * @throws CursorError when the history can't be followed.
 */
export function* planPoll(state: TriggerState | null, plan: PollPlan): Paging<PollResult> {
	const base = state === null ? null : adapt(state, plan);
	if (base !== null) return yield* pollWindow(base, state, plan);
	if (plan.startFrom === 'beginning')
		return yield* pollWindow(emptyState(plan.settings), state, plan);
	return yield* pollBaseline(plan);
}

/**
 * A manual test: the newest check that the trigger would deliver.
 * @param plan the node's settings.
 * @returns a generator like that of `planPoll`, which returns the check, or null.
 */
export function* planTest(plan: PollPlan): Paging<HistoryItem | null> {
	for (let page = 0; page < TEST_PAGES; page++) {
		const answer = yield { page, pageSize: TEST_PAGE_SIZE };
		const match = answer.items.find((item) => {
			const { due, wanted } = plan.judge(item);
			return due && wanted;
		});
		if (match) return match;
		if ((page + 1) * TEST_PAGE_SIZE >= answer.total || !answer.timeLeft) return null;
	}
	return null;
}

/**
 * Under other settings the history is another one, of which nothing is known: what happened in it before the last poll
 * is left out, what happened since is delivered. Null where there is no last poll to go by.
 */
function adapt(state: TriggerState, plan: PollPlan): TriggerState | null {
	if (state.settings === plan.settings) return state;
	const { floor, newest, sequence, sweep } = state;
	if (floor === null || newest === null) return null;
	const skipUntil = sweep ? sweep.at - 1 : newest;
	return { ...emptyState(plan.settings), sequence, floor, newest, skipUntil };
}

function* pollWindow(
	base: TriggerState,
	before: TriggerState | null,
	plan: PollPlan,
): Paging<PollResult> {
	const known: Knowledge = {
		seen: unpack(base.seen),
		overdue: base.overdue,
		skipUntil: base.skipUntil ?? null,
	};
	const findings = new Findings(plan, known);
	const reading = yield* readWindow(base.sweep?.at ?? base.floor, findings);
	const watched = reading.unreadFrom === null ? yield* watchOverdue(base, findings) : base;
	return conclude(watched, before, plan, findings, reading);
}

/** Activation: learns what is there and delivers nothing, over the same window that later polls begin with. */
function* pollBaseline(plan: PollPlan): Paging<PollResult> {
	const empty = emptyState(plan.settings);
	const findings = new Findings(plan, { seen: new Map(), overdue: {}, skipUntil: Infinity });
	const answer: PageAnswer = yield { page: 0, pageSize: ANCHOR_SIZE };
	if (answer.items.length === 0) {
		const reading = { newest: null, unreadFrom: null, unsettled: null };
		return conclude(empty, null, plan, findings, reading);
	}
	const dates = answer.items.map((item) => latest(checkDates(item, findings.isOpen(item))));
	const anchor = greatest(...dates);
	const floor = anchor === null ? null : anchor - (yield* reach(anchor, plan));
	const reading = yield* readWindow(floor, findings, true);
	return conclude({ ...empty, floor, newest: anchor }, null, plan, findings, reading);
}

/**
 * How far back activation reads, in seconds: as far as any later window may wait for an unfinished check, unless that
 * is a great many checks; then no further than later windows begin.
 */
function* reach(anchor: number, plan: PollPlan): Paging<number> {
	const longest = Math.max(plan.lookbackSeconds, MAX_HOLD_SECONDS);
	const answer = yield pageOf(plan.pageSize, anchor - longest, null);
	return answer.total <= BASELINE_PAGES * plan.pageSize ? longest : plan.lookbackSeconds;
}

/**
 * Looks after one overdue check, a different one with each poll: filtered by start date it would never show again.
 */
function* watchOverdue(state: TriggerState, findings: Findings): Paging<TriggerState> {
	const next = Object.entries(state.overdue).find(
		([code]) => !findings.open.has(code) && !findings.ended.has(code),
	);
	if (!next) return state;
	const [code, second] = next;
	const item = yield* findAt(findings.pageSize, second, ({ hash }) => codeOf(hash) === code);
	if (item) findings.takeOldest(item);
	const { [code]: moved, ...others } = state.overdue;
	return { ...state, overdue: { ...others, [code]: moved } };
}

function conclude(
	state: TriggerState,
	before: TriggerState | null,
	plan: PollPlan,
	findings: Findings,
	reading: WindowReading,
): PollResult {
	const fresh = findings.inOrder();
	return {
		fresh: fresh.map(({ item }) => item),
		settle: (delivered) => {
			const parts = { delivered: fresh.slice(0, delivered), left: fresh.slice(delivered) };
			const next = settle({ state, plan, findings, reading, ...parts });
			return before !== null && isSame(before, next) ? before : next;
		},
	};
}

function isSame(before: TriggerState, next: TriggerState): boolean {
	return JSON.stringify({ ...before, sequence: 0 }) === JSON.stringify({ ...next, sequence: 0 });
}

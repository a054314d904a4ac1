import type { HistoryItem } from '../../shared/rpc/schemas';
import { askPage, interruptionOf, pageOf } from './asking';
import { checkDates, greatest, latest, least } from './dates';
import { Findings, type Knowledge } from './findings';
import { codeOfItem, unpack } from './memory';
import { misfitText } from './misfit';
import { InFuture } from './reader';
import { Queue } from './reports';
import { settle } from './settle';
import { emptyState, MAX_HOLD_SECONDS, MAX_WAITING, type TriggerState } from './state';
import type { Delivery, PageAnswer, PollPlan, Polling } from './types';
import { unpackWaiting } from './waiting';
import { WindowReading } from './window';

/** How many items activation looks at to learn the service's time; more than one, should the first be a leftover. */
const ANCHOR_SIZE = 100;

/** How many pages activation reads to find checks that are unfinished for longer than the windows overlap. */
const BASELINE_PAGES = 5;

/** How far the service's time and the dates of its checks may be apart, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 30 * 60;

/** How many pages it looks through for one check: those of one second, unless filters by date do nothing. */
const FIND_PAGES = 5;

/** What a poll came to. */
export interface PollResult {
	/** The checks to deliver, oldest first. */
	deliveries: Delivery[];
	/** The state to store together with the delivery; the very state that the poll began with if it learned nothing. */
	next: TriggerState | null;
	/** What kept it from getting further. */
	failure?: unknown;
	/** Whether anything was read or delivered: a poll that was kept from all of it has to say why. */
	gotFurther: boolean;
	/** What a person has to know. */
	warning?: string;
}

/**
 * A poll: what to ask for, what in it is new, and what to remember (design 7). Knows neither n8n nor HTTP nor a clock.
 * @param state of the last poll that was committed; null for the first one.
 * @param plan the node's settings.
 * @returns a generator that yields requests, takes answers and returns the result.
 * @throws CursorError when the history can't be followed.
 */
export function* planPoll(state: TriggerState | null, plan: PollPlan): Polling<PollResult> {
	try {
		if (state === null)
			return plan.startFrom === 'beginning'
				? yield* pollWindow(emptyState(plan.settings, plan.account), state, plan)
				: yield* pollBaseline(null, plan);
		const base = yield* adapt(state, plan);
		return base === null ? yield* pollBaseline(state, plan) : yield* pollOn(base, state, plan);
	} catch (thrown) {
		const { failure } = interruptionOf(thrown);
		return { deliveries: [], next: state, failure, gotFurther: false };
	}
}

/**
 * Under other settings the history is another one, of which nothing is known: what happened in it before the last poll
 * is left out, what happened since is delivered. Null where there is no last poll to go by, and for the history of
 * another account.
 */
function* adapt(state: TriggerState, plan: PollPlan): Polling<TriggerState | null> {
	const isOther = state.account !== undefined && state.account !== plan.account;
	if (isOther && !(yield* showsWitness(state, plan))) return null;
	if (state.settings === plan.settings) return { ...state, account: plan.account };
	const { floor, newest, sequence, sweep } = state;
	if (floor === null || newest === null) return null;
	const skipUntil = sweep?.mark.by === 'slices' ? sweep.mark.at - 1 : newest;
	const fresh = emptyState(plan.settings, plan.account);
	return { ...fresh, sequence, floor, newest, skipUntil };
}

/** Whether a history is the one that was followed: a new token of the same account shows the same checks. */
function* showsWitness({ witness }: TriggerState, { pageSize }: PollPlan): Polling<boolean> {
	if (witness === undefined) return false;
	const { code, second } = witness;
	const isIt = (item: HistoryItem) => codeOfItem(item) === code;
	if (yield* findAt(pageSize, second, isIt)) return true;
	const { records } = yield* askPage({ kind: 'page', page: 0, pageSize });
	return records.some(isIt);
}

/** What was dated ahead of the service's time must not hide what comes now: then the window begins anew from there. */
function* pollOn(base: TriggerState, state: TriggerState, plan: PollPlan): Polling<PollResult> {
	try {
		return yield* pollWindow(base, state, plan);
	} catch (thrown) {
		if (!(thrown instanceof InFuture)) throw thrown;
		const { latest } = thrown;
		const floor = least(base.floor, latest - plan.lookbackSeconds);
		const { sweep, hold, witness, ...rest } = { ...base, newest: latest, floor };
		const result = yield* pollWindow(rest, state, plan);
		const warnings = [misfitText('future', plan.lookbackSeconds), result.warning];
		return { ...result, warning: warnings.filter(Boolean).join(' ') };
	}
}

function* pollWindow(
	base: TriggerState,
	before: TriggerState | null,
	plan: PollPlan,
): Polling<PollResult> {
	const queue = new Queue(unpackWaiting(base, plan), plan);
	const findings = new Findings(plan, knowledgeOf(base, queue));
	const reading = new WindowReading({ ...base, mark: base.sweep?.mark }, plan.pageSize, findings);
	const isCrowded = queue.rest.length >= MAX_WAITING / 2;
	let timeLeft = true;
	if (base.reportsFirst || isCrowded) timeLeft = yield* queue.readReports(true);
	let failure: unknown;
	let watched = base;
	if (timeLeft) {
		try {
			yield* reading.read();
			if (reading.mark === undefined && reading.reader.hasRead)
				watched = yield* watchOverdue(base, findings, plan);
		} catch (thrown) {
			({ failure, timeLeft } = interruptionOf(thrown));
		}
		queue.add(findings.inOrder());
		yield* queue.readReports(timeLeft && reading.reader.mayAskOn);
	}
	queue.close();
	return conclude(before, { state: watched, plan, findings, reading, queue }, failure);
}

function knowledgeOf(base: TriggerState, queue: Queue): Knowledge {
	return {
		seen: unpack(base.seen),
		waiting: new Set(queue.rest.map(({ code }) => code)),
		overdue: base.overdue,
		skipUntil: base.skipUntil ?? null,
		orderBy: base.orderBy,
		floor: base.floor,
	};
}

/** Activation: learns what is there and delivers nothing, over the same window that later polls begin with. */
function* pollBaseline(before: TriggerState | null, plan: PollPlan): Polling<PollResult> {
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

/**
 * Looks for one check around a second of which it is known that it began then.
 * @param pageSize items on a page.
 * @param second Unix second.
 * @param isIt tells the check from others.
 * @returns the item; null if the history does not show it there.
 */
function* findAt(
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
 */
function* watchOverdue(
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

function conclude(
	before: TriggerState | null,
	facts: Parameters<typeof settle>[0],
	failure?: unknown,
): PollResult {
	const { state, warning } = settle(facts);
	const { misfit } = facts.reading.reader;
	const told = misfit && misfitText(misfit, facts.plan.lookbackSeconds);
	const warnings = [told, warning].filter((text) => text !== undefined);
	const next = before !== null && isSame(before, state) ? before : state;
	const done = facts.queue.done.map(({ check, delivery }) => ({ dates: check.dates, delivery }));
	const deliveries = facts.findings.sorted(done).flatMap(({ delivery }) => delivery ?? []);
	return {
		deliveries,
		next,
		gotFurther: facts.reading.reader.hasRead || facts.queue.done.length > 0,
		...(failure === undefined ? {} : { failure }),
		...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }),
	};
}

function isSame(before: TriggerState, next: TriggerState): boolean {
	const plain = (state: TriggerState) =>
		JSON.stringify(Object.entries({ ...state, sequence: 0 }).sort(([a], [b]) => (a < b ? -1 : 1)));
	return plain(before) === plain(next);
}

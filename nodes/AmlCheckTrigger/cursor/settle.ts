import { earliest, greatest, lastSeenAt, least } from './dates';
import { MARGIN_SECONDS, type Findings } from './findings';
import { holdBack, owedAfter } from './holding';
import { leapAfter, withoutCrowdedLeap } from './leap';
import { countPacked, pack, unpack, type Memory, type PackedMemory } from './memory';
import type { Queue, Queued } from './reports';
import { MAX_CROWD, MAX_HOLD_SECONDS, MAX_REMEMBERED, MAX_WAITING, without } from './state';
import type { Mark, TriggerState } from './state';
import type { PollPlan } from './types';
import { packItem } from './waiting';
import type { WindowReading } from './window';

/** All that a poll came to. */
export interface PollFacts {
	/** The state before the poll. */
	state: TriggerState;
	/** The node's settings. */
	plan: PollPlan;
	/** What the poll saw. */
	findings: Findings;
	/** How far it read. */
	reading: WindowReading;
	/** What is delivered, and what is not yet. */
	queue: Queue;
}

/** A state, and what a person has to know about it. */
export interface Settled {
	state: TriggerState;
	warning?: string;
}

/**
 * The state after a poll. Pure: nothing that it is given changes.
 * @param facts what the poll came to.
 * @returns the state to store together with the delivery; but for its sequence the one before if nothing is new.
 */
export function settle(facts: PollFacts): Settled {
	const [waiting, left] = share(facts.queue.rest);
	if (!facts.reading.reader.hasRead) return { state: withQueue(facts, remainder(facts), waiting) };
	// Without filters by date there is no looking after a single check: the window waits for it as long as it can.
	const most = facts.reading.reader.unfiltered > 0 ? Infinity : MAX_HOLD_SECONDS;
	const calm = nextState(facts, left, most, facts.state.hold ?? null);
	const isSmall = countRemembered(calm) <= MAX_REMEMBERED / 2;
	const { lookbackSeconds } = facts.plan;
	const patience = Math.min(lookbackSeconds, MAX_HOLD_SECONDS);
	const settled = bound(isSmall ? calm : nextState(facts, left, patience, null), lookbackSeconds);
	return { ...settled, state: withQueue(facts, settled.state, waiting) };
}

/** A few wait in the state, those that waited before first of all; the rest is found in the history again. */
function share(rest: readonly Queued[]): [waiting: Queued[], left: Queued[]] {
	const waiting = new Set(rest.filter(({ tries }) => tries > 0).slice(0, MAX_WAITING));
	for (const check of rest) if (waiting.size < MAX_WAITING) waiting.add(check);
	return [rest.filter((check) => waiting.has(check)), rest.filter((check) => !waiting.has(check))];
}

/** Nothing was read: what changes is what became of the checks that waited. */
function remainder(facts: PollFacts): TriggerState {
	const { state } = facts;
	const { unfiltered } = facts.reading.reader;
	return {
		...without(state, 'unfiltered'),
		sequence: state.sequence + 1,
		overdue: stillOverdue(facts),
		seen: rememberFrom(facts, state.newest, state.floor),
		...(unfiltered > 0 ? { unfiltered } : {}),
	};
}

function withQueue({ queue }: PollFacts, state: TriggerState, waiting: Queued[]): TriggerState {
	const rest = without(state, 'waiting', 'reportsFirst');
	if (waiting.length === 0) return rest;
	return {
		...rest,
		waiting: waiting.map(({ item, tries }) => ({ item: packItem(item), tries })),
		...(queue.asked === 0 ? { reportsFirst: true } : {}),
	};
}

/**
 * @param left new checks that neither leave nor wait: windows have to see them again.
 * @param patience how long, in seconds, the window waits for an unfinished check.
 * @param carried the second that unfinished checks held the last complete reading at. A check that ends while a window
 * is read can slip from a part still to come to one behind its end, so that this reading does not see it at all.
 */
function nextState(
	facts: PollFacts,
	left: readonly Queued[],
	patience: number,
	carried: number | null,
): TriggerState {
	const { state, plan, reading, findings } = facts;
	const { reader } = reading;
	const undelivered = earliestOf(left, state);
	const mark = backTo(undelivered, reading.mark);
	const newest = greatest(state.newest, reader.newest);
	const since = state.sweep ? state.sweep.since : newest;
	const overdue = stillOverdue(facts);
	const waitFor = holdBack(facts.findings, left, overdue, (newest ?? 0) - patience);
	const passed = mark === undefined ? null : undelivered;
	const hold = least(waitFor, state.sweep?.hold, reader.unsettled, passed);
	const owed = owedAfter(state, (newest ?? 0) - Math.min(patience, MAX_HOLD_SECONDS));
	const floor = floorAfter(facts, { mark, since, needed: least(undelivered, hold, carried, owed) });
	const isUnread = mark !== undefined || isSlip(facts);
	const leap = leapAfter(state, newest, plan.lookbackSeconds);
	const nextHold = mark === undefined ? hold : carried;
	const witness = witnessAfter(facts, newest);
	return {
		version: 2,
		sequence: state.sequence + 1,
		settings: plan.settings,
		account: plan.account,
		floor,
		newest,
		seen: rememberFrom(facts, newest, least(floor, leap?.from)),
		overdue,
		...(nextHold === null ? {} : { hold: nextHold }),
		...(owed === undefined ? {} : { owed }),
		...(mark === undefined ? {} : { sweep: { mark, since, hold } }),
		...(isUnread ? skipOf(facts) : {}),
		...(witness ? { witness } : {}),
		...(leap ? { leap } : {}),
		...(findings.orderBy === undefined ? {} : { orderBy: findings.orderBy }),
		...(reader.unfiltered > 0 ? { unfiltered: reader.unfiltered } : {}),
		...(reader.cap === undefined ? {} : { cap: reader.cap }),
	};
}

/** What is left out until the window was read once. */
function skipOf({ state, findings }: PollFacts): Pick<TriggerState, 'skipUntil' | 'byStart'> {
	const { skipUntil } = findings;
	if (skipUntil === null) return {};
	return state.byStart ? { skipUntil, byStart: true } : { skipUntil };
}

/** A window without a check, where activation saw some and could remember none: what it leaves out is still to be met. */
function isSlip({ state, reading }: PollFacts): boolean {
	const isFirst = state.newest !== null && countPacked(state.seen) === 0;
	return isFirst && reading.reader.newest === null;
}

interface FloorFacts {
	mark: Mark | undefined;
	since: number | null;
	/** What later windows have to see, at the earliest. */
	needed: number | null;
}

/** Where the next window begins: no later than all that it has to see, and never earlier than the last one. */
function floorAfter(
	{ state, plan }: PollFacts,
	{ mark, since, needed }: FloorFacts,
): number | null {
	if (since === null || (mark !== undefined && mark.by !== 'slices')) return state.floor;
	const overlap = since - plan.lookbackSeconds;
	return greatest(state.floor, least(overlap, mark?.at, needed));
}

/** From when on windows have to see what is new and neither leaves nor waits; null where there is none. */
function earliestOf(left: readonly Queued[], { floor }: TriggerState): number | null {
	const first = least(...left.map(({ dates }) => earliest(dates) ?? floor ?? 0));
	return first === null ? null : greatest(first, floor);
}

/** A backlog comes in order: what could not be taken along of it is read again before what is newer. */
function backTo(undelivered: number | null, mark: Mark | undefined): Mark | undefined {
	if (undelivered === null || mark?.by !== 'slices' || mark.at <= undelivered) return mark;
	return { by: 'slices', at: undelivered, width: mark.width };
}

/** A check dated later than the newest one known would be seen by any window, and prove nothing. */
function witnessAfter({ state, findings, reading }: PollFacts, newest: number | null) {
	const found = findings.witness;
	if (reading.mark !== undefined || found === null || found.second > (newest ?? 0))
		return state.witness;
	return found;
}

/** As {@link remember}, without what no window sees that begins at a second or later; null for all of it. */
function rememberFrom(facts: PollFacts, newest: number | null, from: number | null): PackedMemory {
	return pack(remember(facts, newest), from === null ? null : from - MARGIN_SECONDS);
}

/** What was known and what was decided now; each check dated to its last sighting, since an end may have been added. */
function remember({ state, findings, queue, reading }: PollFacts, newest: number | null): Memory {
	const seen = unpack(state.seen);
	const add = (code: string, second: number | null) => {
		const known = seen.get(code);
		// Without a date it happened until now, which may be later than the newest date that was read so far.
		const undated = known === undefined ? reading.reader.upper() : (newest ?? 0);
		seen.set(code, Math.max(known ?? 0, second ?? undated));
	};
	for (const [code, second] of findings.decided) add(code, second);
	for (const { check } of queue.done) add(check.code, lastSeenAt(check.dates));
	return seen;
}

/** Until it is delivered: it began before every window, so that nothing else would find it again, or know it. */
function stillOverdue({ state, plan, findings, queue }: PollFacts): Record<string, number> {
	const waiting = new Set(queue.rest.map(({ code }) => code));
	const done = new Set(queue.done.map(({ check }) => check.code));
	// What is delivered when it begins goes on until it ends: only there a window could see it again.
	const isOver = (code: string) =>
		findings.ended.has(code) || (plan.triggerOn === 'checkCompleted' && done.has(code));
	return Object.fromEntries(
		Object.entries(state.overdue).filter(([code]) => waiting.has(code) || !isOver(code)),
	);
}

function countRemembered(state: TriggerState): number {
	return countPacked(state.seen) + Object.keys(state.overdue).length;
}

/**
 * There is an end to what is remembered. Beyond it the window shrinks to what can be: everything is still delivered,
 * and once, but a check that shows up late, behind the window, is not seen.
 */
function bound(unbound: TriggerState, lookbackSeconds: number): Settled {
	const most = unbound.sweep ? MAX_CROWD : MAX_REMEMBERED;
	const state = withoutCrowdedLeap(unbound, most);
	if (countRemembered(state) <= most) return { state };
	const bySecond = [...unpack(state.seen)].sort(([, a], [, b]) => b - a);
	const kept = bySecond.slice(0, most);
	const forgotten = bySecond[most]?.[1] ?? 0;
	const reach = least(
		state.sweep?.mark.by === 'slices' ? state.sweep.mark.at : null,
		(least(forgotten, state.newest) ?? 0) + MARGIN_SECONDS + 1,
	);
	const floor = greatest(state.floor, reach);
	return {
		state: { ...state, floor, seen: pack(new Map(kept), null) },
		warning: `More than ${most} checks fall into the ${lookbackSeconds / 60} minutes that this trigger looks back over, which is more than it remembers. It looks back less far for now: nothing is delivered twice, but a check that the history shows late may not be seen. Lower Lookback, or use one trigger for each currency or type.`,
	};
}

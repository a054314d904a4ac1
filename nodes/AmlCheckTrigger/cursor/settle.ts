import { earliest, greatest, lastSeenAt, least, MAX_APART_SECONDS } from './dates';
import { MARGIN_SECONDS, type Findings } from './findings';
import { countPacked, pack, unpack, type Memory } from './memory';
import type { Queue, Queued } from './reports';
import { MAX_CROWD, MAX_HOLD_SECONDS, MAX_REMEMBERED, MAX_WAITING } from './state';
import type { TriggerState } from './state';
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
	if (!facts.reading.hasRead) return { state: withQueue(facts, remainder(facts), waiting) };
	const calm = nextState(facts, left, MAX_HOLD_SECONDS, facts.state.hold ?? null);
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

/** The state but for some of what it may have. */
function without(state: TriggerState, ...names: Array<keyof TriggerState>): TriggerState {
	const kept = Object.entries(state).filter(([name]) => !names.some((one) => one === name));
	return Object.fromEntries(kept) as unknown as TriggerState;
}

/** Nothing was read: what changes is what became of the checks that waited. */
function remainder(facts: PollFacts): TriggerState {
	const { state, reading } = facts;
	const from = state.floor === null ? null : state.floor - MARGIN_SECONDS;
	return {
		...without(state, 'unfiltered'),
		sequence: state.sequence + 1,
		seen: pack(remember(facts, state.newest), from),
		...(reading.unfiltered > 0 ? { unfiltered: reading.unfiltered } : {}),
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
	const { state, plan, findings, reading } = facts;
	const { mark } = reading;
	const newest = greatest(state.newest, reading.newest);
	const since = state.sweep ? state.sweep.since : newest;
	const overdue = stillOverdue(facts);
	const waitFor = holdBack(findings, overdue, (newest ?? 0) - patience);
	const hold = least(waitFor, state.sweep?.hold, reading.unsettled);
	const floor = floorAfter(facts, { since, left, hold, carried });
	const behind = behindOf(facts);
	const slack = mark !== undefined && behind !== undefined ? MAX_APART_SECONDS : MARGIN_SECONDS;
	const seen = pack(remember(facts, newest), floor === null ? null : floor - slack);
	const nextHold = mark === undefined ? hold : carried;
	const witness = witnessAfter(facts, newest);
	return {
		version: 2,
		sequence: state.sequence + 1,
		settings: plan.settings,
		account: plan.account,
		floor,
		newest,
		seen,
		overdue,
		...(nextHold === null ? {} : { hold: nextHold }),
		...(mark === undefined
			? {}
			: { sweep: { mark, since, hold, ...(behind === undefined ? {} : { behind }) } }),
		...(mark !== undefined && state.skipUntil !== undefined ? { skipUntil: state.skipUntil } : {}),
		...(witness ? { witness } : {}),
		...(reading.unfiltered > 0 ? { unfiltered: reading.unfiltered } : {}),
		...(reading.cap === undefined ? {} : { cap: reading.cap }),
	};
}

/** See `Sweep.behind`. */
function behindOf({ state, reading }: PollFacts): number | null | undefined {
	if (state.sweep?.behind !== undefined) return state.sweep.behind;
	return reading.isZoneless ? state.floor : undefined;
}

interface FloorFacts {
	since: number | null;
	left: readonly Queued[];
	hold: number | null;
	carried: number | null;
}

/** Where the next window begins: no later than all that it has to see, and never earlier than the last one. */
function floorAfter(
	{ state, plan, reading: { mark } }: PollFacts,
	{ since, left, hold, carried }: FloorFacts,
): number | null {
	if (since === null || (mark !== undefined && mark.by !== 'slices')) return state.floor;
	const undelivered = left.map(({ dates }) => earliest(dates) ?? state.floor ?? 0);
	const overlap = since - plan.lookbackSeconds;
	return greatest(state.floor, least(overlap, mark?.at, ...undelivered, hold, carried));
}

/** A check dated later than the newest one known would be seen by any window, and prove nothing. */
function witnessAfter({ state, findings, reading }: PollFacts, newest: number | null) {
	const found = findings.witness;
	if (reading.mark !== undefined || found === null || found.second > (newest ?? 0))
		return state.witness;
	return found;
}

/** What was known and what was decided now; each check dated to its last sighting, since an end may have been added. */
function remember({ state, findings, queue }: PollFacts, newest: number | null): Memory {
	const seen = unpack(state.seen);
	const add = (code: string, second: number) =>
		seen.set(code, Math.max(seen.get(code) ?? 0, second));
	const undated = newest ?? 0;
	for (const [code, second] of findings.decided)
		add(code, Number.isFinite(second) ? second : undated);
	for (const { check } of queue.done) add(check.code, lastSeenAt(check.dates) ?? undated);
	return seen;
}

function stillOverdue({ state, findings, queue }: PollFacts): Record<string, number> {
	const waiting = new Set(queue.rest.map(({ code }) => code));
	return Object.fromEntries(
		Object.entries(state.overdue).filter(
			([code]) => !findings.ended.has(code) || waiting.has(code),
		),
	);
}

/**
 * Where windows have to begin to see every unfinished check end. Those that began before `oldest` are entered in
 * `overdue` instead, so that one check that never ends does not make every window longer for good.
 */
function holdBack(
	findings: Findings,
	overdue: Record<string, number>,
	oldest: number,
): number | null {
	let hold: number | null = null;
	for (const [code, second] of findings.open) {
		if (second === null || code in overdue) continue;
		if (second < oldest) overdue[code] = second;
		else hold = least(hold, second);
	}
	return hold;
}

function countRemembered(state: TriggerState): number {
	return countPacked(state.seen) + Object.keys(state.overdue).length;
}

/**
 * There is an end to what is remembered. Beyond it the window shrinks to what can be: everything is still delivered,
 * and once, but a check that shows up late, behind the window, is not seen.
 */
function bound(state: TriggerState, lookbackSeconds: number): Settled {
	const most = state.sweep ? MAX_CROWD : MAX_REMEMBERED;
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

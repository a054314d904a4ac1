import { earliest, greatest, latest, least } from './dates';
import type { Findings, Fresh } from './findings';
import { countPacked, pack, unpack, type Memory } from './memory';
import { MAX_HOLD_SECONDS, MAX_REMEMBERED, type TriggerState } from './state';
import { CursorError, type PollPlan } from './types';
import type { WindowReading } from './window';

/** The bounds of a window are asked for a second wider than meant, and dates are cut to seconds. */
const MARGIN_SECONDS = 2;

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
	/** The new checks that are delivered. */
	delivered: readonly Fresh[];
	/** The new checks that are left to the next poll. */
	left: readonly Fresh[];
}

/**
 * The state after a poll. Pure: nothing that it is given changes.
 * @param facts what the poll came to.
 * @returns the state to store together with the delivery; but for its sequence the one before if nothing is new.
 * @throws CursorError when there is more to remember than the bound allows.
 */
export function settle(facts: PollFacts): TriggerState {
	const calm = nextState(facts, MAX_HOLD_SECONDS, facts.state.hold ?? null);
	if (countRemembered(calm) <= MAX_REMEMBERED / 2) return calm;
	const { lookbackSeconds } = facts.plan;
	const strict = nextState(facts, Math.min(lookbackSeconds, MAX_HOLD_SECONDS), null);
	if (countRemembered(strict) > MAX_REMEMBERED) throw overflow(lookbackSeconds);
	return strict;
}

/**
 * @param patience how long, in seconds, the window waits for an unfinished check.
 * @param carried the second that unfinished checks held the last complete reading at. A check that ends while a window
 * is read can slip from a part still to come to one behind its end, so that this reading does not see it at all.
 */
function nextState(facts: PollFacts, patience: number, carried: number | null): TriggerState {
	const { state, plan, findings, reading, left } = facts;
	const newest = greatest(state.newest, reading.newest);
	const since = state.sweep?.since ?? newest;
	const unread = least(reading.unreadFrom, undeliveredFrom(left, state));
	const overdue = stillOverdue(facts);
	const waitFor = holdBack(findings, overdue, (newest ?? 0) - patience);
	const hold = least(waitFor, state.sweep?.hold, reading.unsettled);
	const overlap = since === null ? null : since - plan.lookbackSeconds;
	const floor = greatest(
		state.floor,
		overlap === null ? null : least(overlap, unread, hold, carried),
	);
	const seen = pack(remember(facts, newest), floor === null ? null : floor - MARGIN_SECONDS);
	const isDone = unread === null || since === null;
	const nextHold = isDone ? hold : carried;
	return {
		version: 1,
		sequence: state.sequence + 1,
		settings: plan.settings,
		floor,
		newest,
		seen,
		overdue,
		...(nextHold === null ? {} : { hold: nextHold }),
		...(isDone ? {} : { sweep: { at: Math.max(unread, floor ?? unread), since, hold } }),
		...(isDone || state.skipUntil === undefined ? {} : { skipUntil: state.skipUntil }),
	};
}

/** What was known and what was decided now; each check dated to its last sighting, since an end may have been added. */
function remember({ state, findings, delivered }: PollFacts, newest: number | null): Memory {
	const seen = unpack(state.seen);
	const add = (code: string, second: number) =>
		seen.set(code, Math.max(seen.get(code) ?? 0, second));
	const undated = newest ?? 0;
	for (const [code, second] of findings.decided)
		add(code, Number.isFinite(second) ? second : undated);
	for (const { code, dates } of delivered) add(code, latest(dates) ?? undated);
	return seen;
}

/** The second from which the next poll has to read to find what this one leaves behind. */
function undeliveredFrom(left: readonly Fresh[], state: TriggerState): number | null {
	return least(...left.map(({ dates }) => earliest(dates) ?? state.floor ?? 0));
}

function stillOverdue({ state, findings, left }: PollFacts): Record<string, number> {
	const waiting = new Set(left.map(({ code }) => code));
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

function overflow(lookbackSeconds: number): CursorError {
	return new CursorError(
		`There are more than ${MAX_REMEMBERED} checks in the time this trigger looks back over`,
		`To deliver each check once it has to remember them all. Lower 'Lookback (Minutes)' (now ${lookbackSeconds / 60}), or filter by currency or type and use one trigger for each. Nothing was delivered or skipped by this poll.`,
	);
}

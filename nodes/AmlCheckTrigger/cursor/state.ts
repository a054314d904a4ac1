import type { PackedMemory } from './memory';
import { CursorError } from './types';

/** Most checks that are remembered at a time; at 22 bytes each this keeps the state below half a megabyte. */
export const MAX_REMEMBERED = 20_000;

/** How long a check may stay unfinished before it is no longer the window that waits for it, in seconds. */
export const MAX_HOLD_SECONDS = 24 * 60 * 60;

/** A backlog in the course of being delivered over several polls. */
export interface Sweep {
	/** The first second that was not read yet. */
	at: number;
	/** The newest date when the sweep began: what shows up behind it meanwhile is not older than this less the lookback. */
	since: number;
	/** The oldest unfinished check in the part that was read; null if there is none. */
	hold: number | null;
}

/** What the trigger remembers between polls. Plain JSON; dates are Unix seconds of the service's clock (design 7). */
export interface TriggerState {
	version: 1;
	/** Goes up with every change, so that a poll can tell whether another one came first. */
	sequence: number;
	/** The settings that the rest belongs to. */
	settings: string;
	/** Windows begin here and never earlier again; null while the history was always empty, or to begin with the oldest. */
	floor: number | null;
	/** The newest date seen; null if none was. */
	newest: number | null;
	/** Checks that were delivered or decided not to be, as long as a window can see them. */
	seen: PackedMemory;
	/** Checks that are unfinished for so long that the window no longer waits for them: code to start. */
	overdue: Record<string, number>;
	/** Where the oldest unfinished check began that the last complete reading saw and waits for; absent if there was none. */
	hold?: number;
	/** Present while a backlog is being delivered. */
	sweep?: Sweep;
	/** Present after a change of settings until the window was read once: nothing up to this second is delivered. */
	skipUntil?: number;
}

/**
 * A state that knows nothing.
 * @param settings what it belongs to.
 * @returns a state whose first window is the whole history.
 */
export function emptyState(settings: string): TriggerState {
	return { version: 1, sequence: 0, settings, floor: null, newest: null, seen: {}, overdue: {} };
}

/**
 * Reads a stored state back.
 * @param value what was stored, or nothing.
 * @returns the state; null if there is none yet.
 * @throws CursorError when there is something that is no state: to start over silently could lose checks.
 */
export function readState(value: unknown): TriggerState | null {
	if (value === undefined || value === null) return null;
	if (isState(value)) return value;
	throw new CursorError(
		"What this trigger remembered of the last poll can't be read",
		'It may have been written by another version of this node. To start over from now, rename the node and activate the workflow again.',
	);
}

function isState(value: unknown): value is TriggerState {
	if (!isRecord(value)) return false;
	return (
		value.version === 1 &&
		typeof value.sequence === 'number' &&
		typeof value.settings === 'string' &&
		isSecond(value.floor) &&
		isSecond(value.newest) &&
		isRecord(value.seen) &&
		Object.values(value.seen).every((codes) => typeof codes === 'string') &&
		isRecord(value.overdue) &&
		Object.values(value.overdue).every((second) => typeof second === 'number') &&
		(value.hold === undefined || typeof value.hold === 'number') &&
		(value.sweep === undefined || isSweep(value.sweep)) &&
		(value.skipUntil === undefined || typeof value.skipUntil === 'number')
	);
}

function isSweep(value: unknown): value is Sweep {
	return (
		isRecord(value) &&
		typeof value.at === 'number' &&
		typeof value.since === 'number' &&
		isSecond(value.hold)
	);
}

function isSecond(value: unknown): value is number | null {
	return value === null || typeof value === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

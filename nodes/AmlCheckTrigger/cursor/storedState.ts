import { isObject } from '../../shared/values';
import { greatest, least, MAX_APART_SECONDS } from './dates';
import type { Sweep, TriggerState, Waiting } from './state';
import { CursorError } from './types';

/** What may be there, and is a number then. */
const NUMBERS = ['hold', 'skipUntil', 'owed', 'unfiltered', 'cap'] as const;

/**
 * Reads a stored state back, also that of an earlier version.
 * @param value what was stored, or nothing.
 * @returns the state; null if there is none yet.
 * @throws CursorError when there is something that is no state: to start over silently could lose checks.
 */
export function readState(value: unknown): TriggerState | null {
	if (value === undefined || value === null) return null;
	const state = isObject(value) ? upgrade(value) : value;
	if (isState(state)) return state;
	throw new CursorError(
		"What this trigger remembered of the last poll can't be read",
		'It may have been written by another version of this node. To start over from now, rename the node and activate the workflow again.',
	);
}

/** Version 1 knew only slices, whose width each poll found out anew; the first of version 2 tried filters in another way. */
function upgrade(value: Record<string, unknown>): unknown {
	const { sweep, ...rest } = value;
	if (value.version !== 1)
		return isObject(sweep) && isOld(sweep) ? { ...rest, ...beforeSweep(rest, sweep) } : value;
	if (!isObject(sweep)) return { ...rest, version: 2 };
	const { at, since, hold } = sweep;
	return { ...rest, version: 2, sweep: { since, hold, mark: { by: 'slices', at, width: 60 } } };
}

function isOld({ mark, behind }: Record<string, unknown>): boolean {
	return behind !== undefined || (isObject(mark) && mark.by === 'probe' && 'bound' in mark);
}

/**
 * The backlog is begun anew: what of it was delivered is remembered. Its dates may name no zone, with `behind` where
 * the window began by them; what was delivered longer ago than zones are apart is forgotten.
 */
function beforeSweep(
	{ floor, hold: carried }: Record<string, unknown>,
	{ behind, hold: held }: Record<string, unknown>,
): Partial<TriggerState> {
	const hold = least(...[carried, held].filter((second) => typeof second === 'number'));
	const isZoneless = isSecond(behind) && typeof floor === 'number';
	return {
		...(hold === null ? {} : { hold }),
		...(isZoneless ? { floor: greatest(behind, floor - MAX_APART_SECONDS) } : {}),
	};
}

function isState(value: unknown): value is TriggerState {
	if (!isObject(value)) return false;
	return (
		value.version === 2 &&
		typeof value.sequence === 'number' &&
		typeof value.settings === 'string' &&
		isSecond(value.floor) &&
		isSecond(value.newest) &&
		isObject(value.seen) &&
		Object.values(value.seen).every((codes) => typeof codes === 'string') &&
		isObject(value.overdue) &&
		Object.values(value.overdue).every((second) => typeof second === 'number') &&
		NUMBERS.every((name) => isOptionalNumber(value[name])) &&
		[undefined, 'init', 'result'].some((order) => order === value.orderBy) &&
		(value.sweep === undefined || isSweep(value.sweep)) &&
		(value.witness === undefined || isWitness(value.witness)) &&
		(value.leap === undefined || isLeap(value.leap)) &&
		(value.waiting === undefined ||
			(Array.isArray(value.waiting) && value.waiting.every((one) => isWaiting(one))))
	);
}

function isSweep(value: unknown): value is Sweep {
	if (!isObject(value) || !isObject(value.mark)) return false;
	const { by, at, width, page, from, to } = value.mark;
	const isMark =
		(by === 'probe' && typeof from === 'number' && typeof to === 'number') ||
		(by === 'slices' && typeof at === 'number' && typeof width === 'number') ||
		(by === 'pages' && typeof page === 'number');
	return isMark && isSecond(value.since) && isSecond(value.hold);
}

function isWaiting(value: unknown): value is Waiting {
	return (
		isObject(value) &&
		typeof value.tries === 'number' &&
		isObject(value.item) &&
		typeof value.item.hash === 'string'
	);
}

const isWitness = (value: unknown) =>
	isObject(value) && typeof value.code === 'string' && typeof value.second === 'number';

const isLeap = (value: unknown) =>
	isObject(value) && typeof value.from === 'number' && typeof value.until === 'number';

const isOptionalNumber = (value: unknown) => value === undefined || typeof value === 'number';

function isSecond(value: unknown): value is number | null {
	return value === null || typeof value === 'number';
}

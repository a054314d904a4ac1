import { CODE_LENGTH, packHash } from '../shared/history/codes';

/** Where everything below is decided. Page numbers and offsets count from the newest check, from 0. */
export type Place =
	/** Everything in the history is decided. */
	| { at: 'top' }
	/** It is below page `low` and not below page `high`, in pages of `size` checks. */
	| { at: 'searching'; low: number; high?: number; size: number }
	/** It was found: all checks from `offset` on are decided. `isNear` once the climb has reached the lookback. */
	| { at: 'climbing'; offset: number; size: number; isNear: boolean };

/** The memory between polls. Plain JSON; moments are Unix seconds of the service's clock. */
export interface TriggerState {
	version: 3;
	/** A digest of base URL and token. */
	account: string;
	/** The end of the lookback. It never goes back. Null delivers the whole history. */
	floor: number | null;
	/** Decided checks by ten minutes: the shortened hashes of those that mark the place, then of the others. */
	known: Record<number, [marks: string, others: string]>;
	place: Place;
	/** Checks that have not ended: the moment each began or was first seen, and a digest of its target. */
	unfinished: Array<[id: string, check: [since: number, target: string]]>;
	/** Checks whose report could not be read yet, oldest first: the number of attempts, and a digest of the target. */
	waiting: Array<[id: string, check: [tries: number, target: string]]>;
	/** Whether the last poll had no time for results: the next one begins with them. */
	resultsFirst: boolean;
}

export interface Memory extends Omit<TriggerState, 'known' | 'unfinished' | 'waiting'> {
	/** Decided checks, each with the moment it is not later than. */
	known: Map<string, number>;
	/** Those of them that the last reading saw at the place. */
	marks: Set<string>;
	unfinished: Map<string, [since: number, target: string]>;
	waiting: Map<string, [tries: number, target: string]>;
}

const SPAN_SECONDS = 600;
/** Earlier versions remembered 128 bits, and asked for checks up to two seconds before their floor. */
const OLD_CODE_LENGTH = 22;
const OLD_MARGIN = 2;

export const emptyMemory = (account: string, floor: number | null): Memory => ({
	version: 3,
	account,
	floor,
	known: new Map(),
	marks: new Set(),
	place: { at: 'top' },
	unfinished: new Map(),
	waiting: new Map(),
	resultsFirst: false,
});

/** The form to store. A state that did not change is packed as it was. */
export function packState({ known, marks, ...memory }: Memory): TriggerState {
	const spans: TriggerState['known'] = {};
	for (const [code, moment] of [...known].sort(([a], [b]) => (a < b ? -1 : 1))) {
		const codes = (spans[Math.ceil(moment / SPAN_SECONDS)] ??= ['', '']);
		codes[marks.has(code) ? 0 : 1] += code;
	}
	const { unfinished, waiting } = memory;
	return { ...memory, known: spans, unfinished: [...unfinished], waiting: [...waiting] };
}

function* readCodes(codes: string, length: number) {
	for (let at = 0; at < codes.length; at += length) yield codes.slice(at, at + CODE_LENGTH);
}

/** Reads a stored state, also of version 0.1 and 0.2. Undefined if there is none, null if it can't be read. */
export function readState(value: unknown): Memory | null | undefined {
	if (value === undefined || value === null) return undefined;
	try {
		const state = value as TriggerState | OldState;
		if (state.version !== 3) return readOldState(state);
		// In version 3 before its release, known checks were a list.
		return Array.isArray(state.known) ? null : unpackState(state);
	} catch {
		return null;
	}
}

function unpackState({ known, unfinished, waiting, ...state }: TriggerState): Memory {
	const memory: Memory = {
		...emptyMemory(state.account, state.floor),
		...state,
		unfinished: new Map(unfinished),
		waiting: new Map(waiting),
	};
	for (const [span, [marks, others]] of Object.entries(known)) {
		for (const code of readCodes(marks, CODE_LENGTH)) memory.marks.add(code);
		for (const code of readCodes(marks + others, CODE_LENGTH))
			memory.known.set(code, Number(span) * SPAN_SECONDS);
	}
	return memory;
}

/** What an earlier state says about decided checks. */
interface OldState {
	version?: 1 | 2;
	account?: string;
	floor: number | null;
	newest: number | null;
	/** Decided checks by minute. */
	seen?: Record<string, string>;
	/** Nothing up to this second is delivered. */
	skipUntil?: number;
	overdue?: Record<string, number>;
	waiting?: Array<{ item: { hash: string }; tries: number }>;
}

/** New is what is not older than the floor and was not seen. Without the seen checks, what is later than the newest one. */
function readOldState(old: OldState): Memory | null {
	const { account = '', newest, skipUntil, seen, overdue = {}, waiting = [] } = old;
	if (seen === undefined || !(old.floor === null || typeof old.floor === 'number'))
		return typeof newest === 'number' ? emptyMemory(account, newest + 1) : null;
	const floor = Math.max((old.floor ?? -Infinity) - OLD_MARGIN, (skipUntil ?? -Infinity) + 1);
	const memory = emptyMemory(account, Number.isFinite(floor) ? floor : null);
	for (const [minute, codes] of Object.entries(seen))
		for (const code of readCodes(codes, OLD_CODE_LENGTH))
			memory.known.set(code, (Number(minute) + 1) * 60);
	for (const [id, since] of Object.entries(overdue)) memory.unfinished.set(id, [since, '']);
	for (const { item, tries } of waiting)
		if (item.hash !== '') memory.waiting.set(packHash(item.hash), [tries, '']);
	return memory;
}

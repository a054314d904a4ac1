import { writeDate } from '../shared/dates';
import { CODE_LENGTH } from '../shared/history/codes';

/** Where everything below is decided. Page numbers and offsets count from the newest check, from 0. */
export type Place =
	/** Everything in the history is decided. */
	| { at: 'top' }
	/** It is below page `low` and not below page `high`, in pages of `size` checks. */
	| { at: 'searching'; low: number; high?: number; size: number }
	/** It was found: all checks from `offset` on are decided. `isNear` once the climb has reached the lookback. */
	| { at: 'climbing'; offset: number; size: number; isNear: boolean };

/** The note that an item carries about the delivery that begins with it. */
export const NOTICES = {
	otherAccount:
		'The history shows another account than before. Its checks since the last delivery, and up to one lookback before, are delivered.',
	earlierVersion:
		'This trigger was updated. Checks of up to one lookback before the last delivery are delivered once more.',
} as const;

/** The memory between polls. Plain JSON; moments are Unix seconds of the service's clock. */
export interface TriggerState {
	version: 4;
	/** A digest of base URL and token. */
	account: string;
	/** The end of the lookback. It never goes back. Null delivers the whole history. */
	floor: number | null;
	/** Decided checks by ten minutes: the digested hashes of those that mark the place, then of the others. */
	known: Record<number, [marks: string, others: string]>;
	place: Place;
	/** Checks that have not ended: the moment each began or was first seen, and a digest of its target. */
	unfinished: Array<[id: string, check: [since: number, target: string]]>;
	/** Checks whose report could not be read yet, oldest first: the number of attempts, and a digest of the target. */
	waiting: Array<[id: string, check: [tries: number, target: string]]>;
	/** Whether the last poll had no time for results: the next one begins with them. */
	resultsFirst: boolean;
	/** The note of the next delivery about its checks, since nothing else is saved with it. */
	notice: keyof typeof NOTICES | null;
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

/** The moment of the newest check that a stored state knows, in Unix seconds and to ten minutes; null if it knows none. */
function findLatest(stored: unknown): number | null {
	const spans = Object.keys((stored as Partial<TriggerState> | undefined)?.known ?? {}).map(Number);
	return spans.length > 0 ? (Math.max(...spans) - 1) * SPAN_SECONDS : null;
}

/** The note of a delivery that began with a state that this process didn't store: it may be older than the last delivery. */
export function describeOlder(stored: unknown): string {
	const latest = findLatest(stored);
	const from = latest === null ? 'where its memory ends' : writeDate(latest * 1000);
	return `This trigger started with a stored memory and continues from ${from}. After an import or a restore, these checks may have been delivered before.`;
}

export const emptyMemory = (account: string, floor: number | null): Memory => ({
	version: 4,
	account,
	floor,
	known: new Map(),
	marks: new Set(),
	place: { at: 'top' },
	unfinished: new Map(),
	waiting: new Map(),
	resultsFirst: false,
	notice: null,
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

function* readCodes(codes: string) {
	for (let at = 0; at < codes.length; at += CODE_LENGTH) yield codes.slice(at, at + CODE_LENGTH);
}

/**
 * Reads a stored state. One of version 3 knew checks by a prefix of their hash, so it keeps its floor and what it waits
 * for, and the checks since the floor are new once more.
 * @returns undefined if there is none, null if it can't be read: nobody knows then which checks are new.
 */
export function readState(value: unknown): Memory | null | undefined {
	if (value === undefined || value === null) return undefined;
	const state = value as Omit<TriggerState, 'version'> & { version: unknown };
	try {
		if (state.version === 4) return unpackState({ ...state, version: 4 });
		if (state.version !== 3) return null;
		const { account, floor, unfinished, waiting } = state;
		const kept = { unfinished: new Map(unfinished), waiting: new Map(waiting) };
		return { ...emptyMemory(account, floor), ...kept, notice: 'earlierVersion' };
	} catch {
		return null;
	}
}

/**
 * Begins with another account at the floor, which is stored: after a restart it begins there again. Reports that checks
 * wait for stay wanted, so these checks come out, without a report if need be.
 */
export function changeAccount(memory: Memory, account: string): void {
	for (const group of [memory.known, memory.marks, memory.unfinished]) group.clear();
	Object.assign(memory, { account, place: { at: 'top' }, notice: 'otherAccount' });
}

function unpackState({ known, unfinished, waiting, ...state }: TriggerState): Memory {
	const memory: Memory = {
		...emptyMemory(state.account, state.floor),
		...state,
		unfinished: new Map(unfinished),
		waiting: new Map(waiting),
	};
	for (const [span, [marks, others]] of Object.entries(known)) {
		for (const code of readCodes(marks)) memory.marks.add(code);
		for (const code of readCodes(marks + others))
			memory.known.set(code, Number(span) * SPAN_SECONDS);
	}
	return memory;
}

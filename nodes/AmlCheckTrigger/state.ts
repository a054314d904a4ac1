import { createHash } from 'node:crypto';

import { writeDate } from '../shared/dates';
import type { CheckRecord, HistoryItem } from '../shared/rpc/schemas';

/** 66 bits of a digest: among 50,000 hashes two are equal once in 60 billion cases. */
export const CODE_LENGTH = 11;

const TARGET_LENGTH = 6;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const uuidToText = (hash: string) =>
	Buffer.from(hash.replaceAll('-', ''), 'hex').toString('base64url');

export const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * The name by which the trigger remembers a check: a digest of its whole hash. No prefix of a hash is a name, since some
 * services count up in it, or begin it with the time. For a record without a hash it digests the members that never change.
 */
export function makeCode({
	hash,
	initDate,
	currency,
	address,
	transaction,
}: Pick<HistoryItem, 'hash'> & Partial<HistoryItem>): string {
	const text = hash || JSON.stringify([initDate, currency, address, transaction]);
	return digest(text).slice(0, CODE_LENGTH);
}

/** Packs a hash so that {@link unpackHash} restores it: a UUID in 22 characters. */
export const packHash = (hash: string): string =>
	UUID.test(hash) && hash === hash.toLowerCase() ? uuidToText(hash) : `=${hash}`;

export function unpackHash(id: string): string {
	if (id.startsWith('=')) return id.slice(1);
	const hex = Buffer.from(id, 'base64url').toString('hex');
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Digests what a check is about, to compare it with another record. */
export const digestTarget = ({ address, transaction }: CheckRecord | HistoryItem): string =>
	digest(JSON.stringify([address, transaction].map((text) => (text ?? '').toLowerCase()))).slice(
		0,
		TARGET_LENGTH,
	);

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

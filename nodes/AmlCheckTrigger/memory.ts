import { createHash } from 'node:crypto';

import type { CheckRecord, HistoryItem } from '../shared/service/schemas';

/* What the trigger remembers between two polls, and the form in which n8n stores it. */

/** A check that was seen and not delivered: it had not ended, or its report could not be read. */
export interface OpenCheck {
	/** When it began, in Unix seconds. */
	since: number;
	/** How many polls have asked for its report in vain; 0 for a check that had not ended. */
	tries: number;
	/** A digest of the wallet or transaction that it is about. */
	target: string;
}

/** Moments are Unix seconds. */
export interface Memory {
	/** A digest of base URL and token. */
	account: string;
	/** No check that began before it is new. Null where the whole history is. */
	floor: number | null;
	/** The codes of the checks that are decided, each with its later date. None is forgotten above the floor. */
	seen: Map<string, number>;
	/** By hash; those that were asked for last are at the end. */
	open: Map<string, OpenCheck>;
	/** A reading that didn't reach the floor: its next page, and the floor of the moment when it began. */
	page: { next: number; floor: number } | null;
}

/** Plain JSON; about 25 bytes a check. */
export interface TriggerState {
	version: 5;
	account: string;
	floor: number | null;
	/** The codes by the ten minutes of their dates. */
	seen: Record<number, string>;
	/** A word for each check: its tries, the second in which it began, its target and its packed hash. */
	open: string;
	page: Memory['page'];
}

/** 66 bits of a digest: among 50,000 hashes two are equal once in 60 billion cases. */
const CODE_LENGTH = 11;
const TARGET_LENGTH = 6;
const SPAN_SECONDS = 600;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const makeDigest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The name of a check in `seen`. No prefix of a hash is one: some services count up in it. */
export const makeCode = (hash: string): string => makeDigest(hash).slice(0, CODE_LENGTH);

/** Packs a hash so that {@link unpackHash} restores it: a UUID in 22 characters. */
const packHash = (hash: string): string =>
	UUID.test(hash) ? Buffer.from(hash.replaceAll('-', ''), 'hex').toString('base64url') : `=${hash}`;

function unpackHash(id: string): string {
	if (id.startsWith('=')) return id.slice(1);
	const hex = Buffer.from(id, 'base64url').toString('hex');
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What a check is about, to compare a record with another one. */
export const digestTarget = ({ address, transaction }: CheckRecord | HistoryItem): string =>
	makeDigest(
		JSON.stringify([address, transaction].map((text) => (text ?? '').toLowerCase())),
	).slice(0, TARGET_LENGTH);

/** A check that has not ended. @param since when it began, in Unix seconds. */
export const makeOpen = (item: HistoryItem, since: number): OpenCheck => ({
	since,
	tries: 0,
	target: digestTarget(item),
});

/** A memory that has seen nothing. */
export const makeMemory = (account: string, floor: number | null): Memory => ({
	account,
	floor,
	seen: new Map(),
	open: new Map(),
	page: null,
});

/** The form to store. A memory that did not change is packed as it was. */
export function packState({ account, floor, seen, open, page }: Memory): TriggerState {
	const spans: Record<number, string> = {};
	for (const [code, moment] of [...seen].sort(([a], [b]) => (a < b ? -1 : 1))) {
		const span = Math.ceil(moment / SPAN_SECONDS);
		spans[span] = (spans[span] ?? '') + code;
	}
	const words = [...open].map(([hash, { since, tries, target }]) =>
		[tries, since.toString(36), target, packHash(hash)].join('.'),
	);
	return { version: 5, account, floor, seen: spans, open: words.join(' '), page };
}

function unpackCodes(spans: Record<string, string>): Memory['seen'] {
	const seen: Memory['seen'] = new Map();
	for (const [span, codes] of Object.entries(spans))
		for (let at = 0; at < codes.length; at += CODE_LENGTH)
			seen.set(codes.slice(at, at + CODE_LENGTH), Number(span) * SPAN_SECONDS);
	return seen;
}

function unpackOpen(word: string): [hash: string, OpenCheck] {
	const [tries, since, target, ...id] = word.split('.');
	const check = { since: Number.parseInt(since, 36), tries: Number(tries), target };
	return [unpackHash(id.join('.')), check];
}

/** @returns null for a state that can't be read: nobody knows then which checks are new. */
export function parseState(stored: object): Memory | null {
	const { version, account, floor, seen, open, page } = stored as TriggerState;
	if (version !== 5) return null;
	try {
		const words = open === '' ? [] : open.split(' ');
		return { account, floor, seen: unpackCodes(seen), open: new Map(words.map(unpackOpen)), page };
	} catch {
		return null;
	}
}

import { createHash } from 'node:crypto';

import type { CheckRecord, HistoryItem } from '../rpc/schemas';

/** 66 bits of a digest: among 50,000 hashes two are equal once in 60 billion cases. */
export const CODE_LENGTH = 11;

const TARGET_LENGTH = 6;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const uuidToText = (hash: string) =>
	Buffer.from(hash.replaceAll('-', ''), 'hex').toString('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * The name by which the trigger remembers a check: a digest of its whole hash. No prefix of a hash is a name, since some
 * services count up in it, or begin it with the time. For a record without a hash it digests the members that never change.
 */
export function makeCode({ hash, initDate, currency, address, transaction }: HistoryItem): string {
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

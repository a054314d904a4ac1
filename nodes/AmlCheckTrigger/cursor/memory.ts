import { createHash } from 'node:crypto';

import type { HistoryItem } from '../../shared/rpc/schemas';

/** Length of a remembered hash: 128 bits in base64url. */
const CODE_LENGTH = 22;

const BUCKET_SECONDS = 60;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Remembered checks by code, each with the last second (Unix, service's clock) at which a filter by date can see it. */
export type Memory = Map<string, number>;

/** The same as it is stored: minute since the epoch to the codes of that minute, joined. */
export type PackedMemory = Record<string, string>;

/**
 * Shortens a hash to remember it by. The form that the service documents (service 2.1) holds 128 bits and loses none of
 * them; any other is digested.
 * @param hash of a check.
 * @returns 22 characters that are equal for equal hashes only.
 */
export function codeOf(hash: string): string {
	const bytes = UUID.test(hash)
		? Buffer.from(hash.replaceAll('-', ''), 'hex')
		: createHash('sha256').update(hash).digest().subarray(0, 16);
	return bytes.toString('base64url');
}

/**
 * The code of a check. A record without a hash is known by what never changes of it.
 * @param item of the history.
 */
export function codeOfItem({
	hash,
	initDate,
	currency,
	address,
	transaction,
}: HistoryItem): string {
	return codeOf(hash || JSON.stringify([initDate, currency, address, transaction]));
}

/**
 * @param packed the stored form.
 * @returns the working form; each check is dated to the end of its minute, so that rounding never forgets early.
 */
export function unpack(packed: PackedMemory): Memory {
	const memory: Memory = new Map();
	for (const [minute, codes] of Object.entries(packed)) {
		const second = (Number(minute) + 1) * BUCKET_SECONDS - 1;
		for (let at = 0; at < codes.length; at += CODE_LENGTH)
			memory.set(codes.slice(at, at + CODE_LENGTH), second);
	}
	return memory;
}

/**
 * @param memory the working form.
 * @param from checks that no filter can see from this second on are left out; null keeps all.
 * @returns the stored form.
 */
export function pack(memory: Memory, from: number | null): PackedMemory {
	const buckets = new Map<number, string[]>();
	for (const [code, second] of memory) {
		if (from !== null && second < from) continue;
		const minute = Math.floor(second / BUCKET_SECONDS);
		const bucket = buckets.get(minute);
		if (bucket) bucket.push(code);
		else buckets.set(minute, [code]);
	}
	const minutes = [...buckets.keys()].sort((a, b) => a - b);
	return Object.fromEntries(
		minutes.map((minute) => [String(minute), (buckets.get(minute) ?? []).sort().join('')]),
	);
}

/**
 * @param packed the stored form.
 * @returns how many checks it holds.
 */
export function countPacked(packed: PackedMemory): number {
	return Object.values(packed).reduce((sum, codes) => sum + codes.length / CODE_LENGTH, 0);
}

/** Repeatable numbers: everything in the sandbox that looks random comes from here. */
import { createHash } from 'node:crypto';

// Called millions of times by a big history; a test runner makes each look at a global object expensive.
const { imul } = Math;

/** Mixes an integer into 32 well-spread bits (the finaliser of MurmurHash3). */
export function mix32(value: number): number {
	let bits = value | 0;
	bits = imul(bits ^ (bits >>> 16), 0x85ebca6b);
	bits = imul(bits ^ (bits >>> 13), 0xc2b2ae35);
	return (bits ^ (bits >>> 16)) >>> 0;
}

/** Digest of a text, for everything that must be the same for the same text. */
export function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

/** A generator of fractions from a seed (mulberry32). */
export function fractions(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let bits = imul(state ^ (state >>> 15), state | 1);
		bits ^= bits + imul(bits ^ (bits >>> 7), bits | 61);
		return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
	};
}

/** Shapes bytes like the hash of a check: lower-case hexadecimal groups of 8-4-4-4-12. */
export function hashShape(bytes: Buffer): string {
	const hex = bytes.toString('hex', 0, 16);
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		hex.slice(12, 16),
		hex.slice(16, 20),
		hex.slice(20, 32),
	].join('-');
}

/** A hash that counts up from the end. */
export const countingHash = (count: number): string =>
	`00000000-0000-4000-a000-${count.toString(16).padStart(12, '0')}`;

/** A UUIDv7 that counts up within the millisecond, from the end, as the default of some frameworks does. */
export function timeHash(now: number, count: number): string {
	const time = now.toString(16).padStart(12, '0');
	return `${time.slice(0, 8)}-${time.slice(8)}-7a5c-8000-${count.toString(16).padStart(12, '0')}`;
}

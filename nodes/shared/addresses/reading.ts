import type { Network } from '../networks';

/**
 * What one family of addresses makes of a text. A family knows nothing of the network that a user chose.
 *
 * - `address`: an address of these networks. `value` is the form to send, `key` is equal for equal targets.
 * - `secret`: a private key, which is neither sent nor quoted.
 * - `other`: something of a wallet, but no address (`what` says it with its article).
 */
export type Reading =
	| { kind: 'address'; networks: readonly Network[]; value: string; key: string }
	| { kind: 'secret' }
	| { kind: 'other'; what: string };

/** Reads a cleaned text as one family of addresses; undefined when it is nothing of that family. Never throws. */
export type AddressReader = (text: string) => Reading | undefined;

/** @returns hexadecimal digits in small letters, two per byte. */
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * Runs a decoder of a library that throws on what it can't read.
 * @returns what it returned, or undefined.
 */
export function attempt<T>(decode: () => T): T | undefined {
	try {
		return decode();
	} catch {
		return undefined;
	}
}

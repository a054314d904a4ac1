import type { Network } from '../networks';

/** The result of reading a text: an address, a private key, or something else with a name. */
export type Reading =
	/** `value` is the form to send, and `key` is equal for equal wallets. */
	| { kind: 'address'; networks: readonly Network[]; value: string; key: string }
	| { kind: 'secret' }
	| { kind: 'other'; what: string };

/** Two small digits per byte. */
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Runs a decoder that throws on what it can't read; returns undefined then. */
export function attempt<T>(decode: () => T): T | undefined {
	try {
		return decode();
	} catch {
		return undefined;
	}
}

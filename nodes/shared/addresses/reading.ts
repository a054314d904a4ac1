import type { Network } from '../networks';
import type { Reason } from '../failures/failure';

/** The address of a wallet. */
export interface AddressReading {
	kind: 'address';
	networks: readonly Network[];
	/** Equal for equal wallets. */
	key: string;
	/** Whether a slip in it would have been found. */
	hasChecksum: boolean;
	/** Writes the one form in which a network's address is sent. */
	write: (network: Network) => string;
}

/** The result of reading a text: an address, a private key, or something else with a name. */
export type Reading =
	AddressReading | { kind: 'secret' } | { kind: 'other'; what: string; reason: Reason };

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

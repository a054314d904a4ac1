import type { Network } from '../networks';

/** The address of a wallet. */
export interface AddressReading {
	networks: readonly Network[];
	/** Equal for equal wallets. */
	key: string;
	/** Writes the one form in which a network's address is sent. */
	write: (network: Network) => string;
}

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

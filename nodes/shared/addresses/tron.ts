import { encodeBase58Check } from './base58';
import { fromHex } from './bytes';
import type { Network, Reading } from './types';

const TRON: readonly Network[] = ['TRX'];

/**
 * Reads the hexadecimal form of a TRON address: 42 digits that start with 41, as TRON's own HTTP API and libraries
 * print it. It carries no checksum. What is sent is the usual form that starts with T, which says the same and is what
 * explorers and wallets know. (The T form itself is base58check: see base58Addresses.)
 *
 * @param text cleaned text
 * @returns what it is, or undefined if it is not of this family
 */
export function readTronHexAddress(text: string): Reading | undefined {
	const match = /^(?:0x)?(41|a0)([0-9a-f]{40})$/i.exec(text);
	if (match === null) return undefined;
	const digits = (match[1] + match[2]).toLowerCase();
	if (digits.startsWith('a0')) return { state: 'test', networks: TRON };
	return {
		state: 'address',
		networks: TRON,
		value: encodeBase58Check(fromHex(digits)),
		key: `tron:${digits.slice(2)}`,
	};
}

import { networksWhere } from '../networks';
import { keccak256 } from '../vendor/crypto';
import { asciiBytes, toHex } from './bytes';
import type { Network, Reading } from './types';

/** The networks that share Ethereum's addresses. */
const EVM_NETWORKS: readonly Network[] = networksWhere(({ isEvm }) => isEvm === true);

const ADDRESS_DIGITS = 40;
const HASH_DIGITS = 64;

/**
 * Reads the address of an Ethereum-like network: 40 hexadecimal digits, with `0x`, `0X` or nothing in front. Digits
 * in one case carry no checksum; in mixed case they must follow EIP-55. Capitals alone are sent as small letters.
 *
 * @param text cleaned text
 * @returns what it is, or undefined if it is not of this family
 */
export function readEvmAddress(text: string): Reading | undefined {
	const match = /^(0x)?([0-9a-f]+)$/i.exec(text);
	if (match === null) return readNearly(text);
	const [, prefix, digits] = match;
	if (digits.length !== ADDRESS_DIGITS) {
		return prefix !== undefined && digits.length !== HASH_DIGITS ? wrongLength(digits) : undefined;
	}
	const lower = digits.toLowerCase();
	const oneCase = digits === lower || digits === digits.toUpperCase();
	if (!oneCase && digits !== toChecksummed(lower)) {
		return { state: 'checksum', networks: EVM_NETWORKS };
	}
	const value = `0x${oneCase ? lower : digits}`;
	return { state: 'address', networks: EVM_NETWORKS, value, key: `0x${lower}` };
}

/**
 * @param digits the 40 hexadecimal digits of an address, in small letters, without `0x`
 * @returns the same digits with the capitals that EIP-55 asks for
 */
export function toChecksummed(digits: string): string {
	const hash = toHex(keccak256(asciiBytes(digits)));
	return Array.from(digits, (digit, i) => (hash[i] >= '8' ? digit.toUpperCase() : digit)).join('');
}

function wrongLength(digits: string): Reading {
	const what = `has ${digits.length} hexadecimal digits after 0x instead of ${ADDRESS_DIGITS}`;
	return { state: 'malformed', networks: EVM_NETWORKS, what };
}

/** Starts like one, and has about the length of one, but holds something else than hexadecimal digits. */
function readNearly(text: string): Reading | undefined {
	if (!/^0x[0-9a-z]{38,42}$/i.test(text)) return undefined;
	const stranger = Array.from(text.slice(2)).find((character) => !/[0-9a-f]/i.test(character));
	const what = `contains “${stranger}”, which is not a hexadecimal digit (0 to 9, a to f)`;
	return { state: 'malformed', networks: EVM_NETWORKS, what };
}

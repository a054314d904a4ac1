import { networksWhere } from '../networks';
import { keccak256 } from '../vendor/crypto';
import { toHex } from './reading';
import type { Reading } from './reading';

/** The networks that share Ethereum's addresses. */
export const EVM_NETWORKS = networksWhere(({ isEvm }) => isEvm === true);

/** The digits with the capitals that EIP-55 asks for. */
function addChecksum(digits: string): string {
	const hash = toHex(keccak256(Buffer.from(digits)));
	return Array.from(digits, (digit, i) => (hash[i] >= '8' ? digit.toUpperCase() : digit)).join('');
}

/**
 * Reads the address of an Ethereum-like network: 40 hexadecimal digits, with `0x` in front or nothing. Digits in one
 * case carry no checksum; in mixed case they follow EIP-55. Capitals alone are sent as small letters.
 * @param text cleaned text.
 * @returns what it is, or undefined if it is nothing of this family.
 */
export function readEvm(text: string): Reading | undefined {
	const digits = /^(?:0x)?([\da-f]{40})$/i.exec(text)?.[1];
	if (digits === undefined) return undefined;
	const lower = digits.toLowerCase();
	const isOneCase = digits === lower || digits === digits.toUpperCase();
	if (!isOneCase && digits !== addChecksum(lower)) return undefined;
	const value = `0x${isOneCase ? lower : digits}`;
	return { kind: 'address', networks: EVM_NETWORKS, value, key: `0x${lower}` };
}

/** ISO 13616: the first four characters go to the end, letters become 10 to 35, and the whole modulo 97 is 1. */
const isIban = (text: string) =>
	Array.from(text.slice(4) + text.slice(0, 4), (character) => parseInt(character, 36)).reduce(
		(rest, value) => (rest * (value > 9 ? 100 : 10) + value) % 97,
		0,
	) === 1;

/**
 * Reads direct ICAP: "XE" and an IBAN checksum in front of an Ethereum address in base 36. The usual form is sent.
 * @param text cleaned text.
 */
export function readIcap(text: string): Reading | undefined {
	const upper = text.toUpperCase();
	if (!/^XE\d\d[\dA-Z]{30,31}$/.test(upper) || !isIban(upper)) return undefined;
	const number = Array.from(upper.slice(4)).reduce(
		(sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)),
		0n,
	);
	const digits = number.toString(16).padStart(40, '0');
	if (digits.length > 40) return undefined;
	return {
		kind: 'address',
		networks: ['ETH'],
		value: `0x${addChecksum(digits)}`,
		key: `0x${digits}`,
	};
}

import { toChecksummed } from './evm';
import type { Reading } from './types';

/**
 * Reads a direct ICAP address (ERC-55 of old, "XE" and an IBAN checksum around an Ethereum address in base 36). Few
 * write it today, but it is a valid way to name an Ethereum address; what is sent is the usual form.
 *
 * @param text cleaned text
 * @returns the address it stands for, or undefined if it is not ICAP
 */
export function readIcapAddress(text: string): Reading | undefined {
	const upper = text.toUpperCase();
	const match = /^XE\d\d([0-9A-Z]{30,31})$/.exec(upper);
	if (match === null) return undefined;
	if (ibanRemainder(upper) !== 1) return { state: 'checksum', networks: ['ETH'] };
	const digits = fromBase36(match[1]).toString(16).padStart(40, '0');
	if (digits.length > 40) return undefined;
	return {
		state: 'address',
		networks: ['ETH'],
		value: `0x${toChecksummed(digits)}`,
		key: `0x${digits}`,
	};
}

/** ISO 13616: the first four characters go to the end, letters become 10 to 35, and the whole modulo 97 must be 1. */
function ibanRemainder(iban: string): number {
	const rotated = iban.slice(4) + iban.slice(0, 4);
	return Array.from(rotated, (character) => parseInt(character, 36)).reduce(
		(remainder, value) => (remainder * (value > 9 ? 100 : 10) + value) % 97,
		0,
	);
}

function fromBase36(digits: string): bigint {
	return Array.from(digits).reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
}

import { filterNetworks } from '../networks';
import { keccak256 } from '../vendor/crypto';
import { toHex, type Reading } from './reading';

const EVM_NETWORKS = filterNetworks(({ isEvm }) => isEvm === true);

/** The digits with the capitals that EIP-55 asks for. */
function addChecksum(digits: string): string {
	const hash = toHex(keccak256(Buffer.from(digits)));
	return Array.from(digits, (digit, i) => (hash[i] >= '8' ? digit.toUpperCase() : digit)).join('');
}

/**
 * Reads the address of an Ethereum-like network. Digits in one case carry no checksum; in mixed case they follow EIP-55.
 * Capitals alone are sent as small letters.
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

const readDigits = (text: string) => Array.from(text, (character) => parseInt(character, 36));

/** ISO 13616: the first four characters go to the end, letters become 10 to 35, and the whole modulo 97 is 1. */
const isIban = (text: string) =>
	BigInt(readDigits(text.slice(4) + text.slice(0, 4)).join('')) % 97n === 1n;

/** Reads direct ICAP: "XE" and an IBAN checksum before an Ethereum address in base 36. The usual form is sent. */
export function readIcap(text: string): Reading | undefined {
	const upper = text.toUpperCase();
	if (!/^XE\d\d[\dA-Z]{30,31}$/.test(upper) || !isIban(upper)) return undefined;
	const number = readDigits(upper.slice(4)).reduce((n, digit) => n * 36n + BigInt(digit), 0n);
	const digits = number.toString(16).padStart(40, '0');
	if (digits.length > 40) return undefined;
	const value = `0x${addChecksum(digits)}`;
	return { kind: 'address', networks: ['ETH'], value, key: `0x${digits}` };
}

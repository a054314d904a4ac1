import { keccak256 } from '../../vendor/crypto';
import { EVM_NETWORKS } from '../networks';
import type { AddressReading } from './reading';

/** The digits with the capitals that EIP-55 asks for. */
function addChecksum(digits: string): string {
	const hash = keccak256(Buffer.from(digits));
	let checked = '';
	for (let i = 0; i < digits.length; i++) {
		const half = i % 2 === 0 ? hash[i / 2] >> 4 : hash[(i - 1) / 2] & 15;
		checked += half >= 8 ? digits[i].toUpperCase() : digits[i];
	}
	return checked;
}

/**
 * Reads the address of an Ethereum-like network. Digits in one case carry no checksum; in mixed case they follow EIP-55,
 * which is the form that is sent.
 */
export function parseEvm(text: string): AddressReading | undefined {
	const digits = /^0x([\da-f]{40})$/i.exec(text)?.[1];
	if (digits === undefined) return undefined;
	const lower = digits.toLowerCase();
	const isMixed = digits !== lower && digits !== digits.toUpperCase();
	let checked: string | undefined;
	const write = () => (checked ??= `0x${addChecksum(lower)}`);
	if (isMixed && write() !== `0x${digits}`) return undefined;
	return { networks: EVM_NETWORKS, key: `0x${lower}`, write };
}

import { filterNetworks } from '../networks';
import { keccak256 } from '../vendor/crypto';
import type { Reading } from './reading';

const EVM_NETWORKS = filterNetworks(({ isEvm }) => isEvm === true);

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
export function readEvm(text: string): Reading | undefined {
	const digits = /^(?:0x)?([\da-f]{40})$/i.exec(text)?.[1];
	if (digits === undefined) return undefined;
	const lower = digits.toLowerCase();
	const hasChecksum = digits !== lower && digits !== digits.toUpperCase();
	let checked: string | undefined;
	const write = () => (checked ??= `0x${addChecksum(lower)}`);
	if (hasChecksum && write() !== `0x${digits}`) return undefined;
	return { kind: 'address', networks: EVM_NETWORKS, key: `0x${lower}`, hasChecksum, write };
}

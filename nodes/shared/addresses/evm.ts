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
 * Reads the address of an Ethereum-like network. Digits in one case carry no checksum; in mixed case they follow EIP-55,
 * which is the form that is sent.
 */
export function readEvm(text: string): Reading | undefined {
	const digits = /^(?:0x)?([\da-f]{40})$/i.exec(text)?.[1];
	if (digits === undefined) return undefined;
	const lower = digits.toLowerCase();
	const isOneCase = digits === lower || digits === digits.toUpperCase();
	if (!isOneCase && digits !== addChecksum(lower)) return undefined;
	const write = () => `0x${addChecksum(lower)}`;
	const hasChecksum = !isOneCase;
	return { kind: 'address', networks: EVM_NETWORKS, key: `0x${lower}`, hasChecksum, write };
}

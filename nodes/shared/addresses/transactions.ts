import { NETWORKS } from '../networks';
import type { Network } from './types';

/**
 * Recognises a transaction hash, which has 32 bytes on every network: 64 hexadecimal digits, with or without `0x`.
 * There is no checksum in it.
 *
 * @param text cleaned text
 * @returns the 64 digits in small letters, or undefined
 */
export function readTransactionHash(text: string): string | undefined {
	return /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1].toLowerCase();
}

/**
 * Writes a transaction hash the way the network's own nodes and explorers do.
 *
 * @param digits the 64 digits in small letters
 * @param network the network of the transaction
 * @returns `0x` and small letters on Ethereum-like networks, capitals on the XRP Ledger, small letters elsewhere
 */
export function writeTransactionHash(digits: string, network: Network): string {
	const style = NETWORKS[network].hash;
	if (style === 'evm') return `0x${digits}`;
	return style === 'capitals' ? digits.toUpperCase() : digits;
}

/**
 * @param network a network
 * @returns what a transaction hash looks like there, for a message
 */
export function describeTransactionHash(network: Network): string {
	return NETWORKS[network].hash === 'evm'
		? '“0x” and 64 hexadecimal digits'
		: '64 hexadecimal digits';
}

import { NETWORKS } from '../networks';
import { readBase58Address } from './base58Addresses';
import { readCashAddress } from './cashaddr';
import { readEvmAddress } from './evm';
import { readIcapAddress } from './icap';
import { readSegwitAddress } from './segwit';
import { readStellarAddress } from './stellar';
import { readTronHexAddress } from './tron';
import type { AddressReader, Network, Reading } from './types';
import { readXrpAddress } from './xrp';

/** Every family of addresses. A text may be read by several (an old script address is Bitcoin's and Litecoin's). */
const READERS: readonly AddressReader[] = [
	readBase58Address,
	readSegwitAddress,
	readCashAddress,
	readEvmAddress,
	readIcapAddress,
	readTronHexAddress,
	readXrpAddress,
	readStellarAddress,
];

/** Longer texts are no target: don't spend time on reading them. */
const MAX_LENGTH = 1100;

/** A history is held against each lost check, record by record, and names the same wallets again and again. */
const MAX_KNOWN = 4_096;
const known = new Map<string, readonly Reading[]>();

/**
 * @param text cleaned text
 * @returns what each family that recognises the text makes of it; empty if none does
 */
export function readAddress(text: string): readonly Reading[] {
	if (text.length === 0 || text.length > MAX_LENGTH) return [];
	const before = known.get(text);
	if (before) return before;
	const readings = READERS.flatMap((read) => read(text) ?? []);
	if (known.size >= MAX_KNOWN) known.clear();
	known.set(text, readings);
	return readings;
}

/**
 * @param codes network codes
 * @returns them as a phrase with their names, such as "Bitcoin (BTC) or Litecoin (LTC)"
 */
export function nameNetworks(codes: readonly Network[]): string {
	const names = codes.map((code) => `${NETWORKS[code].name} (${code})`);
	const last = names.pop() ?? '';
	return names.length === 0 ? last : `${names.join(', ')} or ${last}`;
}

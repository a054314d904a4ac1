import { readBase58Address } from './base58Addresses';
import { readCashAddress } from './cashaddr';
import { readEvmAddress } from './evm';
import { readIcapAddress } from './icap';
import { readSegwitAddress } from './segwit';
import { readStellarAddress } from './stellar';
import { readTronHexAddress } from './tron';
import type { AddressReader, Network, Reading } from './types';
import { readXrpAddress } from './xrp';

/** What messages say of a network. */
interface NetworkFacts {
	/** Its name as its users write it. */
	name: string;
	/** What its addresses look like, to complete "… addresses start with". */
	addressStart: string;
	/** How its transaction hashes are written: digits after `0x`, or digits alone; XRP writes capitals. */
	hash: 'evm' | 'plain' | 'capitals';
}

/** The networks, by the service's codes. */
export const NETWORKS: Readonly<Record<Network, NetworkFacts>> = {
	BCH: {
		name: 'Bitcoin Cash',
		addressStart: '“bitcoincash:”, “q”, “p”, “1” or “3”',
		hash: 'plain',
	},
	BSC: { name: 'BNB Smart Chain', addressStart: '“0x”', hash: 'evm' },
	BSV: { name: 'Bitcoin SV', addressStart: '“1” or “3”', hash: 'plain' },
	BTC: { name: 'Bitcoin', addressStart: '“1”, “3” or “bc1”', hash: 'plain' },
	ETC: { name: 'Ethereum Classic', addressStart: '“0x”', hash: 'evm' },
	ETH: { name: 'Ethereum', addressStart: '“0x”', hash: 'evm' },
	LTC: { name: 'Litecoin', addressStart: '“L”, “M”, “3” or “ltc1”', hash: 'plain' },
	MATIC: { name: 'Polygon', addressStart: '“0x”', hash: 'evm' },
	TRX: { name: 'TRON', addressStart: '“T”', hash: 'plain' },
	XLM: { name: 'Stellar', addressStart: '“G”, “M” or “C”', hash: 'plain' },
	XRP: { name: 'XRP Ledger', addressStart: '“r” or “X”', hash: 'capitals' },
};

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

/**
 * @param text cleaned text
 * @returns what each family that recognises the text makes of it; empty if none does
 */
export function readAddress(text: string): Reading[] {
	if (text.length === 0 || text.length > MAX_LENGTH) return [];
	return READERS.flatMap((read) => read(text) ?? []);
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

/** The networks from the document: one row each, from which codes, native currencies and made-up addresses derive. */
import type { Network } from '../nodes/shared/wallet/networks.ts';

interface NetworkRow {
	/** Name of the native currency. */
	name: string;
	/** Ticker symbol of the native currency, where it is not the network's code. */
	symbol?: string;
	/** Decimals of the native currency. */
	unit: number;
	/** How its addresses are written. A number is the version byte of a pay-to-key-hash address. */
	addresses: number | 'cash' | 'evm' | 'xrp' | 'stellar';
	/** Whether `checkup.findreport` and the history's filter accept it. */
	hasReports: boolean;
}

const NETWORKS = {
	BTC: { name: 'Bitcoin', unit: 8, addresses: 0x00, hasReports: true },
	BCH: { name: 'Bitcoin Cash', unit: 8, addresses: 'cash', hasReports: true },
	BSV: { name: 'Bitcoin SV', unit: 8, addresses: 0x00, hasReports: true },
	ETH: { name: 'Ethereum', unit: 18, addresses: 'evm', hasReports: true },
	ETC: { name: 'Ethereum Classic', unit: 18, addresses: 'evm', hasReports: true },
	LTC: { name: 'Litecoin', unit: 8, addresses: 0x30, hasReports: true },
	TRX: { name: 'TRON', unit: 6, addresses: 0x41, hasReports: true },
	XRP: { name: 'XRP', unit: 6, addresses: 'xrp', hasReports: true },
	XLM: { name: 'Stellar Lumens', unit: 7, addresses: 'stellar', hasReports: true },
	BSC: { name: 'BNB Smart Chain', symbol: 'BNB', unit: 18, addresses: 'evm', hasReports: false },
	MATIC: { name: 'Polygon', unit: 18, addresses: 'evm', hasReports: false },
} satisfies Record<Network, NetworkRow>;

/** Codes that the two paid methods accept. */
export const CHECK_NETWORKS = Object.keys(NETWORKS) as Network[];

/** The row of a network, or undefined for an unknown code. */
export function networkOf(code: string): NetworkRow | undefined {
	return Object.hasOwn(NETWORKS, code) ? NETWORKS[code as Network] : undefined;
}

/** Codes that `checkup.findreport` and the history filter accept. */
export const REPORT_NETWORKS = CHECK_NETWORKS.filter((code) => NETWORKS[code].hasReports);

/** Tells whether a network has Ethereum's addresses, which are equal regardless of case. */
export function isEvm(network: string): boolean {
	return networkOf(network)?.addresses === 'evm';
}

/** The form under which two spellings of one address or transaction are equal. */
export function targetKey(network: string, value: string): string {
	if (network === 'BCH' && /^bitcoincash:/i.test(value)) return value.slice(12).toLowerCase();
	const ignoresCase =
		isEvm(network) || /^(bc1|ltc1)/i.test(value) || /^(0x)?[0-9a-f]{64}$/i.test(value);
	return ignoresCase ? value.toLowerCase() : value;
}

import type { INodePropertyOptions } from 'n8n-workflow';

import type { Network } from './addresses/types';

/** A code that stands for a stablecoin on a network; its `token_id` may be left out (service 4.8). */
interface Alias {
	network: Network;
	/** The token where the document names it; USDC's is not stated. */
	tokenId?: string;
	symbol: 'USDC' | 'USDT';
	label: string;
}

/** The networks by the name people know them by (service 4.8). */
const NETWORK_NAMES: Record<Network, string> = {
	BCH: 'Bitcoin Cash',
	BSC: 'BNB Smart Chain',
	BSV: 'Bitcoin SV',
	BTC: 'Bitcoin',
	ETC: 'Ethereum Classic',
	ETH: 'Ethereum',
	LTC: 'Litecoin',
	MATIC: 'Polygon',
	TRX: 'Tron',
	XLM: 'Stellar',
	XRP: 'XRP Ledger',
};

/** The codes `checkup.findreport` and the history's filter know (service 4.6, 4.7). */
export const REPORT_NETWORKS: readonly Network[] = [
	'BCH',
	'BSV',
	'BTC',
	'ETC',
	'ETH',
	'LTC',
	'TRX',
	'XLM',
	'XRP',
];

/** Networks on which the service knows nothing but the native currency. */
const WITHOUT_TOKENS: readonly Network[] = ['BCH', 'BSV', 'BTC', 'LTC'];

/**
 * Whether a check on a network may be of a token.
 * @param network its code.
 */
export function hasTokens(network: Network): boolean {
	return !WITHOUT_TOKENS.includes(network);
}

const NETWORKS = Object.keys(NETWORK_NAMES) as Network[];

const ALIASES: Readonly<Record<string, Alias>> = {
	USDCBEP20: { network: 'BSC', symbol: 'USDC', label: 'USDC on BNB Smart Chain (BEP-20)' },
	USDCERC20: { network: 'ETH', symbol: 'USDC', label: 'USDC on Ethereum (ERC-20)' },
	USDCTRC20: { network: 'TRX', symbol: 'USDC', label: 'USDC on Tron (TRC-20)' },
	USDTBEP20: {
		network: 'BSC',
		tokenId: '9',
		symbol: 'USDT',
		label: 'USDT on BNB Smart Chain (BEP-20)',
	},
	USDTERC20: {
		network: 'ETH',
		tokenId: '94252',
		symbol: 'USDT',
		label: 'USDT on Ethereum (ERC-20)',
	},
	USDTTRC20: { network: 'TRX', tokenId: '9', symbol: 'USDT', label: 'USDT on Tron (TRC-20)' },
};

/** The codes of the stablecoin aliases. */
export const ALIAS_CODES: string[] = Object.keys(ALIASES);

/** What a currency code means for a check. */
export interface CurrencyCode {
	/** The code to send. */
	code: string;
	network: Network;
	/** Set for a stablecoin alias: which token it stands for, as far as it is known. */
	alias?: { symbol: string; tokenId?: string };
}

const byName = (a: INodePropertyOptions, b: INodePropertyOptions) => a.name.localeCompare(b.name);

const networkOption = (code: Network): INodePropertyOptions => ({
	name: `${NETWORK_NAMES[code]} (${code})`,
	value: code,
});

/** What the paid methods accept, by name and in alphabetical order (service 4.8). */
export const CHECK_CURRENCY_OPTIONS: INodePropertyOptions[] = [
	...NETWORKS.map(networkOption),
	...Object.entries(ALIASES).map(([value, { label }]) => ({ name: label, value })),
].sort(byName);

/** What `checkup.findreport` and the history's filter accept, in alphabetical order (service 4.6). */
export const REPORT_CURRENCY_OPTIONS: INodePropertyOptions[] =
	REPORT_NETWORKS.map(networkOption).sort(byName);

const normalize = (text: unknown) => (typeof text === 'string' ? text.trim().toUpperCase() : '');

/**
 * Reads a currency code as a user, an expression or the service writes it; case and underscores don't matter.
 * @param text e.g. `BTC`, `eth`, `USDT_TRC20`.
 * @returns what it means, or undefined where it is none of service 4.8.
 */
export function readCurrency(text: unknown): CurrencyCode | undefined {
	const code = normalize(text);
	if ((NETWORKS as string[]).includes(code)) return { code, network: code as Network };
	const name = code.replace('_', '');
	if (!Object.hasOwn(ALIASES, name)) return undefined;
	const { network, symbol, tokenId } = ALIASES[name];
	return { code: name, network, alias: { symbol, tokenId } };
}

/**
 * Reads a code for `checkup.findreport` or the history's filter.
 * @param text e.g. `BTC`.
 * @returns the network, or undefined where it is none of the nine of service 4.6.
 */
export function readReportCurrency(text: unknown): Network | undefined {
	const code = normalize(text);
	return REPORT_NETWORKS.find((network) => network === code);
}

/** The codes a message can offer. */
export const CHECK_CURRENCY_CODES = CHECK_CURRENCY_OPTIONS.map(({ value }) => String(value)).sort();

/**
 * The name of a network for people.
 * @param network its code.
 * @returns e.g. `Bitcoin`.
 */
export function networkName(network: Network): string {
	return NETWORK_NAMES[network];
}

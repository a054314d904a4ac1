import type { INodePropertyOptions } from 'n8n-workflow';

import { NETWORK_CODES, NETWORKS, networksWhere } from './networks';
import type { Network } from './networks';
import { byName, byText } from './values';

/** The stablecoins that have codes of their own (service 4.8). */
export const STABLECOINS = ['USDC', 'USDT'] as const;

/** A code that stands for a stablecoin on a network; its `token_id` may be left out (service 4.8). */
interface Alias {
	network: Network;
	/** The token where the document names it; USDC's is not stated. */
	tokenId?: string;
	symbol: (typeof STABLECOINS)[number];
	label: string;
}

/** The codes `checkup.findreport` and the history's filter know (service 4.6, 4.7), in alphabetical order. */
export const REPORT_NETWORKS: readonly Network[] = networksWhere(
	({ hasReports }) => hasReports,
).sort();

/**
 * Whether a check on a network may be of a token.
 * @param network its code.
 */
export function hasTokens(network: Network): boolean {
	return NETWORKS[network].hasTokens;
}

/** Two aliases, USDC and USDT, for each network that has a standard for them. */
function aliasesOf(network: Network): Array<[code: string, alias: Alias]> {
	const { name, stablecoins } = NETWORKS[network];
	if (!stablecoins) return [];
	const { standard, usdtTokenId } = stablecoins;
	return STABLECOINS.map((symbol) => [
		symbol + standard.replace('-', ''),
		{
			network,
			symbol,
			label: `${symbol} on ${name} (${standard})`,
			...(symbol === 'USDT' && { tokenId: usdtTokenId }),
		},
	]);
}

const ALIASES: Readonly<Record<string, Alias>> = Object.fromEntries(
	NETWORK_CODES.flatMap(aliasesOf).sort(([a], [b]) => byText(a, b)),
);

/** The codes of the stablecoin aliases. */
export const ALIAS_CODES: string[] = Object.keys(ALIASES);

/**
 * Which stablecoin a token is, as far as the document says (service 4.8).
 * @param network its network.
 * @param tokenId its ID.
 */
export function stablecoinOf(network: Network, tokenId: string): string | undefined {
	const aliases = Object.values(ALIASES);
	return aliases.find((one) => one.network === network && one.tokenId === tokenId)?.symbol;
}

/** What a currency code means for a check. */
export interface CurrencyCode {
	/** The code to send. */
	code: string;
	network: Network;
	/** Set for a stablecoin alias: which token it stands for, as far as it is known. */
	alias?: { symbol: string; tokenId?: string };
}

const byLabel = (a: INodePropertyOptions, b: INodePropertyOptions) => byName(a.name, b.name);

const networkOption = (code: Network): INodePropertyOptions => ({
	name: `${NETWORKS[code].name} (${code})`,
	value: code,
});

/** What the paid methods accept, by name and in alphabetical order (service 4.8). */
export const CHECK_CURRENCY_OPTIONS: INodePropertyOptions[] = [
	...NETWORK_CODES.map(networkOption),
	...Object.entries(ALIASES).map(([value, { label }]) => ({ name: label, value })),
].sort(byLabel);

/** What `checkup.findreport` and the history's filter accept, in alphabetical order (service 4.6). */
export const REPORT_CURRENCY_OPTIONS: INodePropertyOptions[] =
	REPORT_NETWORKS.map(networkOption).sort(byLabel);

/** Names, codes and labels are told apart by their letters and digits alone. */
const normalize = (text: unknown) =>
	typeof text === 'string' ? text.toUpperCase().replace(/[\s_.,()/:-]+/g, '') : '';

/** Every way to write a currency: by code, by name, and by what the lists show. */
const BY_NAME: ReadonlyMap<string, CurrencyCode> = new Map([
	...NETWORK_CODES.flatMap((network) => {
		const { name, otherNames } = NETWORKS[network];
		const meaning: CurrencyCode = { code: network, network };
		return [network, name, ...otherNames, `${name} (${network})`].map(
			(one) => [normalize(one), meaning] as const,
		);
	}),
	...Object.entries(ALIASES).flatMap(([code, { network, symbol, tokenId, label }]) => {
		const meaning: CurrencyCode = { code, network, alias: { symbol, tokenId } };
		const { name } = NETWORKS[network];
		return [code, label, `${symbol} on ${name}`, `${symbol} ${name}`].map(
			(one) => [normalize(one), meaning] as const,
		);
	}),
]);

/**
 * Reads a currency as a user, an expression or the service writes it: by code, by name or by alias. Case, spaces,
 * hyphens and underscores don't matter.
 * @param text e.g. `BTC`, `bitcoin`, `USDT_TRC20`, `USDT TRC-20`.
 * @returns what it means, or undefined where it is none of service 4.8.
 */
export function readCurrency(text: unknown): CurrencyCode | undefined {
	return BY_NAME.get(normalize(text));
}

/**
 * Reads a currency for `checkup.findreport` or the history's filter.
 * @param text e.g. `BTC` or `Bitcoin`.
 * @returns the network, or undefined where it is none of the nine of service 4.6; no token has a code there.
 */
export function readReportCurrency(text: unknown): Network | undefined {
	const currency = readCurrency(text);
	if (!currency || currency.alias) return undefined;
	return REPORT_NETWORKS.find((network) => network === currency.network);
}

/** The codes a message can offer. */
export const CHECK_CURRENCY_CODES = CHECK_CURRENCY_OPTIONS.map(({ value }) => String(value)).sort();

/**
 * The name of a network for people.
 * @param network its code.
 * @returns e.g. `Bitcoin`.
 */
export function networkName(network: Network): string {
	return NETWORKS[network].name;
}

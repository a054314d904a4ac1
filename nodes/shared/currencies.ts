import type { INodePropertyOptions } from 'n8n-workflow';

import { refuse } from './addresses';
import type { Refusal } from './addresses';
import { findForeignName, normalize } from './foreignChains';
import { NETWORK_CODES, NETWORKS, networksWhere } from './networks';
import type { AliasRow, Network } from './networks';
import { byName, byText } from './values';

export type Stablecoin = AliasRow['symbol'];

/** The stablecoins that have codes of their own (service 4.8), and what else people call them. */
const COIN_NAMES: Readonly<Record<Stablecoin, readonly string[]>> = {
	USDC: ['USDC', 'USD Coin', 'Circle USD'],
	USDT: ['USDT', 'Tether', 'Tether USD', 'TetherUS', 'USD₮'],
};

export const STABLECOINS = Object.keys(COIN_NAMES) as Stablecoin[];

/** What a currency code means for a check. */
export interface CurrencyCode {
	/** The code to send. */
	code: string;
	network: Network;
	/** Set for a stablecoin alias: which token it means, as far as it is known. */
	alias?: { symbol: string; tokenId?: string };
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

interface Alias extends CurrencyCode, AliasRow {
	label: string;
}

const ALIASES: readonly Alias[] = NETWORK_CODES.flatMap((network) => {
	const { aliases = {}, name, tokenStandard } = NETWORKS[network];
	return Object.entries(aliases).map(([code, row]) => ({
		...row,
		code,
		network,
		alias: { symbol: row.symbol, tokenId: row.tokenId },
		label: `${row.symbol} on ${name} (${tokenStandard})`,
	}));
}).sort((a, b) => byText(a.code, b.code));

/** The codes of the stablecoin aliases. */
export const ALIAS_CODES: string[] = ALIASES.map(({ code }) => code);

const toCode = ({ code, network, alias }: CurrencyCode): CurrencyCode =>
	alias ? { code, network, alias } : { code, network };

/**
 * The alias of a stablecoin on a network.
 * @returns undefined where the service has none.
 */
export function findAlias(symbol: Stablecoin, network: Network): CurrencyCode | undefined {
	const alias = ALIASES.find((one) => one.symbol === symbol && one.network === network);
	return alias && toCode(alias);
}

/**
 * Which stablecoin a token is, as far as the document says (service 4.8).
 * @param network its network.
 * @param tokenId its ID.
 */
export function stablecoinOf(network: Network, tokenId: string): string | undefined {
	return ALIASES.find((one) => one.network === network && one.tokenId === tokenId)?.symbol;
}

const byLabel = (a: INodePropertyOptions, b: INodePropertyOptions) => byName(a.name, b.name);

const networkOption = (code: Network): INodePropertyOptions => ({
	name: `${NETWORKS[code].name} (${code})`,
	value: code,
});

/** The networks, in alphabetical order. */
export const NETWORK_OPTIONS: INodePropertyOptions[] =
	NETWORK_CODES.map(networkOption).sort(byLabel);

/** The value of Currency that takes the network from the address. */
export const DETECT = 'detect';

/** What the paid methods accept, by name and in alphabetical order (service 4.8). */
export const CHECK_CURRENCY_OPTIONS: INodePropertyOptions[] = [
	...NETWORK_CODES.map(networkOption),
	...ALIASES.map(({ code, label }) => ({ name: label, value: code })),
].sort(byLabel);

/** What takes the network from the address: the asset is its native currency, or a stablecoin. */
export const DETECT_OPTIONS: INodePropertyOptions[] = [
	{ name: 'Detect From Address', value: DETECT },
	...STABLECOINS.map((symbol) => ({ name: `${symbol} on the Address's Network`, value: symbol })),
];

/** What `checkup.findreport` and the history's filter accept, in alphabetical order (service 4.6). */
export const REPORT_CURRENCY_OPTIONS: INodePropertyOptions[] =
	REPORT_NETWORKS.map(networkOption).sort(byLabel);

/** What people write for a stablecoin on a network: `USDT TRC-20`, `usdt on tron`, `TRC20_USDT`. */
function spellAlias({ code, network, symbol, label }: Alias): string[] {
	const { name, otherNames, tokenStandard = '' } = NETWORKS[network];
	const places = [network, name, ...otherNames, tokenStandard].filter((place) => place !== '');
	const pairs = COIN_NAMES[symbol].flatMap((coin) =>
		places.flatMap((place) => [`${coin} ${place}`, `${place} ${coin}`, `${coin} on ${place}`]),
	);
	return [code, label, ...pairs];
}

/** Every way to write a currency: by code, by name, and by what the lists show. */
const BY_NAME: ReadonlyMap<string, CurrencyCode> = new Map(
	[
		...NETWORK_CODES.map((network) => {
			const { name, otherNames } = NETWORKS[network];
			const names = [network, name, ...otherNames, `${name} (${network})`];
			return [{ code: network, network }, names] as const;
		}),
		...ALIASES.map((alias) => [toCode(alias), spellAlias(alias)] as const),
	].flatMap(([code, names]) => names.map((name) => [normalize(name), code] as const)),
);

/**
 * Reads a currency that names its network, as a user, an expression or the service writes it: by code, by name or by
 * alias. Case, spaces, hyphens and underscores don't matter.
 * @param text e.g. `BTC`, `bitcoin`, `USDT_TRC20`, `Tether on Tron`.
 * @returns what it means, or undefined where it is none of service 4.8.
 */
export function readCurrency(text: unknown): CurrencyCode | undefined {
	return typeof text === 'string' ? BY_NAME.get(normalize(text)) : undefined;
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

/** What Currency asks for: a code, or the network's own coin or a stablecoin on the network of the address. */
export type CurrencyWish =
	| { kind: 'code'; currency: CurrencyCode }
	| { kind: 'detect' }
	| { kind: 'stablecoin'; symbol: Stablecoin };

/**
 * Reads what a user wants screened.
 * @param text a value of the list, or what people write for a coin.
 * @returns the wish, or a refusal with the values that would fit.
 */
export function readCurrencyWish(text: string): CurrencyWish | Refusal {
	const wanted = normalize(text);
	const currency = BY_NAME.get(wanted);
	if (currency) return { kind: 'code', currency };
	if (['DETECT', 'DETECTFROMADDRESS', 'AUTO'].includes(wanted)) return { kind: 'detect' };
	const symbol = STABLECOINS.find((coin) =>
		[...COIN_NAMES[coin], `${coin} on the Address's Network`].some(
			(name) => normalize(name) === wanted,
		),
	);
	if (symbol) return { kind: 'stablecoin', symbol };
	const [network] = networksWhere(
		({ tokenStandard = '' }) => wanted !== '' && normalize(tokenStandard) === wanted,
	);
	const shown = `'${text.slice(0, 40)}'`;
	if (network) {
		const codes = [...ALIASES.filter((one) => one.network === network).map(({ code }) => code)];
		return refuse(
			'networkUnclear',
			`Currency ${shown} is a kind of token on ${NETWORKS[network].name}, not one coin`,
			`Use ${codes.join(', ')}, or ${network} for the network's own coin.`,
		);
	}
	const foreign = findForeignName(text);
	if (foreign && wanted !== '')
		return refuse(
			'unsupportedNetwork',
			`Currency ${shown} is of ${foreign.name}, which the service doesn't check`,
			"Leave this item out: the service can't screen it.",
		);
	return refuse(
		'networkUnclear',
		wanted === '' ? 'Currency is empty' : `Currency ${shown} is not one the service checks`,
		`Use ${[DETECT, ...STABLECOINS, ...CHECK_CURRENCY_CODES].join(', ')}.`,
	);
}

/**
 * The name of a network for people.
 * @param network its code.
 * @returns e.g. `Bitcoin`.
 */
export function networkName(network: Network): string {
	return NETWORKS[network].name;
}

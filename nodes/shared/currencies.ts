import type { INodePropertyOptions } from 'n8n-workflow';

import { LEAVE_OUT, refuse, type Refusal } from './addresses';
import { findForeignName, normalize } from './foreignChains';
import { filterNetworks, nameNetworks, NETWORK_CODES, NETWORKS } from './networks';
import type { AliasRow, Network } from './networks';
import { shortenWords } from './quote';
import { byName, byText } from './values';

export type Stablecoin = AliasRow['symbol'];

/** The stablecoins that have codes of their own, and what else people call them. */
const COIN_NAMES: Readonly<Record<Stablecoin, readonly string[]>> = {
	USDC: ['USDC', 'USD Coin', 'Circle USD'],
	USDT: ['USDT', 'Tether', 'Tether USD', 'TetherUS', 'USD₮'],
};

export const STABLECOINS = Object.keys(COIN_NAMES) as Stablecoin[];

/** A currency code to send, with its network, and the token that the code of a stablecoin means. */
export interface CurrencyCode {
	code: string;
	network: Network;
	alias?: AliasRow;
}

/** The networks `checkup.findreport` and the history's filter know, in alphabetical order. */
export const REPORT_NETWORKS: readonly Network[] = filterNetworks((row) => row.hasReports).sort();

const ALIASES = NETWORK_CODES.flatMap((network) => {
	const aliases = Object.entries(NETWORKS[network].aliases ?? {});
	return aliases.map(([code, alias]) => ({ code, network, alias }));
}).sort((a, b) => byText(a.code, b.code));

export const ALIAS_CODES: string[] = ALIASES.map(({ code }) => code);

/** The code of a stablecoin on a network; undefined where the service has none. */
export const findAlias = (symbol: Stablecoin, network: Network): CurrencyCode | undefined =>
	ALIASES.find((one) => one.alias.symbol === symbol && one.network === network);

/** Finds the stablecoin of a token ID, as far as the document says. */
export const findCoinOfToken = (network: Network, tokenId: string): Stablecoin | undefined =>
	ALIASES.find((one) => one.network === network && one.alias.tokenId === tokenId)?.alias.symbol;

function labelAlias({ network, alias }: (typeof ALIASES)[number]): string {
	const { name, tokenStandard } = NETWORKS[network];
	const standard = tokenStandard ? ` (${tokenStandard})` : '';
	return `${alias.symbol} on ${name}${standard}`;
}

const labelCoin = (symbol: Stablecoin) => `${symbol} on the Address's Network`;

const sortOptions = (options: INodePropertyOptions[]) =>
	options.sort((a, b) => byName(a.name, b.name));

const listNetworks = (networks: readonly Network[]) =>
	sortOptions(networks.map((network) => ({ name: nameNetworks([network]), value: network })));

/** The lists of networks, for `checkup.findreport` and of the paid methods, in alphabetical order. */
export const NETWORK_OPTIONS = listNetworks(NETWORK_CODES);
export const REPORT_CURRENCY_OPTIONS = listNetworks(REPORT_NETWORKS);
export const CHECK_CURRENCY_OPTIONS = sortOptions([
	...NETWORK_OPTIONS,
	...ALIASES.map((alias) => ({ name: labelAlias(alias), value: alias.code })),
]);

export const CHECK_CURRENCY_CODES = [...NETWORK_CODES, ...ALIAS_CODES].sort();

/** The value of Currency that screens the native currency of the address's network. */
export const DETECT = 'detect';
export const DETECT_LABEL = 'Native Currency of the Network';

/** The value of Currency that screens a whole wallet: several checks of one item. */
export const ALL = 'all';
export const ALL_LABEL = 'All Assets of the Network';

export const DETECT_OPTIONS: INodePropertyOptions[] = [
	{
		name: ALL_LABEL,
		value: ALL,
		description:
			'The native currency, USDT and USDC: 1 to 3 checks a wallet, up to 10 on all EVM networks',
	},
	{
		name: DETECT_LABEL,
		value: DETECT,
		description: 'Only the native currency, such as TRX: 1 check, which says nothing about USDT',
	},
	...STABLECOINS.map((symbol) => ({ name: labelCoin(symbol), value: symbol })),
];

/** A code, or the native currency, a stablecoin or all of them on the network of the address. */
export type CurrencyWish =
	| { kind: 'code'; currency: CurrencyCode }
	| { kind: 'detect' }
	| { kind: 'all' }
	| { kind: 'stablecoin'; symbol: Stablecoin };

/** Spellings of a stablecoin on a network: `USDT TRC-20`, `usdt on tron`, `TRC20_USDT`. */
function spellAlias(one: (typeof ALIASES)[number]): string[] {
	const { name, otherNames = [], tokenStandard } = NETWORKS[one.network];
	const places = [one.network, name, ...otherNames, tokenStandard ?? name];
	const pairs = COIN_NAMES[one.alias.symbol].flatMap((coin) =>
		places.flatMap((place) => [`${coin} ${place}`, `${place} ${coin}`, `${coin} on ${place}`]),
	);
	return [one.code, labelAlias(one), ...pairs];
}

/** Every way to write a currency: by code, by name, and by what the lists show. */
const WISHES = new Map<string, CurrencyWish>();

const addWish = (wish: CurrencyWish, names: readonly string[]) =>
	names.forEach((name) => WISHES.set(normalize(name), wish));

addWish({ kind: 'detect' }, [DETECT, DETECT_LABEL, 'auto', 'native', 'native currency']);
addWish({ kind: 'all' }, [ALL, ALL_LABEL, 'all assets']);
for (const symbol of STABLECOINS)
	addWish({ kind: 'stablecoin', symbol }, [...COIN_NAMES[symbol], labelCoin(symbol)]);
for (const network of NETWORK_CODES) {
	const { name, otherNames = [] } = NETWORKS[network];
	const names = [network, name, ...otherNames, nameNetworks([network])];
	addWish({ kind: 'code', currency: { code: network, network } }, names);
}
for (const alias of ALIASES) addWish({ kind: 'code', currency: alias }, spellAlias(alias));

/**
 * Reads a currency that names its network, as a user, an expression or the service writes it. It may be a code, a name
 * or an alias (`BTC`, `bitcoin`, `USDT_TRC20`, `Tether on Tron`). Case, spaces, hyphens and underscores don't matter.
 */
export function readCurrency(text: unknown): CurrencyCode | undefined {
	const wish = typeof text === 'string' ? WISHES.get(normalize(text)) : undefined;
	return wish?.kind === 'code' ? wish.currency : undefined;
}

/** Reads a network that `checkup.findreport` and the history's filter know; no token has a code there. */
export function readReportCurrency(text: unknown): Network | undefined {
	const { network, alias } = readCurrency(text) ?? {};
	return network && !alias && NETWORKS[network].hasReports ? network : undefined;
}

/** Reads what a user wants screened: a value of the list, or what people write for a coin. */
export function readCurrencyWish(text: string): CurrencyWish | Refusal {
	const wanted = normalize(text);
	const wish = WISHES.get(wanted);
	if (wish) return wish;
	const shown = `The currency '${shortenWords(text)}'`;
	const network = NETWORK_CODES.find(
		(code) => normalize(NETWORKS[code].tokenStandard ?? code) === wanted,
	);
	if (network) {
		const codes = ALIASES.filter((one) => one.network === network).map(({ code }) => code);
		const [usdc, usdt] = codes;
		const message = `${shown} is a kind of token on ${NETWORKS[network].name}: write ${usdt} or ${usdc}`;
		const advice = `For the network's own coin write ${network}.`;
		return refuse('networkUnclear', message, advice);
	}
	const foreign = findForeignName(text);
	if (foreign) {
		const message = `${shown} is of ${foreign}, which the service doesn't check`;
		return refuse('unsupportedNetwork', message, LEAVE_OUT);
	}
	const message = wanted === '' ? "'Currency' is empty" : `${shown} is not one the service checks`;
	const codes = [DETECT, ALL, ...STABLECOINS, ...CHECK_CURRENCY_CODES];
	return refuse('networkUnclear', message, `Use ${codes.join(', ')}.`);
}

/** What an address that begins with `0x` means where nothing else names its network; undefined if nobody chose. */
export type EvmChoice = Network | typeof ALL | undefined;

const EVM_CODES = filterNetworks(({ isEvm }) => isEvm === true);
const ALL_EVM_LABEL = 'All EVM Networks';
const NOT_CHOSEN_LABEL = 'Not Chosen';

/** The values of EVM Network for one check, in alphabetical order, and for a wallet. */
export const EVM_OPTIONS = sortOptions([
	{ name: NOT_CHOSEN_LABEL, value: '' },
	...listNetworks(EVM_CODES),
]);
export const WALLET_EVM_OPTIONS = sortOptions([
	...EVM_OPTIONS,
	{ name: ALL_EVM_LABEL, value: ALL },
]);

/** Reads the value of EVM Network: a code, the name of a network, what the list shows, or nothing. */
export function readEvmNetwork(text: string): EvmChoice | Refusal {
	const wanted = normalize(text);
	if (wanted === '' || wanted === normalize(NOT_CHOSEN_LABEL)) return undefined;
	if ([ALL, ALL_EVM_LABEL].some((name) => normalize(name) === wanted)) return ALL;
	const { network, alias } = readCurrency(text) ?? {};
	if (network && !alias && EVM_CODES.includes(network)) return network;
	const message = `'EVM Network' is '${shortenWords(text)}', which is none that the service checks`;
	return refuse('networkUnclear', message, `Use ${[...EVM_CODES, ALL].join(', ')}.`);
}

import type { INodePropertyOptions } from 'n8n-workflow';

import { isRefusal, refuse, type Refusal } from './addresses';
import { ALIASES, nameAsset, type Asset } from './assets';
import { filterNetworks, nameNetworks, NETWORK_CODES, NETWORKS } from './networks';
import type { Network, Stablecoin } from './networks';
import { shortenWords } from './quote';
import { normalize } from './reading/chains';
import { COIN_NAMES, readName, type Named } from './reading/words';
import { byName, keepRecent } from './values';

export type { Stablecoin } from './networks';

export const STABLECOINS = Object.keys(COIN_NAMES) as Stablecoin[];

/** The networks `checkup.findreport` and the history's filter know, in alphabetical order. */
export const REPORT_NETWORKS: readonly Network[] = filterNetworks((row) => row.hasReports).sort();

export const ALIAS_CODES: string[] = ALIASES.map(({ alias }) => alias).sort();

function labelAlias(asset: Asset): string {
	const { tokenStandard } = NETWORKS[asset.network];
	return `${nameAsset(asset)}${tokenStandard ? ` (${tokenStandard})` : ''}`;
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
	...ALIASES.map((asset) => ({ name: labelAlias(asset), value: asset.alias })),
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

/** What Currency asks for: everything, what the text names, or an asset, on a network or on the address's own. */
export type CurrencyChoice =
	| { kind: 'all' | 'detect' }
	| { kind: 'asset'; network: Network; symbol?: Stablecoin }
	| { kind: 'asset'; network?: Network; symbol: Stablecoin };

/** What the lists show, and short words for it. */
const CHOICES = new Map<string, CurrencyChoice>(
	[
		...[DETECT, DETECT_LABEL, 'auto', 'native', 'native currency'].map(
			(name) => [name, { kind: 'detect' }] as const,
		),
		...[ALL, ALL_LABEL, 'all assets'].map((name) => [name, { kind: 'all' }] as const),
		...STABLECOINS.map((symbol) => [labelCoin(symbol), { kind: 'asset', symbol }] as const),
	].map(([name, choice]) => [normalize(name), choice]),
);

const CODES_TO_WRITE = [DETECT, ALL, ...STABLECOINS, ...CHECK_CURRENCY_CODES].join(', ');

/** A standard of tokens doesn't say which token is meant. */
function refuseStandard(network: Network, shown: string): Refusal {
	const codes = ALIASES.filter((one) => one.network === network).map(({ alias }) => alias);
	const message = `${shown} is a kind of token on ${NETWORKS[network].name}: write ${codes.join(' or ')}`;
	return refuse('networkUnclear', message, `For the network's own coin write ${network}.`);
}

/** Turns what the words of Currency name into a choice. */
function toChoice({ network, asset, isAnyToken }: Named, shown: string): CurrencyChoice | Refusal {
	if (isAnyToken && network) return refuseStandard(network, shown);
	if (asset?.kind === 'coin') return { kind: 'asset', network, symbol: asset.symbol };
	if (asset?.kind === 'token') {
		const message = `${shown} is not one the service checks by its name alone`;
		const advice = `Choose the network in 'Asset', and ${asset.symbol} in 'Token' if its list has it. Otherwise leave this item out.`;
		return refuse('wrongAsset', message, advice);
	}
	if (network) return { kind: 'asset', network };
	return refuse(
		'networkUnclear',
		`${shown} is not one the service checks`,
		`Use ${CODES_TO_WRITE}.`,
	);
}

function readChoice(text: string): CurrencyChoice | Refusal {
	const wanted = normalize(text);
	const choice = CHOICES.get(wanted);
	if (choice) return choice;
	const advice = `Use ${CODES_TO_WRITE}.`;
	if (wanted === '') return refuse('networkUnclear', "'Asset' is empty", advice);
	const shown = `The currency '${shortenWords(text)}'`;
	const named = readName(text, { subject: shown, relation: 'is of', advice });
	return isRefusal(named) ? named : toChoice(named, shown);
}

/** The same names come again and again, in rows and in a history. */
const MAX_KNOWN_CHOICES = 512;
const knownChoices = new Map<string, CurrencyChoice | Refusal>();

/** Reads what a user wants screened: a value of the list, or what people write for a coin. */
export const readCurrencyChoice = (text: string): CurrencyChoice | Refusal =>
	keepRecent(knownChoices, text, knownChoices.get(text) ?? readChoice(text), MAX_KNOWN_CHOICES);

/** The asset that a choice names together with its network; undefined for any other. */
export function toAsset(choice: CurrencyChoice | Refusal): Asset | undefined {
	if (isRefusal(choice) || choice.kind !== 'asset') return undefined;
	const { network, symbol } = choice;
	if (network === undefined || symbol === undefined) return network && { network };
	return ALIASES.find((one) => one.network === network && one.token.symbol === symbol);
}

/**
 * Reads a currency that names its network, as a user, an expression or the service writes it. It may be a code, a name
 * or an alias (`BTC`, `bitcoin`, `USDT_TRC20`, `Tether on Tron`). Case, spaces, hyphens and underscores don't matter.
 */
export const readCurrency = (text: unknown): Asset | undefined =>
	typeof text === 'string' ? toAsset(readCurrencyChoice(text)) : undefined;

/** Reads a network that `checkup.findreport` and the history's filter know; no token has a code there. */
export function readReportCurrency(text: unknown): Network | undefined {
	const { network, token } = readCurrency(text) ?? {};
	return network && !token && NETWORKS[network].hasReports ? network : undefined;
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
	const message = `'Network' is '${shortenWords(text)}', which is none that the service checks`;
	const advice = `Use ${[...EVM_CODES, ALL].join(', ')}.`;
	const named = readName(text, { subject: "'Network'", advice });
	if (isRefusal(named) && named.reason !== 'networkUnclear') return named;
	const { network, asset = { kind: 'native' } } = isRefusal(named) ? {} : named;
	const isOne = network !== undefined && EVM_CODES.includes(network) && asset.kind === 'native';
	return isOne ? network : refuse('networkUnclear', message, advice);
}

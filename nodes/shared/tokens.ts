import type { INodeListSearchItems } from 'n8n-workflow';

import type { Network } from './addresses';
import { keyOfContract } from './assets';
import type { CurrencyList } from './currencyList';
import { filterNetworks, NETWORKS } from './networks';
import type { CurrencyEntry } from './rpc/schemas';
import { byName } from './values';

/* The tokens of the service's currency list. */

/** The tokens of one network; native currencies show 0 as `token_id`. */
const listTokens = (entries: readonly CurrencyEntry[], network: Network) =>
	entries.filter((one) => one.currency.toUpperCase() === network && String(one.token_id) !== '0');

/** What a list says, to be looked up for thousands of rows. */
interface ListIndex {
	/** The tokens of a network by their contract or issuer. */
	rows: ReadonlyMap<string, readonly CurrencyEntry[]>;
	/** The symbols of the tokens whose contract is no wallet, on whichever network. */
	contracts: ReadonlyMap<string, string>;
	/** The tokens of a network by their symbol. */
	symbols: ReadonlyMap<string, readonly CurrencyEntry[]>;
	/** The tokens of a network by their name, once a text asks for one. */
	names?: ReadonlyMap<string, CurrencyEntry>;
}

const simplifyName = (name: string) => name.toUpperCase().replace(/ TOKEN$/, '');

/** Whether tokens of a network have contracts, which are no wallets. */
const hasContracts = (network: string): boolean => {
	const row = Object.hasOwn(NETWORKS, network) ? NETWORKS[network as Network] : undefined;
	return row?.hasTokens === true && row.hasIssuers !== true;
};

function makeIndex(entries: readonly CurrencyEntry[]): ListIndex {
	const rows = new Map<string, CurrencyEntry[]>();
	const contracts = new Map<string, string>();
	const symbols = new Map<string, CurrencyEntry[]>();
	const add = (to: Map<string, CurrencyEntry[]>, key: string, entry: CurrencyEntry) =>
		to.set(key, [...(to.get(key) ?? []), entry]);
	for (const entry of entries) {
		const { issuer, symbol, name, token_id } = entry;
		const network = entry.currency.toUpperCase();
		if (String(token_id) === '0') continue;
		add(symbols, `${network}|${symbol?.toUpperCase() ?? ''}`, entry);
		if (!issuer) continue;
		const key = keyOfContract(issuer);
		add(rows, `${network}|${key}`, entry);
		if (hasContracts(network)) contracts.set(key, symbol ?? name ?? 'a token');
	}
	for (const network of filterNetworks((row) => row.hasTokens).filter(hasContracts))
		for (const [symbol, { contract }] of Object.entries(NETWORKS[network].coins ?? {}))
			contracts.set(keyOfContract(contract), symbol);
	return { rows, contracts, symbols };
}

const indexes = new WeakMap<readonly CurrencyEntry[], ListIndex>();

function indexOf({ entries }: CurrencyList): ListIndex {
	const index = indexes.get(entries) ?? makeIndex(entries);
	indexes.set(entries, index);
	return index;
}

/** The tokens of a network that have a contract, an issuer and a symbol, or a symbol alone. */
export function findRows(
	list: CurrencyList,
	network: Network,
	{ contract, symbol = '' }: { contract?: string; symbol?: string },
): readonly CurrencyEntry[] {
	const { rows: byContract, symbols } = indexOf(list);
	if (contract === undefined) return symbols.get(`${network}|${symbol.toUpperCase()}`) ?? [];
	const rows = byContract.get(`${network}|${keyOfContract(contract)}`) ?? [];
	const isNamed = NETWORKS[network].hasIssuers === true && symbol !== '';
	return rows.filter((row) => !isNamed || row.symbol?.toUpperCase() === symbol.toUpperCase());
}

/** The networks on which a contract is a token, by the table or by the list. */
export const findContractNetworks = (contract: string, list: CurrencyList): Network[] =>
	filterNetworks(({ hasTokens }) => hasTokens).filter(
		(network) =>
			Object.values(NETWORKS[network].coins ?? {}).some(
				(coin) => keyOfContract(coin.contract) === keyOfContract(contract),
			) || findRows(list, network, { contract }).length > 0,
	);

/**
 * Finds the symbol of the token whose contract an address is, on whichever network: people mix up networks, and a
 * contract of one is nobody's wallet on another.
 * @param address in the form in which it is sent.
 */
export const findTokenContract = (address: string, list: CurrencyList): string | undefined =>
	indexOf(list).contracts.get(keyOfContract(address));

/** Whether the list has a token of a network with this symbol. */
export const isListedSymbol = (network: Network, symbol: string, list: CurrencyList): boolean =>
	indexOf(list).symbols.has(`${network}|${symbol}`);

/** Finds a token of a network by its name, with or without the word "Token". */
export function findListedName(
	network: Network,
	name: string,
	list: CurrencyList,
): CurrencyEntry | undefined {
	const index = indexOf(list);
	index.names ??= new Map(
		list.entries.map((entry) => [
			`${entry.currency.toUpperCase()}|${simplifyName(entry.name ?? '')}`,
			entry,
		]),
	);
	return index.names.get(`${network}|${simplifyName(name)}`);
}

/** The entries of the searchable token list, by name: those whose name, symbol, contract or ID has what was typed. */
export function searchTokenList(
	entries: readonly CurrencyEntry[],
	network: Network,
	filter = '',
): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	const matches = (text: unknown) => `${text ?? ''}`.toLowerCase().includes(wanted);
	return listTokens(entries, network)
		.filter(({ name, symbol, issuer, token_id }) => [name, symbol, issuer, token_id].some(matches))
		.map(({ name, symbol, issuer, token_id }) => ({
			name: `${name ?? symbol ?? token_id} (${symbol ?? token_id})`,
			value: String(token_id),
			description: issuer ?? undefined,
		}))
		.sort((a, b) => byName(a.name, b.name));
}

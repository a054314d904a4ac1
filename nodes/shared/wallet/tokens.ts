import { byName } from '../base/values';
import type { AmlCheckError } from '../failures/failure';
import { findAliased, keyOfContract, type Asset } from './assets';
import { hasContracts, NETWORK_CODES, NETWORKS, type Network, type Stablecoin } from './networks';
import { quote } from './quote';
import { refuse, type Refusal } from './refusals';

/* The tokens of the service's currency list. */

/** A row of the list. The network's own coin shows 0 as `token_id`. */
interface ListEntry {
	currency: string;
	issuer?: string | null;
	name?: string | null;
	symbol?: string | null;
	token_id: number | string;
}

/** The service's list, as far as it could be had: without a list there is the reason. */
export interface CurrencyList {
	entries: readonly ListEntry[];
	failure?: AmlCheckError;
}

/** A token as a parameter gives it: by its ID in the list, or by its contract. */
export interface GivenToken {
	mode?: 'id' | 'contract';
	value: string;
}

/**
 * An asset of a network, or why there is none.
 * - `unlisted`: the list has no such token.
 * - `unread`: the list couldn't be read, so nobody knows.
 */
type FoundAsset = Asset | 'unlisted' | 'unread';

/** The rows of a list by what they are looked up by; contracts of all networks are in one map. */
interface ListIndex {
	byContract: ReadonlyMap<string, readonly ListEntry[]>;
	byId: ReadonlyMap<string, readonly ListEntry[]>;
}

function makeIndex(entries: readonly ListEntry[]): ListIndex {
	const byContract = new Map<string, ListEntry[]>();
	const byId = new Map<string, ListEntry[]>();
	const add = (map: Map<string, ListEntry[]>, key: string, entry: ListEntry) => {
		const rows = map.get(key);
		if (rows) rows.push(entry);
		else map.set(key, [entry]);
	};
	for (const entry of entries) {
		add(byId, String(entry.token_id), entry);
		if (entry.issuer) add(byContract, keyOfContract(entry.issuer), entry);
	}
	return { byContract, byId };
}

const indexes = new WeakMap<readonly ListEntry[], ListIndex>();

function indexOf({ entries }: CurrencyList): ListIndex {
	const index = indexes.get(entries) ?? makeIndex(entries);
	indexes.set(entries, index);
	return index;
}

/** The stablecoins of the table by their contracts, where these are no wallets. */
const KNOWN_CONTRACTS = new Map(
	NETWORK_CODES.filter(hasContracts).flatMap((network) =>
		Object.entries(NETWORKS[network].stablecoins ?? {}).map(
			([symbol, { contract }]) => [keyOfContract(contract), symbol] as const,
		),
	),
);

const networkOf = ({ currency }: ListEntry): string => currency.toUpperCase();

/**
 * Finds the symbol of the token whose contract an address is, on whichever network: people mix up networks, and a
 * contract of one is nobody's wallet on another.
 */
export function findTokenContract(address: string, list: CurrencyList): string | undefined {
	const contract = keyOfContract(address);
	const rows = indexOf(list).byContract.get(contract) ?? [];
	const row = rows.find((one) =>
		NETWORK_CODES.filter(hasContracts).some((code) => code === networkOf(one)),
	);
	return KNOWN_CONTRACTS.get(contract) ?? (row && (row.symbol ?? row.name ?? 'a token'));
}

/** The asset that a row of the list is. */
function toAsset(network: Network, { issuer, symbol, name, token_id }: ListEntry): Asset {
	const contract = issuer ?? undefined;
	const known = findAliased(network, { contract })?.token.symbol ?? symbol ?? name;
	return { network, token: { contract, id: String(token_id), symbol: known ?? undefined } };
}

/** The rows of a contract; an issuer may have several tokens. */
function findRows(network: Network, contract: string, list: CurrencyList): ListEntry[] {
	const rows = indexOf(list).byContract.get(keyOfContract(contract)) ?? [];
	return rows.filter((row) => networkOf(row) === network);
}

/** Finds a stablecoin of a network: by the service's code, or in the list by its contract. */
function findStablecoin(network: Network, symbol: Stablecoin, list: CurrencyList): FoundAsset {
	const coin = NETWORKS[network].stablecoins?.[symbol];
	if (coin === undefined) return 'unlisted';
	const { contract, alias } = coin;
	const isOwn = (row: ListEntry) =>
		!NETWORKS[network].hasIssuers || row.symbol?.toUpperCase() === symbol;
	const rows = findRows(network, contract, list).filter(isOwn);
	const id = coin.id ?? (rows.length === 1 ? String(rows[0].token_id) : undefined);
	if (alias !== undefined)
		return {
			network,
			alias,
			token: id === undefined ? { symbol, contract } : { symbol, contract, id },
		};
	if (id !== undefined) return { network, token: { symbol, contract, id } };
	return list.failure === undefined ? 'unlisted' : 'unread';
}

/**
 * Finds the own coin or a stablecoin of a network.
 * @param list the service's list, as far as it could be had.
 */
export const findAsset = (
	network: Network,
	what: Stablecoin | 'coin',
	list: CurrencyList,
): FoundAsset => (what === 'coin' ? { network } : findStablecoin(network, what, list));

/** Refuses a token that may be left over from another network: not this row is wrong. */
export const refuseToken = (message: string): Refusal => ({
	...refuse(
		'wrongAsset',
		`'Token' ${message}`,
		'Choose a token of this network, or another asset.',
	),
	fault: 'setup',
});

/** The rows of the list that Token means: by an ID, or by a contract or an issuer. */
function findGiven(network: Network, { mode, value }: GivenToken, list: CurrencyList) {
	const isId = (mode ?? (/^\d+$/.test(value) ? 'id' : 'contract')) === 'id';
	if (isId)
		return (indexOf(list).byId.get(value.replace(/^0+/, '')) ?? []).filter(
			(row) => networkOf(row) === network,
		);
	return findRows(network, value, list);
}

/** Finds the token that Token gives on a network. It has to be exactly one row of the list. */
export function findToken(
	network: Network,
	given: GivenToken,
	list: CurrencyList,
): Asset | Refusal | 'unread' {
	if (list.failure !== undefined) return 'unread';
	const rows = findGiven(network, given, list);
	if (rows.length === 1) return toAsset(network, rows[0]);
	const { name } = NETWORKS[network];
	return refuseToken(
		`is ${quote(given.value)}, which stands for ${rows.length} tokens on ${name} in the service's list`,
	);
}

/** The entries of the searchable token list, by name: those whose name, symbol, contract or ID has what was typed. */
export function searchTokenList(entries: readonly ListEntry[], network: Network, filter = '') {
	const wanted = filter.trim().toLowerCase();
	const matches = (text: unknown) => `${text ?? ''}`.toLowerCase().includes(wanted);
	return entries
		.filter((one) => one.currency.toUpperCase() === network && String(one.token_id) !== '0')
		.filter(({ name, symbol, issuer, token_id }) => [name, symbol, issuer, token_id].some(matches))
		.map(({ name, symbol, issuer, token_id }) => ({
			name: `${name ?? symbol ?? token_id} (${symbol ?? token_id})`,
			value: String(token_id),
			description: issuer ?? undefined,
		}))
		.sort((a, b) => byName(a.name, b.name));
}

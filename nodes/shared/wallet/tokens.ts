import { byName } from '../values';
import { findAliased, keyOfContract, type Asset } from './assets';
import { filterNetworks, hasContracts, NETWORKS, type Network, type Stablecoin } from './networks';
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
	failure?: unknown;
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
export type FoundAsset = Asset | 'unlisted' | 'unread';

/** What a list says, to be looked up for thousands of rows. */
interface ListIndex {
	byContract: ReadonlyMap<string, readonly ListEntry[]>;
	byId: ReadonlyMap<string, ListEntry>;
	/** The symbols of the tokens whose contract is no wallet, on whichever network. */
	contracts: ReadonlyMap<string, string>;
}

const isNetwork = (code: string): code is Network => Object.hasOwn(NETWORKS, code);

function makeIndex(entries: readonly ListEntry[]): ListIndex {
	const byContract = new Map<string, ListEntry[]>();
	const byId = new Map<string, ListEntry>();
	const contracts = new Map<string, string>();
	for (const network of filterNetworks(({ hasTokens }) => hasTokens).filter(hasContracts))
		for (const [symbol, { contract }] of Object.entries(NETWORKS[network].stablecoins ?? {}))
			contracts.set(keyOfContract(contract), symbol);
	for (const entry of entries) {
		const { issuer, symbol, name, token_id } = entry;
		const network = entry.currency.toUpperCase();
		if (String(token_id) === '0' || !isNetwork(network)) continue;
		byId.set(`${network}|${token_id}`, entry);
		if (!issuer) continue;
		const contract = keyOfContract(issuer);
		const key = `${network}|${contract}`;
		const rows = byContract.get(key);
		if (rows) rows.push(entry);
		else byContract.set(key, [entry]);
		if (hasContracts(network) && !contracts.has(contract))
			contracts.set(contract, symbol ?? name ?? 'a token');
	}
	return { byContract, byId, contracts };
}

const indexes = new WeakMap<readonly ListEntry[], ListIndex>();

function indexOf({ entries }: CurrencyList): ListIndex {
	const index = indexes.get(entries) ?? makeIndex(entries);
	indexes.set(entries, index);
	return index;
}

/**
 * Finds the symbol of the token whose contract an address is, on whichever network: people mix up networks, and a
 * contract of one is nobody's wallet on another.
 */
export const findTokenContract = (address: string, list: CurrencyList): string | undefined =>
	indexOf(list).contracts.get(keyOfContract(address));

/** The asset that a row of the list is. */
function toAsset(network: Network, { issuer, symbol, name, token_id }: ListEntry): Asset {
	const contract = issuer ?? undefined;
	const known = findAliased(network, { contract })?.token.symbol ?? symbol ?? name;
	return { network, token: { contract, id: String(token_id), symbol: known ?? undefined } };
}

/** The rows of a contract; of an issuer those with a code. */
function findRows(network: Network, contract: string, code: string, list: CurrencyList) {
	const rows = indexOf(list).byContract.get(`${network}|${keyOfContract(contract)}`) ?? [];
	return code === '' ? rows : rows.filter(({ symbol }) => symbol?.toUpperCase() === code);
}

/** Finds a stablecoin of a network: by the service's code, or in the list by its contract. */
function findStablecoin(network: Network, symbol: Stablecoin, list: CurrencyList): FoundAsset {
	const coin = NETWORKS[network].stablecoins?.[symbol];
	if (coin === undefined) return 'unlisted';
	const { contract, alias } = coin;
	const rows = findRows(network, contract, NETWORKS[network].hasIssuers ? symbol : '', list);
	if (alias !== undefined) {
		const id = coin.id ?? (rows.length === 1 ? String(rows[0].token_id) : undefined);
		return {
			network,
			alias,
			token: id === undefined ? { symbol, contract } : { symbol, contract, id },
		};
	}
	if (rows.length === 1)
		return { network, token: { symbol, contract, id: String(rows[0].token_id) } };
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

const refuseToken = (message: string, advice: string): Refusal => ({
	...refuse('wrongAsset', `'Token' ${message}`, advice),
	fault: 'setup',
});

const CHOOSE_AGAIN = "Choose the token of this network from the list of 'Token'.";

/** Finds the token that Token gives on a network. It has to be exactly one row of the list. */
export function findToken(
	network: Network,
	{ mode, value }: GivenToken,
	list: CurrencyList,
): Asset | Refusal | 'unread' {
	const text = value.trim();
	if (/^0*$/.test(text))
		return refuseToken(
			"is empty, but 'Asset' is Another Token",
			'Choose the token, or another asset.',
		);
	if (list.failure !== undefined) return 'unread';
	const { name } = NETWORKS[network];
	if ((mode ?? (/^\d+$/.test(text) ? 'id' : 'contract')) === 'id') {
		const row = indexOf(list).byId.get(`${network}|${text.replace(/^0+/, '')}`);
		return row
			? toAsset(network, row)
			: refuseToken(
					`is ${quote(text)}, which the service's list doesn't have on ${name}`,
					CHOOSE_AGAIN,
				);
	}
	const [, code = '', issuer = text] =
		(NETWORKS[network].hasIssuers && /^([\w-]{1,40})[.:+-](\w{20,60})$/.exec(text)) || [];
	const rows = findRows(network, issuer, code.toUpperCase(), list);
	if (rows.length === 1) return toAsset(network, rows[0]);
	return refuseToken(
		`is ${quote(text)}, which ${rows.length === 0 ? 'is no token' : `stands for ${rows.length} tokens`} in the service's list on ${name}`,
		CHOOSE_AGAIN,
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

import type { INodeListSearchItems } from 'n8n-workflow';

import { NETWORKS } from './networks';
import type { AliasRow, Network } from './networks';
import type { CurrencyEntry } from './rpc/schemas';
import { byName } from './values';

/** Contract addresses of Ethereum-like networks don't depend on case. */
const sameContract = (a: string, b: string) =>
	a === b || (/^0x/i.test(a) && a.toLowerCase() === b.toLowerCase());

const isToken = (entry: CurrencyEntry) => String(entry.token_id) !== '0';

/** The tokens of one network (service 2.7: native currencies show 0 as `token_id`). */
function tokensOf(entries: readonly CurrencyEntry[], network: Network): CurrencyEntry[] {
	return entries.filter((entry) => entry.currency.toUpperCase() === network && isToken(entry));
}

/**
 * Finds a token by its smart contract (service 4.2: compare `issuer`).
 * @param entries the service's list.
 * @param network where the contract lives.
 * @param contract its address.
 * @returns the entry, or undefined.
 */
export function findByContract(
	entries: readonly CurrencyEntry[],
	network: Network,
	contract: string,
): CurrencyEntry | undefined {
	return tokensOf(entries, network).find(
		({ issuer }) => typeof issuer === 'string' && sameContract(issuer, contract),
	);
}

/** The alias of a network whose coin has a contract. */
const findAliasRow = (network: Network, contract: string) =>
	Object.values(NETWORKS[network].aliases ?? {}).find((row) =>
		sameContract(row.contract, contract),
	);

/**
 * Which stablecoin a contract is, where the document names that coin by an alias alone (service 4.8).
 * @param network where the contract lives.
 * @param contract its address.
 * @returns the symbol in the alias, or undefined.
 */
export function aliasedBy(network: Network, contract: string): AliasRow['symbol'] | undefined {
	const row = findAliasRow(network, contract);
	return row?.tokenId === undefined ? row?.symbol : undefined;
}

/**
 * Which token's contract an address is, so that it isn't screened as a wallet.
 * @param entries the service's list, as far as it is at hand.
 * @param network where the address lives.
 * @param address in the form to send.
 * @returns the token's symbol, or undefined.
 */
export function findTokenContract(
	entries: readonly CurrencyEntry[],
	network: Network,
	address: string,
): string | undefined {
	// There the issuer of a token is a wallet like any other.
	if (network === 'XLM' || network === 'XRP') return undefined;
	const entry = findByContract(entries, network, address);
	return entry?.symbol ?? entry?.name ?? findAliasRow(network, address)?.symbol;
}

/**
 * The entries of the searchable token list.
 * @param entries the service's list.
 * @param network the network that is chosen.
 * @param filter what was typed: part of a name, symbol, contract or ID.
 * @returns list items by name; the value is the `token_id`.
 */
export function searchTokens(
	entries: readonly CurrencyEntry[],
	network: Network,
	filter = '',
): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	return tokensOf(entries, network)
		.filter(({ name, symbol, issuer, token_id }) =>
			[name, symbol, issuer, String(token_id)].some((text) =>
				String(text ?? '')
					.toLowerCase()
					.includes(wanted),
			),
		)
		.map(({ name, symbol, issuer, token_id }) => ({
			name: `${name ?? symbol ?? token_id} (${symbol ?? token_id})`,
			value: String(token_id),
			description: issuer ?? undefined,
		}))
		.sort((a, b) => byName(a.name, b.name));
}

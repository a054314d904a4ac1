import type { INodeListSearchItems } from 'n8n-workflow';

import { NETWORKS, type AliasRow, type Network } from './networks';
import type { CurrencyEntry } from './rpc/schemas';
import { byName } from './values';

/** Contract addresses of Ethereum-like networks don't depend on case. */
const isSameContract = (a: string, b: string) =>
	a === b || (/^0x/i.test(a) && a.toLowerCase() === b.toLowerCase());

/** The tokens of one network; native currencies show 0 as `token_id`. */
const listTokens = (entries: readonly CurrencyEntry[], network: Network) =>
	entries.filter((one) => one.currency.toUpperCase() === network && String(one.token_id) !== '0');

/** Finds a token by its smart contract, which the service calls its issuer. */
export const findByContract = (
	entries: readonly CurrencyEntry[],
	network: Network,
	contract: string,
): CurrencyEntry | undefined =>
	listTokens(entries, network).find(({ issuer }) => issuer && isSameContract(issuer, contract));

/** The alias of a network whose coin has a contract. */
const findAliasRow = (network: Network, contract: string): AliasRow | undefined =>
	Object.values(NETWORKS[network].aliases ?? {}).find((row) =>
		isSameContract(row.contract, contract),
	);

/** Finds the stablecoin of a contract, where the document names that coin by an alias alone. */
export function findAliasedCoin(network: Network, contract: string) {
	const { symbol, tokenId } = findAliasRow(network, contract) ?? {};
	return tokenId === undefined ? symbol : undefined;
}

/** Whether tokens of a network have contracts. The issuer of a token on XLM and XRP is a wallet like any other. */
export const hasContracts = (network: Network): boolean =>
	NETWORKS[network].hasTokens && network !== 'XLM' && network !== 'XRP';

/**
 * Finds the symbol of the token whose contract an address is, so that the address isn't screened as a wallet.
 * @param entries the service's list, as far as it could be had.
 * @param network one that has contracts.
 */
export function findTokenContract(
	entries: readonly CurrencyEntry[],
	network: Network,
	address: string,
): string | undefined {
	const entry = findByContract(entries, network, address);
	return entry?.symbol ?? entry?.name ?? findAliasRow(network, address)?.symbol;
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

import type { INodeListSearchItems } from 'n8n-workflow';

import { findAlias, type CurrencyCode, type Stablecoin } from './currencies';
import type { WantedWallet } from './detect';
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

/** An asset of a wallet, as it is sent and named. */
export interface FoundAsset {
	currency: CurrencyCode;
	/** Empty for the native currency, and where the currency's code names the token. */
	tokenId: string;
	coin?: Stablecoin;
}

/** Finds a stablecoin of a network, by its code or by the contract under which the list has it. */
function findCoin(
	entries: readonly CurrencyEntry[],
	network: Network,
	coin: Stablecoin,
): FoundAsset | undefined {
	const alias = findAlias(coin, network);
	if (alias) return { currency: alias, tokenId: '', coin };
	const contract = NETWORKS[network].uncoded?.[coin];
	const entry = contract && findByContract(entries, network, contract);
	if (!entry) return undefined;
	return { currency: { code: network, network }, tokenId: String(entry.token_id), coin };
}

/**
 * Finds the assets of a wallet that the service screens; pure.
 * @param entries the service's list, as far as it could be had.
 * @returns them in the order of the networks, the names of those that it doesn't screen, and the networks of which
 * nothing is left but the native currency.
 */
export function findAssets(
	{ networks, assets }: WantedWallet,
	entries: readonly CurrencyEntry[],
): { found: FoundAsset[]; notScreened: string[]; nativeOnly: Network[] } {
	const found: FoundAsset[] = [];
	const notScreened: string[] = [];
	for (const network of networks)
		for (const asset of assets) {
			const native = { currency: { code: network, network }, tokenId: '' };
			const one = asset === 'native' ? native : findCoin(entries, network, asset);
			if (one) found.push(one);
			else notScreened.push(`${asset} on ${NETWORKS[network].name}`);
		}
	const hasCoin = (network: Network) =>
		found.some(({ currency, coin }) => coin !== undefined && currency.network === network);
	const nativeOnly = assets.length > 1 ? networks.filter((one) => !hasCoin(one)) : [];
	return { found, notScreened, nativeOnly };
}

/** The ID under which the list has the coin of a code that names none: records may show it. */
export function findListedId(
	entries: readonly CurrencyEntry[],
	{ alias, network }: CurrencyCode,
): string | undefined {
	if (!alias || alias.tokenId !== undefined) return undefined;
	const entry = findByContract(entries, network, alias.contract);
	return entry && String(entry.token_id);
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

import { findAddressKey } from './addresses';
import { NETWORK_CODES, NETWORKS, type Network, type Stablecoin } from './networks';

/* The asset of a check: made once, and all that is sent, stored, compared and shown is read from it. */

/** A token, as far as it is known. The contract is an account on the networks whose tokens have issuers. */
export interface Token {
	symbol?: string;
	contract?: string;
	/** The `token_id` of the service. */
	id?: string;
}

/** What a check is about: the native currency of a network, or a token of it. */
export interface Asset {
	network: Network;
	token?: Token;
	/** The service's code for the token. */
	alias?: string;
}

/**
 * The key of an asset on its network, as n8n stores it: a token by its ID, or a stablecoin by its symbol where the
 * service's document names no ID for its code.
 */
export type AssetKey = 'native' | `token:${string}` | `symbol:${string}`;

/** Equal for the spellings of one contract or issuer. Case doesn't count in hexadecimal digits. */
export function keyOfContract(contract: string): string {
	const text = contract.trim();
	if (/^0x[\da-f]{40}$/i.test(text)) return text.toLowerCase();
	return /^(0x)?[\da-f]{40,42}$/i.test(text) ? (findAddressKey(text) ?? text) : text;
}

/** The assets that have a code of their own beside their network's, as far as the document says. */
export const ALIASES: ReadonlyArray<
	Asset & { token: Token & { symbol: Stablecoin; contract: string }; alias: string }
> = NETWORK_CODES.flatMap((network) =>
	Object.entries(NETWORKS[network].stablecoins ?? {}).flatMap(
		([symbol, { alias, contract, id }]) => {
			const token = { symbol: symbol as Stablecoin, contract, ...(id !== undefined && { id }) };
			return alias === undefined ? [] : [{ network, alias, token }];
		},
	),
);

/** The asset with a code that a token is, by its contract or by its ID. */
export const findAliased = (
	network: Network,
	{ contract, id }: Token,
): (typeof ALIASES)[number] | undefined =>
	ALIASES.find(
		(one) =>
			one.network === network &&
			((contract !== undefined && keyOfContract(one.token.contract) === keyOfContract(contract)) ||
				(id !== undefined && one.token.id === id)),
	);

/** The code of an asset, as it is sent. */
export const codeOf = ({ network, alias }: Asset): string => alias ?? network;

/** How a request names an asset. */
export function toSent(asset: Asset): { currency: string; token_id?: string } {
	const { network, token, alias } = asset;
	if (alias !== undefined || token?.id === undefined) return { currency: codeOf(asset) };
	return { currency: network, token_id: token.id };
}

/** The key of an asset. The code of a stablecoin and its token have one key. */
export function keyOf({ network, token }: Asset): AssetKey {
	if (!token) return 'native';
	const coin = findAliased(network, token);
	const id = coin ? coin.token.id : token.id;
	return id === undefined ? `symbol:${coin?.token.symbol ?? token.symbol ?? ''}` : `token:${id}`;
}

/** The asset that a key of a network means, as far as the document says. */
export function fromKey(network: Network, key: AssetKey): Asset {
	const [kind, name] = key.split(':');
	if (name === undefined) return { network };
	const coin = ALIASES.find(
		(one) =>
			one.network === network && (kind === 'token' ? one.token.id : one.token.symbol) === name,
	);
	return coin ?? { network, token: kind === 'token' ? { id: name } : { symbol: name } };
}

/** Names an asset within its network: `TRX`, `USDT`, `token 123`. */
export const nameShortly = ({ network, token }: Asset): string =>
	token
		? (token.symbol ?? findAliased(network, token)?.token.symbol ?? `token ${token.id ?? ''}`)
		: network;

/** Names an asset for people: `Bitcoin`, `USDT on Tron`, `token 123 on Ethereum`. */
export function nameAsset(asset: Asset): string {
	const place = NETWORKS[asset.network].name;
	return asset.token ? `${nameShortly(asset)} on ${place}` : place;
}

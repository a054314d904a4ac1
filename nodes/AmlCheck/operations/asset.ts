import { tryFetchCurrencies } from '../../shared/service/currencyList';
import { ALIASES, fromKey, type Asset } from '../../shared/wallet/assets';
import { parseCurrency, type Names } from '../../shared/wallet/names';
import { NETWORKS, STABLECOINS, type Network, type Stablecoin } from '../../shared/wallet/networks';
import { refuse, type Refusal } from '../../shared/wallet/refusals';
import { findAsset } from '../../shared/wallet/tokens';
import type { RpcSession } from '../../shared/service/session';
import type { CheckMembers } from '../../shared/check/subject';

/* Which asset a report is about that was searched for, or read by its hash: a level counts for one asset. */

/** The network of a record. */
export const findRecordNetwork = ({ currency }: CheckMembers): Network | undefined =>
	parseCurrency(currency)?.network;

/** The asset that a check was submitted for, as Network and Asset of Get Result say it: on a network, or on the check's own. */
export interface AssetChoice {
	network?: Network;
	/** Missing for the native currency. */
	symbol?: Stablecoin;
}

/**
 * Makes what a check was submitted for of what Network and Asset say; undefined where they say no asset. All assets of a
 * wallet have a check each, so they say nothing of a single one.
 */
export function parseAssetChoice({ network, asset }: Names): AssetChoice | Refusal | undefined {
	if (asset === undefined || asset === 'all') return undefined;
	if (asset === 'token' || network === 'evm')
		return refuse(
			'wrongAsset',
			"'Network' and 'Asset' do not name the one asset of a check",
			"Choose the network and its coin, USDT or USDC, or leave 'Asset' empty.",
		);
	return asset === 'coin' ? { network } : { network, symbol: asset };
}

/** A stablecoin of a network; by its symbol alone, where the service has no code for it. */
const makeCoin = (network: Network, symbol: Stablecoin): Asset =>
	ALIASES.find((one) => one.network === network && one.token.symbol === symbol) ?? {
		network,
		token: { symbol },
	};

/** Reads an asset as `details.checks` names it. */
function parseAssetName(asset: string, network: Network): Asset | undefined {
	if (asset === NETWORKS[network].name) return { network };
	const tokenId = /^token (\d+) on /.exec(asset)?.[1];
	if (tokenId !== undefined) return fromKey(network, `token:${tokenId}`);
	const symbol = STABLECOINS.find((one) => asset.startsWith(`${one} on `));
	return symbol && makeCoin(network, symbol);
}

/** What is said of a check beside its record: in its wallet's list, or in Network and Asset. */
export interface SaidOfCheck {
	asset?: string;
	network?: string;
	choice?: AssetChoice;
}

/**
 * The asset that a check is said to have been submitted for; undefined where nothing says it.
 * @param ofRecord the network of its record.
 */
export function findNamed(
	{ asset, network: listed, choice }: SaidOfCheck,
	ofRecord: Network | undefined,
): Asset | undefined {
	const network = parseCurrency(listed)?.network ?? ofRecord;
	const named = network && asset !== undefined ? parseAssetName(asset, network) : undefined;
	if (named) return named;
	const chosen = choice && (choice.network ?? ofRecord);
	if (chosen === undefined) return undefined;
	return choice?.symbol === undefined ? { network: chosen } : makeCoin(chosen, choice.symbol);
}

/** Adds the token ID that only the service's list knows: a record may state a stablecoin by it. */
export async function withListedToken<A extends Asset | undefined>(
	session: RpcSession,
	asset: A,
): Promise<A | Asset> {
	const symbol = STABLECOINS.find((one) => one === asset?.token?.symbol);
	if (!asset || !symbol || asset.token?.id !== undefined) return asset;
	const list = await tryFetchCurrencies(session);
	const found = findAsset(asset.network, symbol, list);
	return typeof found === 'object' ? found : asset;
}

/** Names an asset within its network, from its name for people: `USDT` of `USDT on Tron`, `TRX` of `Tron`. */
export const shortenAssetName = (asset: string, network: Network | undefined): string =>
	network && asset === NETWORKS[network].name ? network : asset.split(' on ')[0];

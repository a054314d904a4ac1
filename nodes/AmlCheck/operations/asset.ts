import { tryFetchCurrencies } from '../../shared/service/currencyList';
import type { RpcSession } from '../../shared/service/session';
import { fromKey, type Asset } from '../../shared/wallet/assets';
import { parseCurrency, parseNames } from '../../shared/wallet/names';
import { NETWORKS, type Network, type Stablecoin } from '../../shared/wallet/networks';
import { isRefusal, refuse, type Refusal } from '../../shared/wallet/refusals';
import { findAsset } from '../../shared/wallet/tokens';
import type { ListedCheck } from './checkHash';

/* Which asset a check that is read by its hash was submitted for: a level counts for one asset. */

/** The asset that Network and Asset name for a check; nothing where they leave it open. */
export interface NamedAsset {
	/** By default the network of the check itself. */
	network?: Network;
	asset?: 'coin' | Stablecoin;
}

/** Reads Network and Asset. All assets of a wallet have a check each, so `all` names none. */
export function parseNamedAsset(networkText: string, assetText: string): NamedAsset | Refusal {
	const names = parseNames(networkText, assetText);
	if (isRefusal(names)) return names;
	const { network, asset } = names;
	if (asset === undefined || asset === 'all') return {};
	if (asset !== 'token' && network !== 'evm') return { network, asset };
	return refuse(
		'wrongAsset',
		"'Network' and 'Asset' do not name the one asset of a check",
		"Choose the network and its coin, USDT or USDC, or leave 'Asset' empty.",
	);
}

/** A stablecoin with the token ID that only the service's list may know: a record may state it by that. */
async function fetchStablecoin(
	session: RpcSession,
	network: Network,
	symbol: Stablecoin,
): Promise<Asset> {
	const known = findAsset(network, symbol, { entries: [] });
	if (typeof known === 'object' && known.token?.id !== undefined) return known;
	const found = findAsset(network, symbol, await tryFetchCurrencies(session));
	return typeof found === 'object' ? found : { network, token: { symbol } };
}

/**
 * Finds the asset that a check is said to have been submitted for: by its entry in a wallet's list, or by Network and
 * Asset.
 * @param ofRecord the network of its record.
 * @returns undefined where nothing says it.
 */
export async function fetchNamedAsset(
	session: RpcSession,
	listed: ListedCheck,
	named: NamedAsset,
	ofRecord: Network | undefined,
): Promise<Asset | undefined> {
	const place = parseCurrency(listed.network)?.network ?? ofRecord;
	const tokenId = /^token (\d+) on /.exec(listed.asset ?? '')?.[1];
	if (place && tokenId !== undefined) return fromKey(place, `token:${tokenId}`);
	const ofList = parseNamedAsset(listed.network ?? '', listed.asset ?? '');
	const isListed = !isRefusal(ofList) && ofList.asset !== undefined;
	const { asset, network = place } = isListed ? ofList : named;
	if (asset === undefined || network === undefined) return undefined;
	return asset === 'coin' ? { network } : await fetchStablecoin(session, network, asset);
}

/** Names an asset within its network, from its name for people: `USDT` of `USDT on Tron`, `TRX` of `Tron`. */
export const shortenAssetName = (asset: string, network: Network | undefined): string =>
	network && asset === NETWORKS[network].name ? network : asset.split(' on ')[0];

import type { Network } from './addresses';
import { readCurrency, stablecoinOf } from './currencies';
import { NETWORKS } from './networks';
import { toldAsset } from './targets/asset';
import type { AssetKey } from './targets/asset';
import { plainText } from './risk/format';

/**
 * Names an asset for people: `Bitcoin`, `USDT on Tron`, `token 123 on Ethereum`.
 * @param network where the asset lives.
 * @param asset its native currency, a token by its ID, or a stablecoin by its symbol; `unspecified` where it is open
 * which of them.
 * @param symbol of the token, where it is known from the currency list.
 */
export function nameAsset(
	network: Network,
	asset: AssetKey | 'unspecified',
	symbol?: string,
): string {
	const place = NETWORKS[network].name;
	if (asset === 'native') return place;
	if (asset === 'unspecified') return `${place} (asset not stated)`;
	const [kind, id] = asset.split(':');
	const token = symbol ?? (kind === 'symbol' ? id : stablecoinOf(network, id));
	return `${token ?? `token ${id}`} on ${place}`;
}

/**
 * Names the asset that a record of a check states.
 * @param record as the service sent it.
 * @returns e.g. `Bitcoin`; on a network with tokens `Tron (asset not stated)` where only the network is stated;
 * undefined where not even that is.
 */
export function nameRecordedAsset(
	record: { currency?: string | null } & { [member: string]: unknown },
): string | undefined {
	const network = readCurrency(record.currency)?.network;
	if (network === undefined) return plainText(record.currency ?? '', 16).toUpperCase() || undefined;
	const asset = toldAsset(record, network);
	return nameAsset(network, asset === 'untold' || asset === 'unclear' ? 'unspecified' : asset);
}

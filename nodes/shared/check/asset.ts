import { plainText } from '../base/format';
import type { CheckMembers, SubjectVerdict } from './subject';
import { isNothing } from '../base/values';
import { fromKey, keyOf, nameAsset, type Asset, type AssetKey } from '../wallet/assets';
import { parseCurrency } from '../wallet/names';
import { NETWORKS, type Network } from '../wallet/networks';

/**
 * The asset that a record names. `unspecified`: it names none. `unclear`: it proves neither one asset nor another, as a
 * symbol, which any token can have, or two members that contradict each other.
 */
export type RecordedAsset = AssetKey | 'unspecified' | 'unclear';

/** Whether a check on a network may be of a token. */
export type HasTokens = (network: Network) => boolean;

/** The networks that are known to have tokens before the service's list is read. */
const isTokenNetwork: HasTokens = (network) => NETWORKS[network].hasTokens;

/** Members that say something of a token, and don't prove which one it is. */
const WORD_MEMBERS = ['token', 'symbol', 'token_symbol', 'issuer', 'contract', 'token_address'];

function parseTokenId(id: unknown): RecordedAsset {
	const text = String(id).trim();
	if (!/^\d+$/.test(text)) return 'unclear';
	return Number(text) === 0 ? 'native' : `token:${text.replace(/^0+/, '')}`;
}

/** Reads the asset that a record names. One that names none is about the coin of a network without tokens. */
export function findRecordedAsset(
	record: CheckMembers,
	network: Network,
	hasTokens: HasTokens = isTokenNetwork,
): RecordedAsset {
	const { currency, token_id, tokenId } = record;
	const code = parseCurrency(currency);
	const ids = [token_id, tokenId].filter((id) => !isNothing(id)).map(parseTokenId);
	const named = code?.token ? [keyOf(code), ...ids] : ids;
	const [first, ...rest] = named;
	if (first !== undefined) return rest.every((one) => one === first) ? first : 'unclear';
	const isCodeUnknown = !code && !isNothing(currency);
	if (isCodeUnknown || WORD_MEMBERS.some((name) => !isNothing(record[name]))) return 'unclear';
	return hasTokens(code?.network ?? network) ? 'unspecified' : 'native';
}

/**
 * Compares the asset that a record names with the wanted one: `same` only if the record proves it.
 * @param hasTokens which networks have tokens, by the service's list where it was read. A network has tokens if one is
 * wanted.
 */
export function compareAsset(
	record: CheckMembers,
	asset: Asset,
	hasTokens: HasTokens = asset.token ? () => true : isTokenNetwork,
): SubjectVerdict | 'unclear' {
	const { network, token } = asset;
	const recorded = findRecordedAsset(record, network, hasTokens);
	if (recorded === 'unspecified' || recorded === 'unclear') return recorded;
	if (recorded === keyOf(asset)) return 'same';
	return token && recorded !== 'native' ? compareTokens(recorded, asset) : 'other';
}

/** A stablecoin by its symbol may have any token ID: only two IDs or two symbols can differ. */
function compareTokens(recorded: AssetKey, asset: Asset): SubjectVerdict | 'unclear' {
	const { network, token } = asset;
	if (recorded === `token:${token?.id}`) return 'same';
	const [kind] = recorded.split(':');
	const symbol = fromKey(network, recorded).token?.symbol;
	const isOtherCoin =
		symbol !== undefined && token?.symbol !== undefined && symbol !== token.symbol;
	return kind === keyOf(asset).split(':')[0] || isOtherCoin ? 'other' : 'unclear';
}

/** Whether two records of one check on a network contradict each other about its asset. */
export function statesOtherAsset(
	known: CheckMembers,
	record: CheckMembers,
	network: Network,
): boolean {
	const key = findRecordedAsset(known, network, () => true);
	if (key === 'unspecified' || key === 'unclear') return false;
	return compareAsset(record, fromKey(network, key), () => true) === 'other';
}

/** Why records of a check can't be about the asset that it was submitted for; undefined where none says otherwise. */
export function describeOtherAsset(
	records: readonly CheckMembers[],
	asset: Asset,
): string | undefined {
	const isOther = records.some((record) => {
		const network = parseCurrency(record.currency)?.network ?? asset.network;
		return network !== asset.network || ['other', 'unclear'].includes(compareAsset(record, asset));
	});
	if (!isOther) return undefined;
	const found = nameRecordedAsset(...records) ?? 'another asset';
	return `The report is about ${found}, not ${nameAsset(asset)}`;
}

/**
 * Names the asset of a check for people, such as `USDT on Tron` or `Tron (asset not stated)`.
 * @param records of the check: where the first one names no asset, the next one does.
 * @returns undefined if they name not even a network.
 */
export function nameRecordedAsset(...records: CheckMembers[]): string | undefined {
	const currencies = records.map(({ currency }) => currency);
	const [network] = currencies.flatMap((one) => parseCurrency(one)?.network ?? []);
	if (network === undefined) return plainText(currencies[0] ?? '', 16).toUpperCase() || undefined;
	const assets = records.map((record) => findRecordedAsset(record, network));
	const stated = assets.find((one) => one !== 'unspecified' && one !== 'unclear');
	return stated === undefined
		? `${NETWORKS[network].name} (asset not stated)`
		: nameAsset(fromKey(network, stated));
}

import type { Network } from '../wallet/networks';
import { fromKey, keyOf, nameAsset, type Asset, type AssetKey } from '../wallet/assets';
import { parseCurrency } from '../wallet/names';
import { STABLECOINS } from '../wallet/networks';
import { NETWORKS } from '../wallet/networks';
import { plainText } from '../format';
import { isNothing, isObject } from '../values';
import type { CheckMembers, SubjectVerdict } from './subject';

/**
 * The asset that a record names. `unspecified`: it names none. `unclear`: it proves neither one asset nor another, as a
 * symbol, which any token can have, or a code that isn't known.
 */
export type RecordedAsset = AssetKey | 'unspecified' | 'unclear';

/** Whether a check on a network may be of a token. */
export type HasTokens = (network: Network) => boolean;

/** The networks that are known to have tokens before the service's list is read. */
const isTokenNetwork: HasTokens = (network) => NETWORKS[network].hasTokens;

const WORD_MEMBERS = ['symbol', 'token_symbol', 'issuer', 'contract', 'token_address'];

const isWholeNumber = (value: unknown) => /^\d+$/.test(String(value).trim());

function readTokenId(id: unknown): RecordedAsset {
	if (!isWholeNumber(id)) return 'unclear';
	return Number(id) === 0 ? 'native' : `token:${String(id).trim().replace(/^0+/, '')}`;
}

/** Reads the members that may name a token. The service's document shows none, so all likely ones are read. */
function readTokenMembers(record: CheckMembers): RecordedAsset[] {
	const { token } = record;
	const inToken = isObject(token) ? token : {};
	const ids = [record.token_id, record.tokenId, inToken.token_id, inToken.tokenId, inToken.id];
	const words = [record, inToken].flatMap((from) => WORD_MEMBERS.map((name) => from[name]));
	if (!isObject(token)) (isWholeNumber(token) ? ids : words).push(token);
	const named = ids.filter((id) => !isNothing(id)).map(readTokenId);
	if (named.length > 0) return named;
	return words.every(isNothing) ? [] : ['unclear'];
}

/** Reads the asset in `currency`: none where it names a network, or nothing. */
function readCurrencyMember(currency: unknown): RecordedAsset[] {
	const asset = parseCurrency(currency);
	if (asset?.token) return [keyOf(asset)];
	return asset || isNothing(currency) ? [] : ['unclear'];
}

/**
 * Reads the asset that a record of a check names: `unclear` also if two members contradict each other. A record that
 * names none is about the native currency of a network without tokens.
 */
export function readRecordedAsset(
	record: CheckMembers,
	network: Network,
	hasTokens: HasTokens = isTokenNetwork,
): RecordedAsset {
	const { currency } = record;
	const named = [...readCurrencyMember(currency), ...readTokenMembers(record)];
	const [first, ...rest] = named;
	if (first !== undefined) return rest.every((one) => one === first) ? first : 'unclear';
	return hasTokens(parseCurrency(currency)?.network ?? network) ? 'unspecified' : 'native';
}

/** The symbol of an asset that is known to be a stablecoin. */
const findSymbol = (asset: AssetKey, network: Network): string | undefined =>
	fromKey(network, asset).token?.symbol;

/** The stablecoin that a record names by its symbol alone: it is one, but which token it is stays open. */
function findStablecoin({ currency, symbol, token_symbol, token }: CheckMembers) {
	const words = [currency, symbol, token_symbol, isObject(token) ? token.symbol : token];
	const upper = words.map((word) => String(word).trim().toUpperCase());
	return STABLECOINS.find((name) => upper.includes(name));
}

/** Whether a record names another stablecoin than the wanted one, or one where the native currency is wanted. */
function namesOtherCoin(record: CheckMembers, recorded: RecordedAsset, asset: Asset): boolean {
	const { network, token } = asset;
	const isKey = recorded !== 'unclear' && recorded !== 'unspecified';
	const named = isKey ? findSymbol(recorded, network) : findStablecoin(record);
	const wanted = token?.symbol ?? findSymbol(keyOf(asset), network) ?? named;
	return named !== undefined && (!token || wanted !== named);
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
	const wantedKey = keyOf(asset);
	const recorded = readRecordedAsset(record, network, hasTokens);
	if (recorded === 'unspecified') return recorded;
	const isListed = token?.id !== undefined && recorded === `token:${token.id}`;
	if (recorded === wantedKey || isListed) return 'same';
	if (namesOtherCoin(record, recorded, asset)) return 'other';
	if (recorded === 'unclear') return recorded;
	const isEitherNative = recorded === 'native' || !token;
	// A stablecoin by its symbol may have any token ID: only two IDs or two symbols can differ.
	return isEitherNative || recorded.split(':')[0] === wantedKey.split(':')[0] ? 'other' : 'unclear';
}

/** Names what a record says of its asset, for people: also `Tron (asset not stated)`. */
function nameRecorded(network: Network, asset: RecordedAsset): string {
	const isOpen = asset === 'unspecified' || asset === 'unclear';
	return isOpen
		? `${NETWORKS[network].name} (asset not stated)`
		: nameAsset(fromKey(network, asset));
}

/**
 * Whether two records of one check on a network contradict each other about its asset.
 * @param known the record whose asset holds, if it proves one. The code of a network proves none.
 */
export function statesOtherAsset(
	known: CheckMembers,
	record: CheckMembers,
	network: Network,
): boolean {
	const key = readRecordedAsset(known, network, () => true);
	if (key === 'unspecified' || key === 'unclear') return false;
	return compareAsset(record, fromKey(network, key), () => true) === 'other';
}

/**
 * Names the asset of a check for people.
 * @param records of the check: where the first one names no asset, the next one does.
 * @returns undefined if they name not even a network.
 */
export function nameRecordedAsset(...records: CheckMembers[]): string | undefined {
	const currencies = records.map(({ currency }) => currency);
	const [network] = currencies.flatMap((one) => parseCurrency(one)?.network ?? []);
	if (network === undefined) return plainText(currencies[0] ?? '', 16).toUpperCase() || undefined;
	const assets = records.map((record) => readRecordedAsset(record, network));
	return nameRecorded(network, assets.find((one) => one !== 'unspecified') ?? 'unspecified');
}

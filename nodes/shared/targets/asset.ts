import type { Network } from '../addresses';
import { readCurrency, findCoinOfToken, STABLECOINS, type CurrencyCode } from '../currencies';
import { NETWORKS } from '../networks';
import { plainText } from '../format';
import { isNothing, isObject } from '../values';
import type { CheckMembers, SubjectVerdict } from './subject';

/**
 * An asset of a network: its native currency, a token by its ID, or a stablecoin by its symbol where the service's
 * document names no ID for its code.
 */
export type AssetKey = 'native' | `token:${string}` | `symbol:${string}`;

/**
 * The asset that a record names. `unspecified`: it names none. `unclear`: it proves neither one asset nor another, as a
 * symbol, which any token can have, or a code that isn't known.
 */
export type RecordedAsset = AssetKey | 'unspecified' | 'unclear';

/** Makes the key of the asset that is wanted; an empty `token_id` or 0 means the native currency. */
export function makeAssetKey({ alias }: Pick<CurrencyCode, 'alias'>, tokenId: string): AssetKey {
	if (tokenId !== '' && tokenId !== '0') return `token:${tokenId}`;
	if (!alias) return 'native';
	return alias.tokenId ? `token:${alias.tokenId}` : `symbol:${alias.symbol}`;
}

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
function readTokenMembers({ token, ...own }: CheckMembers): RecordedAsset[] {
	const inToken = isObject(token) ? token : {};
	const ids = [own.token_id, own.tokenId, inToken.token_id, inToken.tokenId, inToken.id];
	const words = [own, inToken].flatMap((from) => WORD_MEMBERS.map((name) => from[name]));
	if (!isObject(token)) (isWholeNumber(token) ? ids : words).push(token);
	const named = ids.filter((id) => !isNothing(id)).map(readTokenId);
	if (named.length > 0) return named;
	return words.every(isNothing) ? [] : ['unclear'];
}

/** Reads the asset in `currency`: the code of a network with tokens may mean any of them. */
function readCurrencyMember(
	currency: unknown,
	network: Network,
	hasTokens: HasTokens,
): RecordedAsset {
	const code = readCurrency(currency);
	if (code?.alias) return makeAssetKey(code, '');
	if (!code && !isNothing(currency)) return 'unclear';
	return hasTokens(code?.network ?? network) ? 'unspecified' : 'native';
}

/** Reads the asset that a record of a check names: `unclear` also if two members contradict each other. */
export function readRecordedAsset(
	record: CheckMembers,
	network: Network,
	hasTokens: HasTokens = isTokenNetwork,
): RecordedAsset {
	const byCurrency = readCurrencyMember(record.currency, network, hasTokens);
	const others = readTokenMembers(record);
	const [first, ...rest] = byCurrency === 'unspecified' ? others : [byCurrency, ...others];
	if (first === undefined) return 'unspecified';
	return rest.every((one) => one === first) ? first : 'unclear';
}

/** The symbol of an asset that is known to be a stablecoin. */
function findSymbol(asset: RecordedAsset, network: Network): string | undefined {
	const [kind, name] = asset.split(':');
	return kind === 'token' ? findCoinOfToken(network, name) : name;
}

/** The stablecoin that a record names by its symbol alone: it is one, but which token it is stays open. */
function findStablecoin({ currency, symbol, token_symbol, token }: CheckMembers) {
	const words = [currency, symbol, token_symbol, isObject(token) ? token.symbol : token];
	const upper = words.map((word) => String(word).trim().toUpperCase());
	return STABLECOINS.find((name) => upper.includes(name));
}

/**
 * Compares the asset that a record names with the wanted one: `same` only if the record proves it.
 * @param listedId the ID of the wanted token in the service's list, where its code names none.
 * @param hasTokens which networks have tokens, by the service's list where it was read.
 */
export function compareAsset(
	record: CheckMembers,
	{ network, assetKey, listedId }: { network: Network; assetKey: AssetKey; listedId?: string },
	hasTokens?: HasTokens,
): SubjectVerdict | 'unclear' {
	const recorded = readRecordedAsset(record, network, hasTokens);
	if (recorded === 'unspecified') return recorded;
	const isListed = listedId !== undefined && recorded === `token:${listedId}`;
	if (recorded === assetKey || isListed) return 'same';
	const named = recorded === 'unclear' ? findStablecoin(record) : findSymbol(recorded, network);
	const wanted = findSymbol(assetKey, network) ?? named;
	if (named !== undefined && (assetKey === 'native' || wanted !== named)) return 'other';
	if (recorded === 'unclear') return recorded;
	const isEitherNative = recorded === 'native' || assetKey === 'native';
	// A stablecoin by its symbol may have any token ID: only two IDs or two symbols can differ.
	return isEitherNative || recorded.split(':')[0] === assetKey.split(':')[0] ? 'other' : 'unclear';
}

/** Names an asset for people: `Bitcoin`, `USDT on Tron`, `token 123 on Ethereum`, `Tron (asset not stated)`. */
export function nameAsset(network: Network, asset: RecordedAsset): string {
	const place = NETWORKS[network].name;
	if (asset === 'native') return place;
	if (asset === 'unspecified' || asset === 'unclear') return `${place} (asset not stated)`;
	return `${findSymbol(asset, network) ?? `token ${asset.split(':')[1]}`} on ${place}`;
}

/**
 * Whether two records of one check on a network contradict each other about its asset.
 * @param known the record whose asset holds, if it proves one.
 */
export function isOtherAsset(known: CheckMembers, record: CheckMembers, network: Network): boolean {
	const assetKey = readRecordedAsset(known, network);
	if (assetKey === 'unspecified' || assetKey === 'unclear') return false;
	return compareAsset(record, { network, assetKey }) === 'other';
}

/**
 * Names the asset of a check for people.
 * @param records of the check: where the first one names no asset, the next one does.
 * @returns undefined if they name not even a network.
 */
export function nameRecordedAsset(...records: CheckMembers[]): string | undefined {
	const currencies = records.map(({ currency }) => currency);
	const [network] = currencies.flatMap((one) => readCurrency(one)?.network ?? []);
	if (network === undefined) return plainText(currencies[0] ?? '', 16).toUpperCase() || undefined;
	const assets = records.map((record) => readRecordedAsset(record, network));
	return nameAsset(network, assets.find((one) => one !== 'unspecified') ?? 'unspecified');
}

import type { Network } from '../addresses';
import { readCurrency, stablecoinOf, STABLECOINS } from '../currencies';
import type { CurrencyCode } from '../currencies';
import { NETWORKS } from '../networks';
import { isNothing, isObject } from '../values';

/**
 * The asset of a network that is looked at: its native currency, a token by its ID, or a stablecoin by the symbol of
 * its alias where the document doesn't name its ID (service 4.8).
 */
export type AssetKey = 'native' | `token:${string}` | `symbol:${string}`;

/**
 * What a record tells of its asset. `untold`: nothing. `unclear`: something that proves neither one asset nor another,
 * such as a symbol, which any token can carry, or a code that isn't known.
 */
export type ToldAsset = AssetKey | 'untold' | 'unclear';

/** What the comparison of a record's asset with a wanted one comes to. */
export type AssetVerdict = 'same' | 'other' | 'untold' | 'unclear';

/** A record of a check: of its members only `currency` is documented. */
type MarkedRecord = { currency?: string | null; [member: string]: unknown };

/**
 * The asset that is wanted.
 * @param currency the code and what it stands for.
 * @param tokenId the `token_id` to send; empty or 0 for none.
 */
export function assetKeyOf({ alias }: Pick<CurrencyCode, 'alias'>, tokenId: string): AssetKey {
	if (tokenId !== '' && tokenId !== '0') return `token:${tokenId}`;
	if (!alias) return 'native';
	return alias.tokenId ? `token:${alias.tokenId}` : `symbol:${alias.symbol}`;
}

/** Where a record may name a token: the document shows no such member, so all likely ones are looked at. */
const ID_MEMBERS = ['token_id', 'tokenId', 'id'];
const WORD_MEMBERS = ['symbol', 'token_symbol', 'issuer', 'contract', 'token_address'];

const isWholeNumber = (value: unknown) => /^\d+$/.test(String(value).trim());

const ofId = (id: unknown): AssetKey =>
	Number(id) === 0 ? 'native' : `token:${String(id).trim().replace(/^0+/, '')}`;

/** What the members beside `currency` tell, each by itself. */
function tellings(record: MarkedRecord): ToldAsset[] {
	const { token, ...own } = record;
	const inToken = isObject(token) ? token : {};
	const ids = [
		...ID_MEMBERS.slice(0, 2).map((name) => own[name]),
		...ID_MEMBERS.map((name) => inToken[name]),
	].filter((value) => !isNothing(value));
	const words = [own, inToken].flatMap((from) => WORD_MEMBERS.map((name) => from[name]));
	if (!isObject(token)) (isWholeNumber(token) ? ids : words).push(token);
	const told = ids.map((id) => (isWholeNumber(id) ? ofId(id) : 'unclear'));
	if (told.length > 0) return told;
	return words.some((word) => !isNothing(word)) ? ['unclear'] : [];
}

/** What `currency` tells: a network's code names the network, and its asset only where there is no other. */
function tellingOfCurrency(currency: unknown, network: Network): ToldAsset {
	const code = readCurrency(currency);
	if (code?.alias) return assetKeyOf(code, '');
	if (!code && !isNothing(currency)) return 'unclear';
	return NETWORKS[code?.network ?? network].hasTokens ? 'untold' : 'native';
}

/**
 * Reads which asset a record of a check is of. The document shows only `currency`, under which a network's code may
 * stand for any of its tokens; members it doesn't show (`token_id`, `token`, `symbol` …) are looked at as well.
 * @param record as the service sent it.
 * @param network of the check, for a record that names none.
 * @returns the asset; `unclear` also where two members contradict each other.
 */
export function toldAsset(record: MarkedRecord, network: Network): ToldAsset {
	const ofCurrency = tellingOfCurrency(record.currency, network);
	const others = tellings(record);
	const told = ofCurrency === 'untold' ? others : [ofCurrency, ...others];
	if (told.length === 0) return 'untold';
	return told.every((one) => one === told[0]) ? told[0] : 'unclear';
}

/** Which stablecoin an asset is, as far as that is known. */
function symbolOf(asset: AssetKey, network: Network): string | undefined {
	const [kind, name] = asset.split(':');
	return kind === 'token' ? stablecoinOf(network, name) : name;
}

/** The stablecoin that a record names by its symbol alone: which token it is stays open, but not that it is one. */
function stablecoinIn({ currency, symbol, token_symbol, token }: MarkedRecord): string | undefined {
	const words = [currency, symbol, token_symbol, isObject(token) ? token.symbol : token];
	const upper = words.map((word) => String(word).trim().toUpperCase());
	return STABLECOINS.find((name) => upper.includes(name));
}

/**
 * Compares the asset that a record tells with the wanted one.
 * @param record as the service sent it.
 * @param wanted network and asset of the check.
 * @returns `same` only where the record proves it (design 5: proof before payment, and proof before a pass).
 */
export function compareAsset(
	record: MarkedRecord,
	{ network, assetKey }: { network: Network; assetKey: AssetKey },
): AssetVerdict {
	const told = toldAsset(record, network);
	if (told === 'untold') return told;
	if (told === assetKey) return 'same';
	const named = told === 'unclear' ? stablecoinIn(record) : symbolOf(told, network);
	const wanted = symbolOf(assetKey, network) ?? named;
	if (named !== undefined && (assetKey === 'native' || wanted !== named)) return 'other';
	if (told === 'unclear') return told;
	const isEitherNative = told === 'native' || assetKey === 'native';
	// A stablecoin by its symbol may be any token ID: only two of a kind can be told apart.
	return isEitherNative || told.split(':')[0] === assetKey.split(':')[0] ? 'other' : 'unclear';
}

import { isRefusal, type Refusal } from '../../shared/addresses';
import {
	CHECK_CURRENCY_CODES,
	findAlias,
	readCurrency,
	readCurrencyWish,
	STABLECOINS,
	type Stablecoin,
} from '../../shared/currencies';
import { readTokenNetworks } from '../../shared/currencyList';
import { NETWORKS, type Network } from '../../shared/networks';
import {
	compareAsset,
	makeAssetKey,
	nameAsset,
	nameRecordedAsset,
	type HasTokens,
} from '../../shared/targets';
import { readRecordedAsset, type AssetKey } from '../../shared/targets/asset';
import type { CheckMembers } from '../../shared/targets/subject';
import type { RpcSession } from '../../shared/rpc/session';

/* Which asset a report is about that was searched for, or read by its hash: a level counts for one asset. */

export interface NamedAsset {
	network: Network;
	assetKey: AssetKey;
}

/** What is known of the asset of a report, beside the report. */
export interface AssetQuestion {
	/** The asset that the report has to be about; undefined for any that it states. */
	wanted?: NamedAsset;
	/** The asset that this execution submitted the check for. */
	submitted?: NamedAsset;
	/** Whether a report that doesn't state its asset is relied on. */
	acceptsUnspecified: boolean;
}

/** The reason not to rely on a report, and whether it is certainly about something else. */
export interface AssetDoubt {
	doubt?: string;
	isOther?: boolean;
}

const NOT_STATED = 'The report does not state its asset: it may be about a token of this wallet';

const isSame = (one: NamedAsset, other: NamedAsset) =>
	one.network === other.network && one.assetKey === other.assetKey;

export const nameOf = ({ network, assetKey }: NamedAsset) => nameAsset(network, assetKey);

const otherThan = (found: string, wanted: NamedAsset): AssetDoubt => ({
	doubt: `The report is about ${found}, not ${nameOf(wanted)}`,
	isOther: true,
});

/** Compares what records of one check state of its asset with the one that is wanted; pure. */
export function doubtAsset(
	records: readonly CheckMembers[],
	{ wanted, submitted, acceptsUnspecified }: AssetQuestion,
	hasTokens: HasTokens,
): AssetDoubt {
	if (wanted && submitted && !isSame(wanted, submitted))
		return otherThan(nameOf(submitted), wanted);
	const asset = wanted ?? submitted;
	const verdicts = records.map((record) => {
		const network = readCurrency(record.currency)?.network;
		if (asset && network !== undefined && network !== asset.network) return 'other';
		if (asset) return compareAsset(record, asset, hasTokens);
		if (network === undefined) return 'unclear';
		const recorded = readRecordedAsset(record, network, hasTokens);
		return recorded === 'unspecified' || recorded === 'unclear' ? recorded : 'same';
	});
	if (asset && verdicts.includes('other'))
		return otherThan(nameRecordedAsset(...records) ?? 'another asset', asset);
	if (verdicts.includes('unclear')) return { doubt: NOT_STATED };
	const isStated = verdicts.includes('same') || submitted !== undefined || acceptsUnspecified;
	return isStated ? {} : { doubt: NOT_STATED };
}

/** Reads which networks have tokens, for the reports of some records. */
export async function readHasTokens(
	session: RpcSession,
	records: readonly CheckMembers[],
): Promise<HasTokens> {
	const networks = records.flatMap(({ currency }) => readCurrency(currency)?.network ?? []);
	return await readTokenNetworks(session, networks);
}

/** The asset that a check was submitted for, as Currency of Get Result says it: on a network, or on the check's own. */
export type AssetWish = NamedAsset | { symbol: Stablecoin } | 'native';

/**
 * Reads what a check was submitted for; undefined where that is not said. All assets of a wallet have a check each, so
 * they say nothing of a single one.
 */
export function readAssetWish(text: string): AssetWish | Refusal | undefined {
	if (text === '') return undefined;
	const wish = readCurrencyWish(text);
	if (isRefusal(wish)) return wish;
	if (wish.kind === 'all') return undefined;
	if (wish.kind === 'detect') return 'native';
	if (wish.kind === 'stablecoin') return { symbol: wish.symbol };
	const { currency } = wish;
	return { network: currency.network, assetKey: makeAssetKey(currency, '') };
}

/** The network of a record. */
export const readNetwork = ({ currency }: CheckMembers): Network | undefined =>
	readCurrency(currency)?.network;

function makeNamed(network: Network, symbol: Stablecoin): NamedAsset {
	const alias = findAlias(symbol, network);
	return { network, assetKey: alias ? makeAssetKey(alias, '') : `symbol:${symbol}` };
}

/** Reads an asset as `details.checks` names it. */
function readAssetName(asset: string, network: Network): NamedAsset | undefined {
	if (asset === NETWORKS[network].name) return { network, assetKey: 'native' };
	const tokenId = /^token (\d+) on /.exec(asset)?.[1];
	if (tokenId !== undefined) return { network, assetKey: `token:${tokenId}` };
	const symbol = STABLECOINS.find((one) => asset.startsWith(`${one} on `));
	return symbol && makeNamed(network, symbol);
}

/** What is said of a check beside its record: in its wallet's list, or in Currency. */
export interface SaidOfCheck {
	asset?: string;
	currency?: string;
	wish?: AssetWish;
}

/**
 * The asset that a check is said to have been submitted for; undefined where nothing says it.
 * @param ofRecord the network of its record.
 */
export function findNamed(
	{ asset, currency, wish }: SaidOfCheck,
	ofRecord: Network | undefined,
): NamedAsset | undefined {
	const listed = readCurrency(currency);
	const network = listed?.network ?? ofRecord;
	const named = network && asset !== undefined ? readAssetName(asset, network) : undefined;
	if (named) return named;
	if (listed) return { network: listed.network, assetKey: makeAssetKey(listed, '') };
	if (wish === undefined) return undefined;
	if (typeof wish === 'object' && 'network' in wish) return wish;
	if (ofRecord === undefined) return undefined;
	return wish === 'native'
		? { network: ofRecord, assetKey: 'native' }
		: makeNamed(ofRecord, wish.symbol);
}

/** The code that a check of an asset is sent with. */
export const codeOf = (asset: NamedAsset): string =>
	CHECK_CURRENCY_CODES.find((code) => {
		const currency = readCurrency(code);
		return currency?.network === asset.network && makeAssetKey(currency, '') === asset.assetKey;
	}) ?? asset.network;

/** Names an asset within its network, from its name for people: `USDT` of `USDT on Tron`, `TRX` of `Tron`. */
export const nameShortly = (asset: string, network: Network | undefined): string =>
	network && asset === NETWORKS[network].name ? network : asset.split(' on ')[0];

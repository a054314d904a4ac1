import type { Names } from '../../shared/wallet/names';
import { refuse, type Refusal } from '../../shared/wallet/refusals';
import { findAsset } from '../../shared/wallet/tokens';
import { ALIASES, fromKey, keyOf, nameAsset, type Asset } from '../../shared/wallet/assets';
import { parseCurrency } from '../../shared/wallet/names';
import { STABLECOINS } from '../../shared/wallet/networks';
import { readTokenNetworks, tryCurrencies } from '../../shared/currencyList';
import { NETWORKS, type Network, type Stablecoin } from '../../shared/wallet/networks';
import type { RpcSession } from '../../shared/rpc/session';
import { compareAsset, nameRecordedAsset, type HasTokens } from '../../shared/targets';
import { readRecordedAsset } from '../../shared/targets/asset';
import type { CheckMembers } from '../../shared/targets/subject';

/* Which asset a report is about that was searched for, or read by its hash: a level counts for one asset. */

/** What is known of the asset of a report, beside the report. */
export interface AssetQuestion {
	/** The asset that the report has to be about; undefined for any that it states. */
	wanted?: Asset;
	/** The asset that this execution submitted the check for. */
	submitted?: Asset;
	/** Whether a report that doesn't state its asset is relied on. */
	acceptsUnspecified: boolean;
}

/** The reason not to rely on a report, and whether it is certainly about something else. */
export interface AssetDoubt {
	doubt?: string;
	isOther?: boolean;
}

const NOT_STATED = 'The report does not state its asset: it may be about a token of this wallet';

/** The network of a record. */
export const readNetwork = ({ currency }: CheckMembers): Network | undefined =>
	parseCurrency(currency)?.network;

const isSameAsset = (one: Asset, other: Asset) =>
	one.network === other.network && keyOf(one) === keyOf(other);

const otherThan = (found: string, wanted: Asset): AssetDoubt => ({
	doubt: `The report is about ${found}, not ${nameAsset(wanted)}`,
	isOther: true,
});

/** Compares what records of one check state of its asset with the one that is wanted; pure. */
export function doubtAsset(
	records: readonly CheckMembers[],
	{ wanted, submitted, acceptsUnspecified }: AssetQuestion,
	hasTokens: HasTokens,
): AssetDoubt {
	if (wanted && submitted && !isSameAsset(wanted, submitted))
		return otherThan(nameAsset(submitted), wanted);
	const asset = wanted ?? submitted;
	const verdicts = records.map((record) => {
		const network = readNetwork(record);
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
	const networks = records.flatMap((record) => readNetwork(record) ?? []);
	return await readTokenNetworks(session, networks);
}

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
export function readAssetChoice({ network, asset }: Names): AssetChoice | Refusal | undefined {
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
function readAssetName(asset: string, network: Network): Asset | undefined {
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
	const named = network && asset !== undefined ? readAssetName(asset, network) : undefined;
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
	const list = await tryCurrencies(session);
	const found = findAsset(asset.network, symbol, list);
	return typeof found === 'object' ? found : asset;
}

/** Names an asset within its network, from its name for people: `USDT` of `USDT on Tron`, `TRX` of `Tron`. */
export const shortenAssetName = (asset: string, network: Network | undefined): string =>
	network && asset === NETWORKS[network].name ? network : asset.split(' on ')[0];

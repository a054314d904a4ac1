import { findNetworks, sameTarget, writeAddress, writeHash } from './addresses';
import type { Asset } from './assets';
import { parseNames, type Names } from './names';
import { EVM_NETWORKS, hasContracts, nameNetworks, NETWORKS } from './networks';
import type { Network, Stablecoin } from './networks';
import { refuseNonWallet } from './nonWallets';
import { isRefusal, refuse, type Refusal } from './refusals';
import { parseTarget, refuseNetwork, type ParsedTarget } from './target';
import { findAsset, findToken, refuseToken, type CurrencyList, type GivenToken } from './tokens';

/* The one decision of what is screened: network, asset, token, address and transaction have to agree. */

/** The texts of one item. Empty ones mean the default. */
export interface Entered {
	network: string;
	asset: string;
	/** Read only where the asset is another token. */
	token: GivenToken;
	address: string;
	/** Missing where a wallet is screened. */
	transaction?: string;
}

/** What the texts say together, as far as the service's list isn't needed for it. */
export interface Saying extends Pick<Entered, 'token'> {
	/** The networks on which the address is screened: several with All EVM Networks alone. */
	networks: readonly Network[];
	/** Further networks whose addresses have this form, where nothing but the form chose the network. */
	otherNetworks: readonly Network[];
	asset: NonNullable<Names['asset']>;
	address: ParsedTarget;
	transaction?: ParsedTarget;
}

/** One asset of a wallet, or of a transaction. Address and hash are in the form in which they are sent. */
export interface WantedTarget {
	asset: Asset;
	address: string;
	transaction?: string;
}

/** What is screened: one check for each target. */
export interface Decision extends Pick<Saying, 'otherNetworks'> {
	targets: WantedTarget[];
	/** The address as it was written, without what surrounds it. */
	written: string;
	/** There for a whole wallet: the assets that the service doesn't screen, and those of which nobody knows. */
	wallet?: { notScreened: string[]; missing: string[] };
}

/** The networks that the fields and links name; a refusal where they are several. */
function joinNetworks(all: ReadonlyArray<Network | undefined>): Network | undefined | Refusal {
	const [network, ...others] = new Set(all.filter((one) => one !== undefined));
	if (others.length === 0) return network;
	return refuse(
		'wrongNetwork',
		`The link and the fields name ${nameNetworks([network, ...others])}`,
		'Correct one of them.',
	);
}

/** The networks on which an address is screened. Nothing is guessed but that 1… and 3… mean Bitcoin. */
function findPlaces(
	named: Names['network'],
	address: ParsedTarget,
	transaction: ParsedTarget | undefined,
): Pick<Saying, 'networks' | 'otherNetworks'> | Refusal {
	const own = findNetworks(address.target);
	if (named === 'evm')
		return own.includes('ETH')
			? { networks: EVM_NETWORKS, otherNetworks: [] }
			: refuseNetwork(address.target, 'ETH');
	const network = joinNetworks([named, address.network, transaction?.network]);
	if (isRefusal(network)) return network;
	if (network !== undefined)
		return own.includes(network)
			? { networks: [network], otherNetworks: [] }
			: refuseNetwork(address.target, network);
	// Digits behind 0x that are no Ethereum-like address are more likely one with a slip than Tron's.
	const isSure = own.length === 1 && !/^0x/i.test(address.target);
	const [byForm] = isSure ? own : own.filter((one) => one === 'BTC');
	if (byForm === undefined) return refuseNetwork(address.target);
	return { networks: [byForm], otherNetworks: own.filter((one) => one !== byForm) };
}

/** Why a transaction can't be screened: it is on one network and moves one asset. */
function refuseTransaction(wanted: Saying, isChosen: boolean): Refusal | undefined {
	const { asset, networks, address, transaction } = wanted;
	const [network] = networks;
	if (networks.length > 1)
		return refuse(
			'networkUnclear',
			"'Network' is All EVM Networks, but a transaction is on one network",
			"Choose it in 'Network'.",
		);
	if (asset === 'all')
		return refuse(
			'wrongAsset',
			`'Asset' is ${isChosen ? 'All Assets' : 'empty'}: which coin or token did the transaction move?`,
			"Choose it in 'Asset'.",
		);
	const { output = address.target } = transaction ?? {};
	return sameTarget(output, address.target, network, 'address')
		? undefined
		: refuse('severalTargets', 'Another address stands behind the hash', 'Write one.');
}

/**
 * Reads what the texts of an item say. Never throws.
 * @returns what they say together; or why that is nothing.
 */
export function parseEntered(entered: Entered): Saying | Refusal {
	const { token, transaction: hash } = entered;
	const names = parseNames(entered.network, entered.asset);
	if (isRefusal(names)) return names;
	if (names.asset === 'token' && /^0*$/.test(token.value))
		return refuseToken("is empty, but 'Asset' is Another Token");
	const address = parseTarget(entered.address, 'address');
	if (isRefusal(address)) return address;
	const isTransaction = hash !== undefined;
	const transaction = isTransaction ? parseTarget(hash, 'transaction') : undefined;
	if (isRefusal(transaction)) return transaction;
	const places = findPlaces(names.network, address, transaction);
	if (isRefusal(places)) return places;
	const hasTokens = places.networks.some((network) => NETWORKS[network].hasTokens);
	const asset = names.asset ?? (isTransaction && !hasTokens ? 'coin' : 'all');
	const wanted = { token, asset, address, transaction, ...places };
	const refused = isTransaction && refuseTransaction(wanted, names.asset !== undefined);
	return refused || wanted;
}

/** Whether the decision needs the service's list: for a token without a code, and to know contracts from wallets. */
export const needsList = ({ networks, asset }: Saying): boolean =>
	asset === 'token' ||
	networks.some(
		(network) => hasContracts(network) || (asset !== 'coin' && NETWORKS[network].stablecoins),
	);

const WHOLE_WALLET: ReadonlyArray<Stablecoin | 'coin'> = ['coin', 'USDT', 'USDC'];

/** The assets of a wallet on its networks, as far as the service screens them. */
function listAssets(
	networks: readonly Network[],
	wanted: ReadonlyArray<Stablecoin | 'coin'>,
	list: CurrencyList,
) {
	const assets: Asset[] = [];
	const wallet = { notScreened: [] as string[], missing: [] as string[] };
	for (const network of networks)
		for (const what of wanted) {
			const found = findAsset(network, what, list);
			const name = `${what} on ${NETWORKS[network].name}`;
			if (found === 'unlisted') wallet.notScreened.push(name);
			else if (found === 'unread') wallet.missing.push(name);
			else assets.push(found);
		}
	return { assets, wallet };
}

/** The assets of an item. */
function decideAssets(
	{ networks, asset, token }: Saying,
	list: CurrencyList,
): { assets: Asset[]; wallet?: Decision['wallet'] } | Refusal | 'unread' {
	const [network] = networks;
	if (asset === 'all') return listAssets(networks, WHOLE_WALLET, list);
	if (networks.length > 1) return listAssets(networks, ['coin'], list);
	const found =
		asset === 'token' ? findToken(network, token, list) : findAsset(network, asset, list);
	if (found === 'unlisted')
		return refuse(
			'wrongAsset',
			`The service does not screen ${asset} on ${NETWORKS[network].name}`,
			'Correct the network or the asset, or leave this item out.',
		);
	return isRefusal(found) || found === 'unread' ? found : { assets: [found] };
}

/**
 * Decides what an item screens, before anything is paid. In doubt nothing is decided. Never throws.
 * @param list the service's list, as far as it could be had; without entries where it isn't needed.
 * @returns `unread` where the decision depends on a list that couldn't be read.
 */
export function decide(wanted: Saying, list: CurrencyList): Decision | Refusal | 'unread' {
	const { networks, otherNetworks, address, transaction } = wanted;
	const [network] = networks;
	const sent = writeAddress(address.target, network) ?? address.target;
	const refused = refuseNonWallet(sent, address.target, list);
	if (refused) return refused;
	const decided = decideAssets(wanted, list);
	if (isRefusal(decided) || decided === 'unread') return decided;
	const hash = transaction && (writeHash(transaction.target, network) ?? transaction.target);
	return {
		targets: decided.assets.map((asset) => ({ asset, address: sent, transaction: hash })),
		written: address.target,
		wallet: decided.wallet,
		otherNetworks,
	};
}

/**
 * Reads an address or a transaction hash that reports are searched by. Never throws.
 * @returns the text in the form to send, or why nothing is sent.
 */
export function parseSearched(text: string, network: Network): string | Refusal {
	const address = parseTarget(text, 'address');
	const isHash = isRefusal(address) && address.reason === 'wrongKind';
	const parsed = isHash ? parseTarget(text, 'transaction') : address;
	if (isRefusal(parsed)) return isHash ? address : parsed;
	const joined = joinNetworks([network, parsed.network]);
	if (isRefusal(joined)) return joined;
	const write = isHash ? writeHash : writeAddress;
	return write(parsed.target, network) ?? refuseNetwork(parsed.target, network);
}

import {
	checkAddress,
	checkTransactionHash,
	findNetworks,
	isRefusal,
	refuse,
	refuseAnyAddress,
} from '../addresses';
import type { Network, Refusal, TargetKind } from '../addresses';
import { ALIASES, codeOf, keyOf, nameAsset, type Asset } from '../assets';
import { ALL, ALL_LABEL, DETECT_LABEL } from '../currencies';
import type { CurrencyList } from '../currencyList';
import { nameNetworks, NETWORK_CODES, NETWORKS } from '../networks';
import { quote } from '../quote';
import { findContractNetworks } from '../tokens';
import type { ReadGiven } from './given';
import { refuseNonWallet } from './nonWallets';
import { readText, type ReadText } from './text';
import {
	decideAssets,
	findAsset,
	isAsset,
	nameNamed,
	refuseAsset,
	type MeantAssets,
} from './wantedAssets';
import { BESIDE, refuseExchange } from './words';

/* What is screened: Currency, EVM Network, Token and the texts of an item have to agree. */

/** What an item screens: the address is checked, and there is one check for each asset. */
export interface Meant extends MeantAssets {
	address: string;
	transaction?: string;
	/** Further networks whose addresses have this form, where nothing but the form chose the network. */
	otherNetworks: readonly Network[];
	namedAs?: string;
}

function refuseOtherNetwork(named: Network, source: ReadText['source'], other: string): Refusal {
	const advice =
		source === 'link'
			? "Choose the network of the link in 'Asset', or paste what you mean without the link."
			: "Choose that network in 'Network', or paste the address alone.";
	const message = `The ${source} names ${nameNetworks([named])}, but ${other}`;
	return refuse('wrongNetwork', message, advice);
}

/** The network on which the contract that the texts name is a token. */
function findTokenNetwork({ named }: ReadGiven, list: CurrencyList): Network | undefined {
	const contract = named.asset?.kind === 'token' ? named.asset.contract : undefined;
	if (contract === undefined) return undefined;
	const networks = findContractNetworks(contract, list);
	return networks.length === 1 ? networks[0] : undefined;
}

/** Forms that chains have, too, which the service doesn't check: at an unknown site they say nothing. */
const isShared = (networks: readonly Network[]) =>
	!(['TRX', 'LTC', 'BCH'] as Network[]).some((one) => networks.length === 1 && networks[0] === one);

/** The networks of an address where nothing names one; a refusal where that would be a guess. */
function readForm({ address, evm, named }: ReadGiven): Network[] | Refusal {
	const { target, isUnknownSite } = address;
	const networks = findNetworks(target);
	const isEvm = networks.some((one) => NETWORKS[one].isEvm);
	if (isEvm && evm === ALL) return networks;
	const chosen = networks.find((one) => one === evm);
	// An exchange has deposit addresses on each of these networks.
	if (chosen)
		return named.exchange === undefined ? [chosen] : refuseExchange(named.exchange, BESIDE);
	if (isUnknownSite && networks.length > 0 && isShared(networks)) {
		const advice = isEvm ? "To screen it, choose 'Network'." : "Choose its network in 'Network'.";
		return refuse(
			'networkUnclear',
			`The link's site does not say which network ${quote(target)} is of`,
			advice,
		);
	}
	// Digits after 0x that are no Ethereum-like address are more likely one with a slip than Tron's hexadecimal form.
	if (networks.length === 1 && !/^0x/i.test(target)) return networks;
	if (networks.includes('BTC') && /^[13]/.test(target)) return ['BTC'];
	return refuseAnyAddress(target);
}

/** The network that the texts name, and Currency or EVM Network names another one. */
function refuseContradiction(read: ReadGiven, named: Network): Refusal | undefined {
	const { choice, evm } = read;
	const source = read.transaction?.named.network ? read.transaction.source : read.address.source;
	if (choice.kind === 'asset' && choice.network !== undefined) {
		const code = ALIASES.find(
			(one) => one.network === choice.network && one.token.symbol === choice.symbol,
		);
		const shown = code?.alias ?? choice.network;
		return named === choice.network
			? undefined
			: refuseOtherNetwork(named, source, `'Asset' is ${shown}`);
	}
	if (evm === undefined || evm === ALL || !NETWORKS[named].isEvm || named === evm) return undefined;
	return refuseOtherNetwork(named, source, `'Network' is ${nameNetworks([evm])}`);
}

/** A transaction has one asset on one network. */
function refuseSeveralNetworks(
	{ choice, transaction }: ReadGiven,
	networks: readonly Network[],
): Refusal | undefined {
	if (!transaction) return undefined;
	if (choice.kind === 'all') {
		const message = `'Asset' is ${ALL_LABEL}, but a transaction has one asset`;
		const advice = `Choose the asset of the transaction: USDT, USDC, or ${DETECT_LABEL}.`;
		return refuse('networkUnclear', message, advice);
	}
	if (networks.length < 2) return undefined;
	const message = "'Network' is All EVM Networks, but a transaction is on one network";
	const advice = "Choose the network of the transaction in 'Network', or in 'Asset'.";
	return refuse('networkUnclear', message, advice);
}

/** The networks on which the address is screened: several only with All EVM Networks. */
function decideNetworks(read: ReadGiven, named: Network | undefined): Network[] | Refusal {
	const { choice, address } = read;
	const contradiction = named && refuseContradiction(read, named);
	if (contradiction) return contradiction;
	const byText = read.isProved || read.named.network === undefined ? named : undefined;
	const one = (choice.kind === 'asset' ? choice.network : undefined) ?? byText;
	const networks = one === undefined ? readForm(read) : [one];
	if (isRefusal(networks)) return networks;
	const isOne = one === undefined || findNetworks(address.target).includes(one);
	return isOne
		? (refuseSeveralNetworks(read, networks) ?? networks)
		: refuseAnyAddress(address.target, one);
}

/** The networks that share the form of an address, where nothing but the form chose its network. */
function findOthers({ choice, address }: ReadGiven, network: Network): Network[] {
	const isNamed = choice.kind === 'asset' && choice.network !== undefined;
	if (isNamed || NETWORKS[network].isEvm) return [];
	return findNetworks(address.target).filter((one) => one !== network);
}

/**
 * Decides what an item screens, before anything is paid. In doubt nothing is decided. Never throws.
 * @param list the service's list, as far as it could be had.
 * @returns `unread` where the decision depends on a list that couldn't be read.
 */
export function decideMeant(read: ReadGiven, list: CurrencyList): Meant | Refusal | 'unread' {
	const named = read.named.network ?? findTokenNetwork(read, list);
	const networks = decideNetworks(read, named);
	if (isRefusal(networks)) {
		const { target } = read.address;
		// No choice of a network would make a wallet of a contract.
		const isOpen = networks.reason === 'networkUnclear';
		return (isOpen ? refuseNonWallet(target, target, list) : undefined) ?? networks;
	}
	const [network] = networks;
	const address = checkAddress(read.address.target, network);
	if (!address.ok) return address;
	const transaction = read.transaction && checkTransactionHash(read.transaction.target, network);
	if (transaction && !transaction.ok) return transaction;
	const refused = refuseNonWallet(address.value, read.address.target, list);
	if (refused) return refused;
	const decided = decideAssets(read, networks, list);
	if (isRefusal(decided) || decided === 'unread') return decided;
	return {
		...decided,
		address: address.value,
		transaction: transaction?.value,
		otherNetworks: named === undefined ? findOthers(read, network) : [],
		namedAs: read.namedAs,
	};
}

/** The address, or the transaction alone or in a link, of a text to search for. */
function readSearchedText(
	text: string,
	network: Network,
): { kind: TargetKind; read: ReadText } | Refusal {
	const address = readText(text, 'address', network);
	if (!isRefusal(address)) return { kind: 'address', read: address };
	const transaction = address.reason === 'wrongKind' ? readText(text, 'transaction') : address;
	// 64 digits beside words may be a private key.
	return isRefusal(transaction) || !transaction.isAlone
		? address
		: { kind: 'transaction', read: transaction };
}

/**
 * Reads an address or a transaction hash that reports are searched by. Nothing else leaves.
 * @param asset what Currency means.
 * @returns the text in the form to send, or the refusal.
 */
export function readSearched(text: string, asset: Asset): string | Refusal {
	const searched = readSearchedText(text, asset.network);
	if (isRefusal(searched)) return searched;
	const { kind, read } = searched;
	const { network } = asset;
	const { named } = read;
	if (named.network && named.network !== network)
		return refuseOtherNetwork(named.network, read.source, `'Asset' is ${codeOf(asset)}`);
	if (named.asset) {
		const found = findAsset(network, named.asset, { entries: [] });
		if (!isAsset(found) || keyOf(found) !== keyOf(asset))
			return refuseAsset(
				nameNamed(named.asset, network),
				nameAsset(asset),
				'Paste the address alone.',
			);
	}
	const check = kind === 'address' ? checkAddress : checkTransactionHash;
	const verdict = check(read.target, network);
	return verdict.ok ? verdict.value : verdict;
}

/** A sentence about the addresses that were read as Bitcoin's, and that other networks have, too. */
function describeSharedForms(items: readonly Meant[]): string[] {
	const shared = items.filter(({ otherNetworks }) => otherNetworks.length > 0);
	if (shared.length === 0) return [];
	const forms = new Set(shared.map(({ address }) => `${address[0]}…`));
	const others = new Set(shared.flatMap(({ otherNetworks }) => otherNetworks));
	const named = nameNetworks(NETWORK_CODES.filter((network) => others.has(network)));
	return [
		`${[...forms].sort().join(' and ')} ${forms.size === 1 ? 'was' : 'were'} read as Bitcoin (BTC). If ${named} is meant, choose it in 'Network'.`,
	];
}

/** Sentences about decisions that only the form of an address or a name made. */
export function describeReadings(items: readonly Meant[]): string[] {
	const namedAs = new Map<Network | undefined, string>();
	for (const { assets, namedAs: name } of items)
		if (name !== undefined && !namedAs.has(assets[0]?.network))
			namedAs.set(assets[0]?.network, name);
	const words = NETWORK_CODES.filter((network) => namedAs.has(network)).map((network) => {
		const codes = ALIASES.filter((one) => one.network === network).map(({ alias }) => alias);
		return `The currency '${namedAs.get(network)}' was read as the own coin of ${NETWORKS[network].name} (${network}), not as a token on it. For a stablecoin use ${codes.join(' or ')}.`;
	});
	return [...describeSharedForms(items), ...words];
}

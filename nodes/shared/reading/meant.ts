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
import { ALL, ALL_LABEL, DETECT_LABEL, readCurrencyChoice, readEvmNetwork } from '../currencies';
import type { CurrencyChoice, EvmChoice } from '../currencies';
import type { CurrencyList } from '../currencyList';
import { nameNetworks, NETWORK_CODES, NETWORKS, type Stablecoin } from '../networks';
import { quote } from '../quote';
import { findAsset, findContractNetworks, findGivenToken, isListedSymbol } from '../tokens';
import { joinNamed } from './links';
import { refuseNonWallet } from './nonWallets';
import { readText, type ReadText } from './text';
import type { NamedAsset } from './words';

/* What is screened: Currency, EVM Network, Token and the texts of an item have to agree. */

/** The parameters of one item, as they were given. Only a transaction check has a transaction. */
export interface Given {
	currency: string;
	evmNetwork: string;
	address: string;
	transaction?: string;
	/** The token by its ID, its contract, or its code and its issuer; missing for none. */
	token?: GivenToken;
}

export type GivenToken = { kind: 'id' | 'contract'; value: string };

/** What the parameters say, each by itself. */
export interface ReadGiven extends Pick<Given, 'token'> {
	choice: CurrencyChoice;
	evm: EvmChoice;
	address: ReadText;
	transaction?: ReadText;
	/** The name of a network that was read as its own coin, and may have been meant as a token on it. */
	namedAs?: string;
}

/** What an item screens: the address is checked, and there is one check for each asset. */
export interface Meant {
	address: string;
	transaction?: string;
	assets: Asset[];
	/** There for an item that wants a whole wallet, however many checks that takes. */
	wallet?: {
		/** Names of the assets that were wanted, and that the service doesn't screen. */
		notScreened: string[];
		/** Names of the assets of which nobody knows, since the list couldn't be read. */
		unread: string[];
	};
	/** Further networks whose addresses have this form, where nothing but the form chose the network. */
	otherNetworks: readonly Network[];
	namedAs?: string;
}

/** Reads the parameters of an item, each by itself. Never throws. */
export function readGiven(given: Given): ReadGiven | Refusal {
	const choice = readCurrencyChoice(given.currency);
	if (isRefusal(choice)) return choice;
	if (given.token && choice.kind !== 'asset') {
		const label = choice.kind === 'all' ? ALL_LABEL : DETECT_LABEL;
		const advice = "Choose the network of the token in 'Currency'.";
		return refuse('networkUnclear', `A token is given, but 'Currency' is ${label}`, advice);
	}
	const evm = readEvmNetwork(given.evmNetwork);
	if (isRefusal(evm)) return evm;
	const network = choice.kind === 'asset' ? choice.network : undefined;
	const address = readText(given.address, 'address', network);
	if (isRefusal(address)) return address;
	const transaction =
		given.transaction === undefined
			? undefined
			: readText(given.transaction, 'transaction', network);
	if (isRefusal(transaction)) return transaction;
	const isNetwork = choice.kind === 'asset' && choice.symbol === undefined && !given.token;
	const isSpelled = isNetwork && given.currency.trim().toUpperCase() !== choice.network;
	const namedAs =
		isSpelled && ALIASES.some((one) => one.network === choice.network) ? given.currency : undefined;
	return { choice, evm, address, transaction, token: given.token, namedAs };
}

/** Whether the decision needs the service's list: for a token without a code, and to know contracts from wallets. */
export function needsList({ choice, address, transaction, token }: ReadGiven): boolean {
	const networks = findNetworks(address.target);
	const named = [address, transaction].some((text) => text?.named.asset?.kind === 'token');
	const hasContracts = networks.some((one) => NETWORKS[one].hasTokens && !NETWORKS[one].hasIssuers);
	const isCoin = choice.kind === 'all' || (choice.kind === 'asset' && choice.symbol !== undefined);
	const hasIssuers = networks.some((one) => NETWORKS[one].hasIssuers);
	return (
		hasContracts ||
		named ||
		token?.kind === 'contract' ||
		(hasIssuers && (isCoin || address.capitals.length > 0 || address.named.asset !== undefined))
	);
}

function refuseOtherNetwork(named: Network, source: ReadText['source'], other: string): Refusal {
	const advice =
		source === 'link'
			? "Choose the network of the link in 'Currency', or paste what you mean without the link."
			: "Choose that network in 'Currency', or paste the address alone.";
	const message = `The ${source} names ${nameNetworks([named])}, but ${other}`;
	return refuse('wrongNetwork', message, advice);
}

/** The network that the texts name, also by the contract of a token. */
function findNamedNetwork({ address, transaction }: ReadGiven, list: CurrencyList) {
	const named = joinNamed(address.named, transaction?.named ?? {}, 'The text');
	if (isRefusal(named)) return named;
	const { network, asset } = named;
	if (network !== undefined || asset?.kind !== 'token' || asset.contract === undefined)
		return named;
	const networks = findContractNetworks(asset.contract, list);
	return networks.length === 1 ? { ...named, network: networks[0] } : named;
}

/** Forms that chains have, too, which the service doesn't check: at an unknown site they say nothing. */
const isShared = (networks: readonly Network[]) =>
	!(['TRX', 'LTC', 'BCH'] as Network[]).some((one) => networks.length === 1 && networks[0] === one);

/** The networks of an address where nothing names one; a refusal where that would be a guess. */
function readForm({ address, evm }: ReadGiven): Network[] | Refusal {
	const { target, isUnknownSite } = address;
	const networks = findNetworks(target);
	const isEvm = networks.some((one) => NETWORKS[one].isEvm);
	if (isEvm && evm === ALL) return networks;
	const chosen = networks.find((one) => one === evm);
	if (chosen) return [chosen];
	if (isUnknownSite && networks.length > 0 && isShared(networks)) {
		const advice = isEvm
			? "To screen it, choose 'EVM Network'."
			: "Choose its network in 'Currency'.";
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
			: refuseOtherNetwork(named, source, `'Currency' is ${shown}`);
	}
	if (evm === undefined || evm === ALL || !NETWORKS[named].isEvm || named === evm) return undefined;
	return refuseOtherNetwork(named, source, `'EVM Network' is ${nameNetworks([evm])}`);
}

/** The networks on which the address is screened: several only with All EVM Networks. */
function decideNetworks(read: ReadGiven, named: Network | undefined): Network[] | Refusal {
	const { choice, address } = read;
	const contradiction = named && refuseContradiction(read, named);
	if (contradiction) return contradiction;
	const byText = address.isUnknownSite ? undefined : named;
	const one = (choice.kind === 'asset' ? choice.network : undefined) ?? byText;
	if (one === undefined) return readForm(read);
	return findNetworks(address.target).includes(one) ? [one] : refuseAnyAddress(address.target, one);
}

/** A transaction has one asset on one network. */
function refuseSeveralNetworks(
	{ choice, transaction }: ReadGiven,
	networks: readonly Network[],
): Refusal | undefined {
	if (!transaction) return undefined;
	if (choice.kind === 'all') {
		const message = `'Currency' is ${ALL_LABEL}, but a transaction has one asset`;
		const advice = `Choose the asset of the transaction: USDT, USDC, or ${DETECT_LABEL}.`;
		return refuse('networkUnclear', message, advice);
	}
	if (networks.length < 2) return undefined;
	const message = "'EVM Network' is All EVM Networks, but a transaction is on one network";
	const advice = "Choose the network of the transaction in 'EVM Network', or in 'Currency'.";
	return refuse('networkUnclear', message, advice);
}

const nameNamed = (named: NamedAsset, network: Network): string => {
	if (named.kind === 'native') return NETWORKS[network].name;
	return named.symbol ?? `the token ${quote((named.kind === 'token' && named.contract) || '')}`;
};

const refuseAsset = (named: string, wanted: string): Refusal =>
	refuse(
		'wrongAsset',
		`The text names ${named}, but 'Currency' means ${wanted}`,
		`Choose ${named} in 'Currency' or 'Token', or paste the address alone.`,
	);

/** An asset that is wanted of a network; `unread` where only the list knows it. */
type Wanted = Asset | Refusal | 'unread';

function requireAsset(network: Network, named: NamedAsset, list: CurrencyList): Wanted {
	const found = findAsset(network, named, list);
	if (found !== 'unlisted') return found;
	const { name, hasTokens } = NETWORKS[network];
	const shown = nameNamed(named, network);
	if (named.kind !== 'coin') {
		const advice = `Choose ${network} in 'Currency', and the token in 'Token'.`;
		return refuse(
			'wrongAsset',
			`The text names ${shown}, which the service does not list on ${name}`,
			advice,
		);
	}
	const advice = hasTokens
		? `Choose ${network} in 'Currency', and ${shown} in 'Token'.`
		: `Choose ${DETECT_LABEL} in 'Currency' to screen ${name} itself.`;
	return refuse(
		'networkUnclear',
		`The address is of ${nameNetworks([network])}, where the service has no code for ${shown}`,
		advice,
	);
}

/** The token that Token gives, on the network that Currency names. */
function findGiven({ kind, value }: GivenToken, network: Network, list: CurrencyList): Wanted {
	if (kind === 'id') return { network, token: { id: value } };
	const found = findGivenToken(network, value, list);
	if (found !== 'unlisted') return found;
	return refuse(
		'invalid',
		`'Token': the service knows no token with the contract ${quote(value)} on ${NETWORKS[network].name}`,
		'Check the contract address and the currency, or choose the token from the list.',
	);
}

const isAsset = (wanted: Wanted): wanted is Asset => wanted !== 'unread' && !isRefusal(wanted);

/** The asset that Currency and Token mean; undefined where the text decides. */
function readChosen(
	{ choice, token }: ReadGiven,
	network: Network,
	list: CurrencyList,
): Wanted | undefined {
	if (choice.kind !== 'asset') return undefined;
	const given = token && findGiven(token, network, list);
	if (!choice.symbol) return given ?? { network };
	const own = requireAsset(network, { kind: 'coin', symbol: choice.symbol }, list);
	if (given === undefined || !isAsset(given) || !isAsset(own)) return given ?? own;
	return keyOf(given) === keyOf(own)
		? own
		: refuse(
				'invalid',
				`'Token': the currency ${codeOf(own)} already names its token`,
				`Leave 'Token' empty, or choose ${NETWORKS[network].name} in 'Currency'.`,
			);
}

/** Whether the asset that a text names is another one than Currency and Token mean. */
function isOtherAsset(
	named: NamedAsset,
	chosen: Wanted,
	network: Network,
	symbol: Stablecoin | undefined,
	list: CurrencyList,
): boolean {
	if (!isAsset(chosen))
		return named.kind === 'native'
			? symbol !== undefined
			: named.symbol !== (symbol ?? named.symbol);
	const found = findAsset(network, named, list);
	return !(typeof found === 'object' && !isRefusal(found) && keyOf(found) === keyOf(chosen));
}

/** The asset of an item that wants one: what Currency leaves open, the text says. */
function decideAsset(
	read: ReadGiven,
	network: Network,
	{ asset, isAnyToken }: ReadText['named'],
	list: CurrencyList,
): Wanted {
	const chosen = readChosen(read, network, list);
	if (chosen === undefined) {
		if (!isAnyToken) return requireAsset(network, asset ?? { kind: 'native' }, list);
		const message = `The text names tokens of ${NETWORKS[network].name}, and not which one`;
		return refuse('networkUnclear', message, "Choose the token, such as USDT, in 'Currency'.");
	}
	const symbol = read.choice.kind === 'asset' ? read.choice.symbol : undefined;
	if (asset === undefined || !isOtherAsset(asset, chosen, network, symbol, list)) return chosen;
	const wanted = isAsset(chosen) ? nameAsset(chosen) : (symbol ?? 'another asset');
	return refuseAsset(nameNamed(asset, network), wanted);
}

/** The assets of a whole wallet on its networks, as far as the service screens them. */
function listAssets(
	networks: readonly Network[],
	wanted: readonly NamedAsset[],
	list: CurrencyList,
) {
	const assets: Asset[] = [];
	const wallet = { notScreened: [] as string[], unread: [] as string[] };
	for (const network of networks)
		for (const named of wanted) {
			const found = findAsset(network, named, list);
			const name = `${nameNamed(named, network)} on ${NETWORKS[network].name}`;
			if (found === 'unread') wallet.unread.push(name);
			else if (found === 'unlisted' || isRefusal(found)) wallet.notScreened.push(name);
			else assets.push(found);
		}
	return { assets, wallet };
}

const WHOLE_WALLET: readonly NamedAsset[] = [
	{ kind: 'native' },
	{ kind: 'coin', symbol: 'USDT' },
	{ kind: 'coin', symbol: 'USDC' },
];

/** The assets of a whole wallet; a text that names another one is refused. */
function decideWallet(
	networks: readonly Network[],
	named: NamedAsset | undefined,
	list: CurrencyList,
): Pick<Meant, 'assets' | 'wallet'> | Refusal | 'unread' {
	const whole = listAssets(networks, WHOLE_WALLET, list);
	if (named?.kind !== 'token') return whole;
	const [network] = networks;
	const found = findAsset(network, named, list);
	if (found === 'unread') return found;
	const isPart =
		found !== 'unlisted' &&
		!isRefusal(found) &&
		whole.assets.some((one) => one.network === network && keyOf(one) === keyOf(found));
	return isPart ? whole : refuseAsset(nameNamed(named, network), ALL_LABEL);
}

function decideAssets(
	read: ReadGiven,
	networks: readonly Network[],
	named: ReadText['named'],
	list: CurrencyList,
): Pick<Meant, 'assets' | 'wallet'> | Refusal | 'unread' {
	const [network] = networks;
	const { choice, address, token } = read;
	const listed = address.capitals.find((word) => isListedSymbol(network, word, list));
	if (named.asset === undefined && listed !== undefined)
		return refuse(
			'wrongAsset',
			`The text names ${quote(listed)}, a token of ${NETWORKS[network].name}`,
			`Choose ${network} in 'Currency', and ${listed} in 'Token'.`,
		);
	if (choice.kind === 'all') return decideWallet(networks, named.asset, list);
	if (networks.length > 1 && !token) {
		const own =
			choice.kind === 'asset' && choice.symbol
				? ({ kind: 'coin', symbol: choice.symbol } as const)
				: (named.asset ?? { kind: 'native' });
		return listAssets(networks, [own], list);
	}
	const asset = decideAsset(read, network, named, list);
	return isRefusal(asset) || asset === 'unread' ? asset : { assets: [asset] };
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
	const named = findNamedNetwork(read, list);
	if (isRefusal(named)) return named;
	const networks = decideNetworks(read, named.network);
	if (isRefusal(networks)) return networks;
	const several = refuseSeveralNetworks(read, networks);
	if (several) return several;
	const [network] = networks;
	const address = checkAddress(read.address.target, network);
	if (!address.ok) return address;
	const transaction = read.transaction && checkTransactionHash(read.transaction.target, network);
	if (transaction && !transaction.ok) return transaction;
	const refused = refuseNonWallet(address.value, read.address.target, list);
	if (refused) return refused;
	const decided = decideAssets(read, networks, named, list);
	if (isRefusal(decided) || decided === 'unread') return decided;
	return {
		...decided,
		address: address.value,
		transaction: transaction?.value,
		otherNetworks: named.network === undefined ? findOthers(read, network) : [],
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
		return refuseOtherNetwork(named.network, read.source, `'Currency' is ${codeOf(asset)}`);
	if (named.asset) {
		const found = findAsset(network, named.asset, { entries: [] });
		const isSame = typeof found === 'object' && !isRefusal(found) && keyOf(found) === keyOf(asset);
		if (!isSame) return refuseAsset(nameNamed(named.asset, network), nameAsset(asset));
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
		`${[...forms].sort().join(' and ')} ${forms.size === 1 ? 'was' : 'were'} read as Bitcoin (BTC). If ${named} is meant, choose it in 'Currency'.`,
	];
}

/** Sentences about decisions that only the form of an address or a name made. */
export function describeReadings(items: readonly Meant[]): string[] {
	const words = NETWORK_CODES.flatMap((network) => {
		const { name } = NETWORKS[network];
		const own = items.filter(({ assets: [first] }) => first?.network === network);
		const namedAs = own.find((one) => one.namedAs !== undefined)?.namedAs;
		if (namedAs === undefined) return [];
		const codes = ALIASES.filter((one) => one.network === network).map(({ alias }) => alias);
		return [
			`The currency '${namedAs}' was read as the own coin of ${name} (${network}), not as a token on it. For a stablecoin use ${codes.join(' or ')}.`,
		];
	});
	return [...describeSharedForms(items), ...words];
}

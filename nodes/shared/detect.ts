import {
	checkAddress,
	checkTransactionHash,
	isRefusal,
	isSecret,
	findNetworks,
	refuse,
	refuseAnyAddress,
	refuseSecret,
} from './addresses';
import type { Network, Refusal } from './addresses';
import { ALL_LABEL, DETECT_LABEL, findAlias, readCurrencyWish } from './currencies';
import type { CurrencyCode, CurrencyWish, EvmChoice, Stablecoin } from './currencies';
import { nameNetworks, NETWORK_CODES, NETWORKS } from './networks';
import { readPasted } from './pasted';

/** The texts of one item. Only a transaction check has a transaction. */
export interface Given {
	currency: string;
	address: string;
	transaction?: string;
	/** The network of an address that begins with `0x`, where neither its text nor Currency names one. */
	evmNetwork: EvmChoice;
	hasToken: boolean;
}

/** An asset of a wallet: the network's own coin, or a stablecoin. */
type WalletAsset = 'native' | Stablecoin;

/** The stablecoins of a wallet, in the order in which they are screened. */
const COINS_OF_WALLET: readonly Stablecoin[] = ['USDT', 'USDC'];

/** The parts of a wallet to screen: these assets on each of these networks, as far as the service knows them. */
export interface WantedWallet {
	networks: readonly Network[];
	assets: readonly WalletAsset[];
}

/** The decision: a definite code, and the targets without their links. They are not checked yet. */
export interface Decided {
	currency: CurrencyCode;
	address: string;
	transaction?: string;
	/** The name that was read as the network's own coin, and may have been meant as a token on it. */
	namedAs?: string;
	/** Several checks of one wallet; missing where one asset of one network is wanted. */
	wallet?: WantedWallet;
	/** Further networks whose addresses have this form, where nothing but the form chose the network. */
	otherNetworks?: readonly Network[];
}

/** The network that an address is read as where nothing else names it; undefined where that would be a guess. */
function chooseNetwork(
	address: string,
	networks: readonly Network[],
	evmNetwork: EvmChoice,
): Network | undefined {
	const [first] = networks;
	if (evmNetwork === 'all' && NETWORKS[first]?.isEvm) return first;
	const chosen = networks.find((one) => one === evmNetwork);
	if (chosen) return chosen;
	// Digits after 0x that are no Ethereum-like address are more likely one with a slip than Tron's hexadecimal form.
	if (/^0x/i.test(address)) return undefined;
	if (networks.length === 1) return networks[0];
	return networks.includes('BTC') && /^[13]/.test(address) ? 'BTC' : undefined;
}

/** The assets that a wallet is screened for, on each of its networks. */
function listAssets(wish: CurrencyWish): WalletAsset[] {
	if (wish.kind === 'all') return ['native', ...COINS_OF_WALLET];
	return [wish.kind === 'stablecoin' ? wish.symbol : 'native'];
}

/** The code of a stablecoin, or of the network's own coin. */
function toCode(wish: CurrencyWish, network: Network): CurrencyCode | Refusal {
	if (wish.kind !== 'stablecoin') return { code: network, network };
	const { name, hasTokens } = NETWORKS[network];
	const advice = hasTokens
		? `Choose ${network} in 'Currency', and ${wish.symbol} in 'Token'.`
		: `Choose ${DETECT_LABEL} in 'Currency' to screen ${name} itself.`;
	const message = `The address is of ${nameNetworks([network])}, where the service has no code for ${wish.symbol}`;
	return findAlias(wish.symbol, network) ?? refuse('networkUnclear', message, advice);
}

const refuseOtherNetwork = (linked: Network, other: string) =>
	refuse(
		'wrongNetwork',
		`The link names ${nameNetworks([linked])}, but ${other}`,
		"Choose the network of the link in 'Currency', or paste what you mean without the link.",
	);

/** The text of an item names one EVM network, and EVM Network another one. */
function refuseOtherEvm(named: Network | undefined, evm: EvmChoice): Refusal | undefined {
	if (named === undefined || evm === undefined || evm === 'all') return undefined;
	if (!NETWORKS[named].isEvm || named === evm) return undefined;
	return refuseOtherNetwork(named, `'EVM Network' is ${nameNetworks([evm])}`);
}

/** Takes the network from a link, or from the form of the address. */
function detect(
	wish: CurrencyWish,
	address: string,
	named: Network | undefined,
	evm: EvmChoice,
): Pick<Decided, 'currency' | 'otherNetworks' | 'wallet'> | Refusal {
	const contradiction = refuseOtherEvm(named, evm);
	if (contradiction) return contradiction;
	const networks = findNetworks(address);
	const network = named ?? chooseNetwork(address, networks, evm);
	if (network === undefined || !networks.includes(network)) return refuseAnyAddress(address, named);
	const { isEvm } = NETWORKS[network];
	const isByForm = named === undefined && !isEvm;
	const otherNetworks = isByForm ? networks.filter((one) => one !== network) : [];
	const isEverywhere = evm === 'all' && named === undefined && isEvm;
	if (wish.kind === 'all' || isEverywhere) {
		const all = isEverywhere ? networks.filter((one) => NETWORKS[one].isEvm) : [network];
		const wallet = { networks: all, assets: listAssets(wish) };
		return { currency: { code: network, network }, otherNetworks, wallet };
	}
	const currency = toCode(wish, network);
	if (isRefusal(currency)) return currency;
	return { currency, otherNetworks };
}

/** The targets of an item, without their links. */
interface Pasted {
	address: string;
	transaction?: string;
	/** The networks that their links name. */
	linked: Network[];
}

function readTargets(given: Given): Pasted | Refusal {
	const address = readPasted(given.address, 'address');
	if (isRefusal(address)) return address;
	const transaction = readPasted(given.transaction ?? '', 'transaction');
	if (isRefusal(transaction)) return transaction;
	return {
		address: address.target,
		transaction: given.transaction && transaction.target,
		linked: [address.network, transaction.network].flatMap((network) => network ?? []),
	};
}

/** Currency names the network: a link may name no other one. */
function decideByName(
	currency: CurrencyCode,
	given: Given,
	linked: readonly Network[],
): Pick<Decided, 'currency' | 'namedAs'> | Refusal {
	const { code, network } = currency;
	const other = linked.find((one) => one !== network);
	if (other) return refuseOtherNetwork(other, `'Currency' is ${code}`);
	const isNamed = code === network && given.currency.toUpperCase() !== code;
	const mayMeanToken = isNamed && NETWORKS[network].aliases && !given.hasToken;
	const namedAs = mayMeanToken ? given.currency : undefined;
	return { currency, namedAs };
}

/** A transaction has one asset on one network. */
function refuseSeveral(
	wish: CurrencyWish,
	evmNetwork: EvmChoice,
	address: string,
): Refusal | undefined {
	if (wish.kind === 'all') {
		const message = `'Currency' is ${ALL_LABEL}, but a transaction has one asset`;
		const advice = `Choose the asset of the transaction: USDT, USDC, or ${DETECT_LABEL}.`;
		return refuse('networkUnclear', message, advice);
	}
	if (evmNetwork !== 'all' || !/^0x/i.test(address)) return undefined;
	const message = "'EVM Network' is All EVM Networks, but a transaction is on one network";
	const advice = "Choose the network of the transaction in 'EVM Network', or in 'Currency'.";
	return refuse('networkUnclear', message, advice);
}

/** The links or the form of the address say which network it is. */
function decideByTargets(
	wish: CurrencyWish,
	given: Given,
	{ address, linked }: Pasted,
): Pick<Decided, 'currency' | 'otherNetworks' | 'wallet'> | Refusal {
	const [named, second = named] = linked;
	if (second !== named) return refuseOtherNetwork(second, `the other one ${nameNetworks([named])}`);
	if (given.transaction !== undefined) {
		const several = refuseSeveral(wish, given.evmNetwork, address);
		if (several) return several;
	}
	if (wish.kind !== 'stablecoin' && given.hasToken) {
		const label = wish.kind === 'all' ? ALL_LABEL : DETECT_LABEL;
		const message = `A token is given, but 'Currency' is ${label}`;
		return refuse('networkUnclear', message, "Choose the network of the token in 'Currency'.");
	}
	return detect(wish, address, named, given.evmNetwork);
}

/**
 * Decides what an item screens, before anything is paid: the network from Currency, from a link, or from the form
 * of the address. In doubt nothing is decided. Never throws.
 */
export function decideTarget(given: Given): Decided | Refusal {
	const wish = readCurrencyWish(given.currency);
	if (isRefusal(wish)) return wish;
	const pasted = readTargets(given);
	if (isRefusal(pasted)) return pasted;
	const { address, transaction, linked } = pasted;
	const decided =
		wish.kind === 'code'
			? decideByName(wish.currency, given, linked)
			: decideByTargets(wish, given, pasted);
	return isRefusal(decided) ? decided : { address, transaction, ...decided };
}

/**
 * Reads an address or a transaction hash that reports are searched by. A search is free, so any text will do but a key.
 * @returns the text in the form to send, or the refusal.
 */
export function readSearched(text: string, network: Network): string | Refusal {
	const pasted = readPasted(text, 'address');
	if (isRefusal(pasted)) return pasted;
	const { target, network: linked } = pasted;
	if (isSecret(target)) return refuseSecret('address');
	if (linked && linked !== network) return refuseOtherNetwork(linked, `'Currency' is ${network}`);
	const verdicts = [checkAddress, checkTransactionHash].map((check) => check(target, network));
	return verdicts.find((one) => one.ok)?.value ?? target;
}

/** A sentence about the addresses that were read as Bitcoin's, and that other networks have, too. */
function describeSharedForms(decisions: readonly Decided[]): string[] {
	const shared = decisions.filter(({ otherNetworks = [] }) => otherNetworks.length > 0);
	if (shared.length === 0) return [];
	const forms = new Set(shared.map(({ address }) => `${address[0]}…`));
	const others = new Set(shared.flatMap(({ otherNetworks = [] }) => otherNetworks));
	const named = nameNetworks(NETWORK_CODES.filter((network) => others.has(network)));
	return [
		`${[...forms].sort().join(' and ')} ${forms.size === 1 ? 'was' : 'were'} read as Bitcoin (BTC). If ${named} is meant, choose it in 'Currency'.`,
	];
}

/** Sentences about decisions that only the form of an address or a name made. */
export function describeReadings(decisions: readonly Decided[]): string[] {
	const words = NETWORK_CODES.flatMap((network) => {
		const { aliases = {}, name } = NETWORKS[network];
		const own = decisions.filter(({ currency }) => currency.network === network);
		const namedAs = own.find((one) => one.namedAs !== undefined)?.namedAs;
		if (namedAs === undefined) return [];
		const codes = Object.keys(aliases).join(' or ');
		return [
			`The currency '${namedAs}' was read as the own coin of ${name} (${network}), not as a token on it. For a stablecoin use ${codes}.`,
		];
	});
	return [...describeSharedForms(decisions), ...words];
}

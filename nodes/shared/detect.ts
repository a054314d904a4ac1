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
import { findAlias, readCurrencyWish, type CurrencyCode, type CurrencyWish } from './currencies';
import { filterNetworks, nameNetworks, NETWORK_CODES, NETWORKS } from './networks';
import { readPasted } from './pasted';

/** The texts of one item. Only a transaction check has a transaction. */
export interface Given {
	currency: string;
	address: string;
	transaction?: string;
	/** The network of an address that begins with `0x`, where Currency doesn't name one; undefined if nobody chose it. */
	evmNetwork: Network | undefined;
	hasToken: boolean;
}

/** The decision: a definite code, and the targets without their links. They are not checked yet. */
export interface Decided {
	currency: CurrencyCode;
	address: string;
	transaction?: string;
	/** The name that was read as the network's own coin, and may have been meant as a token on it. */
	namedAs?: string;
	/** Whether nothing but `0x` chose the network: it could be another one of its kind. */
	isNetworkGuessed: boolean;
}

/** What `0x` means unless somebody chooses. */
const USUAL_EVM_NETWORK: Network = 'ETH';

/** The network that an address is read as where nothing else names it; undefined where that would be a guess. */
function chooseNetwork(address: string, evmNetwork: Network): Network | undefined {
	const networks = findNetworks(address);
	if (networks.includes(evmNetwork)) return evmNetwork;
	// Digits after 0x that are no Ethereum-like address are more likely one with a slip than Tron's hexadecimal form.
	if (/^0x/i.test(address)) return undefined;
	if (networks.length === 1) return networks[0];
	return networks.includes('BTC') && /^[13]/.test(address) ? 'BTC' : undefined;
}

/** The code of a stablecoin, or of the network's own coin. */
function toCode(wish: CurrencyWish, network: Network): CurrencyCode | Refusal {
	if (wish.kind !== 'stablecoin') return { code: network, network };
	const { name, hasTokens } = NETWORKS[network];
	const advice = hasTokens
		? `Choose ${network} in 'Currency', and ${wish.symbol} in 'Token'.`
		: `Choose Detect From Address in 'Currency' to screen ${name} itself.`;
	const message = `The address is of ${nameNetworks([network])}, where the service has no code for ${wish.symbol}`;
	return findAlias(wish.symbol, network) ?? refuse('networkUnclear', message, advice);
}

const refuseOtherNetwork = (linked: Network, other: string) =>
	refuse(
		'wrongNetwork',
		`The link names ${nameNetworks([linked])}, but ${other}`,
		"Choose the network of the link in 'Currency', or paste what you mean without the link.",
	);

/** Takes the network from a link, or from the form of the address. */
function detect(wish: CurrencyWish, address: string, named: Network | undefined, evm?: Network) {
	const network = named ?? chooseNetwork(address, evm ?? USUAL_EVM_NETWORK);
	if (network === undefined || !findNetworks(address).includes(network))
		return refuseAnyAddress(address, named);
	const currency = toCode(wish, network);
	if (isRefusal(currency)) return currency;
	const isChosen = (named ?? evm) !== undefined;
	return { currency, isNetworkGuessed: !isChosen && NETWORKS[network].isEvm === true };
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
): Pick<Decided, 'currency' | 'namedAs' | 'isNetworkGuessed'> | Refusal {
	const { code, network } = currency;
	const other = linked.find((one) => one !== network);
	if (other) return refuseOtherNetwork(other, `'Currency' is ${code}`);
	const isNamed = code === network && given.currency.toUpperCase() !== code;
	const mayMeanToken = isNamed && NETWORKS[network].aliases && !given.hasToken;
	const namedAs = mayMeanToken ? given.currency : undefined;
	return { currency, namedAs, isNetworkGuessed: false };
}

/** The links or the form of the address say which network it is. */
function decideByTargets(
	wish: CurrencyWish,
	given: Given,
	{ address, linked }: Pasted,
): Pick<Decided, 'currency' | 'isNetworkGuessed'> | Refusal {
	const [named, second = named] = linked;
	if (second !== named) return refuseOtherNetwork(second, `the other one ${nameNetworks([named])}`);
	if (wish.kind === 'detect' && given.hasToken) {
		const message = "A token is given, but 'Currency' is Detect From Address";
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
 * @returns the text in the form to send, or why it is refused.
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

/** A sentence about the addresses whose network nothing but `0x` chose; none if there are none. */
function describeGuessedNetworks(decisions: readonly Decided[]): string[] {
	const guessed = decisions.filter(({ isNetworkGuessed }) => isNetworkGuessed).length;
	if (guessed === 0) return [];
	const others = filterNetworks(({ isEvm }) => isEvm === true).filter(
		(network) => network !== USUAL_EVM_NETWORK,
	);
	const count = `${guessed} address${guessed === 1 ? '' : 'es'}`;
	return [
		`${count} could also be of ${nameNetworks(others)}. Screened on ${nameNetworks([USUAL_EVM_NETWORK])}. For another network, set 'EVM Network' or choose it in 'Currency'.`,
	];
}

/** Sentences about decisions that only the form of an address or a name made. */
export function describeGuesses(decisions: readonly Decided[]): string[] {
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
	return [...describeGuessedNetworks(decisions), ...words];
}

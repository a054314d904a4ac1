import {
	checkAddress,
	checkTransactionHash,
	isRefusal,
	isSecret,
	networksOf,
	refuse,
	refuseAnyAddress,
	refuseSecret,
} from './addresses';
import type { Network, Refusal, TargetKind } from './addresses';
import { findAlias, networkName, readCurrencyWish } from './currencies';
import type { CurrencyCode, CurrencyWish } from './currencies';
import { nameNetworks, NETWORK_CODES, NETWORKS } from './networks';
import { readPasted } from './pasted';

/** What one item gives. */
export interface Given {
	currency: string;
	address: string;
	/** Only for a transaction check. */
	transaction?: string;
	/** What an address that begins with `0x` means where Currency doesn't name its network. */
	evmNetwork: Network;
	/** Whether a token is given beside the currency. */
	hasToken: boolean;
}

/** What is screened: a definite code, and the targets without what was pasted around them, not checked yet. */
export interface Decided {
	currency: CurrencyCode;
	address: string;
	transaction?: string;
	/** What was written for the network's own coin where that may have been meant as a token on it. */
	namedAs?: string;
	/** The networks that the address could be of as well, where nothing but its form says which one it is. */
	others: Network[];
}

/** A refusal that names the field it is about. */
export const nameField = (refusal: Refusal, kind: TargetKind): Refusal => ({
	...refusal,
	message: `${kind === 'address' ? 'Address' : 'Transaction Hash'}: ${refusal.message}`,
});

/** The network that an address is read as where nothing else names it; undefined where that would be a guess. */
function chooseNetwork(
	address: string,
	networks: readonly Network[],
	evmNetwork: Network,
): Network | undefined {
	if (networks.length === 1) {
		// Digits after 0x that are no Ethereum-like address are more likely one with a slip than Tron's hexadecimal form.
		return /^0x/i.test(address) && !NETWORKS[networks[0]].isEvm ? undefined : networks[0];
	}
	if (networks.includes(evmNetwork)) return evmNetwork;
	return networks.includes('BTC') && /^[13]/.test(address) ? 'BTC' : undefined;
}

/** The code of what is wished for, on a network. */
function onNetwork(wish: CurrencyWish, network: Network): CurrencyCode | Refusal {
	if (wish.kind === 'code') return wish.currency;
	if (wish.kind === 'detect') return { code: network, network };
	const alias = findAlias(wish.symbol, network);
	if (alias) return alias;
	return refuse(
		'networkUnclear',
		`The address is of ${nameNetworks([network])}, where the service has no code for ${wish.symbol}.`,
		NETWORKS[network].hasTokens
			? `Choose ${network} in Currency, and ${wish.symbol} in Token.`
			: `Choose Detect From Address in Currency to screen ${networkName(network)} itself.`,
	);
}

/**
 * Decides what an item's texts mean, before anything is paid: the network from Currency, from a link, or from the form
 * of the address. In doubt nothing is decided.
 * @param given the item's texts.
 * @returns what is screened, or a refusal with the one thing to do. Never throws.
 */
export function decideTarget(given: Given): Decided | Refusal {
	const wish = readCurrencyWish(given.currency);
	if (isRefusal(wish)) return wish;
	const address = readPasted(given.address, 'address');
	if (isRefusal(address)) return nameField(address, 'address');
	const transaction =
		given.transaction === undefined ? undefined : readPasted(given.transaction, 'transaction');
	if (transaction && isRefusal(transaction)) return nameField(transaction, 'transaction');
	const named = address.network ?? transaction?.network;
	const chosen = wish.kind === 'code' ? wish.currency.network : named;
	for (const network of [address.network, transaction?.network])
		if (network !== undefined && network !== chosen)
			return refuse(
				'wrongNetwork',
				`The link names ${nameNetworks([network])}, but ${wish.kind === 'code' ? `Currency is ${wish.currency.code}` : `the other one ${nameNetworks([chosen ?? network])}`}.`,
				'Choose Detect From Address in Currency, or paste what you mean without the link.',
			);
	if (wish.kind === 'detect' && given.hasToken)
		return refuse(
			'networkUnclear',
			'A token is given, but Currency is Detect From Address.',
			'Choose the network of the token in Currency.',
		);
	const targets = { address: address.target, transaction: transaction?.target };
	if (wish.kind === 'code') {
		const { network, code } = wish.currency;
		const isName = NETWORKS[network].aliases && code === network && !given.hasToken;
		const namedAs = isName && given.currency.toUpperCase() !== code ? given.currency : undefined;
		return { ...targets, currency: wish.currency, namedAs, others: [] };
	}
	const networks = networksOf(address.target);
	const network = named ?? chooseNetwork(address.target, networks, given.evmNetwork);
	if (network === undefined || !networks.includes(network))
		return nameField(refuseAnyAddress(address.target, named), 'address');
	const currency = onNetwork(wish, network);
	if (isRefusal(currency)) return currency;
	const others = named === undefined ? networks.filter((one) => one !== network) : [];
	return { ...targets, currency, others };
}

/**
 * Reads an address or a transaction hash that reports are searched by. A search is free, so any text will do but a key.
 * @param text what the user entered, or pasted.
 * @param network where reports are searched.
 * @returns the text in the form to send, or why it is refused. Never throws.
 */
export function readSearched(text: string, network: Network): string | Refusal {
	const pasted = readPasted(text, 'address');
	if (isRefusal(pasted)) return pasted;
	if (isSecret(pasted.target)) return refuseSecret('address');
	if (pasted.network !== undefined && pasted.network !== network)
		return refuse(
			'wrongNetwork',
			`The link names ${nameNetworks([pasted.network])}, but Currency is ${network}.`,
			'Choose the network of the link in Currency.',
		);
	for (const check of [checkAddress, checkTransactionHash]) {
		const verdict = check(pasted.target, network);
		if (verdict.ok) return verdict.value;
	}
	return pasted.target;
}

const count = (decisions: readonly Decided[], noun: string) =>
	`${decisions.length} ${noun}${decisions.length === 1 ? '' : 'es'}`;

/**
 * What a person should know of decisions that only the form of an address or a name made; one sentence for each network.
 * @param decisions of the items that were screened.
 */
export function networkHints(decisions: readonly Decided[]): string[] {
	const byNetwork = (holds: (decided: Decided) => boolean) =>
		NETWORK_CODES.map((network) => ({
			network,
			group: decisions.filter((one) => one.currency.network === network && holds(one)),
		})).filter(({ group }) => group.length > 0);
	const guessed = byNetwork(({ others }) => others.length > 0).map(({ network, group }) => {
		const others = [...new Set(group.flatMap((one) => one.others))];
		const how = NETWORKS[network].isEvm ? 'set EVM Network or choose' : 'choose';
		return `${count(group, 'address')} could also be of ${nameNetworks(others)}. Screened on ${nameNetworks([network])}. For another network, ${how} it in Currency.`;
	});
	const named = byNetwork(({ namedAs }) => namedAs !== undefined).map(({ network, group }) => {
		const { aliases = {}, name } = NETWORKS[network];
		return `Currency '${group[0].namedAs}' was read as the own coin of ${name} (${network}), not as a token on it. For a stablecoin use ${Object.keys(aliases).join(' or ')}.`;
	});
	return [...guessed, ...named];
}

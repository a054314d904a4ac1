/** A blockchain that the service doesn't check, but that people ask for. */
export interface ForeignChain {
	name: string;
	/** What people call it or its coin, and what names it in a link: schemes, chain IDs, hosts of explorers. */
	words: string;
	/** What its addresses look like; a network of the service that fits better is looked for first. */
	shape?: RegExp;
}

/** To be named in a refusal. It is no list of all blockchains: one that isn't here is refused as well. */
const CHAINS: readonly ForeignChain[] = [
	{ name: 'Algorand', words: 'algo', shape: /^[A-Z2-7]{58}$/ },
	{ name: 'Arbitrum', words: 'arb arb1 eip155:42161 arbiscan.io' },
	{ name: 'Avalanche', words: 'avax eip155:43114 snowtrace.io' },
	{ name: 'Base', words: 'eip155:8453 basescan.org' },
	{
		name: 'Cardano',
		words: 'ada cardanoscan.io',
		shape: /^(addr|stake)1[a-z\d]{20,}$|^(Ae2|DdzFF)[1-9A-Za-z]{40,}$/,
	},
	{
		name: 'Cosmos',
		words: 'atom mintscan.io',
		shape: /^(cosmos|osmo|celestia|inj|juno|sei|kava|axelar|dydx)1[a-z\d]{30,}$/,
	},
	{ name: 'Dogecoin', words: 'doge dogechain.info', shape: /^[DA9][1-9A-HJ-NP-Za-km-z]{33}$/ },
	{ name: 'eCash', words: 'xec', shape: /^ecash:/i },
	{ name: 'Fantom', words: 'ftm eip155:250' },
	{ name: 'Gnosis', words: 'gno xdai eip155:100 gnosisscan.io' },
	{ name: 'Monero', words: 'xmr', shape: /^[48][1-9A-HJ-NP-Za-km-z]{94}$/ },
	{ name: 'Near', words: 'nearprotocol' },
	{ name: 'Optimism', words: 'oeth opmainnet eip155:10 optimistic.etherscan.io' },
	{ name: 'Polkadot', words: 'dot', shape: /^1[1-9A-HJ-NP-Za-km-z]{46,47}$/ },
	{
		name: 'Solana',
		words: 'sol spl explorer.solana.com solscan.io solana.fm',
		shape: /^[1-9A-HJ-NP-Za-km-z]{43,44}$/,
	},
	{ name: 'Tezos', words: 'xtz', shape: /^(tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]{33}$/ },
	{
		name: 'TON',
		words: 'toncoin theopennetwork tonscan.org tonviewer.com',
		shape: /^[EUk0]Q[\w+/-]{46}$|^-?[01]:[\da-fA-F]{64}$/,
	},
	{
		name: 'a test network',
		words: 'bchreg bchtest testnet',
		shape:
			/^(tb|bcrt|tsp|tltc|rltc|tmweb)1[a-z\d]+$|^bch(test|reg):|^[mn2Q][1-9A-HJ-NP-Za-km-z]{33,34}$|^T[1-9A-HJ-NP-Za-km-z]{45,47}$|^a0[\da-fA-F]{40}$/,
	},
];

/** @returns the letters and digits of a text, in capitals: all that two spellings of a name are compared by. */
export const normalize = (text: string): string =>
	text
		.toUpperCase()
		.replaceAll('₮', 'T')
		.replace(/[^\p{L}\d]+/gu, '');

/** The chain that an address looks like one of. */
export function findForeignAddress(text: string): ForeignChain | undefined {
	return CHAINS.find(({ shape }) => shape?.test(text));
}

/** The chain that people or links call so, in any spelling: a name, a scheme, a chain ID, a host. */
export function findForeignName(text: string): ForeignChain | undefined {
	const wanted = normalize(text);
	return CHAINS.find(({ name, words }) =>
		[name, ...words.split(' ')].some((one) => normalize(one) === wanted),
	);
}

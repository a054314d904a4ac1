/**
 * Blockchains that the service doesn't check, but that people ask for. Each has its name, the words for it or its coin,
 * its names in a link (schemes, chain IDs, hosts of explorers), and the form of its addresses. A refusal names it. Any
 * other blockchain gets a refusal too.
 */
const CHAINS: ReadonlyArray<[name: string, words: string, shape?: RegExp]> = [
	['Algorand', 'algo', /^[A-Z2-7]{58}$/],
	['Arbitrum', 'arb arb1 eip155:42161 arbiscan.io'],
	['Avalanche', 'avax eip155:43114 snowtrace.io'],
	['Base', 'eip155:8453 basescan.org'],
	['Cardano', 'ada cardanoscan.io', /^(addr|stake)1[a-z\d]{20,}$|^(Ae2|DdzFF)[1-9A-Za-z]{40,}$/],
	[
		'Cosmos',
		'atom mintscan.io',
		/^(cosmos|osmo|celestia|inj|juno|sei|kava|axelar|dydx)1[a-z\d]{30,}$/,
	],
	['Dogecoin', 'doge dogechain.info', /^[DA9][1-9A-HJ-NP-Za-km-z]{33}$/],
	['eCash', 'xec', /^ecash:/i],
	['Fantom', 'ftm eip155:250'],
	['Gnosis', 'gno xdai eip155:100 gnosisscan.io'],
	['Monero', 'xmr', /^[48][1-9A-HJ-NP-Za-km-z]{94}$/],
	['Near', 'nearprotocol'],
	['Optimism', 'oeth opmainnet eip155:10 optimistic.etherscan.io'],
	['Polkadot', 'dot', /^1[1-9A-HJ-NP-Za-km-z]{46,47}$/],
	['Solana', 'sol spl explorer.solana.com solscan.io solana.fm', /^[1-9A-HJ-NP-Za-km-z]{43,44}$/],
	['Tezos', 'xtz', /^(tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]{33}$/],
	[
		'TON',
		'toncoin theopennetwork tonscan.org tonviewer.com',
		/^[EUk0]Q[\w+/-]{46}$|^-?[01]:[\da-fA-F]{64}$/,
	],
	[
		'a test network',
		'bchreg bchtest testnet',
		/^(tb|bcrt|tsp|tltc|rltc|tmweb)1[a-z\d]+$|^bch(test|reg):|^[mn2Q][1-9A-HJ-NP-Za-km-z]{33,34}$|^T[1-9A-HJ-NP-Za-km-z]{45,47}$|^a0[\da-fA-F]{40}$/,
	],
];

/** The letters and digits of a text, in capitals: all that two spellings of a name are compared by. */
export const normalize = (text: string): string =>
	text
		.toUpperCase()
		.replaceAll('₮', 'T')
		.replace(/[^\p{L}\d]+/gu, '');

/** The name of the chain that an address looks like one of. */
export const findForeignAddress = (text: string): string | undefined =>
	CHAINS.find(([, , shape]) => shape?.test(text))?.[0];

/** The name of the chain that people or links call so: by its name, a scheme, a chain ID or a host. */
export function findForeignName(text: string): string | undefined {
	const wanted = normalize(text);
	const isWanted = (name: string) => normalize(name) === wanted;
	return CHAINS.find(([name, words]) => [name, ...words.split(' ')].some(isWanted))?.[0];
}

import type { Network } from './networks';

/* The pages of explorers from which an address or a hash may be pasted. */

/** The networks by the beginning of a page's address, up to its address or hash. */
const PAGES: Readonly<Record<string, Network>> = {
	'bithomp.com/account/': 'XRP',
	'bithomp.com/explorer/': 'XRP',
	'blockchain.com/explorer/addresses/bch/': 'BCH',
	'blockchain.com/explorer/addresses/btc/': 'BTC',
	'blockchain.com/explorer/addresses/eth/': 'ETH',
	'blockchain.com/explorer/transactions/bch/': 'BCH',
	'blockchain.com/explorer/transactions/btc/': 'BTC',
	'blockchain.com/explorer/transactions/eth/': 'ETH',
	'blockchair.com/bitcoin-cash/address/': 'BCH',
	'blockchair.com/bitcoin-cash/transaction/': 'BCH',
	'blockchair.com/bitcoin/address/': 'BTC',
	'blockchair.com/bitcoin/transaction/': 'BTC',
	'blockchair.com/ethereum/address/': 'ETH',
	'blockchair.com/ethereum/transaction/': 'ETH',
	'blockchair.com/litecoin/address/': 'LTC',
	'blockchair.com/litecoin/transaction/': 'LTC',
	'blockstream.info/address/': 'BTC',
	'blockstream.info/tx/': 'BTC',
	'bscscan.com/address/': 'BSC',
	'bscscan.com/tx/': 'BSC',
	'etc.blockscout.com/address/': 'ETC',
	'etc.blockscout.com/tx/': 'ETC',
	'etherscan.io/address/': 'ETH',
	'etherscan.io/tx/': 'ETH',
	'litecoinspace.org/address/': 'LTC',
	'litecoinspace.org/tx/': 'LTC',
	'livenet.xrpl.org/accounts/': 'XRP',
	'livenet.xrpl.org/transactions/': 'XRP',
	'mempool.space/address/': 'BTC',
	'mempool.space/tx/': 'BTC',
	'polygonscan.com/address/': 'MATIC',
	'polygonscan.com/tx/': 'MATIC',
	'stellar.expert/explorer/public/account/': 'XLM',
	'stellar.expert/explorer/public/tx/': 'XLM',
	'tronscan.org/#/address/': 'TRX',
	'tronscan.org/#/transaction/': 'TRX',
	'whatsonchain.com/address/': 'BSV',
	'whatsonchain.com/tx/': 'BSV',
	'xrpscan.com/account/': 'XRP',
	'xrpscan.com/tx/': 'XRP',
};

/**
 * Reads a page without its scheme, in any language.
 * @returns undefined for another site, and for another page, such as that of a token or of a test network.
 */
export function findPage(page: string): { network: Network; target: string } | undefined {
	const plain = page
		.replace(/^www\./i, '')
		.replace(/^([^/]+\/)(?!tx)[a-z]{2}(-[a-z]{2})?\//i, '$1');
	const start = Object.keys(PAGES).find((one) => plain.toLowerCase().startsWith(one));
	const [target] = /^[\w:]+(?=[/?#]|$)/.exec(plain.slice(start?.length)) ?? [];
	return start && target ? { network: PAGES[start], target } : undefined;
}

/** One real link of each explorer that the table knows, of a wallet and of a transaction; and those of other chains. */
import { NETWORK_CODES, NETWORKS } from '../../../nodes/shared/networks.ts';
import { BTC, CASH, ETH, HASH, SEGWIT, TRX, XLM, XRP } from '../addresses/samples.mts';
import { decide } from './decide.mts';

const LTC = 'LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA';
const CASH_BODY = CASH.slice(12);
const EVM = ETH.toLowerCase();

const WALLETS: ReadonlyArray<[code: string, link: string]> = [
	['BTC', `https://www.blockchain.info/address/${BTC}`],
	['BTC', `https://blockstream.info/address/${SEGWIT}`],
	['BTC', `https://btcscan.org/address/${BTC}`],
	['BTC', `https://mempool.space/pt-BR/address/${BTC}`],
	['BCH', `https://bchexplorer.cash/address/${CASH}`],
	['BCH', `https://explorer.bitcoincash.org/address/${CASH_BODY}`],
	['BSV', `https://whatsonchain.com/address/${BTC}`],
	['ETH', `https://eth.blockscout.com/address/${ETH}?tab=tokens`],
	['ETH', `https://eth.tokenview.io/en/address/${ETH}`],
	['ETH', `https://cn.etherscan.com/address/${ETH}`],
	['ETH', `https://etherscan.io/address/${EVM}#tokentxns`],
	['ETH', `https://etherscan.io/txs?a=${ETH}`],
	['ETH', `https://ethplorer.io/address/${EVM}#chart=candlestick`],
	['ETC', `https://etc.blockscout.com/address/${ETH}`],
	['ETC', `https://etcblockexplorer.com/address/${ETH}`],
	['LTC', `https://litecoinspace.org/de/address/${LTC}`],
	['LTC', `https://ltc.tokenview.io/en/address/${LTC}`],
	['TRX', `https://tronscan.io/#/address/${TRX}`],
	['TRX', `https://tronscan.org/?utm_source=x#/address/${TRX}/transfers?lang=en`],
	['XRP', `https://bithomp.com/en/account/${XRP}`],
	['XRP', `https://livenet.xrpl.org/accounts/${XRP}/transactions`],
	['XRP', `https://xrpscan.com/account/${XRP}`],
	['XLM', `https://stellar.expert/explorer/public/account/${XLM}?filter=asset`],
	['XLM', `https://stellarchain.io/accounts/${XLM}`],
	['BSC', `https://bsc.tokenview.io/en/address/${ETH}`],
	['BSC', `https://bscscan.com/search?q=${ETH}&f=0`],
	['BSC', `https://bsctrace.com/address/${ETH}`],
	['MATIC', `https://polygon.blockscout.com/address/${ETH}`],
	['MATIC', `https://polygonscan.com/address/${ETH}`],
	['BTC', `https://www.blockchain.com/de/explorer/addresses/btc/${BTC}`],
	['BTC', `https://www.blockchain.com/explorer/search?search=${SEGWIT}`],
	['XRP', `https://blockchair.com/xrp-ledger/account/${XRP}`],
	['BSV', `https://blockchair.com/bitcoin-sv/address/${BTC}`],
	['BSC', `https://www.oklink.com/zh-hans/bsc/address/${EVM}`],
	['TRX', `https://trx.tokenview.io/en/address/${TRX}`],
	['LTC', `https://live.blockcypher.com/ltc/address/${LTC}/`],
	['TRX', `https://3xpl.com/tron/address/${TRX}`],
	['ETH', `https://blockexplorer.one/ethereum/mainnet/address/${ETH}`],
];

it.each(WALLETS)('%s: %s', (code, link) => expect(decide(link)).toMatch(new RegExp(`^${code} `)));

it('each host of the table has a link here', () => {
	const hosts = NETWORK_CODES.flatMap((network) => NETWORKS[network].links.split(' '));
	const isShown = (host: string) =>
		WALLETS.some(([, link]) => new URL(link).hostname.endsWith(host));
	expect(hosts.filter((one) => one.includes('.') && !isShown(one))).toEqual([]);
});

it.each([
	['BTC', BTC, `https://mempool.space/tx/${HASH}#vout=0`],
	['BTC', BTC, `https://blockstream.info/tx/${HASH}:1?expand`],
	['BSV', BTC, `https://whatsonchain.com/tx/${HASH}`],
	['ETH', ETH, `https://etherscan.io/tx/0x${HASH}#eventlog`],
	['TRX', TRX, `https://tronscan.org/#/transaction/${HASH}`],
	['XRP', XRP, `https://bithomp.com/explorer/${HASH.toUpperCase()}`],
	['XLM', XLM, `https://stellar.expert/explorer/public/tx/${HASH}`],
	['BTC', BTC, `https://www.blockchain.com/explorer/transactions/btc/${HASH}`],
	['BTC', BTC, `https://live.blockcypher.com/btc/tx/${HASH}/`],
])('a transaction, %s of %s: %s', (code, address, transaction) =>
	expect(decide(address, 'detect', { transaction })).toMatch(new RegExp(`^${code} .* `)),
);

/** Under the currency and the network that a workflow may have chosen, too. */
it.each([
	[ETH, 'ETH', 'https://arbiscan.io/address/@'],
	[ETH, 'ETH', 'https://base.blockscout.com/address/@'],
	[ETH, 'ETH', 'https://explorer.celo.org/mainnet/address/@'],
	[ETH, 'ETH', 'https://explorer.zksync.io/address/@'],
	[ETH, 'ETH', 'https://fraxscan.com/address/@'],
	[ETH, 'ETH', 'https://never-heard-of-scan.example/address/@'],
	[ETH, 'ETH', 'https://subnets.avax.network/c-chain/address/@'],
	[ETH, 'ETH', 'https://www.oklink.com/sepolia-test/address/@'],
	[ETH, 'ETH', 'https://debank.com/profile/@?chain=base'],
	[ETH, 'ETH', 'https://app.safe.global/home?safe=arb1:@'],
	[ETH, 'MATIC', 'https://cardona-zkevm.polygonscan.com/address/@'],
	[ETH, 'BSC', 'https://opbnb.bscscan.com/address/@'],
	[BTC, 'BTC', 'https://mempool.space/testnet4/address/@'],
	[BTC, 'BTC', 'https://explorer.fractalbitcoin.io/address/@'],
	[BTC, 'BTC', 'https://www.blockchain.com/btc-testnet/address/@'],
	[BTC, 'BTC', 'https://blockchair.com/ecash/address/@'],
	[CASH_BODY, 'BCH', 'https://chipnet.imaginary.cash/address/@'],
	[LTC, 'LTC', 'https://litecoinspace.org/testnet/address/@'],
	[TRX, 'TRX', 'https://nile.tronscan.org/#/address/@'],
	[XRP, 'XRP', 'https://hooks.xrpl.org/accounts/@'],
	[XRP, 'XRP', 'https://xahau.xrplwin.com/account/@'],
	[XLM, 'XLM', 'https://api.mainnet.minepi.com/accounts/@'],
	[XLM, 'XLM', 'https://horizon-testnet.stellar.org/accounts/@'],
])('%s under %s: %s is of another chain', (address, currency, link) => {
	const text = link.replace('@', address);
	for (const refused of [
		decide(text),
		decide(text, currency),
		decide(text, 'all', { evmNetwork: 'ETH' }),
	])
		expect(refused).toMatch(/^(unsupportedNetwork|networkUnclear): /);
});

it.each([
	'https://etherscan.io/contract/@',
	'https://opensea.io/assets/ethereum/@/12',
	'https://app.uniswap.org/explore/pools/ethereum/@',
	'https://dexscreener.com/ethereum/@',
	'https://www.dextools.io/app/en/ether/pair-explorer/@',
])('%s shows no wallet', (link) =>
	expect(decide(link.replace('@', ETH), 'ETH')).toMatch(/^notAWallet: /),
);

it('a word in the path of an unknown site proves no network, and contradicts one', () => {
	const link = `https://some.site/bsc/${ETH}`;
	expect(decide(link)).toMatch(/^networkUnclear: /);
	expect(decide(link, 'BSC')).toBe(`BSC ${ETH}`);
	expect(decide(link, 'detect', { evmNetwork: 'BSC' })).toBe(`BSC ${ETH}`);
	expect(decide(link, 'ETH')).toMatch(/^wrongNetwork: /);
});

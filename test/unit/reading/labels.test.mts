/** What labels and keys say about the coin and the network: what isn't understood there refuses. */
import { BTC, ETH, HASH, TRX } from '../addresses/samples.mts';
import { AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import { decide, decideGiven } from './decide.mts';

/** T, E, B stand for addresses. */
const put = (text: string) =>
	text.replace(/\b[TEB]\b/g, (letter) => ({ T: TRX, E: ETH, B: BTC })[letter] ?? letter);

const under = (text: string, evmNetwork = 'ETH') => decide(put(text), 'detect', { evmNetwork });

it.each([
	['{"asset":"WLD","address":"E"}', 'names WLD, which the service does not list'],
	['{"currency":"XYZ","network":"ETH","address":"E"}', 'names “XYZ”'],
	['Coin: HTX\nNetwork: Tron\nAddress: T', 'is an exchange'],
	['{"symbol":"HOT","to":"E"}', 'names HOT, which the service does not list'],
	['{"tokenSymbol":"MANA","to":"E"}', 'names MANA, which the service does not list'],
	['address,network,asset\nE,Ethereum,GRT', 'names GRT, which the service does not list'],
	['| address | coin |\n|---|---|\n| E | GRT |', 'names GRT, which the service does not list'],
	['Token: Foobar E', 'names “Foobar”'],
	['{"token":"FOO"} E', 'names “FOO”'],
	['Network: X Layer E', 'names X Layer'],
	['network=Lisk E', 'names Lisk'],
	['**Chain:** Etherlink\n**Address:** E', 'names Etherlink'],
	['Network: BOB\nE', 'names “BOB”'],
	['Сеть: Foobar E', 'names “Foobar”'],
	['Network: Foobar T', 'names “Foobar”'],
	['充值网络：测试 地址：E', 'names “测试”'],
	['네트워크: 베이스 E', 'names “베이스”'],
	['{"address":"E","chain_id":42161}', 'names Arbitrum'],
	['{"address":"E","chain_id":56}', 'wrongNetwork'],
	['{"networkId":10,"address":"E"}', 'names Optimism'],
	['{"network":"8453","address":"E"}', 'names Base'],
	['ethereum:E?chain_id=1&chainId=56', 'wrongNetwork'],
	['Coin: USDT Network: Foobar Address: E', 'names “Foobar”'],
	['{"token_id":"1","address":"E"}', 'names “1”'],
	['Network\nFoobar\nAddress\nE', 'names “Foobar”'],
	['Network - Foobar\nE', 'names “Foobar”'],
	['<coin>FOO</coin><to>E</to>', 'names “FOO”'],
	['{"network":{"name":"Foobar"},"to":"E"}', 'names “Foobar”'],
	['Foobar Chain: E', 'names “Foobar”'],
	['Tether Gold: E', 'names XAUT'],
	['Savings USDT: E', 'names “Savings”'],
	['Rocket Pool ETH: E', 'names rETH'],
	['USDT-ETH LP: E', 'names USDT and LP at once'],
	['PayPal USD: E', 'names PYUSD'],
	['Euro Coin: E', 'names EURC'],
	['weETH: E', 'names WEETH'],
	['my cbBTC is at E', 'names CBBTC'],
	['WLD: E', 'names WLD, which the service does not list'],
	['E (TWT)', 'names TWT, which the service does not list'],
	['send 100 LDO to E', 'names LDO, which the service does not list'],
	['RDNT ERC20 E', 'names RDNT, which the service does not list'],
	['Network Foobar E', 'names “Foobar”'],
	['Please send it on the Foobar network: E', 'names “Foobar”'],
	['Foobar network E', 'names “Foobar”'],
	['FOO on Ethereum: E', 'names “FOO”'],
	['Deposit FOO: E', 'names “FOO”'],
	['VIP on Ethereum: E', 'names “VIP”'],
	['Foobar Coin: E', 'names “Foobar”'],
	['my Maker wallet: E', 'names “MKR”, a token of Ethereum'],
	['E - Curve DAO', 'names “CRV”'],
	['Aave ETH: E', 'names aETH'],
	['Kucoin USDC: E', 'is an exchange and no network'],
	['E (USDT or ETH)', 'names USDT and ETH at once'],
	['Savings Dai: E', 'names “Savings”'],
	['USDT Lisk: E', 'names Lisk'],
	['E TRC10', 'names TRC10'],
	['chainid=10 E', 'names Optimism'],
	['E (X Layer)', 'names X Layer'],
])('%s under Ethereum is refused: %s', (text, words) => {
	expect(under(text)).toMatch(/^\w+: /);
	expect(under(text)).toContain(words);
});

const tableRow = (name: string, value: string) => `<tr><td>${name}</td><td>${value}</td></tr>`;

it.each([
	['{"address":"E","chain_id":"137"}', 'MATIC'],
	['网络: 币安智能链 地址: E', 'BSC'],
	['Coin: USDT Network: BNB Smart Chain (BEP20) Address: E', 'USDTBEP20'],
	['Network: TRON (TRC20). Please send 5 USDT to T', 'USDTTRC20'],
	['{"currency":"EUR","amount":5,"network":null,"address":"B"}', 'BTC'],
	['<b>Network:</b> Bitcoin (SegWit)<br>B', 'BTC'],
	['Network fee: paid by us, token: none. B', 'BTC'],
	['Network: T', 'TRX'],
	['USDT Deposit Address\nT\nNetwork\nTron (TRC20)\nMinimum deposit\n0.01 USDT', 'USDTTRC20'],
	[`<table>${tableRow('Coin', 'USDT')}${tableRow('Address', 'T')}</table>`, 'USDTTRC20'],
	['{"token":{"decimals":6,"symbol":"USDT"},"to":{"address":"T"}}', 'USDTTRC20'],
	['{"network":"tron-mainnet","asset_code":"TRX","to":"T"}', 'TRX'],
])('%s names %s', (text, assets) => expect(under(text, '')).toMatch(new RegExp(`^${assets} `)));

it.each([
	['https://etherscan.io/block/0x', 'not a transaction'],
	['https://www.blockchain.com/explorer/blocks/btc/', 'not a transaction'],
	['WLD 0x', 'names WLD, which the service does not list'],
	['Maker: 0x', 'names “MKR”'],
	['Base tx 0x', 'names Base'],
])('%s… is no transaction of Ethereum: %s', (text, words) =>
	expect(decide(ETH, 'detect', { evmNetwork: 'ETH', transaction: `${text}${HASH}` })).toContain(
		words,
	),
);

it.each([
	'NEW T',
	'Name: Bob, T',
	'I need the token, thanks\nBest, Anna\nT',
	'Order 12, 5 EUR: T',
	'Pay by 5 PM to T',
	...[
		"VIP, TO, CUSTOMER, IBAN, Here's my address, Anna Smith, Adresse TRON , My TRX Wallet",
		'Мой кошелёк TRX, Donate TRX, John Smith - TRX, TRX Wallet #2, Ledger Nano X TRX',
		'Pay 0.5 TRX To, Binance TRX Deposit, MetaMask, Please approve the TRX payout of Bob',
		'My network, The Network Team, ANNA, IBM wallet, Blockchain Capital',
		'my Ledger Nano wallet address, Binance, SEND IT HERE, test transaction, HOT WALLET',
		'Abstract Art Ltd, Deposit TRX on the Tron network, Bob asked me on Monday',
	].flatMap((names) => names.split(', ').map((name) => `${name}: T`)),
])('%s is prose', (text) => expect(under(text)).toBe(`TRX ${TRX}`));

it.each([
	['Shiba Inu: E', 'SHIB on ETH'],
	['Chainlink: E', 'LINK on ETH'],
	['T.USDT', 'USDTTRC20'],
	['Bitcoin Core wallet: B', 'BTC'],
])('%s under Ethereum names %s', (text, asset) =>
	expect(under(text)).toMatch(new RegExp(`^${asset} `)),
);

it('a list that cannot be read may have a symbol in capitals; what is no such symbol needs no list', () => {
	const failure = new AmlCheckError({ kind: 'unavailable', message: '', advice: '' });
	const without = (text: string) =>
		decideGiven({ address: put(text), currency: 'ETH' }, { entries: [], failure });
	expect(without('ACME: E')).toBe('unread');
	for (const text of ['Acme: E', 'PAY TO MY WALLET: E', 'ETH: E'])
		expect(without(text)).toMatchObject({ assets: [{ network: 'ETH' }] });
});

it('a token that is chosen agrees with its name in the list', () => {
	const token = { kind: 'id', value: '94304' } as const;
	expect(decide(put('my Maker wallet: E'), 'ETH', { token })).toMatch(/ on ETH /);
	expect(decide(put('my Pepe wallet: E'), 'ETH', { token })).toMatch(/^wrongAsset: /);
});

it('a contract of Stellar is no wallet', () => {
	const contract = 'CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75';
	for (const currency of ['detect', 'XLM', 'USDC', 'all'])
		expect(decide(contract, currency)).toMatch(/^notAWallet: .* contract of Stellar/);
});

const METAMASK = `https://link.metamask.io/send/0x55d398326f99059fF775485246999027B3197955@56/transfer?address=${ETH}&uint256=1e18`;
const TRUST_WALLET = `https://link.trustwallet.com/send?coin=195&address=${TRX}&token_id=TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t&amount=5`;

it.each([
	[METAMASK, 'detect', `USDTBEP20 ${ETH}`],
	[TRUST_WALLET, 'detect', `USDTTRC20 ${TRX}`],
	[`https://link.trustwallet.com/send?asset=c20000714&address=${ETH}`, 'detect', `BSC ${ETH}`],
	[`https://link.trustwallet.com/send?coin=501&address=${ETH}`, 'ETH', 'unsupportedNetwork'],
	[`https://link.trustwallet.com/send?coin=60&address=${ETH}`, 'BSC', 'wrongNetwork'],
	[`https://explorer.btc.com/bch/address/${BTC}`, 'detect', 'BCH bitcoincash:'],
	[`bitcoincash:${BTC}`, 'detect', 'BCH bitcoincash:'],
	[`bitcoincash:${BTC}`, 'BCH', 'BCH bitcoincash:'],
	[`https://app.1inch.io/#/8453/portfolio/${ETH}`, 'ETH', 'names Base'],
	[`https://www.bungee.exchange/?toChain=8453&to=${ETH}`, 'ETH', 'names Base'],
	[`https://www.coingecko.com/en/coins/ethereum/${ETH}`, 'ETH', 'notAWallet'],
	[ETH, 'ChainID: 137', `MATIC ${ETH}`],
	[ETH, 'usdtbsc', `USDTBEP20 ${ETH}`],
	[ETH, 'bnbbsc', `BSC ${ETH}`],
	[ETH, 'usdcmatic', `USDC on MATIC ${ETH}`],
	[`did:pkh:eip155:56:${ETH}`, 'detect', `BSC ${ETH}`],
	[`https://app.aave.com/?marketName=proto_base&address=${ETH}`, 'ETH', 'names Base'],
])('%s under %s: %s', (text, currency, words) => expect(decide(text, currency)).toContain(words));

/** Network and Asset: every word is understood and all that is said agrees, or there is one sentence. */
import { ALIASES, nameAsset } from '../../../nodes/shared/wallet/assets.ts';
import { parseCurrency, parseNames } from '../../../nodes/shared/wallet/names.ts';
import { NETWORK_CODES, NETWORKS } from '../../../nodes/shared/wallet/networks.ts';

const read = (asset: string, network: string) => {
	const names = parseNames(network, asset);
	return 'ok' in names ? names.reason : [names.asset, names.network].filter(Boolean).join(' on ');
};

describe('what two fields say', () => {
	it.each([
		['', '', ''],
		['', 'detect', ''],
		['', 'DETECT', ''],
		['-', 'N/A', ''],
		['none', 'null', ''],
		['unknown', '—', ''],
		['all', 'evm', 'all on evm'],
		['coin', 'EVM', 'coin on evm'],
		['', 'evm', 'evm'],
		['all', 'Tron', 'all on TRX'],
		['token', 'ERC20', 'token on ETH'],
		['coin', 'BNB Smart Chain (BEP20)', 'coin on BSC'],
		['ETH', '', 'coin on ETH'],
		['POL', 'Polygon', 'coin on MATIC'],
		['POL (ex-MATIC)', '', 'coin on MATIC'],
		['XXBT', 'Bitcoin', 'coin on BTC'],
		['XETC', 'ethereum_classic', 'coin on ETC'],
		['XETH', 'Ether (Hex)', 'coin on ETH'],
		['BTC', 'SEGWITBTC', 'coin on BTC'],
		['lumens', 'Stellar Network', 'coin on XLM'],
		['USDT', '', 'USDT'],
		['USDT', 'Tether USD (TRC20)', 'USDT on TRX'],
		['', 'Tether USD (TRC20)', 'USDT on TRX'],
		['USDT_TRC20', '', 'USDT on TRX'],
		['usdttrc20', 'trx', 'USDT on TRX'],
		['TRC-20 USDT', '', 'USDT on TRX'],
		['USDC', 'Polygon POS', 'USDC on MATIC'],
		['USD Coin (ERC20)', 'eip155:1', 'USDC on ETH'],
		['USDT-BSC', 'BNB_SMART_CHAIN', 'USDT on BSC'],
		['usdc', '0x89', 'USDC on MATIC'],
		['BNBBSC', '', 'coin on BSC'],
		['tron:usdt', '', 'USDT on TRX'],
		['BTC', 'BTC-OnChain', 'coin on BTC'],
		['USDC', 'USDC-Polygon', 'USDC on MATIC'],
		['XLM', 'stellar:pubnet', 'coin on XLM'],
		['maticmainnet', 'matic', 'coin on MATIC'],
		['Digital Currency Address - XBT', '', 'coin on BTC'],
		['BTC', 'bip122:000000000019d6689c085ae165831e93', 'coin on BTC'],
		['ＵＳＤＴ', 'ＴＲＸ', 'USDT on TRX'],
	])('asset %j, network %j: %s', (asset, network, said) => expect(read(asset, network)).toBe(said));

	it.each([
		// A coin on another network is a token.
		['ETH', 'BSC'],
		['POL', 'ETH'],
		['BNB', 'ERC20'],
		['MATIC ERC20', ''],
		['BTC', 'BEP20'],
		['ETH/BTC', 'ETH'],
		// All that is said has to agree.
		['USDT_TRC20', 'Ethereum'],
		['USDT', 'ERC20/TRC20'],
		['USDT', 'Tether USDC'],
		['USDT, USDC', 'TRX'],
		...['ETH/USDT', 'ETHUSDT', 'ETH-USDT', 'eth_usdt', 'TRXUSDT'].flatMap((market) => [
			[market, ''],
			['', market],
		]),
		['trx / usdc', ''],
		['USDT, TRX', 'TRX'],
		['BNB + USDT', 'BSC'],
		['ETH', 'USDT ERC20'],
		['coin', 'Tether USD (TRC20)'],
		['all', 'USDT TRC20'],
		['token', 'USDT'],
		['USDT', 'evm'],
		['ETH', 'evm'],
		['token', 'evm'],
		// A kind of token names none.
		['TRC20', 'TRX'],
		['eip155:1', ''],
		// Noise names nothing.
		['mainnet', 'ETH'],
		['ETH', 'segwit'],
		['₿', 'BTC'],
		// A value of one list is no value of the other.
		['evm', ''],
		['detect', ''],
		['ETH', 'all'],
	])('is refused: asset %j, network %j', (asset, network) =>
		expect(['wrongAsset', 'networkUnclear']).toContain(read(asset, network)),
	);

	it.each([
		...['ARBITRUM', 'base-mainnet', 'OPBNB', 'Polygon zkEVM', 'Ethereum Sepolia', 'BEP2', 'TRC10'],
		...['BTC Lightning', 'Tron Nile', 'ETHW', 'Ethereum PoS', 'OMNI', '56', '-1', '0xa4b1'],
		...['eip155:8453', 'stellar:testnet', 'xrpl:1', 'nan', 'native', 'Binance', 'constructor'],
	])('is refused by the network %j, which is not known', (network) =>
		expect(parseNames(network, 'USDT')).toMatchObject({
			reason: 'networkUnclear',
			advice: expect.stringContaining('detect, evm, BTC'),
		}),
	);

	it.each([
		...['WETH', 'USDC.e', 'USDC (PoS)', 'USDT0', 'USD₮0', 'axlUSDC', 'BTCB', 'BUSD_BSC', 'ETH2.S'],
		...[
			'BCHABC',
			'HEX',
			'ETH HEX',
			'BTC Digital',
			'TRX_USDT_S2UZ',
			'ETH_TEST5',
			'MATIC.POLY',
			'AAVE',
		],
		...['USDТ', 'ВТС', 'not USDT', 'eip155:1/slip44:60', 'ETH-USD', '__proto__', '0'.repeat(200)],
	])('is refused by the asset %j, which is not known', (asset) =>
		expect(parseNames('', asset)).toMatchObject({
			reason: 'wrongAsset',
			advice: expect.stringContaining('all, coin, token, USDC, USDT, BTC'),
		}),
	);

	it('is refused without its words where it may be a secret', () => {
		const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
		for (const names of [parseNames(words, ''), parseNames('', words)])
			expect(names).toMatchObject({
				reason: 'privateKey',
				message: expect.not.stringMatching('wave'),
			});
	});
});

describe('a name that the node writes', () => {
	it.each(NETWORK_CODES)('is read back: %s', (network) => {
		for (const text of [network, NETWORKS[network].name, nameAsset({ network })])
			expect(parseCurrency(text)).toEqual({ network });
	});

	it.each(ALIASES.map((asset) => [asset.alias, asset] as const))(
		'is read back: %s',
		(alias, asset) => {
			for (const text of [
				alias,
				alias.toLowerCase(),
				alias.replace(/(?<=USD.)/, '_'),
				nameAsset(asset),
			])
				expect(parseCurrency(text)).toEqual(asset);
		},
	);

	it.each([undefined, null, 1, '', 'USDT', 'evm', 'all', 'DOGE', 'TRC20'])(
		'is none that a record can have: %j',
		(text) => expect(parseCurrency(text)).toBeUndefined(),
	);
});

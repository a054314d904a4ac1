/** The list of `checkup.currencylist`: native currencies, and well-known tokens with their real contracts. */
import type { Network } from '../nodes/shared/wallet/networks.ts';
import { CHECK_NETWORKS, networkOf } from './networks.mts';

export interface CurrencyListEntry {
	currency: string;
	issuer: string | null;
	name: string;
	symbol: string;
	token_id: number | string;
	/** Number of decimals. */
	unit: number;
}

type Row = [symbol: string, name: string, tokenId: number | string, unit: number, issuer: string];

/**
 * The ids of USDT on ETH, TRX and BSC are the document's, all others the sandbox's. Both forms of `token_id` and every way of writing a contract address occur, as the document warns.
 */
const ROWS: Partial<Record<string, Row[]>> = {
	ETH: [
		['USDT', 'Tether USD', 94252, 6, '0xdac17f958d2ee523a2206206994597c13d831ec7'],
		['USDC', 'USD Coin', 94253, 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
		['DAI', 'Dai Stablecoin', '94261', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
		['WETH', 'Wrapped Ether', '94270', 18, '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'],
		['WBTC', 'Wrapped BTC', 94271, 8, '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'],
		['LINK', 'ChainLink Token', 94280, 18, '0x514910771AF9Ca656af840dff83E8264EcF986CA'],
		['UNI', 'Uniswap', '94281', 18, '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'],
		['SHIB', 'SHIBA INU', 94290, 18, '0x95AD61B0A150D79219DCF64E1E6CC01F0B64C4CE'],
		['AAVE', 'Aave Token', 94301, 18, '0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9'],
		['PEPE', 'Pepe', '94302', 18, '0x6982508145454Ce325dDbE47a25d4ec3d2311933'],
		['CRV', 'Curve DAO Token', 94303, 18, '0xD533a949740bb3306d119CC777fa900bA034cd52'],
		['MKR', 'Maker', 94304, 18, '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2'],
		['TUSD', 'TrueUSD', '94305', 18, '0x0000000000085d4780B73119b644AE5ecd22b376'],
		['BUSD', 'Binance USD', 94306, 18, '0x4Fabb145d64652a948d72533023f6E7A623C7C53'],
	],
	TRX: [
		['USDT', 'Tether USD', 9, 6, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
		['USDC', 'USD Coin', '31', 6, 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
		['USDD', 'Decentralized USD', 42, 18, 'TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn'],
		['TUSD', 'TrueUSD', '43', 18, 'TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4'],
		['WIN', 'WINkLink', 44, 6, 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'],
		['JST', 'JUST', 45, 18, 'TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9'],
		['SUN', 'SUN', '46', 18, 'TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S'],
		['BTT', 'BitTorrent', '1002000', 6, 'TAFjULxiVgT4qWk6UZwjqwZXTSaGaqnVp4'],
	],
	XRP: [['RLUSD', 'Ripple USD', '7', 6, 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De']],
	XLM: [['USDC', 'USD Coin', '5', 7, 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN']],
	BSC: [
		['USDT', 'Tether USD', 9, 18, '0x55d398326f99059ff775485246999027b3197955'],
		['USDC', 'USD Coin', '17', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
		['BUSD', 'Binance USD', 18, 18, '0xe9e7cea3dedca5984780bafc599bd69add087d56'],
		['CAKE', 'PancakeSwap Token', '19', 18, '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82'],
		['WBNB', 'Wrapped BNB', 20, 18, '0xBB4CDB9CBD36B01BD1CBAEBF2DE08D9173BC095C'],
		['BTCB', 'BTCB Token', 21, 18, '0x7130d2a12b9bcbfae4f2634d864a1ee1ce3ead9c'],
		['ETH', 'Ethereum Token', '22', 18, '0x2170ed0880ac9a755fd29b2688956bd959f933f8'],
	],
	MATIC: [
		['USDT', 'Tether USD', 12, 6, '0xc2132d05d31c914a87c6611c10748aeb04b58e8f'],
		['USDC', 'USD Coin', '13', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
		['DAI', 'Dai Stablecoin', '14', 18, '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'],
		['WETH', 'Wrapped Ether', 15, 18, '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619'],
	],
};

const STANDARDS = { ERC20: 'ETH', TRC20: 'TRX', BEP20: 'BSC' } as const;

function idOf(network: Network, coin: string): string {
	const row = ROWS[network]?.find(([symbol]) => symbol === coin);
	if (!row) throw new Error(`${network} has no ${coin}`);
	return String(row[2]);
}

/** The tokens of the alias codes `USDTERC20`, `USDT_ERC20` and so on. */
export const ALIASES: ReadonlyMap<string, { network: Network; tokenId: string }> = new Map(
	['USDT', 'USDC'].flatMap((coin) =>
		Object.entries(STANDARDS).flatMap(([standard, network]) => {
			const meaning = { network, tokenId: idOf(network, coin) };
			return [[`${coin}${standard}`, meaning] as const, [`${coin}_${standard}`, meaning] as const];
		}),
	),
);

function nativeOf(currency: string): CurrencyListEntry {
	const { name = currency, symbol = currency, unit = 0 } = networkOf(currency) ?? {};
	return { currency, issuer: null, name, symbol, token_id: 0, unit };
}

/** Every entry, network by network, the native currency first. */
export const CURRENCY_LIST: readonly CurrencyListEntry[] = CHECK_NETWORKS.flatMap((currency) => [
	nativeOf(currency),
	...(ROWS[currency] ?? []).map(([symbol, name, token_id, unit, issuer]) => ({
		currency,
		issuer,
		name,
		symbol,
		token_id,
		unit,
	})),
]);

/** The token that some services list on Bitcoin. */
const OMNI_USDT = { currency: 'BTC', issuer: null, name: 'Tether USD (Omni)', symbol: 'USDT' };

/** The list of a service that screens Omni USDT too. */
export const OMNI_LIST: readonly CurrencyListEntry[] = [
	...CURRENCY_LIST,
	{ ...OMNI_USDT, token_id: 31, unit: 8 },
];

const TOKENS = new Set(OMNI_LIST.map((entry) => `${entry.currency}:${entry.token_id}`));

/** Tells whether a token of a network is USDT. */
export const isUsdt = (network: string, tokenId: string | null): boolean =>
	tokenId !== null &&
	ROWS[network]?.some(([symbol, , id]) => symbol === 'USDT' && String(id) === tokenId) === true;

/** Tells whether a network has a token. */
export function hasToken(network: string, tokenId: string): boolean {
	return TOKENS.has(`${network}:${tokenId}`);
}

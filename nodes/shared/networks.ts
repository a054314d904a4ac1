/*
 * The one table of the networks that the service checks. To add a network: a row here, its address
 * vectors, and the sandbox's row. To add an alias: an entry in its network's row, and the sandbox's. Tests name what is
 * left out.
 */

/** The stablecoins that are screened on the network of an address. */
export type Stablecoin = 'USDC' | 'USDT';

/** A stablecoin on a network. */
interface CoinRow {
	/** Its contract; on Stellar and XRP the account that issues it. */
	contract: string;
	/** The service's code for it, whose `token_id` may be left out; without one it is found in the currency list. */
	alias?: string;
	/** Its ID, where the service's document states it. */
	id?: string;
}

export interface NetworkRow {
	name: string;
	/** Other names of the network. */
	otherNames?: readonly string[];
	/** Other names of its native currency. */
	coinNames?: readonly string[];
	/** Whether `checkup.findreport` and the history's filter know it. */
	hasReports: boolean;
	/** Whether a check may be of anything but its native currency. */
	hasTokens: boolean;
	tokenStandard?: string;
	/** Its stablecoins, as far as they are known before the currency list is read. */
	coins?: Readonly<Partial<Record<Stablecoin, CoinRow>>>;
	/** Whether tokens are issued by accounts, which are wallets like any other. Elsewhere they have contracts. */
	hasIssuers?: boolean;
	/** The first characters of its addresses, to complete "… addresses start with". */
	addressStart: string;
	/** The rough form of its addresses, mistyped ones included. */
	shape: RegExp;
	/** Writes the 64 small digits of a transaction hash as its explorers do, if these change them. */
	writeHash?: (digits: string) => string;
	/**
	 * Words that name it in a link: schemes of payment links and short names of chains (BIP-21, EIP-681, EIP-3770,
	 * SEP-7). Chain IDs have a colon (CAIP-2). Hosts of explorers that show it alone have a dot, and no `www.`.
	 */
	links: string;
	isEvm?: boolean;
	/** Base58check in Bitcoin's alphabet: version bytes before 20 bytes, and what these are the hash of. */
	base58?: Readonly<Record<number, 'p2pkh' | 'p2sh' | 'tron'>>;
	/** The prefix of its witness programs in bech32 (SLIP-173). */
	segwit?: string;
}

/** BTC, BCH and BSV share their legacy form. */
const BITCOIN = {
	hasReports: true,
	hasTokens: false,
	base58: { 0x00: 'p2pkh', 0x05: 'p2sh' },
} as const;

const EVM = {
	hasReports: true,
	hasTokens: true,
	addressStart: '“0x”',
	shape: /^0x[\da-z]{1,62}$/i,
	writeHash: (digits: string) => `0x${digits}`,
	isEvm: true,
} as const;

const TABLE = {
	BTC: {
		...BITCOIN,
		name: 'Bitcoin',
		otherNames: [
			'Bitcoin Core',
			'Биткоин',
			'Биткойн',
			'比特币',
			'比特幣',
			'비트코인',
			'ビットコイン',
		],
		coinNames: ['XBT'],
		addressStart: '“1”, “3” or “bc1”',
		shape: /^([13][a-z\d]{24,35}|bc1[a-z\d]*)$/i,
		links:
			'slip44:0 bitcoin btc bip122:000000000019d6689c085ae165831e93 blockchain.info blockstream.info btcscan.org mempool.space',
		segwit: 'bc',
	},
	BCH: {
		...BITCOIN,
		name: 'Bitcoin Cash',
		otherNames: ['比特币现金', '比特现金', '비트코인캐시'],
		addressStart: '“bitcoincash:”, “q”, “p”, “1” or “3”',
		shape:
			/^([13][a-z\d]{24,35}|(bitcoincash|simpleledger):(?![13])[a-z\d]*|[qpzr][a-z\d]{40,42})$/i,
		links:
			'slip44:145 bch bitcoincash simpleledger bip122:000000000000000000651ef99cb9fcbe bchexplorer.cash explorer.bitcoincash.org',
	},
	BSV: {
		...BITCOIN,
		name: 'Bitcoin SV',
		otherNames: ['Bitcoin Satoshi Vision'],
		coinNames: ['BCHSV'],
		addressStart: '“1” or “3”',
		shape: /^[13][a-z\d]{24,35}$/i,
		links: 'slip44:236 bchsv bitcoin-sv bitcoinsv bsv whatsonchain.com',
	},
	ETH: {
		...EVM,
		name: 'Ethereum',
		otherNames: ['Эфириум', '以太坊', '이더리움', 'イーサリアム'],
		coinNames: ['Ether', 'Эфир'],
		tokenStandard: 'ERC-20',
		coins: {
			USDT: {
				contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
				alias: 'USDTERC20',
				id: '94252',
			},
			USDC: { contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', alias: 'USDCERC20' },
		},
		links:
			'slip44:60 eth ethereum eip155:1 eth.blockscout.com eth.tokenview.io etherscan.com etherscan.io ethplorer.io',
	},
	ETC: {
		...EVM,
		name: 'Ethereum Classic',
		otherNames: ['以太坊经典', '以太经典'],
		links: 'slip44:61 etc ethereumclassic eip155:61 etc.blockscout.com etcblockexplorer.com',
	},
	LTC: {
		...BITCOIN,
		name: 'Litecoin',
		otherNames: ['Лайткоин', '莱特币', '萊特幣', '라이트코인'],
		addressStart: '“L”, “M”, “3” or “ltc1”',
		shape: /^([LM3][A-Za-z\d]{24,35}|(ltc|LTC)(mweb|MWEB)?1[A-Za-z\d]*)$/,
		links:
			'slip44:2 litecoin ltc bip122:12a765e31ffd4059bada1e25190f6e98 litecoinspace.org ltc.tokenview.io',
		// Litecoin wrote its script addresses with a 3, as Bitcoin does, until it moved to M; the old ones stay valid.
		base58: { 0x30: 'p2pkh', 0x32: 'p2sh', 0x05: 'p2sh' },
		segwit: 'ltc',
	},
	TRX: {
		name: 'Tron',
		otherNames: ['Трон', '波场', '波場', '트론', 'トロン'],
		coinNames: ['Tronix'],
		hasReports: true,
		hasTokens: true,
		tokenStandard: 'TRC-20',
		coins: {
			USDT: { contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', alias: 'USDTTRC20', id: '9' },
			USDC: { contract: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', alias: 'USDCTRC20' },
		},
		addressStart: '“T”',
		shape: /^(T[A-Za-z\d]{24,35}|41[\da-f]{39,41})$/,
		links: 'slip44:195 tron trx tron:0x2b6653dc tron:mainnet tronscan.io tronscan.org',
		base58: { 0x41: 'tron' },
	},
	XRP: {
		name: 'XRP Ledger',
		otherNames: ['Ripple', 'XRPL', 'Рипл', '瑞波', '리플', 'リップル'],
		hasReports: true,
		hasTokens: true,
		hasIssuers: true,
		addressStart: '“r” or “X”',
		shape: /^(r[A-Za-z\d]{24,35}|X[A-Za-z\d]{45,47})$/,
		writeHash: (digits: string) => digits.toUpperCase(),
		links: 'slip44:144 ripple xrp xrpl xrpl:0 bithomp.com xrpl.org xrpscan.com',
	},
	XLM: {
		name: 'Stellar',
		coinNames: ['Stellar Lumens', 'Lumens', 'Lumen'],
		hasReports: true,
		hasTokens: true,
		addressStart: '“G” or “M”',
		shape: /^([GC][A-Z2-7]{53,57}|M[A-Z2-7]{66,70})$/,
		hasIssuers: true,
		coins: { USDC: { contract: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN' } },
		links: 'slip44:148 stellar web+stellar xlm stellar:pubnet stellar.expert stellarchain.io',
	},
	BSC: {
		...EVM,
		name: 'BNB Smart Chain',
		otherNames: ['Binance Smart Chain', 'BNB Chain', 'Smart Chain', 'BSC Chain', '币安智能链'],
		coinNames: ['BNB', 'Binance Coin'],
		hasReports: false,
		tokenStandard: 'BEP-20',
		coins: {
			USDT: { contract: '0x55d398326f99059fF775485246999027B3197955', alias: 'USDTBEP20', id: '9' },
			USDC: { contract: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', alias: 'USDCBEP20' },
		},
		links: 'slip44:20000714 bnb bsc smartchain eip155:56 bsc.tokenview.io bscscan.com bsctrace.com',
	},
	MATIC: {
		...EVM,
		name: 'Polygon',
		otherNames: ['Polygon PoS', 'Matic Network', 'Полигон'],
		coinNames: ['POL', 'Polygon Ecosystem Token'],
		hasReports: false,
		coins: {
			USDT: { contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F' },
			USDC: { contract: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
		},
		links: 'slip44:966 matic pol polygon eip155:137 polygon.blockscout.com polygonscan.com',
	},
} as const satisfies Record<string, NetworkRow>;

export type Network = keyof typeof TABLE;

export const NETWORKS: Readonly<Record<Network, NetworkRow>> = TABLE;

/** In the order of the service's document. */
export const NETWORK_CODES = Object.keys(TABLE) as Network[];

/** The codes of the networks that a rule holds for, in the order of the table. */
export const filterNetworks = (holds: (row: NetworkRow) => boolean): Network[] =>
	NETWORK_CODES.filter((code) => holds(NETWORKS[code]));

/** Groups the networks by the entries that a member of their rows lists. */
export function groupNetworks<T>(listEntries: (row: NetworkRow) => readonly T[] | undefined) {
	const entries = new Set(NETWORK_CODES.flatMap((code) => listEntries(NETWORKS[code]) ?? []));
	const find = (entry: T) => filterNetworks((row) => listEntries(row)?.includes(entry) === true);
	return new Map([...entries].map((entry) => [entry, find(entry)]));
}

/** Names networks as a phrase, e.g. "Bitcoin (BTC) or Litecoin (LTC)". */
export function nameNetworks(codes: readonly Network[]): string {
	const names = codes.map((code) => `${NETWORKS[code].name} (${code})`);
	return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' or ');
}

/*
 * The one table of the networks that the service checks. To add a network: a row here, its address
 * vectors, and the sandbox's row. To add an alias: an entry in its network's row, and the sandbox's. Tests name what is
 * left out.
 */

/** A code that means a token of a network; its `token_id` may be left out. */
export interface AliasRow {
	symbol: 'USDC' | 'USDT';
	contract: string;
	/** Missing where the document doesn't state it. */
	tokenId?: string;
}

export interface NetworkRow {
	name: string;
	/** Other names of the network or its native currency. */
	otherNames?: readonly string[];
	/** Whether `checkup.findreport` and the history's filter know it. */
	hasReports: boolean;
	/** Whether a check may be of anything but its native currency. */
	hasTokens: boolean;
	tokenStandard?: string;
	/** The codes of single tokens. */
	aliases?: Readonly<Record<string, AliasRow>>;
	/** Stablecoins without a code: they are found in the currency list by their contract, or their issuer. */
	uncoded?: Readonly<Partial<Record<AliasRow['symbol'], string>>>;
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
	/** Prefixes of bech32 (SLIP-173): of witness programs, and of targets of which only the checksum is looked at. */
	bech32?: { segwit: string; opaque: string };
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

const usdt = (contract: string, tokenId: string) =>
	({ symbol: 'USDT', contract, tokenId }) as const;
const usdc = (contract: string) => ({ symbol: 'USDC', contract }) as const;

const TABLE = {
	BTC: {
		...BITCOIN,
		name: 'Bitcoin',
		otherNames: ['XBT'],
		addressStart: '“1”, “3” or “bc1”',
		shape: /^([13][a-z\d]{24,35}|(bc|sp)1[a-z\d]*)$/i,
		links:
			'bitcoin btc bip122:000000000019d6689c085ae165831e93 blockchain.info blockstream.info btcscan.org mempool.space',
		// BIP-352: sp is a silent payment address.
		bech32: { segwit: 'bc', opaque: 'sp' },
	},
	BCH: {
		...BITCOIN,
		name: 'Bitcoin Cash',
		addressStart: '“bitcoincash:”, “q”, “p”, “1” or “3”',
		shape: /^([13][a-z\d]{24,35}|(bitcoincash|simpleledger):[a-z\d]*|[qpzr][a-z\d]{40,42})$/i,
		links:
			'bch bitcoincash bip122:000000000000000000651ef99cb9fcbe bchexplorer.cash explorer.bitcoincash.org',
	},
	BSV: {
		...BITCOIN,
		name: 'Bitcoin SV',
		otherNames: ['BCHSV', 'Bitcoin Satoshi Vision'],
		addressStart: '“1” or “3”',
		shape: /^[13][a-z\d]{24,35}$/i,
		links: 'bchsv bitcoin-sv bitcoinsv bsv whatsonchain.com',
	},
	ETH: {
		...EVM,
		name: 'Ethereum',
		otherNames: ['Ether'],
		tokenStandard: 'ERC-20',
		aliases: {
			USDTERC20: usdt('0xdAC17F958D2ee523a2206206994597C13D831ec7', '94252'),
			USDCERC20: usdc('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
		},
		links: 'eth ethereum eip155:1 eth.blockscout.com etherscan.io ethplorer.io',
	},
	ETC: {
		...EVM,
		name: 'Ethereum Classic',
		links: 'etc ethereumclassic eip155:61 etc.blockscout.com etcblockexplorer.com',
	},
	LTC: {
		...BITCOIN,
		name: 'Litecoin',
		addressStart: '“L”, “M”, “3” or “ltc1”',
		shape: /^([LM3][A-Za-z\d]{24,35}|(ltc|LTC)(mweb|MWEB)?1[A-Za-z\d]*)$/,
		links: 'litecoin ltc bip122:12a765e31ffd4059bada1e25190f6e98 litecoinspace.org',
		// Litecoin wrote its script addresses with a 3, as Bitcoin does, until it moved to M; the old ones stay valid.
		base58: { 0x30: 'p2pkh', 0x32: 'p2sh', 0x05: 'p2sh' },
		bech32: { segwit: 'ltc', opaque: 'ltcmweb' },
	},
	TRX: {
		name: 'Tron',
		hasReports: true,
		hasTokens: true,
		tokenStandard: 'TRC-20',
		aliases: {
			USDTTRC20: usdt('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '9'),
			USDCTRC20: usdc('TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'),
		},
		addressStart: '“T”',
		shape: /^(T[A-Za-z\d]{24,35}|41[\da-f]{39,41})$/,
		links: 'tron trx tron:0x2b6653dc tron:mainnet tronscan.io tronscan.org',
		base58: { 0x41: 'tron' },
	},
	XRP: {
		name: 'XRP Ledger',
		otherNames: ['Ripple', 'XRPL'],
		hasReports: true,
		hasTokens: true,
		addressStart: '“r” or “X”',
		shape: /^(r[A-Za-z\d]{24,35}|X[A-Za-z\d]{45,47})$/,
		writeHash: (digits: string) => digits.toUpperCase(),
		links: 'ripple xrp xrpl xrpl:0 bithomp.com livenet.xrpl.org xrpscan.com',
	},
	XLM: {
		name: 'Stellar',
		otherNames: ['Stellar Lumens', 'Lumens'],
		hasReports: true,
		hasTokens: true,
		addressStart: '“G”, “M” or “C”',
		shape: /^([GC][A-Z2-7]{53,57}|M[A-Z2-7]{66,70})$/,
		uncoded: { USDC: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN' },
		links: 'stellar web+stellar xlm stellar:pubnet stellar.expert stellarchain.io',
	},
	BSC: {
		...EVM,
		name: 'BNB Smart Chain',
		otherNames: ['Binance Smart Chain', 'Binance', 'BNB Chain', 'BNB'],
		hasReports: false,
		tokenStandard: 'BEP-20',
		aliases: {
			USDTBEP20: usdt('0x55d398326f99059fF775485246999027B3197955', '9'),
			USDCBEP20: usdc('0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'),
		},
		links: 'bnb bsc smartchain eip155:56 bscscan.com',
	},
	MATIC: {
		...EVM,
		name: 'Polygon',
		otherNames: ['POL', 'Polygon PoS'],
		hasReports: false,
		uncoded: {
			USDT: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
			USDC: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
		},
		links: 'matic pol polygon eip155:137 polygon.blockscout.com polygonscan.com',
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

/*
 * The one table of the networks that the service checks. To add a network: a row here, its address vectors, and the
 * sandbox's row.
 */

export const STABLECOINS = ['USDC', 'USDT'] as const;

export type Stablecoin = (typeof STABLECOINS)[number];

/** A stablecoin on a network. */
interface StablecoinRow {
	/** Its contract; on Stellar the account that issues it. */
	contract: string;
	/** The service's code for it, whose `token_id` may be left out; without one it is found in the currency list. */
	alias?: string;
	/** Its ID, where the service's document states it. */
	id?: string;
}

export interface NetworkRow {
	name: string;
	/** What else it and its own coin are called, in small letters and digits alone. */
	otherNames: readonly string[];
	/** The standard of its tokens, in small letters and digits alone. */
	standard?: string;
	/** Its chain IDs: CAIP-2, and hexadecimal digits. */
	chainIds: readonly string[];
	/** Whether `checkup.findreport` and the history's filter know it. */
	hasReports: boolean;
	/** Whether a check may be of anything but its own coin. */
	hasTokens: boolean;
	/** Whether tokens are issued by accounts, which are wallets like any other. Elsewhere they have contracts. */
	hasIssuers?: boolean;
	stablecoins?: Readonly<Partial<Record<Stablecoin, StablecoinRow>>>;
	/** Writes the 64 small digits of a transaction hash as its explorers do, if these change them. */
	writeHash?: (digits: string) => string;
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
	writeHash: (digits: string) => `0x${digits}`,
	isEvm: true,
} as const;

const TABLE = {
	BTC: {
		...BITCOIN,
		name: 'Bitcoin',
		otherNames: ['xbt', 'xxbt'],
		chainIds: ['bip122:000000000019d6689c085ae165831e93'],
		segwit: 'bc',
	},
	BCH: {
		...BITCOIN,
		name: 'Bitcoin Cash',
		otherNames: [],
		chainIds: ['bip122:000000000000000000651ef99cb9fcbe'],
	},
	BSV: {
		...BITCOIN,
		name: 'Bitcoin SV',
		otherNames: [],
		chainIds: [],
	},
	ETH: {
		...EVM,
		name: 'Ethereum',
		otherNames: ['ether', 'etherhex', 'xeth'],
		standard: 'erc20',
		chainIds: ['eip155:1', '0x1'],
		stablecoins: {
			USDT: {
				contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
				alias: 'USDTERC20',
				id: '94252',
			},
			USDC: { contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', alias: 'USDCERC20' },
		},
	},
	ETC: {
		...EVM,
		name: 'Ethereum Classic',
		otherNames: ['xetc'],
		chainIds: ['eip155:61', '0x3d'],
	},
	LTC: {
		...BITCOIN,
		name: 'Litecoin',
		otherNames: ['xltc'],
		chainIds: ['bip122:12a765e31ffd4059bada1e25190f6e98'],
		// Litecoin wrote its script addresses with a 3, as Bitcoin does, until it moved to M; the old ones stay valid.
		base58: { 0x30: 'p2pkh', 0x32: 'p2sh', 0x05: 'p2sh' },
		segwit: 'ltc',
	},
	TRX: {
		name: 'Tron',
		otherNames: [],
		standard: 'trc20',
		chainIds: ['tron:mainnet', 'tron:0x2b6653dc'],
		hasReports: true,
		hasTokens: true,
		stablecoins: {
			USDT: { contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', alias: 'USDTTRC20', id: '9' },
			USDC: { contract: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', alias: 'USDCTRC20' },
		},
		base58: { 0x41: 'tron' },
	},
	XRP: {
		name: 'XRP Ledger',
		otherNames: ['xrpl', 'ripple', 'xxrp'],
		chainIds: ['xrpl:0'],
		hasReports: true,
		hasTokens: true,
		hasIssuers: true,
		writeHash: (digits: string) => digits.toUpperCase(),
	},
	XLM: {
		name: 'Stellar',
		otherNames: ['stellarlumens', 'lumens', 'xxlm'],
		chainIds: ['stellar:pubnet'],
		hasReports: true,
		hasTokens: true,
		hasIssuers: true,
		stablecoins: {
			USDC: { contract: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN' },
		},
	},
	BSC: {
		...EVM,
		name: 'BNB Smart Chain',
		otherNames: ['bnb', 'bnbchain', 'binancesmartchain'],
		standard: 'bep20',
		chainIds: ['eip155:56', '0x38'],
		hasReports: false,
		stablecoins: {
			USDT: { contract: '0x55d398326f99059fF775485246999027B3197955', alias: 'USDTBEP20', id: '9' },
			USDC: { contract: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', alias: 'USDCBEP20' },
		},
	},
	MATIC: {
		...EVM,
		name: 'Polygon',
		otherNames: ['pol', 'exmatic', 'polygonpos'],
		chainIds: ['eip155:137', '0x89'],
		hasReports: false,
		stablecoins: {
			USDT: { contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F' },
			USDC: { contract: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
		},
	},
} as const satisfies Record<string, NetworkRow>;

export type Network = keyof typeof TABLE;

export const NETWORKS: Readonly<Record<Network, NetworkRow>> = TABLE;

/** In the order of the service's document. */
export const NETWORK_CODES = Object.keys(TABLE) as Network[];

/** The codes of the networks that a rule holds for, in the order of the table. */
export const filterNetworks = (holds: (row: NetworkRow) => boolean): Network[] =>
	NETWORK_CODES.filter((code) => holds(NETWORKS[code]));

/** The networks whose addresses begin with 0x. */
export const EVM_NETWORKS: readonly Network[] = filterNetworks(({ isEvm }) => isEvm === true);

/** The networks that `checkup.findreport` and the history's filter know, in alphabetical order. */
export const REPORT_NETWORKS: readonly Network[] = filterNetworks((row) => row.hasReports).sort();

/** Whether tokens of a network have contracts, which are no wallets. */
export const hasContracts = (network: Network): boolean =>
	NETWORKS[network].hasTokens && NETWORKS[network].hasIssuers !== true;

/** Names networks as a phrase, e.g. "Bitcoin (BTC) or Litecoin (LTC)". */
export function nameNetworks(codes: readonly Network[]): string {
	const names = codes.map((code) => `${NETWORKS[code].name} (${code})`);
	return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' or ');
}

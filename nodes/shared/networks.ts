/*
 * The one table of the networks that the service checks (service 4.8). Types, lists, labels, messages, the versions
 * and prefixes of addresses and the schemes of payment links derive from it. To add a network: a row here, its address
 * vectors, and the sandbox's row; a check names what is left out.
 */

/** What base58check in Bitcoin's alphabet means on a network; bytes from the chain parameters of its own node. */
export interface Base58Form {
	/** Version bytes in front of a hash of 20 bytes, and what the hash is of. */
	versions: Readonly<Record<number, 'p2pkh' | 'p2sh' | 'tron'>>;
	/** Version bytes of its test networks. */
	test: readonly number[];
	/** What its addresses start with. */
	letters: string;
	/** Version bytes of private keys in wallet import format. */
	privateKeys?: readonly number[];
	/** The four leading bytes of extended private keys (BIP-32, SLIP-132). */
	extendedPrivateKeys?: readonly string[];
	/** Whether its wallets have extended keys. */
	hasExtendedKeys?: boolean;
}

/** Human-readable prefixes of bech32 (BIP-173, SLIP-173). */
export interface Bech32Form {
	/** Of witness programs. */
	segwit: string;
	/** Of valid targets whose content is not looked into beyond their checksum. */
	opaque: readonly string[];
	/** Of its test networks. */
	test: readonly string[];
}

/** One network. */
export interface NetworkRow {
	/** As its users write it. */
	name: string;
	/** What else people call it, or its native currency. */
	otherNames: readonly string[];
	/** Whether `checkup.findreport` and the history's filter know it (service 4.6, 4.7). */
	hasReports: boolean;
	/** Whether a check may be of anything but its native currency. */
	hasTokens: boolean;
	/**
	 * The stablecoins that have alias codes here (service 4.8): the standard in them, and what else names the coin: USDT's
	 * `token_id`, which the document states, and for USDC, of which it states none, the coin's well-known contract.
	 */
	stablecoins?: { standard: string; usdtTokenId: string; usdcContract: string };
	/** What its addresses look like, to complete "… addresses start with". */
	addressStart: string;
	/** How its transaction hashes are written: digits after `0x`, or digits alone; XRP writes capitals. */
	hash: 'evm' | 'plain' | 'capitals';
	/** Schemes of payment links (BIP-21, EIP-681, SEP-7 …) and chain short names (EIP-3770). */
	schemes: readonly string[];
	/** Whether its addresses are Ethereum's. */
	isEvm?: boolean;
	base58?: Base58Form;
	bech32?: Bech32Form;
}

/** BTC, BCH and BSV share their legacy form. */
const BITCOIN_BASE58: Base58Form = {
	versions: { 0x00: 'p2pkh', 0x05: 'p2sh' },
	test: [0x6f, 0xc4],
	letters: '13',
	privateKeys: [0x80],
	extendedPrivateKeys: ['0488ade4', '049d7878', '04b2430c', '0295b005', '02aa7a99'],
	hasExtendedKeys: true,
};

const EVM = { addressStart: '“0x”', hash: 'evm', hasTokens: true, isEvm: true } as const;

const TABLE = {
	BTC: {
		name: 'Bitcoin',
		otherNames: [],
		hasReports: true,
		hasTokens: false,
		addressStart: '“1”, “3” or “bc1”',
		hash: 'plain',
		schemes: ['bitcoin', 'btc'],
		base58: BITCOIN_BASE58,
		// BIP-352: sp is a silent payment address.
		bech32: { segwit: 'bc', opaque: ['sp'], test: ['tb', 'bcrt', 'tsp'] },
	},
	BCH: {
		name: 'Bitcoin Cash',
		otherNames: [],
		hasReports: true,
		hasTokens: false,
		addressStart: '“bitcoincash:”, “q”, “p”, “1” or “3”',
		hash: 'plain',
		schemes: [],
		base58: BITCOIN_BASE58,
	},
	BSV: {
		name: 'Bitcoin SV',
		otherNames: ['BCHSV', 'Bitcoin Satoshi Vision'],
		hasReports: true,
		hasTokens: false,
		addressStart: '“1” or “3”',
		hash: 'plain',
		schemes: ['bchsv', 'bitcoin-sv', 'bitcoinsv', 'bsv'],
		base58: BITCOIN_BASE58,
	},
	ETH: {
		...EVM,
		name: 'Ethereum',
		otherNames: ['Ether'],
		hasReports: true,
		stablecoins: {
			standard: 'ERC-20',
			usdtTokenId: '94252',
			usdcContract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
		},
		schemes: ['eth', 'ethereum'],
	},
	ETC: {
		...EVM,
		name: 'Ethereum Classic',
		otherNames: [],
		hasReports: true,
		schemes: ['etc', 'ethereumclassic'],
	},
	LTC: {
		name: 'Litecoin',
		otherNames: [],
		hasReports: true,
		hasTokens: false,
		addressStart: '“L”, “M”, “3” or “ltc1”',
		hash: 'plain',
		schemes: ['litecoin', 'ltc'],
		base58: {
			// Litecoin wrote its script addresses with a 3, as Bitcoin does, until it moved to M; the old ones stay valid.
			versions: { 0x30: 'p2pkh', 0x32: 'p2sh', 0x05: 'p2sh' },
			test: [0x6f, 0xc4, 0x3a],
			letters: '3LM',
			privateKeys: [0xb0],
			extendedPrivateKeys: ['019d9cfe', '01b26792'],
			hasExtendedKeys: true,
		},
		bech32: { segwit: 'ltc', opaque: ['ltcmweb'], test: ['tltc', 'rltc', 'tmweb'] },
	},
	TRX: {
		name: 'Tron',
		otherNames: [],
		hasReports: true,
		hasTokens: true,
		stablecoins: {
			standard: 'TRC-20',
			usdtTokenId: '9',
			usdcContract: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
		},
		addressStart: '“T”',
		hash: 'plain',
		schemes: ['tron', 'trx'],
		base58: { versions: { 0x41: 'tron' }, test: [0xa0], letters: 'T' },
	},
	XRP: {
		name: 'XRP Ledger',
		otherNames: ['Ripple', 'XRPL'],
		hasReports: true,
		hasTokens: true,
		addressStart: '“r” or “X”',
		hash: 'capitals',
		schemes: ['ripple', 'xrp', 'xrpl'],
	},
	XLM: {
		name: 'Stellar',
		otherNames: ['Stellar Lumens', 'Lumens'],
		hasReports: true,
		hasTokens: true,
		addressStart: '“G”, “M” or “C”',
		hash: 'plain',
		schemes: ['stellar', 'web+stellar', 'xlm'],
	},
	BSC: {
		...EVM,
		name: 'BNB Smart Chain',
		otherNames: ['Binance Smart Chain', 'BNB Chain', 'BNB'],
		hasReports: false,
		stablecoins: {
			standard: 'BEP-20',
			usdtTokenId: '9',
			usdcContract: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
		},
		schemes: ['bnb', 'bsc', 'smartchain'],
	},
	MATIC: {
		...EVM,
		name: 'Polygon',
		otherNames: ['POL'],
		hasReports: false,
		schemes: ['matic', 'pol', 'polygon'],
	},
} as const satisfies Record<string, NetworkRow>;

/** The networks the service checks, by their codes (service 4.8). */
export type Network = keyof typeof TABLE;

/** What is known of each network. */
export const NETWORKS: Readonly<Record<Network, NetworkRow>> = TABLE;

/** Their codes, in the order of the service's document. */
export const NETWORK_CODES = Object.keys(TABLE) as Network[];

/** The codes of the networks that a rule holds for, in the order of the table. */
export function networksWhere(holds: (row: NetworkRow) => boolean): Network[] {
	return NETWORK_CODES.filter((code) => holds(NETWORKS[code]));
}

/**
 * Sorts what a member of each row lists by the entries of the lists: which networks have an entry.
 * @param entriesOf what a row lists; nothing where it has no such member.
 */
export function networksBy<T>(
	entriesOf: (row: NetworkRow) => Iterable<T> | undefined,
): Map<T, Network[]> {
	const networks = new Map<T, Network[]>();
	for (const code of NETWORK_CODES)
		for (const entry of entriesOf(NETWORKS[code]) ?? [])
			networks.set(entry, [...(networks.get(entry) ?? []), code]);
	return networks;
}

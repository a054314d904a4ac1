/**
 * The address book: well-formed addresses with right checksums that belong to nobody (they were made
 * from labels, not from keys), each with a result that is always the same.
 */
import { isEvm, targetKey } from './networks.mts';

interface Kind {
	/** The result in words, for the documentation and the sandbox's page. */
	gives: string;
	/** Default `SUCCESS`. */
	status?: string;
	riskscore?: number | string;
	/** Signals beside those that are made from the score. */
	extra?: Record<string, number>;
	hasReport?: false;
	/** What USDT of the same wallet gives, where that differs from its native currency. */
	usdt?: { riskscore: number; extra: Record<string, number> };
}

const KINDS = {
	low: { gives: 'SUCCESS, score 4', riskscore: 4 },
	medium: { gives: 'SUCCESS, score 48', riskscore: 48 },
	high: {
		gives: 'SUCCESS, score 92, mixer and stolen coins',
		riskscore: 92,
		extra: { mixer: 0.41, stolen_coins: 0.3 },
	},
	sanctioned: {
		gives: 'SUCCESS, low score 12, but with a sanctions signal',
		riskscore: 12,
		extra: { sanctions: 0.03 },
	},
	unscored: { gives: 'SUCCESS with a report whose score is null' },
	failed: { gives: 'FAILED, without a report', status: 'FAILED', hasReport: false },
	neverFinishing: { gives: 'PENDING for ever', status: 'PENDING', hasReport: false },
	unknownStatus: {
		gives: 'a status that no document names (MANUAL_REVIEW), for ever',
		status: 'MANUAL_REVIEW',
		hasReport: false,
	},
	unscoredSanctioned: {
		gives: 'SUCCESS, score null, with a sanctions signal',
		extra: { sanctions: 0.03 },
	},
	rejected: {
		gives: 'REJECTED, a final status that no document names',
		status: 'REJECTED',
		hasReport: false,
	},
	noReport: { gives: 'SUCCESS, but the report is null', hasReport: false },
	unreadable: { gives: 'SUCCESS, but the score is the text "n/a"', riskscore: 'n/a' },
	dirtyUsdt: {
		gives: 'SUCCESS, score 4; for USDT score 12, with a sanctions signal',
		riskscore: 4,
		usdt: { riskscore: 12, extra: { sanctions: 0.03 } },
	},
	newSignal: {
		gives: 'SUCCESS, score 18, with a signal that no document names',
		riskscore: 18,
		extra: { quantum_bridge: 0.05 },
	},
} as const satisfies Record<string, Kind>;

export const BOOK_KINDS: Readonly<Record<BookKind, Kind>> = KINDS;

export type BookKind = keyof typeof KINDS;

export interface BookEntry {
	/** The network; Ethereum's addresses give the same on ETC, BSC and MATIC. */
	network: string;
	kind: BookKind;
	address: string;
	/** The result in words. */
	gives: string;
}

const ADDRESSES: Record<string, Partial<Record<BookKind, string>>> = {
	BTC: {
		low: '17AxsknYSXoYDkRq7wG66rXjYs99tT4o35',
		medium: '3ArvEPW87voupE3RVecWAReYydzxMRAr67',
		high: 'bc1qzr0a9yftg5fmh3q2mmhzxqg5r3kfp0vhv2ws4v',
		sanctioned: '1BfGAPS6H8Mx6f3H3U1xssvbBUsv8z68cp',
		unscored: '3NLhWSLfqkyqbU57tTPrBw25Ff6VuACZh2',
		failed: 'bc1qu8f6csu24sn6yq40q6rze74ekf9wry5lzqved2',
		neverFinishing: '1N8udQfbVZEyxTfK7tPw9zVATdgVxQS9wb',
		unknownStatus: '3Qfwz279x2Hf3ZF27uTGhL3Yu8TBeabcLt',
	},
	ETH: {
		low: '0xAc901ACc8140d006b97adB23C63772018e88A5F6',
		medium: '0xf73573adA956504c46334998EA6Cb9Bf6D221dcC',
		high: '0x507A9E3Bf56d52317Da26C024B68090E1A98635a',
		sanctioned: '0x6168B55E7729cC6ad0f49DB59E8aa7C66374d1d8',
		unscored: '0x9046709869db42Bb3F3C02c1F5bdFCCB03866aA0',
		failed: '0x42d631eF3d5B7eae2322161234A1eA9F9fB363Cd',
		neverFinishing: '0x7edb02255aB47629be36B2A1bB5FC715B8395EeA',
		unknownStatus: '0x990B20462c24AE38f9Dd06dD2E523bbA51165dc8',
		unscoredSanctioned: '0x8E53cF57055b18cf237Fa208bd50CDE54dE06f60',
		rejected: '0x60C87550790b7fF91A5E7dC8534302277551d873',
		noReport: '0x1512C1FBc7c270d07e1Fc7baC5032710637515D3',
		unreadable: '0x5c633f6ec9316499916Fd195444c97959BfEC878',
		dirtyUsdt: '0xbd54fa1bb618c3f9639eae3eaf60e0b442014b2a',
		newSignal: '0xD1D5c5c4D0fCA6180cf63E37CBce435CF616aB43',
	},
	TRX: {
		low: 'TJTe6cp8ZPZu1YMVSe8KxeqHMqNh8bT8iB',
		medium: 'TENorvcoLG4ZFMJkwsAG8WVFUcRDT5XatD',
		high: 'TVgYo3p7zJLxKnshEaCjYHj5Bg9tJb4V76',
		sanctioned: 'THYTYt46Goqx2XJCiEqWSpkARUwPf2oT1w',
		unscored: 'TPv25btTmtfVFzXbKKfNoinBsTJrnMr1Lr',
		failed: 'TUisKHkU2nSF5YzcEYAPo4jajfoiqGgrzn',
		neverFinishing: 'TXbmKSLgVTtBWZS4d1HKLmMmwVh8uk6mCb',
		dirtyUsdt: 'TAJm1RQrbotYJQEoFR2MrCqEXTPL3LtEY1',
		unknownStatus: 'TJRF2TBNSd6WhWJXgbBrT6rXET5xrVkASg',
	},
	LTC: {
		low: 'LLNfXhR22TktNpVKHrov5SPBRmHKWpWgxT',
		high: 'ltc1qerwyumlu0zmq88d9krhu6c778nqp9x5c72n3a6',
		sanctioned: 'MVSYWQRhsMEFaWDDmH7BTGMu7gPkpsfwQV',
	},
	BCH: {
		low: 'bitcoincash:qpq6ce3gdexqvn4f0mywvvn80s3l3pzp3gg4ry0m94',
		high: 'bitcoincash:qzc7wlkw5k9qqvlqsex99j6c3usw7w8ymsu3tvaavf',
		sanctioned: 'bitcoincash:qr6vj5dccl9hgsrhxcfcggp9ww8wepurm5vma9z8e2',
	},
	BSV: {
		low: '1H7bgoCaudFWfhx247Gkys6UzRumMrfq6p',
		high: '19eSuaozqpSGbGUPneBTXL62QEEVrCkY6z',
		sanctioned: '1FAQsLQGWjN1o7ybP6XD4CVuPamf25bQa4',
	},
	XRP: {
		low: 'rK92hZhydSUbE3VYu5q2KEoUxJn7pr2Tz7',
		high: 'rJykr8PCyZ4YPo8JsNBC2r3ThtcH2Ewo3c',
		sanctioned: 'rpTWKWqyq9bKPsS3Pt9igu9VXu8w5HpDXi',
	},
	XLM: {
		low: 'GDDEMMRAI3OMTL6VVPBU5L2TU7JPCYJK6SJMA6XK2AUGLBE6HLSML7WD',
		high: 'GA27GLIRIL64VMKQXPSTP6GQIV3HFA4WGROUOBLCJMVAEGD7JPOHEH2T',
		sanctioned: 'GB56TLES7S3YAHKUIDNOQDSB54Q6QI7Z2XLAP664KGASOEWR3DHYKMVB',
	},
};

/** Every address of the book, network by network. */
export const BOOK: readonly BookEntry[] = Object.entries(ADDRESSES).flatMap(([network, kinds]) =>
	Object.entries(kinds).map(([kind, address]) => ({
		network,
		kind: kind as BookKind,
		address,
		gives: KINDS[kind as BookKind].gives,
	})),
);

const bookFamily = (network: string): string => (isEvm(network) ? 'ETH' : network);

const KIND_BY_TARGET = new Map(
	BOOK.map((entry) => [`${entry.network}:${targetKey(entry.network, entry.address)}`, entry.kind]),
);

/**
 * An address of the book.
 * @throws Error when the book has none of that kind on that network
 */
export function bookAddress(network: string, kind: BookKind): string {
	const address = ADDRESSES[bookFamily(network)]?.[kind];
	if (address === undefined) throw new Error(`The book has no "${kind}" address for ${network}`);
	return address;
}

/** Looks an address up in the book, in any spelling that is equal on its network. */
export function bookKind(network: string, address: string): BookKind | undefined {
	return KIND_BY_TARGET.get(`${bookFamily(network)}:${targetKey(network, address)}`);
}

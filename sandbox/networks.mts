/** Currency codes, aliases and the equality of targets (service 4.6, 4.7, 4.8). */

/** Codes that the two paid methods accept (service 4.8). */
export const CHECK_NETWORKS = [
	'BTC',
	'BCH',
	'BSV',
	'ETH',
	'ETC',
	'LTC',
	'TRX',
	'XRP',
	'XLM',
	'BSC',
	'MATIC',
] as const;

/** Codes that `checkup.findreport` and the history filter accept (service 4.6, 4.7). */
export const REPORT_NETWORKS = CHECK_NETWORKS.slice(0, 9);

export type NetworkCode = (typeof CHECK_NETWORKS)[number];

const EVM_NETWORKS: ReadonlySet<string> = new Set(['ETH', 'ETC', 'BSC', 'MATIC']);

/** Token ids of the stablecoins by network; those of USDT are the document's, those of USDC the sandbox's. */
export const STABLECOIN_TOKENS = {
	USDT: { ETH: '94252', TRX: '9', BSC: '9' },
	USDC: { ETH: '94253', TRX: '31', BSC: '17' },
} as const;

const STANDARDS = { ERC20: 'ETH', TRC20: 'TRX', BEP20: 'BSC' } as const;

/** What an alias code stands for, by alias: `USDTERC20`, `USDT_ERC20` and so on (service 4.8). */
export const ALIASES: ReadonlyMap<string, { network: NetworkCode; tokenId: string }> = new Map(
	(['USDT', 'USDC'] as const).flatMap((coin) =>
		(['ERC20', 'TRC20', 'BEP20'] as const).flatMap((standard) => {
			const network = STANDARDS[standard];
			const meaning = { network, tokenId: STABLECOIN_TOKENS[coin][network] };
			return [[`${coin}${standard}`, meaning] as const, [`${coin}_${standard}`, meaning] as const];
		}),
	),
);

/**
 * Tells whether a network has Ethereum's addresses, which are equal regardless of case.
 * @param network code of a network
 */
export function isEvm(network: string): boolean {
	return EVM_NETWORKS.has(network);
}

/**
 * The form under which two spellings of one address or transaction are equal (design 5).
 * @param network code of a network
 * @param value address or transaction hash as sent
 * @returns lower case where the network ignores case, and without the prefix of Bitcoin Cash
 */
export function targetKey(network: string, value: string): string {
	if (network === 'BCH' && /^bitcoincash:/i.test(value)) return value.slice(12).toLowerCase();
	const ignoresCase =
		isEvm(network) || /^(bc1|ltc1)/i.test(value) || /^(0x)?[0-9a-f]{64}$/i.test(value);
	return ignoresCase ? value.toLowerCase() : value;
}

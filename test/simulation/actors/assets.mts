/** What can be screened in the simulation: few wallets, and several assets of each. */
import type { INodeParameters } from 'n8n-workflow';
import { makeAddress } from '../../../sandbox/addresses.mts';

/** One thing that a node can be set to screen, and the ways to ask for it. */
export interface Asset {
	network: string;
	/** What the service looks at: equal for every way to ask for the same. */
	key: string;
	/** How the service's records name it where they tell. */
	code: string;
	tokenId: string;
	/** The node's parameters; each asks for the very same. */
	forms: INodeParameters[];
}

const byId = (currency: string, value: string): INodeParameters => ({
	currency,
	token: { __rl: true, mode: 'id', value },
});

const byContract = (currency: string, value: string): INodeParameters => ({
	currency,
	token: { __rl: true, mode: 'contract', value },
});

const native = (network: string): Asset => ({
	network,
	key: `${network}:native`,
	code: network,
	tokenId: '0',
	forms: [{ currency: network }],
});

const token = (
	network: string,
	tokenId: string,
	code: string,
	forms: INodeParameters[],
): Asset => ({ network, key: `${network}:${tokenId}`, code, tokenId, forms });

const CONTRACTS = {
	ETH: makeAddress('ETH', 'contract of USDT'),
	OTHER: makeAddress('ETH', 'contract of another token'),
};

export const ASSETS: readonly Asset[] = [
	native('ETH'),
	token('ETH', '94252', 'USDTERC20', [
		{ currency: 'USDTERC20' },
		byId('ETH', '94252'),
		byContract('ETH', CONTRACTS.ETH),
	]),
	token('ETH', '777', 'ETH', [byId('ETH', '777'), byContract('ETH', CONTRACTS.OTHER)]),
	native('TRX'),
	token('TRX', '9', 'USDTTRC20', [{ currency: 'USDTTRC20' }, byId('TRX', '9')]),
	native('BSC'),
	token('BSC', '9', 'USDTBEP20', [{ currency: 'USDT_BEP20' }, byId('BSC', '9')]),
	native('BTC'),
];

/** The answer of `checkup.currencylist`. */
export const CURRENCIES = ASSETS.map(({ network, tokenId, code }) => ({
	currency: network,
	issuer: tokenId === '94252' ? CONTRACTS.ETH : tokenId === '777' ? CONTRACTS.OTHER : null,
	name: code,
	symbol: code,
	token_id: Number(tokenId),
	unit: 18,
}));

/** Wallets by network; one of ETH is one of BSC too. */
const WALLETS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	['ETH', 'TRX', 'BSC', 'BTC'].map((network) => [
		network,
		[0, 1, 2].map((label) => makeAddress(network === 'BSC' ? 'ETH' : network, `wallet ${label}`)),
	]),
);

export const walletOf = (network: string, index: number): string => WALLETS[network]![index]!;

/** The network and asset of a submission; undefined where the service doesn't know it. */
export function assetOf(currency: string, tokenId: unknown): Asset | undefined {
	const code = currency.toUpperCase().replace('_', '');
	const alias = ASSETS.find((asset) => asset.code === code && asset.network !== code);
	if (alias) return alias;
	const id = tokenId === undefined || tokenId === null ? '0' : String(tokenId);
	return ASSETS.find((asset) => asset.network === code && asset.tokenId === id);
}

/** Addresses as the network compares them. */
export const sameAddress = (network: string, a: string, b: string): boolean =>
	network === 'ETH' || network === 'BSC' ? a.toLowerCase() === b.toLowerCase() : a === b;

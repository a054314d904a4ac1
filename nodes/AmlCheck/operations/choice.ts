import { findNetworks } from '../../shared/addresses';
import { ALIASES } from '../../shared/assets';
import { ALL, DETECT, readCurrency, STABLECOINS } from '../../shared/currencies';
import { NETWORKS, type Network } from '../../shared/networks';
import { shortenWords } from '../../shared/quote';
import type { NodeRun } from '../run/nodeRun';
import { refuseItem } from './token';

/* What Network and Asset say, in the words of the readers behind them. */

const NOTHING = /^(n\/?a|none|null|unknown|-)?$/i;

/** The text of Network or Asset; empty where it says nothing. */
export function readChoiceText(run: NodeRun, name: 'network' | 'asset', index: number): string {
	const text = run.text(name, index);
	return NOTHING.test(text) ? '' : text;
}

const isTokenless = (networks: readonly Network[]) =>
	networks.length > 0 && networks.every((one) => !NETWORKS[one].hasTokens);

/** The asset of a transaction, of which nothing is said: the coin where there is nothing else. */
function defaultAsset(network: Network | undefined, address: string): string {
	if (isTokenless(network ? [network] : findNetworks(address))) return 'coin';
	throw refuseItem(
		"'Asset' is empty",
		"Choose 'Asset': which coin or token did the transaction move?",
	);
}

/** The currency of a stablecoin. */
function nameStablecoin(symbol: string, network: Network | undefined): string {
	const known = ALIASES.find((one) => one.network === network && one.token.symbol === symbol);
	const isOpen = network === undefined || NETWORKS[network].coins?.[symbol as 'USDT'];
	return known?.alias ?? (isOpen ? symbol : `${symbol} ${network}`);
}

/** Makes the currency and the EVM network of what Network and Asset say. */
export function toCurrency(
	networkText: string,
	assetText: string,
	address: string,
	isTransaction: boolean,
): { currency: string; evmNetwork: string; isToken: boolean } {
	const isAllEvm = networkText.toLowerCase() === 'evm';
	const isOpen = networkText === '' || networkText.toLowerCase() === DETECT || isAllEvm;
	const named = isOpen ? undefined : readCurrency(networkText);
	const network = named?.network;
	if (!isOpen && network === undefined)
		throw refuseItem(
			`'Network' is '${shortenWords(networkText)}', which is none that the service checks`,
			`Use one of ${Object.keys(NETWORKS).join(', ')}.`,
		);
	const asset =
		assetText === ''
			? (named?.token?.symbol ?? (isTransaction ? defaultAsset(network, address) : ALL))
			: assetText;
	const isEvm = network !== undefined && NETWORKS[network].isEvm;
	const evmNetwork = isAllEvm ? ALL : isEvm ? network : '';
	const result = (currency: string) => ({ currency, evmNetwork, isToken: false });
	if (asset.toLowerCase() === ALL) return result(ALL);
	if (asset.toLowerCase() === 'coin') return result(network ?? DETECT);
	if (asset.toLowerCase() === 'token') return { ...result(network ?? DETECT), isToken: true };
	const symbol = STABLECOINS.find((one) => one === asset.toUpperCase());
	if (symbol !== undefined) return result(nameStablecoin(symbol, network));
	return result(network === undefined ? asset : `${asset} ${network}`);
}

import type { INodePropertyOptions } from 'n8n-workflow';

import { listNetworks } from '../../shared/n8n/fields';
import { NETWORK_CODES, REPORT_NETWORKS } from '../../shared/wallet/networks';

/* The lists of Network and Asset, as the editor shows them. Each is in alphabetical order behind its special choices. */

const DETECT: INodePropertyOptions = { name: 'Detect From Address', value: 'detect' };
const ALL_EVM: INodePropertyOptions = { name: 'All EVM Networks', value: 'evm' };

const ALL: INodePropertyOptions = {
	name: 'All Assets: Own Coin, USDT and USDC',
	value: 'all',
	description: 'One check for each: 1 to 3 checks a wallet, up to 10 on all EVM networks',
};
const COIN: INodePropertyOptions = { name: "The Network's Own Coin", value: 'coin' };
const STABLECOINS: INodePropertyOptions[] = [
	{ name: 'USDC', value: 'USDC' },
	{ name: 'USDT', value: 'USDT' },
];
const TOKEN: INodePropertyOptions = { name: 'Another Token', value: 'token' };

const ALL_NETWORKS = listNetworks(NETWORK_CODES);

/** The lists of the fields, by the names under which the editor asks for them. */
export const FIXED_LISTS = {
	searchWalletNetworks: [DETECT, ALL_EVM, ...ALL_NETWORKS],
	searchTransactionNetworks: [DETECT, ...ALL_NETWORKS],
	searchSubmittedNetworks: ALL_NETWORKS,
	searchReportNetworks: listNetworks(REPORT_NETWORKS),
	searchWalletAssets: [ALL, COIN, ...STABLECOINS, TOKEN],
	searchTransactionAssets: [COIN, ...STABLECOINS, TOKEN],
	searchSubmittedAssets: [COIN, ...STABLECOINS],
};

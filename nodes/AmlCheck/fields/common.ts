import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { FIXED_LISTS } from './choices';

/** How a value is chosen from a list, or written. */
const makeModes = (
	searchListMethod: keyof typeof FIXED_LISTS | 'searchChecks',
	[byHand, placeholder]: readonly [label: string, placeholder: string],
	listPlaceholder?: string,
): Pick<INodeProperties, 'modes'> => ({
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: listPlaceholder,
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: byHand, name: 'id', type: 'string', placeholder },
	],
});

/** The default of a list in which nothing is chosen: it has no name. */
const NOTHING_CHOSEN = { mode: 'list', value: '' };

/** How the value of each field is written in place of a choice. */
const BY_HAND = {
	Network: ['By Code', 'e.g. TRX'],
	Asset: ['By Name', 'e.g. USDT'],
} as const;

/**
 * Makes a locator with a fixed list, so that an expression or a model can give any value. n8n looks all lists of a node
 * up again when its credential changes, and empties those that it looks up while another one's members change: with the
 * empty URL none does.
 * @param value what is chosen at first; nothing unless given.
 */
function makeLocator(
	displayName: keyof typeof BY_HAND,
	list: keyof typeof FIXED_LISTS,
	description: string,
	value?: string,
): INodeProperties {
	const chosen = FIXED_LISTS[list].find((one) => one.value === value);
	const named = chosen && { value, cachedResultName: chosen.name, cachedResultUrl: '' };
	return {
		displayName,
		name: displayName.toLowerCase(),
		type: 'resourceLocator',
		default: { ...NOTHING_CHOSEN, ...named },
		description,
		...makeModes(list, BY_HAND[displayName]),
	};
}

/** The values of a list, for a description: a model that fills the field in reads nothing else. */
const listCodes = (list: INodePropertyOptions[]): string =>
	list.map(({ value }) => value).join(', ');

const CODES = listCodes(FIXED_LISTS.searchSubmittedNetworks);

export const WALLET_NETWORK = makeLocator(
	'Network',
	'searchWalletNetworks',
	`Blockchain: detect (from the address), evm (all EVM networks), ${CODES}`,
	'detect',
);
export const TRANSACTION_NETWORK = makeLocator(
	'Network',
	'searchTransactionNetworks',
	`Blockchain: detect (from the address), ${CODES}`,
	'detect',
);

/** The networks that have reports. */
export const REPORT_NETWORK: INodeProperties = {
	...makeLocator(
		'Network',
		'searchReportNetworks',
		`Blockchain of the target: ${listCodes(FIXED_LISTS.searchReportNetworks)}`,
		'BTC',
	),
	required: true,
};

/** What an address is screened for: the whole wallet by default. */
export const WALLET_ASSET = makeLocator(
	'Asset',
	'searchWalletAssets',
	"Coin or token: all (own coin, USDT and USDC), coin (the network's own), USDT, USDC or token (another one)",
	'all',
);

/** A transaction moves one asset. Where its network has tokens nothing shows which. */
export const TRANSACTION_ASSET = makeLocator(
	'Asset',
	'searchTransactionAssets',
	"Coin or token that was moved: coin (the network's own), USDT, USDC or token (another one)",
);

/** What a check to be read was submitted for. */
export const SUBMITTED_NETWORK = makeLocator(
	'Network',
	'searchSubmittedNetworks',
	'Blockchain that the check was submitted for, as the workflow has kept it',
);
export const SUBMITTED_ASSET = makeLocator(
	'Asset',
	'searchSubmittedAssets',
	"Coin or token that the check was submitted for: coin (the network's own), USDT or USDC",
);

export const ADDRESS: INodeProperties = {
	displayName: 'Address',
	name: 'address',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
	description: 'Address to screen, or a link to it in a blockchain explorer',
};

export const OUTPUT_ADDRESS: INodeProperties = {
	...ADDRESS,
	displayName: 'Output Address',
	description: 'Output address of the transaction to screen, usually the receiver',
};

export const TRANSACTION: INodeProperties = {
	...ADDRESS,
	displayName: 'Transaction Hash',
	name: 'transaction',
	placeholder: 'e.g. 4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
	description: 'Hash of the transaction to screen',
};

/** A check of the history. Reading the list is free. */
export const CHECK_HASH: INodeProperties = {
	displayName: 'Check Hash',
	name: 'checkHash',
	type: 'resourceLocator',
	required: true,
	default: NOTHING_CHOSEN,
	description: "Hash of the check, or an expression that gives 'details.checks' of a wallet",
	...makeModes(
		'searchChecks',
		['By Hash', 'e.g. 3f2a8c1e-5b7d-4e9a-8c6f-1d2e3f4a5b6c'],
		'Select a check...',
	),
};

export const RETURN_ALL: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const LIMIT: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	displayOptions: { show: { returnAll: [false] } },
	default: 50,
	description: 'Max number of results to return',
};

/** Another token than USDT and USDC. */
export const TOKEN: INodeProperties = {
	displayName: 'Token',
	name: 'token',
	type: 'resourceLocator',
	default: NOTHING_CHOSEN,
	displayOptions: { show: { asset: ['token'] } },
	description: 'Token of the network to screen',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. Tether USD (USDT)',
			typeOptions: { searchListMethod: 'searchTokens', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 94252',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^\\s*\\d*\\s*$',
						errorMessage: 'A token ID is a number, e.g. 94252',
					},
				},
			],
		},
		{
			displayName: 'By Contract Address',
			name: 'contract',
			type: 'string',
			placeholder: 'e.g. 0xdac17f958d2ee523a2206206994597c13d831ec7',
		},
	],
};

export const WAIT_FOR_RESULT: INodeProperties = {
	displayName: 'Wait for Result',
	name: 'waitForResult',
	type: 'boolean',
	default: true,
	description: 'Whether to wait until the check is finished, instead of returning its hash at once',
};

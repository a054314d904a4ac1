import type { INodeProperties } from 'n8n-workflow';

import {
	ALIAS_CODES,
	CHECK_CURRENCY_OPTIONS,
	REPORT_CURRENCY_OPTIONS,
} from '../../shared/currencies';

/** What the paid methods accept (service 4.8). */
export const CHECK_CURRENCY: INodeProperties = {
	displayName: 'Currency',
	name: 'currency',
	type: 'options',
	required: true,
	options: CHECK_CURRENCY_OPTIONS,
	default: 'BTC',
	description: 'Network, or stablecoin on a network, that is checked',
};

/** The nine networks of service 4.6 and 4.7. */
export const REPORT_CURRENCY: INodeProperties = {
	displayName: 'Currency',
	name: 'currency',
	type: 'options',
	required: true,
	options: REPORT_CURRENCY_OPTIONS,
	default: 'BTC',
	description: 'Network of the address or transaction. Reports are not searched by token.',
};

export const ADDRESS: INodeProperties = {
	displayName: 'Address',
	name: 'address',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
	description: 'Wallet address to check',
};

export const OUTPUT_ADDRESS: INodeProperties = {
	...ADDRESS,
	displayName: 'Output Address',
	description: 'Output address of the transaction that is checked',
};

export const TRANSACTION: INodeProperties = {
	displayName: 'Transaction Hash',
	name: 'transaction',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
	description: 'Hash of the transaction to check',
};

export const CHECK_HASH: INodeProperties = {
	displayName: 'Check Hash',
	name: 'checkHash',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 3f2a8c1e-5b7d-4e9a-8c6f-1d2e3f4a5b6c',
	description: 'Hash of the check, as returned when it was submitted',
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

/** The token locator (design 2): empty means the network's own currency. */
export const TOKEN: INodeProperties = {
	displayName: 'Token',
	name: 'token',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	// The stablecoin aliases name their token already (service 4.8). For all else it is shown: the currency may be an
	// expression that means another network for each item.
	displayOptions: { hide: { currency: ALIAS_CODES } },
	description: "Token to check. Leave empty for the network's own currency.",
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
	description:
		'Whether to wait until the check is done. When off, the item has the hash only, and the result can be had later with Get Result, which is free.',
};

import type { INodeProperties } from 'n8n-workflow';

import {
	ALIAS_CODES,
	ALL,
	ALL_LABEL,
	DETECT,
	DETECT_LABEL,
	EVM_OPTIONS,
	STABLECOINS,
	WALLET_EVM_OPTIONS,
} from '../../shared/currencies';
import { NETWORK_CODES } from '../../shared/networks';

/** The asset of a transaction, which has one. A locator, so that an expression or an AI agent can give any value. */
export const CHECK_CURRENCY: INodeProperties = {
	displayName: 'Currency',
	name: 'currency',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: DETECT, cachedResultName: DETECT_LABEL },
	description:
		"Blockchain or stablecoin to screen: 'detect' (its native currency), 'USDT' or 'USDC' take the network from the address. Otherwise a code such as BTC, ETH, TRX or USDTTRC20.",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchCurrencies', searchable: true },
		},
		{ displayName: 'By Code', name: 'id', type: 'string', placeholder: 'e.g. USDTTRC20' },
	],
};

const [LIST, CODE] = CHECK_CURRENCY.modes ?? [];

/** The asset of an address, or a whole wallet. */
export const WALLET_CURRENCY: INodeProperties = {
	...CHECK_CURRENCY,
	default: { mode: 'list', value: ALL, cachedResultName: ALL_LABEL },
	description:
		"What to screen: 'all' (1 to 3 checks), 'detect' (the native currency), 'USDT' or 'USDC' take the network from the address. Otherwise a code such as BTC, ETH, TRX or USDTTRC20.",
	modes: [
		{ ...LIST, typeOptions: { ...LIST.typeOptions, searchListMethod: 'searchWalletCurrencies' } },
		CODE,
	],
};

/** Below Currency: the price of the default. */
export const ALL_NOTICE: INodeProperties = {
	displayName:
		'Screens the native currency, USDT and USDC: 1 to 3 checks a wallet, up to 10 on all EVM networks.',
	name: 'allNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { currency: [ALL] } },
};

/** Below Currency: most money on some networks is a stablecoin, which a check of the native currency doesn't see. */
const makeDetectNotice = (advice: string): INodeProperties => ({
	displayName: `Screens the native currency only, such as TRX. ${advice}`,
	name: 'detectNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { currency: [DETECT] } },
});

export const DETECT_NOTICE = makeDetectNotice('For USDT choose USDT.');
export const WALLET_DETECT_NOTICE = makeDetectNotice(
	'For USDT choose USDT, for everything All Assets.',
);

/** Speaks where neither the text nor Currency names a network. */
export const EVM_NETWORK: INodeProperties = {
	displayName: 'EVM Network',
	name: 'evmNetwork',
	type: 'options',
	options: EVM_OPTIONS,
	default: '',
	// An expression may mean any currency, so it shows the field.
	displayOptions: { hide: { currency: [...NETWORK_CODES, ...ALIAS_CODES] } },
	description:
		'Network of addresses that begin with 0x. Not needed for other addresses, or where a link names the network.',
};

export const WALLET_EVM_NETWORK: INodeProperties = { ...EVM_NETWORK, options: WALLET_EVM_OPTIONS };

/** The networks that have reports. */
export const REPORT_CURRENCY: INodeProperties = {
	...CHECK_CURRENCY,
	default: { mode: 'list', value: 'BTC', cachedResultName: 'Bitcoin (BTC)' },
	description:
		'Blockchain of the address or transaction, such as BTC, ETH or TRX. Reports of tokens are found under their blockchain.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchNetworks', searchable: true },
		},
		{ displayName: 'By Code', name: 'id', type: 'string', placeholder: 'e.g. ETH' },
	],
};

export const ADDRESS: INodeProperties = {
	displayName: 'Address',
	name: 'address',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
	description: 'Wallet address to screen. A link to it in a blockchain explorer works too.',
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
	default: { mode: 'list', value: '' },
	description: "Hash of the check, as returned by 'Screen Address' or 'Screen Transaction'",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a check...',
			typeOptions: { searchListMethod: 'searchChecks', searchable: true },
		},
		{
			displayName: 'By Hash',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2a8c1e-5b7d-4e9a-8c6f-1d2e3f4a5b6c',
		},
	],
};

/** The asset that a check to be read was submitted for. */
export const SUBMITTED_CURRENCY: INodeProperties = {
	displayName: 'Currency',
	name: 'currency',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'What the check was submitted for. Needed where the service does not state the asset of a check, or the level is unknown. A list of checks names it itself.',
	modes: [
		{
			...LIST,
			placeholder: 'e.g. USDT on Tron (TRC-20)',
			typeOptions: { ...LIST.typeOptions, searchListMethod: 'searchSubmittedCurrencies' },
		},
		CODE,
	],
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

/** Values of Currency that name no network, or name their token. Which networks have tokens, the currency list says. */
const WITHOUT_TOKEN = [DETECT, ALL, ...STABLECOINS, ...ALIAS_CODES];

/** Empty means the network's own currency. */
export const TOKEN: INodeProperties = {
	displayName: 'Token',
	name: 'token',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	// Hidden where no token can be meant. An expression may mean any network, so it shows the field.
	displayOptions: { hide: { currency: WITHOUT_TOKEN } },
	description: "Token to screen. Leave empty for the network's own currency.",
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
		"Whether to wait until the check is finished. If off, the item has the hash and the level unknown, and 'Get Result' returns the result later, free.",
};

import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import {
	CHECK_CURRENCY_OPTIONS,
	DETECT_OPTIONS,
	readCurrency,
	REPORT_CURRENCY_OPTIONS,
} from '../shared/currencies';
import { readCurrencies } from '../shared/currencyList';
import { toNodeApiError } from '../shared/nodeErrors';
import { unusableValue } from '../shared/options/read';
import { toFailure } from '../shared/rpc/failure';
import { RpcSession } from '../shared/rpc/session';
import { searchTokenList as searchIn } from '../shared/tokens';

/** `filter` is what the user typed. */
type ListSearch = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** Makes the search in a fixed list, which keeps its order. */
const makeSearch =
	(entries: readonly INodePropertyOptions[]): ListSearch =>
	async (filter = '') => {
		const wanted = filter.trim().toLowerCase();
		const found = entries.filter(({ name, value }) =>
			`${name} ${String(value)}`.toLowerCase().includes(wanted),
		);
		return { results: found.map(({ name, value }) => ({ name, value })) };
	};

/** Fill the currency lists of the paid operations and of Find Reports. */
export const searchCurrencies = makeSearch([...DETECT_OPTIONS, ...CHECK_CURRENCY_OPTIONS]);
export const searchNetworks = makeSearch(REPORT_CURRENCY_OPTIONS);

/** Fills the token list of a network. Without a network it fails: an empty list would look as if there were no tokens. */
export const searchTokens: ListSearch = async function (filter) {
	const currency = readCurrency(this.getCurrentNodeParameter('currency', { extractValue: true }));
	try {
		if (!currency)
			throw unusableValue(
				'Tokens can be listed only for a currency that is chosen from the list',
				"If 'Currency' is an expression, switch 'Token' to By ID or By Contract Address, which accept an expression too.",
			);
		const session = await RpcSession.open(this);
		return { results: searchIn(await readCurrencies(session), currency.network, filter) };
	} catch (thrown) {
		throw toNodeApiError(this.getNode(), toFailure(thrown));
	}
};

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
import { searchTokens as searchIn } from '../shared/tokens';

/** The entries whose name or code has what the user typed, in their order. */
function findEntries(entries: INodePropertyOptions[], filter = ''): INodeListSearchResult {
	const wanted = filter.trim().toLowerCase();
	const found = entries.filter(({ name, value }) =>
		`${name} ${String(value)}`.toLowerCase().includes(wanted),
	);
	return { results: found.map(({ name, value }) => ({ name, value })) };
}

/**
 * Fills the currency list of the paid operations.
 * @param filter what the user typed.
 */
export async function searchCurrencies(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return findEntries([...DETECT_OPTIONS, ...CHECK_CURRENCY_OPTIONS], filter);
}

/**
 * Fills the list of networks whose reports can be searched.
 * @param filter what the user typed.
 */
export async function searchNetworks(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return findEntries(REPORT_CURRENCY_OPTIONS, filter);
}

/** An empty list would look as if the network had no tokens. */
const noNetwork = () =>
	unusableValue(
		'Tokens can be listed only for a currency that is chosen from the list',
		"If 'Currency' is an expression, switch 'Token' to By ID or By Contract Address, which accept an expression too.",
	);

/**
 * Fills the token list for the chosen network (service 4.2).
 * @param filter what the user typed.
 * @returns the tokens whose name, symbol, contract or ID has it.
 * @throws NodeApiError that the list shows in place of its entries, also while the currency is an expression.
 */
export async function searchTokens(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const currency = readCurrency(this.getCurrentNodeParameter('currency', { extractValue: true }));
	try {
		if (!currency) throw noNetwork();
		const session = await RpcSession.open(this);
		return { results: searchIn(await readCurrencies(session), currency.network, filter) };
	} catch (thrown) {
		throw toNodeApiError(this.getNode(), toFailure(thrown));
	}
}

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { readCurrency } from '../shared/currencies';
import { toNodeApiError } from '../shared/nodeErrors';
import { toFailure } from '../shared/rpc/failure';
import { RpcSession } from '../shared/rpc/session';
import { searchTokens as searchIn } from '../shared/tokens';

/**
 * Fills the token list for the network that is chosen (service 4.2).
 * @param filter what the user typed.
 * @returns the tokens whose name, symbol, contract or ID has it; none while the currency is an expression.
 * @throws NodeApiError that the list shows in place of its entries.
 */
export async function searchTokens(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const currency = readCurrency(this.getCurrentNodeParameter('currency'));
	if (!currency) return { results: [] };
	try {
		const session = await RpcSession.open(this);
		const { result } = await session.call('checkup.currencylist', undefined);
		return { results: searchIn(result, currency.network, filter) };
	} catch (thrown) {
		throw toNodeApiError(this.getNode(), toFailure(thrown));
	}
}

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { readCurrency } from '../shared/currencies';
import { toNodeApiError } from '../shared/nodeErrors';
import { unusableValue } from '../shared/parameters';
import { toFailure } from '../shared/rpc/failure';
import { RpcSession } from '../shared/rpc/session';
import { searchTokens as searchIn } from '../shared/tokens';

/** An empty list would look as if the network had no tokens. */
const noNetwork = () =>
	unusableValue(
		'Tokens can be listed only for a currency that is chosen from the list',
		'Where Currency is an expression, switch Token to By ID or By Contract Address: these take an expression too.',
	);

/**
 * Fills the token list for the network that is chosen (service 4.2).
 * @param filter what the user typed.
 * @returns the tokens whose name, symbol, contract or ID has it.
 * @throws NodeApiError that the list shows in place of its entries, also while the currency is an expression.
 */
export async function searchTokens(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const currency = readCurrency(this.getCurrentNodeParameter('currency'));
	try {
		if (!currency) throw noNetwork();
		const session = await RpcSession.open(this);
		const { result } = await session.call('checkup.currencylist', undefined);
		return { results: searchIn(result, currency.network, filter) };
	} catch (thrown) {
		throw toNodeApiError(this.getNode(), toFailure(thrown));
	}
}

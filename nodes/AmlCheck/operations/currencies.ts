import { deepCopy, type IDataObject } from 'n8n-workflow';

import { fetchCurrencies } from '../../shared/service/currencyList';
import { parseNumber } from '../../shared/base/format';
import { collectionField, networkOption, SIMPLIFY } from '../../shared/n8n/fields';
import { flagField, numberField, textField } from '../../shared/check/schema';
import { asSent, type CurrencyEntry } from '../../shared/service/schemas';
import { z } from '../../shared/vendor/zod';
import { NETWORK_CODES } from '../../shared/wallet/networks';
import { LIMIT, RETURN_ALL } from '../fields/common';
import type { ItemOutput } from '../items/outcomes';
import { perItem, parseLimit, type ItemRun, type Operation } from './operation';

const currencySchema = z.strictObject({
	currency: textField('Code of the network'),
	name: textField('Display name').nullable(),
	symbol: textField('Ticker symbol').nullable(),
	tokenId: textField("For 'Token', By ID; 0 is the native currency"),
	contract: textField("The token's smart contract; null for a native currency").nullable(),
	isNative: flagField("Whether it is the network's own currency"),
	unit: numberField('Numeric unit value as the service sent it').nullable(),
});

const simplify = (entry: CurrencyEntry): z.infer<typeof currencySchema> => ({
	currency: entry.currency,
	name: entry.name ?? null,
	symbol: entry.symbol ?? null,
	tokenId: String(entry.token_id),
	contract: entry.issuer ?? null,
	isNative: String(entry.token_id) === '0',
	unit: parseNumber(entry.unit),
});

const CURRENCY_FILTERS = {
	network: networkOption('Only the coin of this network and its tokens', NETWORK_CODES),
};

async function listItemCurrencies(item: ItemRun): Promise<ItemOutput[]> {
	const { parameters, index, session, options } = item;
	const limit = parseLimit(item);
	const { network: wanted } = parameters.collection(CURRENCY_FILTERS, 'filters', index);
	const entries = (await fetchCurrencies(session)).filter(
		({ currency }) => wanted === undefined || currency.toUpperCase() === wanted,
	);
	const toJson = (entry: CurrencyEntry): IDataObject =>
		options.simplify ? simplify(entry) : deepCopy(asSent(entry) as IDataObject);
	return entries.slice(0, limit).map((entry) => ({ json: toJson(entry) }));
}

/** Free, and read at most once an hour. */
export const listCurrencies: Operation = {
	resource: 'currency',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many currencies',
	description: 'Get many currencies and tokens that can be screened',
	method: 'checkup.currencylist',
	properties: [RETURN_ALL, LIMIT, collectionField('filters', CURRENCY_FILTERS), SIMPLIFY],
	output: currencySchema,
	run: perItem(listItemCurrencies),
};

import { deepCopy } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';

import { NETWORK_OPTIONS, readCurrency } from '../../shared/currencies';
import { readCurrencies } from '../../shared/currencyList';
import { filtersField, SIMPLIFY } from '../../shared/options/fields';
import { option, recognizedBy } from '../../shared/options/read';
import { readNumber } from '../../shared/risk/format';
import type { CurrencyEntry } from '../../shared/rpc/schemas';
import { z } from '../../shared/vendor/zod';
import { LIMIT, RETURN_ALL } from '../fields/common';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutput } from '../run/outcomes';
import { perItem } from './perItem';
import { readLimit } from './readLimit';
import type { Operation } from './types';

const currencySchema = z
	.object({
		currency: z.string().describe('Code of the network'),
		name: z.string().nullable().describe('Display name'),
		symbol: z.string().nullable().describe('Ticker symbol'),
		tokenId: z.string().describe('For Token, By ID; 0 is the native currency'),
		contract: z
			.string()
			.nullable()
			.describe("The token's smart contract; null for a native currency"),
		isNative: z.boolean().describe("Whether it is the network's own currency"),
		unit: z.number().nullable().describe('Numeric unit value as the service tells it'),
	})
	.strict();

type Currency = z.infer<typeof currencySchema>;

function simplify({ currency, issuer, name, symbol, token_id, unit }: CurrencyEntry): Currency {
	return {
		currency,
		name: name ?? null,
		symbol: symbol ?? null,
		tokenId: String(token_id),
		contract: issuer ?? null,
		isNative: String(token_id) === '0',
		unit: readNumber(unit),
	};
}

const FILTERS = {
	currency: option(
		{
			displayName: 'Currency',
			name: 'currency',
			type: 'options',
			options: NETWORK_OPTIONS,
			default: 'ETH',
			description: 'Only the currency of this network and its tokens',
		},
		recognizedBy((value) => readCurrency(value)?.network, 'one of the list'),
	),
};

async function listCurrencies(run: NodeRun, index: number): Promise<ItemOutput[]> {
	const limit = readLimit(run, index);
	const { currency: wanted } = run.collection(FILTERS, 'filters', index);
	const entries = (await readCurrencies(run.session)).filter(
		({ currency }) => wanted === undefined || currency.toUpperCase() === wanted,
	);
	const isSimple = run.isSimplified(index);
	return entries
		.slice(0, limit)
		.map((entry) => (isSimple ? simplify(entry) : deepCopy(entry)))
		.map((json) => ({ json: json as unknown as IDataObject }));
}

/** `checkup.currencylist` (service 4.2); free, and read at most once an hour. */
export const listCurrenciesOperation: Operation = {
	resource: 'currency',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many currencies and tokens that can be screened',
	description: 'Get many currencies and tokens that can be screened',
	method: 'checkup.currencylist',
	properties: [RETURN_ALL, LIMIT, filtersField(FILTERS), SIMPLIFY],
	output: currencySchema,
	example: { parameters: {} },
	run: perItem(listCurrencies),
};

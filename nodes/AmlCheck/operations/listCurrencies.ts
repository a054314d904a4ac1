import type { IDataObject } from 'n8n-workflow';

import { readCurrency } from '../../shared/currencies';
import { filtersField, SIMPLIFY } from '../../shared/fields';
import { unusableValue } from '../../shared/parameters';
import { readNumber } from '../../shared/risk/numbers';
import type { CurrencyEntry } from '../../shared/rpc/schemas';
import { isNothing } from '../../shared/values';
import { z } from '../../shared/vendor/zod';
import { CHECK_CURRENCY, LIMIT, RETURN_ALL } from '../fields/common';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutput } from '../run/itemOutcome';
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

function wantedNetwork(run: NodeRun, index: number): string | undefined {
	const { currency } = run.collection('filters', index);
	if (isNothing(currency)) return undefined;
	const code = readCurrency(currency);
	if (code) return code.network;
	throw unusableValue(
		`Currency '${String(currency)}' is not one the service checks`,
		'Choose one from the list, or remove the filter.',
	);
}

async function listCurrencies(run: NodeRun, index: number): Promise<ItemOutput[]> {
	const limit = readLimit(run, index);
	const network = wantedNetwork(run, index);
	const entries = (await run.currencies()).filter(
		({ currency }) => network === undefined || currency.toUpperCase() === network,
	);
	const isSimple = run.flag('simplify', index, true);
	return entries
		.slice(0, limit)
		.map((entry) => ({ json: isSimple ? simplify(entry) : (entry as unknown as IDataObject) }));
}

/** `checkup.currencylist` (service 4.2); free, and read at most once a run. */
export const listCurrenciesOperation: Operation = {
	resource: 'currency',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many currencies',
	description: 'List the currencies and tokens that can be checked. Free.',
	method: 'checkup.currencylist',
	properties: [
		RETURN_ALL,
		LIMIT,
		filtersField([
			{
				...CHECK_CURRENCY,
				required: undefined,
				description: 'Only the currency of this network and its tokens',
			},
		]),
		SIMPLIFY,
	],
	output: currencySchema,
	example: { parameters: {} },
	run: perItem(listCurrencies),
};

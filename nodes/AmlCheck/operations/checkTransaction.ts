import { SIMPLIFY } from '../../shared/fields';
import {
	CHECK_CURRENCY,
	OUTPUT_ADDRESS,
	TOKEN,
	TRANSACTION,
	WAIT_FOR_RESULT,
} from '../fields/common';
import { PAID_OPTIONS } from '../fields/options';
import { transactionCheckSchema } from '../outputs/checks';
import { screenItems } from '../screening';
import { EXAMPLE_BTC_ADDRESS, EXAMPLE_TRANSACTION } from './examples';
import { wantedReader } from './readWanted';
import type { Operation } from './types';

const readWanted = wantedReader('transaction');

/** `checkup.checktx` (service 4.4); takes one check from the package. */
export const checkTransaction: Operation = {
	resource: 'check',
	value: 'checkTransaction',
	name: 'Check Transaction',
	action: 'Check transaction (costs 1 check)',
	description: 'Screen a transaction and its output address. Costs one check of the package.',
	method: 'checkup.checktx',
	properties: [
		CHECK_CURRENCY,
		TRANSACTION,
		OUTPUT_ADDRESS,
		TOKEN,
		WAIT_FOR_RESULT,
		SIMPLIFY,
		PAID_OPTIONS,
	],
	output: transactionCheckSchema,
	example: {
		parameters: {
			currency: 'BTC',
			transaction: EXAMPLE_TRANSACTION,
			address: EXAMPLE_BTC_ADDRESS,
		},
	},
	run: async (run) => await screenItems(run, async (index) => await readWanted(run, index)),
};

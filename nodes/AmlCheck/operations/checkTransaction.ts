import { SIMPLIFY } from '../../shared/options/fields';
import { RISK_RULES_FIELDS } from '../../shared/options/riskFields';
import {
	CHECK_CURRENCY,
	OUTPUT_ADDRESS,
	TOKEN,
	TRANSACTION,
	WAIT_FOR_RESULT,
} from '../fields/common';
import { PAID_OPTIONS } from '../fields/options';
import { transactionCheckSchema } from '../outputs/checks';
import { EXAMPLE_BTC_ADDRESS, EXAMPLE_TRANSACTION } from './examples';
import { screenEach } from './readWanted';
import type { Operation } from './types';

/** `checkup.checktx` (service 4.4); takes one check from the package. */
export const checkTransaction: Operation = {
	resource: 'check',
	value: 'checkTransaction',
	name: 'Screen Transaction',
	action: 'Screen transaction for money laundering risk',
	description: 'Screen a transaction and its output address for money laundering risk',
	method: 'checkup.checktx',
	properties: [
		CHECK_CURRENCY,
		TRANSACTION,
		OUTPUT_ADDRESS,
		TOKEN,
		WAIT_FOR_RESULT,
		SIMPLIFY,
		...RISK_RULES_FIELDS,
		...PAID_OPTIONS,
	],
	output: transactionCheckSchema,
	example: {
		parameters: {
			currency: 'BTC',
			transaction: EXAMPLE_TRANSACTION,
			address: EXAMPLE_BTC_ADDRESS,
		},
	},
	run: screenEach('transaction'),
};

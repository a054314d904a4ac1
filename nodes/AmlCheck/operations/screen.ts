import { SIMPLIFY } from '../../shared/options/fields';
import { RISK_RULES_FIELDS } from '../../shared/options/riskRules';
import {
	ADDRESS,
	CHECK_CURRENCY,
	OUTPUT_ADDRESS,
	TOKEN,
	TRANSACTION,
	WAIT_FOR_RESULT,
} from '../fields/common';
import { PAID_OPTIONS } from '../fields/options';
import { addressCheckSchema, transactionCheckSchema } from '../outputs/checks';
import { EXAMPLE_BTC_ADDRESS, EXAMPLE_ETH_ADDRESS, EXAMPLE_TRANSACTION } from './operation';
import type { Operation } from './operation';
import { screenEach } from './readWanted';

/** What both operations ask for after the target. */
const COMMON_FIELDS = [TOKEN, WAIT_FOR_RESULT, SIMPLIFY, ...RISK_RULES_FIELDS, ...PAID_OPTIONS];

export const screenAddress: Operation = {
	resource: 'check',
	value: 'checkAddress',
	name: 'Screen Address',
	action: 'Screen wallet address for money laundering risk',
	description: 'Screen a wallet address for money laundering risk',
	method: 'checkup.checkaddr',
	properties: [CHECK_CURRENCY, ADDRESS, ...COMMON_FIELDS],
	output: addressCheckSchema,
	example: {
		currency: 'ETH',
		address: EXAMPLE_ETH_ADDRESS,
		options: { idempotencyKey: 'order-1042', maxPaidChecks: 100, reuseWithinHours: 24 },
	},
	run: screenEach('address'),
};

export const screenTransaction: Operation = {
	resource: 'check',
	value: 'checkTransaction',
	name: 'Screen Transaction',
	action: 'Screen transaction for money laundering risk',
	description: 'Screen a transaction and its output address for money laundering risk',
	method: 'checkup.checktx',
	properties: [CHECK_CURRENCY, TRANSACTION, OUTPUT_ADDRESS, ...COMMON_FIELDS],
	output: transactionCheckSchema,
	example: {
		currency: 'BTC',
		transaction: EXAMPLE_TRANSACTION,
		address: EXAMPLE_BTC_ADDRESS,
	},
	run: screenEach('transaction'),
};

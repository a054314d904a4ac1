import { SIMPLIFY } from '../../shared/options/fields';
import { RISK_RULES_FIELDS } from '../../shared/options/riskFields';
import { ADDRESS, CHECK_CURRENCY, TOKEN, WAIT_FOR_RESULT } from '../fields/common';
import { PAID_OPTIONS } from '../fields/options';
import { addressCheckSchema } from '../outputs/checks';
import { EXAMPLE_ETH_ADDRESS } from './examples';
import { screenEach } from './readWanted';
import type { Operation } from './types';

/** `checkup.checkaddr` (service 4.3); takes one check from the package. */
export const checkAddress: Operation = {
	resource: 'check',
	value: 'checkAddress',
	name: 'Screen Address',
	action: 'Screen wallet address for money laundering risk',
	description: 'Screen a wallet address for money laundering risk',
	method: 'checkup.checkaddr',
	properties: [
		CHECK_CURRENCY,
		ADDRESS,
		TOKEN,
		WAIT_FOR_RESULT,
		SIMPLIFY,
		...RISK_RULES_FIELDS,
		...PAID_OPTIONS,
	],
	output: addressCheckSchema,
	example: {
		parameters: {
			currency: 'ETH',
			address: EXAMPLE_ETH_ADDRESS,
			options: { idempotencyKey: 'order-1042', maxPaidChecks: 100, reuseWithinHours: 24 },
		},
	},
	run: screenEach('address'),
};

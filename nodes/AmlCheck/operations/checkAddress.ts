import { SIMPLIFY } from '../../shared/fields';
import { ADDRESS, CHECK_CURRENCY, TOKEN, WAIT_FOR_RESULT } from '../fields/common';
import { PAID_OPTIONS } from '../fields/options';
import { addressCheckSchema } from '../outputs/checks';
import { screenItems } from '../screening';
import { EXAMPLE_ETH_ADDRESS } from './examples';
import { wantedReader } from './readWanted';
import type { Operation } from './types';

const readWanted = wantedReader('address');

/** `checkup.checkaddr` (service 4.3); takes one check from the package. */
export const checkAddress: Operation = {
	resource: 'check',
	value: 'checkAddress',
	name: 'Check Address',
	action: 'Check address (costs 1 check)',
	description: 'Screen a wallet address. Costs one check of the package.',
	method: 'checkup.checkaddr',
	properties: [CHECK_CURRENCY, ADDRESS, TOKEN, WAIT_FOR_RESULT, SIMPLIFY, PAID_OPTIONS],
	output: addressCheckSchema,
	example: {
		parameters: {
			currency: 'ETH',
			address: EXAMPLE_ETH_ADDRESS,
			options: { idempotencyKey: 'order-1042', maxPaidChecks: 100, reuseWithinHours: 24 },
		},
	},
	run: async (run) => await screenItems(run, async (index) => await readWanted(run, index)),
};

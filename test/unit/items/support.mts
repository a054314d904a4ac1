/** Ends of items. */
import type { ItemOutcome } from '../../../nodes/AmlCheck/items/outcomes.ts';
import type { Failure } from '../../../nodes/shared/failures/facts.ts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';

export const fail = (
	{ reason = 'badInput', ...more }: Partial<Failure> = {},
	marks: object = {},
): ItemOutcome => ({
	failure: makeFailure(reason, { charged: false, ...more }),
	...marks,
});

export const done: ItemOutcome = { outputs: [] };

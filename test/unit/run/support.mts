/** Ends of items, and what a run throws that stops over them. */
import type { ItemOutcome } from '../../../nodes/AmlCheck/run/outcomes.ts';
import { makeStopFailure } from '../../../nodes/AmlCheck/run/stopFailure.ts';
import {
	AmlCheckError,
	describeFailure,
	type FailureFacts,
} from '../../../nodes/shared/failures/failure.ts';

export const fail = (facts: Partial<FailureFacts>, more: object = {}): ItemOutcome => ({
	failure: new AmlCheckError({
		kind: 'invalidInput',
		message: 'No',
		advice: 'Do this.',
		charged: false,
		...facts,
	}),
	...more,
});

export const done: ItemOutcome = { outputs: [] };

/** The same for so many items, each with its number. */
export const times = <T,>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

/** The failure of the run: its message, its description line by line, and the item that it is about. */
export function stop(outcomes: readonly ItemOutcome[]) {
	const { failure, item } = makeStopFailure(outcomes) ?? {};
	const lines = failure ? describeFailure(failure).split('\n') : [];
	return { message: failure?.message, lines, item };
}

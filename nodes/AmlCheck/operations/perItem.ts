import { AmlCheckError, toFailure } from '../../shared/rpc/failure';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome, ItemOutput } from '../run/outcomes';

const NOT_BEGUN = new AmlCheckError({
	kind: 'cancelled',
	message: 'This item was not begun, because the run stopped before it',
	description: 'See what happened to the other items, then run again.',
});

/** What each item of a run is before its turn comes: in Stop mode it may never come. */
export const notBegun = (): ItemOutcome => ({ failure: NOT_BEGUN, isConsequence: true });

/**
 * Makes the run of an operation that treats each item by itself and costs nothing.
 * @param handle what to do for one item; it may throw.
 * @returns a run that works on a few items at once and, in Stop mode, begins no more after the first that fails.
 */
export function perItem(
	handle: (run: NodeRun, index: number) => Promise<ItemOutput[]>,
): (run: NodeRun) => Promise<ItemOutcome[]> {
	return async (run) => {
		const outcomes: ItemOutcome[] = run.items.map(notBegun);
		let stopped = false;
		await run.session.concurrently(run.items, async (_, index) => {
			if (stopped) return;
			try {
				outcomes[index] = { outputs: await handle(run, index) };
			} catch (thrown) {
				outcomes[index] = { failure: toFailure(thrown) };
				stopped = !run.continueOnFail;
			}
		});
		return outcomes;
	};
}

import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome } from '../run/itemOutcome';
import { acquire } from './acquire';
import { collect } from './collect';
import { plan } from './plan';
import type { WantedTarget } from './target';
import { wait } from './wait';

/**
 * Screens the items of a paid operation (design 5): plans which checks are wanted, acquires a hash for each and pays
 * for what nothing else stands in for, waits for the results, and collects them in the order of the input.
 * @param run the node's run.
 * @param readWanted reads what one item wants checked; it may throw, which refuses the item before it is paid for.
 * @returns one outcome for each item, in their order. It doesn't throw.
 */
export async function screenItems(
	run: NodeRun,
	readWanted: (index: number) => Promise<WantedTarget>,
): Promise<ItemOutcome[]> {
	const planned = await plan(run, readWanted);
	const acquired = await acquire(planned);
	const awaited = await wait(acquired);
	return await collect(awaited);
}

import type { WantedTarget } from '../../shared/targets';
import type { ItemOutcome } from '../run/itemOutcome';
import type { NodeRun } from '../run/nodeRun';
import { progressReporter } from '../run/progress';
import { acquire } from './acquire';
import { collect } from './collect';
import { plan } from './plan';
import type { Wish } from './wish';
import { Watch } from './wait';

/**
 * Screens the items of a paid operation. It plans which checks are wanted, acquires a check for each and pays for what
 * is not there, waits for the results while the rest is acquired, and collects them in the order of the input.
 * @param run the node's run.
 * @param readWanted reads what one item wants screened; it may throw, which refuses the item before it is paid for.
 * @returns one outcome for each item, in their order. It doesn't throw.
 */
export async function screenItems(
	run: NodeRun,
	readWanted: (index: number) => Promise<WantedTarget>,
): Promise<ItemOutcome[]> {
	const planned = await plan(run, readWanted);
	const { session } = run;
	const { history, wishes } = planned;
	const report = progressReporter(run.context);
	const watch = new Watch(session, history, run.options.timeout, wishes.length, report);
	const wait = (wish: Wish): void => {
		const { entry, target, waits } = wish;
		if (entry.state !== 'taken') return;
		// A check of somebody else is finished as a rule: its result is read even where nobody waits for it.
		const isOld = !entry.paid;
		const isExpected = (check: Parameters<typeof target.compare>[0]) =>
			target.compare(check) !== 'other';
		if (waits || isOld) watch.add({ hash: entry.hash, isExpected, isOld });
	};
	const waiting = watch.run();
	const acquired = await acquire(planned, wait, () => watch.isWaiting);
	if (acquired.goesOn) watch.close();
	else watch.stop();
	await waiting;
	return await collect(acquired, watch);
}

import { ReportSearch, type FoundReport } from '../run/reportSearch';
import type { Ending, Shown } from './endings';
import type { Order, Plan } from './order';

/** Searches for the links and the owners of the checks that an item shows. It doesn't throw: no result is lost over it. */
export async function readOwnReports(
	{ run, orders }: Plan,
	endings: ReadonlyMap<Order, Ending>,
): Promise<Map<Order, FoundReport>> {
	const addresses = new Set(orders.map(({ target }) => target.address));
	const search = new ReportSearch(run.session, addresses.size);
	const reports = new Map<Order, FoundReport>();
	await run.session.concurrently(orders, async (order) => {
		const ending = endings.get(order);
		const shown = order.items.filter((index) => run.isSimplified(index));
		if (!ending || !('check' in ending) || shown.length === 0) return;
		const includesDetails = shown.some((index) => run.getOptions(index).includeDetails);
		const found = await search.find(ending.check, includesDetails, order.target);
		if (found) reports.set(order, found);
	});
	return reports;
}

/** The history's record of a check, if it was read, has a score to compare. */
export const withFound = (shown: Shown, { links, owner }: FoundReport): Shown => ({
	...shown,
	facts: { ...shown.facts, links, owner, historyItem: shown.facts.historyItem ?? links },
});

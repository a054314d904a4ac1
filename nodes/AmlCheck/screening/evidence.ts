import { readOutcome } from '../../shared/statuses';
import type { CheckRecord } from '../../shared/rpc/schemas';
import { findAllPrevious, findOwnReports, type Previous } from '../run/reports';
import type { Ending, Shown } from './endings';
import type { Plan, Row, Order } from './order';

/*
 * The facts that other reports add to the checks at hand: their links, the owner of the address, and the check before.
 * Free.
 */

/** Whether an item shows what changed since the previous check. */
export const isCompared = (row: Row) =>
	!('failure' in row) && row.options.comparePrevious && row.simplifies;

/** Searches for the previous check of each target, where an item asks for it. */
export async function readPrevious(
	{ run, rows }: Plan,
	endings: ReadonlyMap<Order, Ending>,
): Promise<Map<Order, Previous>> {
	const wanted = [...endings].flatMap(([order, ending]) =>
		'check' in ending && order.items.some((index) => isCompared(rows[index]))
			? [{ order, target: order.target, check: ending.check }]
			: [],
	);
	const found = await findAllPrevious(run.session, wanted);
	return new Map([...found].map(([{ order }, previous]) => [order, previous]));
}

/** Whether all checks are of one item: somebody may sit in front of a form. A batch makes no search. */
const isOneItem = ({ orders, ordersOf }: Plan): boolean =>
	ordersOf.some((own) => own.length === orders.length);

/** The checks whose links and owner a search may show, and that no search has shown yet. */
function listUnlinked(
	{ run, orders }: Plan,
	endings: ReadonlyMap<Order, Ending>,
	previous: ReadonlyMap<Order, Previous>,
) {
	return orders.flatMap((order) => {
		const { target, items } = order;
		const ending = endings.get(order);
		const isShown = items.some((index) => run.isSimplified(index));
		if (!ending || !('check' in ending) || !isShown) return [];
		const { check } = ending;
		if (check.counterparty || readOutcome(check.status) !== 'completed') return [];
		const known = target.search && previous.get(order);
		return [{ order, target, check, known }];
	});
}

/** Searches for links and owner of the checks of one item, once on each network. */
export async function readOwnReports(
	plan: Plan,
	endings: ReadonlyMap<Order, Ending>,
	previous: ReadonlyMap<Order, Previous>,
): Promise<Map<Order, CheckRecord>> {
	const unlinked = isOneItem(plan) ? listUnlinked(plan, endings, previous) : [];
	const open = unlinked.filter(({ known }) => !known);
	const found = await findOwnReports(plan.run.session, open);
	return new Map(
		unlinked.flatMap((one) => {
			const own = one.known ? one.known.own : found.get(one);
			return own ? [[one.order, own]] : [];
		}),
	);
}

/** A single check is found by its hash alone, so its second score is that of its report. */
export const withOwnReport = (shown: Shown, own: CheckRecord): Shown => ({
	...shown,
	facts: { ...shown.facts, links: own, counterparty: own.counterparty, historyItem: own },
});

import { readOutcome } from '../../shared/statuses';
import { readOwner } from '../../shared/checks/simplify';
import { findAllPrevious, findReportsOf, FEW_ADDRESSES } from '../run/reports';
import type { FoundReport, Previous } from '../run/reports';
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

/** Whether the owners of all addresses are asked for. In larger runs an item asks for its own. */
const isFew = ({ orders }: Plan): boolean =>
	new Set(orders.map(({ target }) => target.address)).size <= FEW_ADDRESSES;

/** The checks whose links and owner a search may show, and that no search has shown yet. */
function listUnlinked(
	plan: Plan,
	endings: ReadonlyMap<Order, Ending>,
	previous: ReadonlyMap<Order, Previous>,
) {
	const { run, orders } = plan;
	const asksAll = isFew(plan);
	return orders.flatMap((order) => {
		const { target, items } = order;
		const ending = endings.get(order);
		const isAsked = items.some(
			(index) => run.isSimplified(index) && (asksAll || run.getOptions(index).includeDetails),
		);
		if (!ending || !('check' in ending) || !isAsked) return [];
		const { check } = ending;
		if (check.counterparty || readOutcome(check.status) !== 'completed') return [];
		const known = target.search && previous.get(order);
		return [{ order, target, check, known }];
	});
}

/** Searches for the links and the owners of checks. */
export async function readOwnReports(
	plan: Plan,
	endings: ReadonlyMap<Order, Ending>,
	previous: ReadonlyMap<Order, Previous>,
): Promise<Map<Order, FoundReport>> {
	const unlinked = listUnlinked(plan, endings, previous);
	const open = unlinked.filter(({ known }) => !known?.own);
	const found = await findReportsOf(plan.run.session, open);
	return new Map(
		unlinked.flatMap((one) => {
			const own = one.known?.own;
			const report = own ? { own, owner: readOwner(own) ?? ('none' as const) } : found.get(one);
			return report ? [[one.order, report]] : [];
		}),
	);
}

/** The history's record of a check, if it was read, has a score to compare. */
export const withFound = (shown: Shown, { own, owner }: FoundReport): Shown => ({
	...shown,
	facts: { ...shown.facts, links: own, owner, historyItem: shown.facts.historyItem ?? own },
});

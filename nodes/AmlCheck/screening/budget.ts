import type { AmlCheckError } from '../../shared/failures/failure';
import type { NodeRun } from '../run/nodeRun';
import { notSubmitted } from './failures';
import { openNodeEntries, type Order } from './order';

/**
 * The limit of a run's payments, *Max Paid Checks*. The limit of an agent's tool is one for all its calls in an
 * execution: an agent calls it for each wallet, and calls may overlap. The entries of the node hold what they have paid
 * for.
 */
export class Budget {
	/** The orders that have their share. One that is sent again, since it was not taken, needs no second one. */
	private readonly funded = new Set<Order>();

	constructor(private readonly run: NodeRun) {}

	private get limit(): number {
		return this.run.options.maxPaidChecks || Infinity;
	}

	/** How many checks earlier calls of the tool have paid for, or may have, beside those of some orders. */
	private countEarlier(orders: Iterable<Order>): number {
		if (!this.run.isTool) return 0;
		const own = new Set([...orders].map(({ entry }) => entry));
		return Object.values(openNodeEntries(this.run.context))
			.flat()
			.filter((entry) => !own.has(entry))
			.filter((entry) => entry.state === 'sent' || (entry.state === 'taken' && entry.paid)).length;
	}

	/**
	 * Sets aside what orders that are to be sent may cost: for all of them, or for none.
	 * @returns the failure of those that have no share, if it is more than is allowed.
	 */
	fund(orders: readonly Order[]): AmlCheckError | undefined {
		const all = new Set([...this.funded, ...orders]);
		if (all.size === this.funded.size) return undefined;
		const earlier = this.countEarlier(all);
		if (all.size + earlier > this.limit)
			return notSubmitted.overBudget(all.size + earlier, this.limit, earlier);
		for (const order of orders) this.funded.add(order);
		return undefined;
	}

	hasShare(order: Order): boolean {
		return this.funded.has(order);
	}

	/** The failure of an order that is about to be sent, if a call of the tool at the same moment took its share. */
	refuseLate(order: Order): AmlCheckError | undefined {
		const earlier = this.countEarlier([order]);
		return earlier >= this.limit
			? notSubmitted.overBudget(1 + earlier, this.limit, earlier)
			: undefined;
	}
}

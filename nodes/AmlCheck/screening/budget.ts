import type { AmlCheckError } from '../../shared/failures/failure';
import type { NodeRun } from '../run/nodeRun';
import { notSubmitted } from './failures';
import { openNodeEntries, type Wish } from './wish';

/**
 * The limit of a run's payments, *Max Paid Checks*. The limit of an agent's tool is one for all its calls in an
 * execution: an agent calls it for each wallet, and calls may overlap. The entries of the node hold what they have paid
 * for.
 */
export class Budget {
	/** How many checks may still be paid for, and the wishes that have their share. Nobody has one before `fund`. */
	private remaining = Infinity;
	private readonly reserved = new Set<Wish>();

	constructor(private readonly run: NodeRun) {}

	private get limit(): number {
		return this.run.options.maxPaidChecks || Infinity;
	}

	/** How many checks earlier calls of the tool have paid for, or may have, beside those of some wishes. */
	private countEarlier(wishes: Iterable<Wish>): number {
		if (!this.run.isTool) return 0;
		const own = new Set([...wishes].map(({ entry }) => entry));
		return Object.values(openNodeEntries(this.run.context))
			.flat()
			.filter((entry) => !own.has(entry))
			.filter((entry) => entry.state === 'sent' || (entry.state === 'taken' && entry.paid)).length;
	}

	/** The failure of a run that wants so many checks beside the earlier calls'. */
	private refuse(wanted: number, earlier: number): AmlCheckError {
		return notSubmitted.overBudget(wanted + earlier, this.limit, earlier);
	}

	/**
	 * Sets aside what wishes that are to be sent may cost.
	 * @returns the failure of all of them if it is more than is allowed.
	 */
	fund(wishes: readonly Wish[]): AmlCheckError | undefined {
		const earlier = this.countEarlier(wishes);
		this.remaining = this.limit - earlier;
		this.reserved.clear();
		if (wishes.length > this.remaining) return this.refuse(wishes.length, earlier);
		for (const wish of wishes) this.reserve(wish);
		return undefined;
	}

	/** @returns whether there is room for a payment of the wish. One that it has already is not counted again. */
	reserve(wish: Wish): boolean {
		if (this.reserved.has(wish)) return true;
		if (this.remaining <= 0) return false;
		this.remaining--;
		this.reserved.add(wish);
		return true;
	}

	/** A second payment of a wish needs a share of its own. */
	release(wish: Wish): void {
		this.reserved.delete(wish);
	}

	/** The failure of one wish more than those that have their share. */
	refuseMore(): AmlCheckError {
		return this.refuse(this.reserved.size + 1, this.countEarlier(this.reserved));
	}

	/** The failure of a wish that is about to be sent, if a call of the tool at the same moment took its share. */
	refuseLate(wish: Wish): AmlCheckError | undefined {
		const earlier = this.countEarlier([wish]);
		return earlier >= this.limit ? this.refuse(1, earlier) : undefined;
	}
}

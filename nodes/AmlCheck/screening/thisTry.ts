import type { AmlCheckError } from '../../shared/failures/failure';
import { RETRY_FOR_MS } from '../../shared/rpc/session';
import type { Watch } from '../waiting/watch';
import { PROOF_MS } from './entry';
import { countPaid } from '../run/entries';
import type { NodeRun } from '../run/nodeRun';
import type { Acquisition, Order } from './order';
import { notSubmitted } from './failures';

/** How much longer than its proof takes a Retry looks, in milliseconds: nobody sits in front of it. */
const RETRY_GRACE_MS = 30_000;

/** One try of a paid operation: what is open, and whether anything may still be submitted. */
export class ThisTry {
	/** Why nothing is submitted any more, where that is so. */
	private stopped?: AmlCheckError;
	/** In Stop mode, after what happened to another item. */
	private readonly othersFailed = notSubmitted.stopped();

	constructor(
		readonly run: NodeRun,
		readonly orders: readonly Order[],
		private readonly watch: Watch,
	) {}

	get open(): Order[] {
		return this.orders.filter(({ step }) => step !== 'settled');
	}

	get wanted(): Order[] {
		return this.orders.filter(({ step }) => step === 'submission');
	}

	/** The orders that the history may answer. */
	get asking(): Order[] {
		return this.orders.filter(({ step }) => step === 'proof' || step === 'reuse');
	}

	get isCancelled(): boolean {
		return this.run.session.cancelSignal?.aborted === true;
	}

	/** The end of an order, for this try. */
	settle(order: Order, acquisition: Acquisition): void {
		order.acquisition = acquisition;
		if (!('failure' in acquisition)) this.watchResult(order);
		else if (!this.run.continueOnFail) this.stopped ??= this.othersFailed;
	}

	/** From now on nothing is submitted: everybody's next request would end the same way. */
	stop(cause: AmlCheckError): void {
		this.stopped ??= notSubmitted.unusable(cause);
	}

	/** Notes that something was found out, so that the run's time begins anew. */
	progressed(): void {
		this.run.session.deadline.progressed();
	}

	/** The reason why nothing may be submitted any more, if there is one. */
	get reasonToHold(): AmlCheckError | undefined {
		const { session, options } = this.run;
		if (this.isCancelled) return notSubmitted.cancelled();
		if (this.stopped) return this.stopped;
		if (this.watch.refusal) return notSubmitted.unusable(this.watch.refusal);
		const isLate = session.deadline.leftMs() <= 0 && (options.timeout > 0 || session.isSilent);
		return isLate ? this.late : undefined;
	}

	/** The failure of what is not submitted in time, in the words of the last request if that had no usable answer. */
	get late(): AmlCheckError {
		const { session, options } = this.run;
		return notSubmitted.late(options.timeout || RETRY_FOR_MS / 1000, session.lastFailure);
	}

	/** Whether the time is over for more than one last look. */
	get isOver(): boolean {
		const { session, options } = this.run;
		const hasInFlight = this.orders.some(({ step }) => step === 'inFlight');
		if (hasInFlight || performance.now() < this.looksUntil) return false;
		if (options.timeout > 0) return session.deadline.leftMs() <= 0;
		return session.isSilent || this.wanted.length === 0;
	}

	/** Until when a Retry looks for what an earlier try has sent, whatever its own time is. */
	private get looksUntil(): number {
		if (this.run.context.getMode() !== 'retry') return -Infinity;
		const ends = this.asking.flatMap(({ lost }) =>
			lost?.paidBy === 'earlierTry' ? [lost.endedAt] : [],
		);
		return Math.max(...ends) + PROOF_MS + RETRY_GRACE_MS;
	}

	/** Ends all orders that are to be submitted, if the node would pay for more checks than *Max Paid Checks* allows. */
	keepToLimit(): void {
		const { wanted, reasonToHold } = this;
		const failure = reasonToHold ? undefined : this.refuseMore(wanted);
		if (failure) for (const order of wanted) this.settle(order, { failure });
	}

	/**
	 * Compares what the node has paid for in this execution, in loops and calls of a tool too, and what is to be paid for
	 * with *Max Paid Checks*.
	 * @returns the failure of the orders, if it is more.
	 */
	refuseMore(orders: readonly Order[]): AmlCheckError | undefined {
		const { context, options } = this.run;
		if (options.maxPaidChecks === 0 || orders.length === 0) return undefined;
		const paid = countPaid(context);
		const needed = orders.length + paid;
		return needed > options.maxPaidChecks
			? notSubmitted.overBudget(needed, options.maxPaidChecks, paid)
			: undefined;
	}

	/** Ends the orders that are to be submitted, if nothing is any more. */
	holdBack(failure = this.reasonToHold): void {
		if (!failure) return;
		const isConsequence = failure === this.othersFailed;
		for (const order of this.wanted) this.settle(order, { failure, isConsequence });
	}

	private watchResult({ entry, target: { compare }, waits }: Order): void {
		// A check of somebody else is finished as a rule: its result is read even where nobody waits for it.
		if (entry.state !== 'taken' || (!waits && entry.paid)) return;
		const { hash, paid } = entry;
		this.watch.add({ hash, isExpected: (check) => compare(check) !== 'other', isOld: !paid });
	}
}

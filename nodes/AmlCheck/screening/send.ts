import type { AmlCheckError } from '../../shared/failures/failure';
import { FAILURE_KINDS } from '../../shared/failures/kinds';
import type { Budget } from './budget';
import { earlierLost, isFinal } from './failures';
import { sendOnce, type Earlier } from './keyed';
import { take, type Order } from './order';
import { submit, type Submission } from './submit';
import type { ThisTry } from './thisTry';

type Answered = Exclude<Submission, { kind: 'held' | 'unsent' }>;

/** The submissions of one round. */
export class Sending {
	/** Resolves after an unusable answer, when no more leave, or with the last answer. */
	readonly over: Promise<void>;
	private end = (): void => undefined;
	private isBroken = false;
	private hasUsable = false;
	private readonly unsent = new Map<Order, AmlCheckError>();

	constructor(
		private readonly thisTry: ThisTry,
		private readonly budget: Budget,
		/** Called at each answer: whether it is usable, and the failure of one that is lost. */
		private readonly onAnswer: (isUsable: boolean, lost?: AmlCheckError) => void,
	) {
		this.over = new Promise((resolve) => (this.end = resolve));
	}

	/** Submits all that are wanted; first one at a time until one answer is usable, if `isCareful`. */
	async sendAll(isCareful: boolean): Promise<void> {
		const queue = this.thisTry.wanted;
		const { session } = this.thisTry.plan.run;
		try {
			while (isCareful && !this.hasUsable && !this.isBroken && queue.length > 0)
				await this.send(queue.shift()!);
			await session.concurrently(queue, async (order) => await this.send(order));
		} finally {
			this.settleUnsent();
			this.end();
		}
	}

	/** The answer to another one may show why there was no time. */
	private settleUnsent(): void {
		const { reasonToHold } = this.thisTry;
		for (const [order, failure] of this.unsent)
			if (order.step === 'submission')
				this.thisTry.settle(order, { failure: reasonToHold ?? failure });
	}

	/** No more leave in this round, after an unusable answer. Those in flight finish. */
	break(): void {
		this.isBroken = true;
		this.end();
	}

	private mayLeave(order: Order): boolean {
		return !this.isBroken && order.step === 'submission' && !this.thisTry.reasonToHold;
	}

	/** Submits an order, again and again while the service asks for fewer requests. */
	private async send(order: Order): Promise<void> {
		while (this.mayLeave(order) && !this.unsent.has(order)) {
			const sent = await this.sendKeyed(order);
			if (sent === undefined) return;
			if ('earlier' in sent) this.adopt(order, sent);
			else if (sent.kind === 'unsent') this.unsent.set(order, sent.failure);
			else if (sent.kind !== 'held') this.note(order, sent);
		}
	}

	private async sendKeyed(order: Order): Promise<Submission | Earlier | undefined> {
		const { plan } = this.thisTry;
		const { session } = plan.run;
		const mayLeave = () => this.mayLeave(order) && this.hasRoom(order);
		const send = async () => await submit(plan, order, mayLeave);
		if (order.options.idempotencyKey === '') return await send();
		const key = `${session.serviceKey}|${order.entry.id}`;
		const mayWait = () => this.mayLeave(order);
		return await sendOnce(key, order, { naps: session.naps, mayWait }, send);
	}

	/** A call of the tool at the same moment may have taken the order's share. */
	private hasRoom(order: Order): boolean {
		const failure = this.budget.refuseLate(order);
		if (failure) this.thisTry.settle(order, { failure });
		return failure === undefined;
	}

	/** Takes over what another execution of this process has submitted under the same key. */
	private adopt(order: Order, { earlier }: Earlier): void {
		const { plan } = this.thisTry;
		if (earlier.state === 'taken') {
			take(plan, order, earlier.hash, false);
			return this.thisTry.settle(order, { paidBy: 'somebodyElse' });
		}
		const { sentAt, clock, endedAt: endsBy } = earlier;
		const endedAt = performance.now() - Math.max(0, Date.now() - endsBy);
		order.apply({ kind: 'sending', sentAt, clock, endsBy });
		order.lost = { paidBy: 'thisTry', failure: earlierLost(), endedAt };
	}

	/** Follows an answer. */
	private note(order: Order, answer: Answered): void {
		if (answer.kind === 'taken') {
			this.noteUsable();
			const { check: submitted, sentAt, usage } = answer;
			return this.thisTry.settle(order, { paidBy: 'thisTry', submitted, sentAt, usage });
		}
		const { kind, failure } = answer;
		if (kind === 'lost') return this.onAnswer(false, failure);
		if (kind === 'refused') this.noteUsable();
		const mayPass = kind === 'notTaken' && FAILURE_KINDS[failure.kind].mayPass;
		if (isFinal(failure)) this.thisTry.stop(failure);
		if (isFinal(failure) || !mayPass) return this.thisTry.settle(order, { failure });
		// After too many requests, the pool of requests holds all of them.
		if (failure.kind !== 'rateLimited') this.onAnswer(false);
	}

	private noteUsable(): void {
		this.hasUsable = true;
		this.onAnswer(true);
	}
}

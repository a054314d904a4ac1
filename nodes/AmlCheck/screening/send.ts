import type { AmlCheckError } from '../../shared/failures/failure';
import { FAILURE_KINDS } from '../../shared/failures/kinds';
import { earlierLost, isFinal } from './failures';
import { sendOnce, type Earlier } from './keyed';
import { take, type Order } from './order';
import { submit, type Submission } from './submit';
import type { ThisTry } from './thisTry';

type Answered = Exclude<Submission, { kind: 'held' | 'unsent' }>;

/** The submissions of one round. */
export class Round {
	/** Resolves after an unusable answer, when no more leave, or with the last answer. */
	readonly over: Promise<void>;
	/** Whether no more leave, after an unusable answer. */
	isBroken = false;
	private end = (): void => undefined;
	private hasUsable = (): void => undefined;
	private readonly usable: Promise<void>;
	private readonly unsent = new Map<Order, AmlCheckError>();

	constructor(
		private readonly thisTry: ThisTry,
		/** Called at each answer: whether it is usable, and the failure of one that is lost. */
		private readonly onAnswer: (isUsable: boolean, lost?: AmlCheckError) => void,
	) {
		this.over = new Promise((resolve) => (this.end = resolve));
		this.usable = new Promise((resolve) => (this.hasUsable = resolve));
	}

	/**
	 * Submits all that are wanted, in order.
	 * @param width how many may be in flight before one of them has a usable answer; then as many as the run allows.
	 */
	async sendAll(width: number): Promise<void> {
		const left = this.thisTry.wanted.values();
		const sendNext = async () => {
			for (const order of left) await this.send(order);
		};
		const { maxConcurrentRequests: most } = this.thisTry.plan.run.options;
		const sendSome = (count: number) =>
			Promise.all(Array.from({ length: Math.max(0, count) }, sendNext));
		try {
			const first = sendSome(Math.min(width, most));
			await Promise.race([first, this.usable]);
			await Promise.all([first, sendSome(most - width)]);
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
		if (order.options.requestKey === '') return await send();
		const key = `${session.serviceKey}|${order.entry.id}`;
		const mayWait = () => this.mayLeave(order);
		return await sendOnce(key, order, { naps: session.naps, mayWait }, send);
	}

	/** A call of the tool at the same moment may have taken the order's share. */
	private hasRoom(order: Order): boolean {
		const failure = this.thisTry.refuseMore([order]);
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
		this.hasUsable();
		this.onAnswer(true);
	}
}

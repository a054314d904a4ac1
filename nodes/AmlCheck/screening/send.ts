import {
	hashesIn,
	readPayment,
	toFailure,
	type AmlCheckError,
} from '../../shared/failures/failure';
import { FAILURE_KINDS } from '../../shared/failures/kinds';
import type { SubmittedCheck, UsageMeta } from '../../shared/rpc/schemas';
import type { NodeRun } from '../run/nodeRun';
import { earlierLost, isFinal, keyUsed, noteNamed, otherTarget } from './failures';
import type { Order } from './order';
import { noteSent, readExecutionStart, sendOnce, type Earlier } from './requests';
import type { ThisTry } from './thisTry';

/**
 * The result of one request for a check.
 * - `held`: it was not let go.
 * - `unsent`: there was no time left for it.
 * - `notTaken`: the service did not take it, so it may be sent again.
 * - `refused`: the service read it and said no, so nothing was paid.
 * - `lost`: it may have been taken.
 */
type Submission =
	| { kind: 'taken'; check: SubmittedCheck; sentAt?: number; usage: UsageMeta | null | undefined }
	| { kind: 'held' }
	| { kind: 'unsent' | 'notTaken' | 'refused' | 'lost'; failure: AmlCheckError };

/** A gateway may give up long before the service does: whoever waits longer loses fewer hashes. */
const TIMEOUT_MS = 60_000;

/** How much longer than the run's own time a submission may take, in milliseconds. */
const GRACE_MS = 30_000;

/** How long a submission that has no time left waits for its turn. */
const MIN_TURN_MS = 5_000;

/** Notes that the order may have been taken. `since`: when an earlier process of the execution may have sent it. */
function lose(order: Order, failure: AmlCheckError, leftAt: number, since?: number): Submission {
	const candidates = hashesIn(failure);
	const named = noteNamed(failure, candidates);
	const endedAt = performance.now();
	order.apply({ kind: 'lost', endedAt: Date.now(), candidates, since });
	order.lost = { paidBy: 'thisTry', failure: named, endedAt, tookMs: endedAt - leftAt };
	return { kind: 'lost', failure: named };
}

/** The service says that it had the `id` before. */
function noteRepeatedId(
	{ context }: NodeRun,
	order: Order,
	failure: AmlCheckError,
	leftAt: number,
): Submission {
	const isFirst = order.entry.sends === 1;
	const isOthers = order.options.requestKey !== '' && context.getMode() !== 'retry';
	if (!isFirst) return lose(order, failure, leftAt);
	// Without a key nobody else has this id: a proxy repeated the request, or a process died that n8n knows nothing of.
	if (!isOthers) return lose(order, failure, leftAt, readExecutionStart(context));
	order.apply({ kind: 'notTaken' });
	return { kind: 'refused', failure: keyUsed(failure) };
}

/** Writes down what a response means that is no check of this order. */
function noteFailure(
	run: NodeRun,
	order: Order,
	failure: AmlCheckError,
	leftAt: number,
): Submission {
	if (failure.isRepeatedId) return noteRepeatedId(run, order, failure, leftAt);
	const kind = readPayment(failure);
	// An earlier request under this id is lost, and may be why this one is refused.
	const wasLost = kind === 'refused' && Number(order.entry.sends) > 1;
	if (kind === 'lost' || wasLost) return lose(order, failure, leftAt);
	// Under a request key the id stays: another execution would pay under the old one.
	order.apply({ kind: order.options.requestKey === '' ? kind : 'notTaken' });
	return { kind, failure };
}

/**
 * Sends one request for a check. The entry is written before the request leaves and after its response, before anything
 * else happens. Cancelling the execution doesn't cut the request short: its hash would be lost.
 * @param mayLeave decides when it is the request's turn.
 * @returns what happened. It doesn't throw.
 */
async function submit(run: NodeRun, order: Order, mayLeave: () => boolean): Promise<Submission> {
	const { session } = run;
	const { deadline } = session;
	const { method, params, compare } = order.target;
	let isHeld = false;
	let left: { at: number; sentAt: number } | undefined;
	try {
		const { result } = await session.attempt(method, params, {
			requestId: order.entry.id,
			timeoutMs: TIMEOUT_MS,
			graceMs: GRACE_MS,
			leftMs: () => Math.max(deadline.leftMs(), MIN_TURN_MS),
			beforeSend: () => {
				isHeld = !mayLeave();
				if (isHeld) throw new Error('It is held');
				const now = Date.now();
				left = { at: performance.now(), sentAt: now };
				const moment = session.service.clock.toService(now);
				const clock = moment ? 'service' : 'own';
				const endsBy = now + Math.min(TIMEOUT_MS, deadline.leftMs() + GRACE_MS);
				order.apply({ kind: 'sending', sentAt: moment?.from ?? now, clock, endsBy });
				order.lost = undefined;
				noteSent(order.entry.id);
			},
		});
		const { check, meta: usage } = result;
		const hash = check.hash.trim();
		if (compare(check) === 'other' || order.isOfOtherTarget(hash)) throw otherTarget(hash);
		order.take(hash, true);
		deadline.progressed();
		return { kind: 'taken', check, sentAt: left?.sentAt, usage };
	} catch (thrown) {
		if (isHeld) return { kind: 'held' };
		const failure = toFailure(thrown);
		return left ? noteFailure(run, order, failure, left.at) : { kind: 'unsent', failure };
	}
}

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
		const { wanted, run } = this.thisTry;
		const left = wanted.values();
		const sendNext = async () => {
			for (const order of left) await this.send(order);
		};
		const most = Math.min(run.options.maxConcurrentRequests, wanted.length);
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
		const { run } = this.thisTry;
		const { session } = run;
		const mayLeave = () => this.mayLeave(order) && this.hasRoom(order);
		const send = async () => await submit(run, order, mayLeave);
		if (order.options.requestKey === '') return await send();
		const key = `${session.serviceKey}|${order.entry.id}`;
		const mayWait = () => this.mayLeave(order);
		return await sendOnce(key, order, { changes: session.changes, mayWait }, send);
	}

	/** A call of the tool at the same moment may have taken the order's share. */
	private hasRoom(order: Order): boolean {
		const failure = this.thisTry.refuseMore([order]);
		if (failure) this.thisTry.settle(order, { failure });
		return failure === undefined;
	}

	/** Takes over what another execution of this process has submitted under the same key. */
	private adopt(order: Order, { earlier }: Earlier): void {
		if (earlier.state === 'taken') {
			order.take(earlier.hash, false);
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

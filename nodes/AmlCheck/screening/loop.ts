import { MAX_PAGE_SIZE, SHOWN_MS } from '../../shared/base/contract';
import { breathe, mapInSlices } from '../../shared/base/slices';
import { toFailure, type AmlCheckError } from '../../shared/failures/failure';
import type { NodeRun } from '../nodeRun';
import { earlierLost, isFinal, notReached, notSubmitted } from './failures';
import { Gate } from './gate';
import { answerAll, History, sinceOf, type HistoryAnswer, type Reading } from './history';
import type { Ledger } from './ledger';
import type { Order } from './order';
import type { Results } from './results';
import { MIN_SUBMITTING_MS, submit, type Answer, type Unanswered } from './submit';

/** So many lost requests in a row end an order: it is sent thrice. */
const MAX_SENDS = 3;

/** How long a reading may take although the run's time is over, in milliseconds. */
const MIN_READING_MS = 10_000;

const PING = { timeoutMs: 10_000, withinMs: 10_000, maxAttempts: 1 };

/**
 * The one loop: it looks, and sends, until each order has a check and each check its result, or the run's time is over.
 * Moments are on the monotonic clock, in milliseconds, unless the name of a member says otherwise.
 */
export class Loop {
	/** The orders that are to be sent, those that the history may answer, and how many are in flight. */
	private readonly wanted = new Set<Order>();
	private readonly asking = new Set<Order>();
	private inFlight = 0;
	private submissions: Promise<unknown> = Promise.resolve();

	private readonly history: History;
	private readonly gate: Gate;
	private lookedAt = -Infinity;
	/** Why the last look was not answered. */
	private unread?: AmlCheckError;
	/** Why nothing is submitted any more, where that is so; in Stop mode also after what happened to another item. */
	private stopped?: AmlCheckError;
	private readonly othersFailed = notSubmitted.stopped();

	/** @param awaitResult has the result of an order waited for that has a check. */
	constructor(
		private readonly run: NodeRun,
		private readonly results: Results,
		private readonly orders: readonly Order[] = [],
		private readonly ledger?: Ledger,
		private readonly awaitResult: (order: Order) => void = () => undefined,
	) {
		this.history = new History(run.session);
		this.gate = new Gate(run.session);
	}

	/** Gets a check for every order, as far as that is possible, and waits for the results. It doesn't throw. */
	async acquire(): Promise<void> {
		const { changes } = this.session;
		await mapInSlices(this.orders, (order) => this.enter(order));
		while (this.isOpen) {
			const isLast = this.isOver;
			if (isLast || performance.now() >= this.dueAt) await this.look(isLast);
			// What a look finds out gives the run more time.
			if (isLast && this.isOver) break;
			this.sendAll();
			if (this.isOpen && !this.isOver) await changes.wait(this.dueAt - performance.now());
		}
		await this.submissions;
		await this.results.settle();
		await this.giveUp();
	}

	private get session() {
		return this.run.session;
	}

	private get isCancelled(): boolean {
		return this.session.cancelSignal?.aborted === true;
	}

	/** Takes an order in, and wherever it stands after what has happened to it. A Dry Run sends nothing. */
	private enter(order: Order): void {
		for (const group of [this.wanted, this.asking]) group.delete(order);
		if (order.failed) return;
		const { state } = order.entry;
		if (state === 'taken') this.awaitResult(order);
		else if (state === 'sent' || order.asksReuse) this.asking.add(order);
		else if (!this.run.options.dryRun) this.wanted.add(order);
	}

	/** Ends an order without a check, for this try. */
	private fail(order: Order, failure: AmlCheckError): void {
		order.failed = { failure, isConsequence: failure === this.othersFailed };
		this.enter(order);
		if (this.run.continueOnFail || this.isCancelled) return;
		this.stopped ??= this.othersFailed;
		this.results.stop();
	}

	/** Whether anything is open, and another look may bring it. */
	private get isOpen(): boolean {
		if (this.isCancelled || this.isHopeless) return false;
		const open = this.wanted.size + this.inFlight + this.asking.size;
		return open > 0 || this.results.isOpen;
	}

	/** Whether the next look would end as the last one did, and nothing else is open. */
	private get isHopeless(): boolean {
		const isEnded = this.unread !== undefined && isFinal(this.unread);
		return isEnded && this.inFlight === 0 && !this.results.isOpen;
	}

	/** Whether the time is over for more than one last look. */
	private get isOver(): boolean {
		const leftMs = this.session.deadline.leftMs(this.wanted.size > 0 ? MIN_SUBMITTING_MS : 0);
		return this.inFlight === 0 && leftMs <= 0;
	}

	/* When to look, and what a look means. */

	/** Whether an order waits for the answer to a look. */
	private get needsLook(): boolean {
		return this.asking.size > 0 || (this.gate.isShut && this.wanted.size > 0);
	}

	private get dueAt(): number {
		const ownDueAt = this.needsLook ? this.lookedAt + this.gate.pauseMs : Infinity;
		return Math.min(ownDueAt, this.results.dueAt(this.wanted.size + this.inFlight > 0));
	}

	/**
	 * One reading of the history, for all orders and results that it may answer. Where there are none, a ping if the
	 * service has to answer something.
	 */
	private async look(isLast: boolean): Promise<void> {
		const beganAt = performance.now();
		const beganAtMs = Date.now();
		this.lookedAt = beganAt;
		this.gate.look(this.needsLook);
		const reading = await this.read(beganAt);
		if (reading) {
			this.noteAnswer(reading, beganAt);
			await this.followAll([...this.asking], reading, beganAtMs);
		}
		const { hopeless } = this.gate;
		if (hopeless) this.stop(hopeless);
		await breathe();
		this.results.ask(isLast, beganAt);
	}

	/** @returns what was read; undefined where nothing had to be. */
	private async read(beganAt: number): Promise<Reading | undefined> {
		if (this.asking.size > 0 || this.results.needsPages) return await this.readHistory(beganAt);
		if (!this.needsLook) return undefined;
		const failure = await this.session
			.call('checkup.ping', undefined, PING)
			.then(() => undefined, toFailure);
		return { isWhole: false, failure };
	}

	private async readHistory(beganAt: number): Promise<Reading> {
		const { results } = this;
		const isAsked = this.asking.size > 0;
		let since = results.needsPages ? results.since : Infinity;
		for (const order of this.asking) since = Math.min(since, sinceOf(order));
		const see = results.startReading();
		return await this.history.read({
			since,
			pageSize: isAsked ? MAX_PAGE_SIZE : results.pageSize,
			see: (records) => see(records) && !isAsked,
			mayContinue: () => !this.isOver || performance.now() < beganAt + MIN_READING_MS,
		});
	}

	private noteAnswer({ failure }: Reading, beganAt: number): void {
		this.unread = failure;
		if (!failure) this.gate.open(beganAt);
		else if (isFinal(failure)) this.stop(failure);
	}

	private async followAll(
		orders: readonly Order[],
		reading: Reading,
		beganAtMs: number,
	): Promise<void> {
		await answerAll(this.session, this.history, orders, (order, answer) =>
			this.follow(order, answer, reading, beganAtMs),
		);
	}

	/** Follows what a reading says of an order. */
	private follow(order: Order, answer: HistoryAnswer, reading: Reading, beganAtMs: number): void {
		const { entry, lost } = order;
		// Another call of an agent's tool has it by now, or under way.
		if (entry.state === 'taken' || (entry.state === 'sent' && !lost)) return this.enter(order);
		// It may be the check of a request that another execution has under way: its answer says more.
		if (order.forerunner?.isInFlight) return this.enter(order);
		if (answer.kind === 'take') {
			order.take(answer.hash, entry.state === 'sent');
			order.failed = undefined;
			if (order.isNew) this.gate.noteUsable();
			this.session.deadline.progressed();
		} else if (lost) this.followLost(order, lost, answer, reading.isWhole ? beganAtMs : -Infinity);
		else order.asksReuse = !reading.isWhole;
		this.enter(order);
	}

	/** The history does not prove the check of a request that may have been taken. @param wholeAtMs when a whole reading began. */
	private followLost(
		order: Order,
		lost: NonNullable<Order['lost']>,
		answer: Exclude<HistoryAnswer, { kind: 'take' }>,
		wholeAtMs: number,
	): void {
		const isFound = answer.kind === 'candidates';
		order.lose(lost, isFound ? answer.hashes : []);
		const { entry } = order;
		const isProof = wholeAtMs >= lost.endedAt + SHOWN_MS;
		const isNamed = entry.state === 'sent' && entry.candidates.length > 0;
		if (!isProof && !(isFound && answer.hasAll)) return;
		// A record without a hash can't be named, and may be its check all the same.
		if (isNamed || isFound) return this.fail(order, lost.failure);
		order.free('absent');
		this.session.deadline.progressed();
		if (entry.sends >= MAX_SENDS) this.fail(order, lost.failure);
	}

	/* What may leave, and what its answer means. */

	/** The reason why nothing may be submitted any more, if there is one. */
	private get reasonToHold(): AmlCheckError | undefined {
		if (this.isCancelled) return notSubmitted.cancelled();
		if (this.stopped) return this.stopped;
		return this.session.deadline.leftMs(MIN_SUBMITTING_MS) <= 0 ? this.late : undefined;
	}

	/** The failure of what is not submitted in time, in the words of the last request if that had no usable answer. */
	private get late(): AmlCheckError {
		const seconds = Math.max(this.run.options.timeout, MIN_SUBMITTING_MS / 1_000);
		return notSubmitted.late(seconds, this.session.lastFailure);
	}

	/** From now on nothing is submitted: everybody's next request would end the same way. */
	private stop(cause: AmlCheckError): void {
		this.stopped ??= notSubmitted.unusable(cause);
	}

	/** Ends the orders that are to be submitted, if there is a reason. */
	private holdBack(failure: AmlCheckError | undefined): void {
		if (!failure) return;
		for (const order of this.wanted) this.fail(order, failure);
	}

	/** Sends what is wanted, as much of it as may be in flight. */
	private sendAll(): void {
		// All or none: a batch that would cost more than *Max Paid Checks* allows is not begun.
		this.holdBack(this.reasonToHold ?? this.refuseMore(this.wanted.size));
		for (const order of this.wanted) {
			if (this.inFlight >= this.gate.width || this.gate.isShut) return;
			if (this.findDone(order)) continue;
			this.wanted.delete(order);
			this.inFlight++;
			this.submissions = Promise.all([this.submissions, this.send(order)]);
		}
	}

	/** Whether this process has sent the same for another execution: its answer counts, once it is there. */
	private findDone(order: Order): boolean {
		const { forerunner } = order;
		if (!forerunner) return false;
		if (forerunner.isInFlight) return true;
		order.adopt(forerunner, earlierLost());
		this.enter(order);
		return true;
	}

	/** @returns why so many more can't be paid for, if the execution may not pay for them. */
	private refuseMore(count: number): AmlCheckError | undefined {
		const { maxPaidChecks } = this.run.options;
		const { paid = 0 } = this.ledger ?? {};
		const needed = count + paid;
		if (maxPaidChecks === 0 || needed <= maxPaidChecks) return undefined;
		return notSubmitted.overBudget(needed, maxPaidChecks, paid);
	}

	private async send(order: Order): Promise<void> {
		this.note(order, await submit(this.session, order, () => this.takesTurn(order)));
		this.inFlight--;
		this.sendAll();
		this.session.changes.notify();
	}

	/** A call of the tool at the same moment may have taken the order's share. */
	private takesTurn(order: Order): boolean {
		if (this.gate.isShut || this.reasonToHold || order.forerunner) return false;
		const failure = this.refuseMore(1);
		if (failure) this.fail(order, failure);
		else order.isTrial = this.gate.isOnTrial;
		return failure === undefined;
	}

	/** Follows an answer. */
	private note(order: Order, answer: Answer): void {
		order.end();
		if (answer.is === 'taken') {
			const { check, usage } = answer;
			order.submitted = { check, usage };
			order.take(check.hash, true);
			this.session.deadline.progressed();
			this.gate.noteUsable();
		} else if (answer.is !== 'held') this.noteFailure(order, answer);
		this.enter(order);
	}

	private noteFailure(order: Order, { is, failure }: Unanswered): void {
		switch (is) {
			case 'lost':
				// Nothing more leaves until a look was answered.
				order.lose({ failure, endedAt: Date.now() }, failure.hashes);
				return this.gate.noteLost(failure, order.isTrial);
			case 'unsent': {
				const last = this.session.lastFailure ?? failure;
				return this.fail(order, this.reasonToHold ?? notSubmitted.unusable(last));
			}
			case 'again':
				order.free('notTaken');
				return this.gate.noteNotTaken(failure);
			case 'final':
				order.free('notTaken');
				this.stop(failure);
				return this.fail(order, failure);
			case 'refused':
				order.free('refused');
				this.gate.noteUsable();
				return this.fail(order, failure);
		}
	}

	/** What is open stays so, for a Retry. What any page has shown is named, whomever it was read for. */
	private async giveUp(): Promise<void> {
		const unsure = this.orders.filter(({ entry }) => entry.state === 'sent');
		await this.followAll(unsure, { isWhole: false }, -Infinity);
		if (this.results.isOpen && unsure.some(({ entry }) => entry.state === 'taken')) {
			this.results.ask(true, performance.now());
			await this.results.settle();
		}
		this.holdBack(this.reasonToHold ?? this.late);
		const unsearched = notSubmitted.unsearched(this.unread ?? notReached());
		for (const order of this.asking) this.fail(order, order.lost?.failure ?? unsearched);
		this.results.end(this.run.options.timeout);
	}
}

import { HOUR_MS } from '../../shared/dates';
import { toFailure, type AmlCheckError } from '../../shared/rpc/failure';
import { FAILURE_KINDS } from '../../shared/rpc/failureKinds';
import { nap, sleepUnlessCancelled } from '../../shared/rpc/time';
import { nextStep, type Sent } from './entry';
import { findExisting, type HistoryAnswer, type Question } from './existing';
import { earlierLost, isFinal } from './failures';
import { Gate } from './gate';
import { takeTurn, type KeyTurn } from './ids';
import { submit, type Submission } from './submit';
import { take, type Acquisition, type Plan, type Wish } from './wish';

/** Pauses before one, two, three … readings of the history in a row, in milliseconds. */
const PAUSES_MS = [0, 500, 1_000, 2_000, 4_000, 8_000];

const pauseBefore = (reading: number) => PAUSES_MS[Math.min(reading, PAUSES_MS.length - 1)];

/** A wish that the history may answer. Times are in milliseconds. */
interface Sought {
	/** Who has paid for what the history shows: `other` means a recent check in place of a new one. */
	by: 'thisTry' | 'earlierTry' | 'other';
	/** The failure if it shows nothing. */
	failure: AmlCheckError;
	/** When the request ended, on the monotonic clock, and how long it took where this try sent it. */
	endedAt?: number;
	tookMs?: number;
	/** Whether the service refused it in this try. */
	isRefused?: boolean;
}

/** The submissions of a run: one queue, one gate, and one reader of the history. */
export class Submissions {
	readonly sought = new Map<Wish, Sought>();
	/** How many checks may still be paid for. */
	spare: number;
	readonly refused = new Map<Wish, Sought>();
	private readonly gate: Gate;
	private readonly queue: Wish[] = [];
	private readonly turns = new Map<Wish, KeyTurn>();
	private looking: Promise<void> | undefined;
	private readings = 0;
	private nextLookAt = Infinity;

	constructor(
		private readonly plan: Plan,
		private readonly onTaken: (wish: Wish) => void,
	) {
		this.gate = new Gate(plan.run);
		this.spare = plan.run.options.maxPaidChecks || Infinity;
	}

	/** Submits wishes, and settles all lost requests. */
	async submitAll(wishes: readonly Wish[]): Promise<void> {
		this.queue.push(...wishes);
		if (this.sought.size > 0) this.look();
		while (this.queue.length > 0 || this.looking) {
			const batch = this.queue.splice(0);
			await this.plan.run.session.concurrently(batch, async (wish) => await this.submitOne(wish));
			if (this.looking) await nap();
		}
	}

	/** A refusal may have come after the charge: one reading before anybody says that nothing was paid. */
	async lookForRefused(): Promise<void> {
		for (const [wish, refused] of this.refused) this.sought.set(wish, refused);
		await this.lookOnce();
	}

	/**
	 * Reads the history once for all that is sought. While the service gives no usable response, the run waits.
	 * @returns why there is no answer.
	 */
	async lookOnce(): Promise<AmlCheckError | undefined> {
		const { plan, gate } = this;
		const { deadline, cancelSignal } = plan.run.session;
		for (let reading = 1; ; reading++) {
			const leftAt = performance.now();
			const asked = [...this.sought];
			try {
				const answers = await findExisting(plan, asked.map(questionAbout));
				for (const [wish, { failure }] of asked)
					if (answers.get(wish)?.kind === 'take') gate.proved(failure);
				gate.answered();
				for (const [wish, answer] of answers) this.settleSought(wish, answer, leftAt);
				return undefined;
			} catch (thrown) {
				const failure = toFailure(thrown);
				gate.outage();
				const pauseMs = pauseBefore(reading);
				if (isFinal(failure) || deadline.leftMs() <= pauseMs) return failure;
				if (!(await sleepUnlessCancelled(pauseMs, cancelSignal))) return failure;
			}
		}
	}

	private async submitOne(wish: Wish): Promise<void> {
		const { plan, gate } = this;
		if (await this.joinOthers(wish)) return;
		for (;;) {
			const { reasonToHold: hold } = gate;
			if (hold) return this.fail(wish, hold, hold === gate.stopped);
			const submission = gate.isOpen && (await submit(plan, wish, () => gate.letGo()));
			if (submission) return this.settle(wish, submission);
			await nap(plan.run.session.cancelSignal);
		}
	}

	/**
	 * Under an idempotency key another execution of this process may be about to submit the same.
	 * @returns whether there is nothing left to submit.
	 */
	private async joinOthers(wish: Wish): Promise<boolean> {
		const { plan, turns, gate } = this;
		const { session } = plan.run;
		if (wish.options.idempotencyKey === '' || turns.has(wish)) return false;
		const key = `${session.serviceKey}|${wish.entry.id}`;
		const turn = await takeTurn(key, () => session.deadline.leftMs() > 0, session.cancelSignal);
		if (!turn) {
			this.fail(wish, gate.reasonToHold ?? gate.stopped, true);
			return true;
		}
		turns.set(wish, turn);
		const { before } = turn;
		const isSent = wish.entry.state === 'sent';
		if (before?.state === 'taken') {
			// An earlier request of this wish may be charged as well.
			this.succeed(wish, { by: 'other' }, before.hash, isSent);
			return true;
		}
		if (before?.state !== 'sent' || before.refusal !== undefined || isSent) return false;
		const { sentAt, clock } = before;
		wish.apply({ kind: 'sending', sentAt, clock, endsBy: Date.now() });
		this.sought.set(wish, { by: 'thisTry', failure: earlierLost(), endedAt: performance.now() });
		this.look();
		return true;
	}

	private settle(wish: Wish, submission: Submission): void {
		if (submission.kind !== 'unsent') this.gate.returned(submission);
		if (submission.kind === 'taken') {
			const { check: submitted, sentAt, usage } = submission;
			return this.succeed(wish, { by: 'thisTry', submitted, sentAt, usage });
		}
		const { kind, failure } = submission;
		const sought: Sought = { by: 'thisTry', failure, endedAt: performance.now() };
		if (kind === 'lost') {
			this.sought.set(wish, { ...sought, tookMs: submission.tookMs });
			return this.look();
		}
		if (kind === 'notTaken' && FAILURE_KINDS[failure.kind].mayPass) {
			this.queue.push(wish);
			// After too many requests, the pool of requests holds all of them.
			return failure.kind === 'rateLimited' ? undefined : this.look();
		}
		if (kind === 'refused') this.refused.set(wish, { ...sought, isRefused: true });
		this.fail(wish, failure);
	}

	private succeed(wish: Wish, acquisition: Acquisition, hash?: string, paid = false): void {
		if (hash !== undefined && !this.plan.run.options.dryRun) take(this.plan, wish, hash, paid);
		this.turns.get(wish)?.end(wish.entry);
		wish.acquisition = acquisition;
		this.onTaken(wish);
	}

	/** @param isConsequence whether it was only held back because of what happened to another item. */
	private fail(wish: Wish, failure: AmlCheckError, isConsequence = false): void {
		this.turns.get(wish)?.end(wish.entry);
		wish.acquisition = { failure, isConsequence };
		if (!this.plan.run.continueOnFail) this.gate.stop();
	}

	/** Shuts the gate until the history was read, and looks for lost requests while the rest continues. */
	private look(): void {
		this.gate.isShut = true;
		this.readings = this.gate.unusableInARow;
		this.nextLookAt = Math.min(this.nextLookAt, performance.now() + pauseBefore(this.readings));
		this.looking ??= this.lookUntilSettled();
	}

	private async lookUntilSettled(): Promise<void> {
		const { gate, sought } = this;
		const { cancelSignal, deadline } = this.plan.run.session;
		for (let isLast = false; !isLast && (gate.isShut || sought.size > 0);) {
			while (performance.now() < this.nextLookAt && !cancelSignal?.aborted) await nap(cancelSignal);
			isLast = cancelSignal?.aborted === true || deadline.leftMs() <= 0;
			this.nextLookAt = Infinity;
			const failure = await this.lookOnce();
			if (failure && isFinal(failure)) gate.stop(failure);
			isLast ||= failure !== undefined;
			const dueAt = performance.now() + pauseBefore(++this.readings);
			this.nextLookAt = Math.min(this.nextLookAt, dueAt);
		}
		// The run's time is over, or nobody can look: the next try looks again.
		gate.isShut = false;
		for (const [wish, { failure }] of sought) this.fail(wish, failure);
		sought.clear();
		this.looking = undefined;
	}

	private settleSought(wish: Wish, answer: HistoryAnswer, leftAt: number): void {
		const { plan, sought } = this;
		const { by, failure, endedAt = 0, isRefused } = sought.get(wish)!;
		if (answer.kind === 'take') {
			sought.delete(wish);
			if (!isRefused) plan.run.session.deadline.progressed();
			return this.succeed(wish, { by }, answer.hash, by !== 'other');
		}
		const isNothing = answer.kind === 'nothing';
		if (isNothing) wish.isAssetUnspecified = answer.isAssetUnspecified;
		else if (by !== 'other') wish.apply({ kind: 'lost', candidates: answer.hashes });
		const { entry } = wish;
		const submitsAgain = wish.options.onUnsure === 'submitAgain' && this.spare > 0;
		const step =
			by !== 'other' &&
			!isRefused &&
			nextStep(entry as Sent, {
				sinceEndMs: leftAt - endedAt,
				isComplete: !isNothing && answer.isComplete,
				hasShownUnfinished: plan.history.hasShownUnfinished,
				submitsAgain,
			});
		if (step === 'look') return;
		sought.delete(wish);
		if (step === 'sendAgain') {
			this.queue.push(wish);
			if (submitsAgain) this.spare--;
			return;
		}
		if (by === 'other') return;
		// Another refusal may have been charged and show later, so only an empty package is sure to be free.
		if (isNothing && isRefused && failure.kind === 'emptyPackage') wish.apply({ kind: 'notTaken' });
		const isFree = isNothing && (isRefused || (entry as Sent).refusal !== undefined);
		this.fail(wish, isFree ? failure.with({ charged: false }) : failure);
	}
}

/** What the history is asked about a wish. */
function questionAbout([wish, { by, tookMs }]: [Wish, Sought]): Question {
	const { entry } = wish;
	const { reuseWithinHours: hours } = wish.options;
	if (by === 'other' || entry.state !== 'sent')
		return { wish, why: 'reuse', since: Date.now() - hours * HOUR_MS, clock: 'own' };
	const { sentAt: since, clock } = entry;
	return { wish, why: 'lost', since, clock, tookMs };
}

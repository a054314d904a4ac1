import type { AmlCheckError } from '../../shared/rpc/failure';
import { toFailure } from '../../shared/rpc/failure';
import { FAILURE_KINDS } from '../../shared/rpc/failureKinds';
import { sleepUnlessCancelled } from '../../shared/sleep';
import { nextStep, PROOF_MS } from './entry';
import type { Sent } from './entry';
import { findExisting } from './existing';
import type { Answer, Question } from './existing';
import { earlierLost, notSubmitted } from './failures';
import type { HoldReason } from './failures';
import { takeTurn } from './ids';
import type { Turn } from './ids';
import { Gate } from './gate';
import type { Plan } from './plan';
import type { Wish } from './wish';
import { noteServiceTime, submit } from './submit';
import type { Acquisition, Submission } from './submit';

/** How soon a change is noticed, in milliseconds. */
const NAP_MS = 100;

/** Pauses after one, two, three … responses that are no check, and between looks at the history, in milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000];
const LOOKS_MS = [0, 1_000, 2_000, 4_000, 8_000];

const at = (list: readonly number[], index: number) => list[Math.min(index, list.length - 1)];

/** A request whose response was lost. */
export interface Lost {
	failure: AmlCheckError;
	/** On the monotonic clock, in milliseconds. */
	endedAt: number;
	/** How long the request took, in milliseconds, where this try sent it. */
	tookMs?: number;
}

/**
 * Whether everybody's next request will end the same way, until somebody changes something.
 * @param failure of a request.
 */
export function isFinal({ kind }: AmlCheckError): boolean {
	const { fault, mayPass } = FAILURE_KINDS[kind];
	return kind === 'cancelled' || (fault === 'setup' && !mayPass);
}

/** How a run waits for the service to answer free calls again. */
export async function pauseAfter(plan: Plan, attempt: number): Promise<boolean> {
	const ms = at([...PAUSES_MS, 5_000], attempt);
	const { cancelSignal } = plan.run.session;
	return plan.deadline.leftMs() > ms && (await sleepUnlessCancelled(ms, cancelSignal));
}

/**
 * Submits checks. One queue of wishes, and one gate: after a response that is no check nothing is submitted until a
 * free call is answered. One reader of the history looks for all lost requests, while the rest goes on.
 */
export class Submitter {
	/** Wishes that the service refused in this run. */
	readonly refused: Wish[] = [];

	/** Whether the rest is submitted; in Stop mode it isn't after the first failure. */
	hold: HoldReason | undefined;

	private queue: Wish[] = [];

	private looking: Promise<void> | undefined;

	private resting: Promise<boolean> | undefined;

	private readonly gate = new Gate();

	/** Wishes that are submitted, or wait until they may be. */
	private working = 0;

	private nextLookAt = 0;

	private looks = 0;

	private readonly turns = new Map<Wish, Turn>();

	/**
	 * @param plan of the run.
	 * @param results takes what each wish has come to.
	 * @param lost requests of earlier tries.
	 * @param onTaken hears of each check as soon as it is there.
	 * @param isWaiting whether results are waited for.
	 */
	constructor(
		private readonly plan: Plan,
		private readonly results: Map<Wish, Acquisition>,
		private readonly lost: Map<Wish, Lost>,
		private readonly onTaken: (wish: Wish) => void,
		private readonly isWaiting: () => boolean,
	) {}

	/**
	 * Submits wishes, and settles all lost requests.
	 * @param wishes in the order of the input.
	 */
	async run(wishes: readonly Wish[]): Promise<void> {
		const { session } = this.plan.run;
		this.queue = [...wishes];
		if (this.lost.size > 0) this.look();
		while (this.queue.length > 0 || this.looking) {
			if (this.queue.length === 0) await sleepUnlessCancelled(NAP_MS);
			else {
				const wishes = this.queue.splice(0);
				this.working = wishes.length;
				await session.concurrently(wishes, async (wish) => {
					await this.work(wish);
					this.working--;
				});
			}
		}
	}

	private async work(wish: Wish): Promise<void> {
		if (await this.joinOthers(wish)) return;
		for (;;) {
			const hold = await this.waitForGate();
			if (hold) return this.fail(wish, notSubmitted(hold), hold.because === 'stopped');
			let isHeld = false;
			const submission = await submit(this.plan, wish, () => {
				isHeld = !this.gate.isOpen || this.reasonToHold() !== undefined;
				if (!isHeld) this.gate.passed();
				return !isHeld;
			});
			if (isHeld) continue;
			if (submission.kind !== 'unsent' && this.gate.returned(submission)) this.look();
			return this.settle(wish, submission);
		}
	}

	/**
	 * Under an idempotency key another execution of this process may be about to submit the same.
	 * @returns whether there is nothing left to submit.
	 */
	private async joinOthers(wish: Wish): Promise<boolean> {
		const { run, deadline } = this.plan;
		if (wish.options.idempotencyKey === '' || this.turns.has(wish)) return false;
		const key = `${run.session.serviceKey}|${wish.entry.id}`;
		const turn = await takeTurn(key, () => deadline.leftMs() > 0, run.session.cancelSignal);
		if (!turn) {
			this.fail(wish, notSubmitted(this.reasonToHold() ?? { because: 'stopped' }), true);
			return true;
		}
		this.turns.set(wish, turn);
		if (turn.hash !== undefined) {
			this.plan.take(wish, turn.hash, false);
			this.succeed(wish, { by: 'other' });
			return true;
		}
		if (turn.lostAt === undefined || wish.entry.state === 'sent') return false;
		wish.apply({ kind: 'sending', sentAt: turn.lostAt, isServiceTime: false, endsBy: Date.now() });
		this.lost.set(wish, { failure: earlierLost(), endedAt: performance.now() });
		this.look();
		return true;
	}

	private reasonToHold(): HoldReason | undefined {
		const { run, deadline } = this.plan;
		const timeoutSeconds = run.options.timeout;
		if (run.session.cancelSignal?.aborted) return { because: 'cancelled' };
		if (this.hold) return this.hold;
		return deadline.leftMs() <= 0 && timeoutSeconds > 0
			? { because: 'deadline', timeoutSeconds }
			: undefined;
	}

	private async waitForGate(): Promise<HoldReason | undefined> {
		for (;;) {
			const reason = this.reasonToHold();
			if (reason) return reason;
			if (this.gate.isOpen) return undefined;
			await this.rest();
		}
	}

	/** One timer for all who wait. */
	private async rest(): Promise<void> {
		const { cancelSignal } = this.plan.run.session;
		this.resting ??= sleepUnlessCancelled(NAP_MS, cancelSignal).finally(
			() => (this.resting = undefined),
		);
		await this.resting;
	}

	private settle(wish: Wish, submission: Submission): void {
		if (submission.kind === 'taken') {
			const { check: submitted, sentAt, usage } = submission;
			return this.succeed(wish, { by: 'thisTry', submitted, sentAt, usage });
		}
		const { kind, failure } = submission;
		if (kind === 'lost') {
			const { tookMs } = submission;
			this.lost.set(wish, { failure, endedAt: performance.now(), tookMs });
			return;
		}
		if (kind === 'notTaken' && isFinal(failure)) this.stop({ because: 'unusable', failure });
		else if (kind === 'notTaken' && FAILURE_KINDS[failure.kind].mayPass) {
			this.queue.push(wish);
			return;
		}
		if (kind === 'refused') this.refused.push(wish);
		this.fail(wish, failure);
	}

	private succeed(wish: Wish, acquisition: Acquisition): void {
		const { entry } = wish;
		this.endTurn(wish, entry.state === 'taken' ? { hash: entry.hash } : {});
		this.results.set(wish, acquisition);
		this.onTaken(wish);
	}

	private fail(wish: Wish, failure: AmlCheckError, isConsequence = false): void {
		const { entry } = wish;
		const isLost = entry.state === 'sent' && entry.refusal === undefined;
		this.endTurn(wish, isLost ? { lostAt: entry.sentAt } : {});
		this.results.set(wish, { failure, isConsequence });
		if (!this.plan.run.continueOnFail) this.stop({ because: 'stopped' });
	}

	private endTurn(wish: Wish, outcome: { hash?: string; lostAt?: number }): void {
		this.turns.get(wish)?.end(outcome);
		this.turns.delete(wish);
	}

	private stop(hold: HoldReason): void {
		this.hold ??= hold;
	}

	/** Closes the gate until the history was read. */
	private look(): void {
		this.gate.close();
		this.looks = 0;
		this.nextLookAt = performance.now();
		this.looking ??= this.lookUntilSettled().finally(() => (this.looking = undefined));
	}

	private async lookUntilSettled(): Promise<void> {
		const { session } = this.plan.run;
		while (this.gate.isShut || this.lost.size > 0) {
			while (performance.now() < this.nextLookAt && !session.cancelSignal?.aborted)
				await sleepUnlessCancelled(NAP_MS, session.cancelSignal);
			const isLast = session.cancelSignal?.aborted === true || this.plan.deadline.leftMs() <= 0;
			const reason = await this.lookOnce();
			if (isLast || reason) return this.giveUp(reason);
		}
	}

	/** The run's time is over, or nobody can look: the next try looks again. */
	private giveUp(reason: AmlCheckError | undefined): void {
		if (reason) this.stop({ because: 'unusable', failure: reason });
		this.gate.answered();
		for (const [wish, { failure }] of this.lost) this.fail(wish, failure);
		this.lost.clear();
	}

	/** @returns why looking makes no sense any more. */
	private async lookOnce(): Promise<AmlCheckError | undefined> {
		const { plan, lost } = this;
		const leftAt = performance.now();
		const wishes = [...lost.keys()];
		this.nextLookAt = Infinity;
		try {
			const answers = await findExisting(
				plan,
				wishes.map((wish) => questionAboutLost(wish, lost.get(wish)?.tookMs)),
			);
			const unusable = this.gate.answered();
			if (unusable) this.stop({ because: 'unusable', failure: unusable });
			for (const wish of wishes) {
				noteServiceTime(plan, wish);
				const answer = answers.get(wish);
				if (answer) this.settleLost(wish, answer, leftAt);
			}
		} catch (thrown) {
			const failure = toFailure(thrown);
			if (isFinal(failure)) return failure;
			this.gate.outage();
		}
		const proofs = [...lost.values()].map(({ endedAt }) => endedAt + PROOF_MS);
		const pause = performance.now() + at(LOOKS_MS, ++this.looks);
		const dueAt = Math.min(pause, ...proofs.filter((time) => time > performance.now()));
		this.nextLookAt = Math.min(this.nextLookAt, dueAt);
		return undefined;
	}

	private settleLost(wish: Wish, answer: Answer, leftAt: number): void {
		const { plan } = this;
		const { entry } = wish;
		const lost = this.lost.get(wish);
		if (!lost || entry.state !== 'sent') return;
		if (answer.kind === 'take') {
			plan.take(wish, answer.hash, true);
			plan.deadline.progressed();
			this.lost.delete(wish);
			return this.succeed(wish, { by: 'thisTry' });
		}
		if (answer.kind === 'candidates') wish.apply({ kind: 'seen', candidates: answer.hashes });
		const step = nextStep(wish.entry as Sent, {
			sinceEndMs: leftAt - lost.endedAt,
			isComplete: answer.kind === 'candidates' && answer.isComplete,
			hasShownUnfinished: plan.history.hasShownUnfinished,
			isBusy: this.queue.length + this.working > 0 || this.isWaiting(),
			submitsAgain: wish.options.onUnsure === 'submitAgain',
		});
		if (step === 'look') return;
		this.lost.delete(wish);
		const isRefused = entry.refusal !== undefined && answer.kind === 'nothing';
		if (step === 'sendAgain') this.queue.push(wish);
		else this.fail(wish, isRefused ? lost.failure.with({ charged: false }) : lost.failure);
	}
}

/**
 * What the history is asked about a request that left.
 * @param wish whose request it was.
 * @param tookMs how long it took, in milliseconds, where that is known.
 */
export function questionAboutLost(wish: Wish, tookMs?: number): Question {
	const { entry } = wish;
	const { sentAt, isServiceTime } =
		entry.state === 'sent' ? entry : { sentAt: Date.now(), isServiceTime: false };
	return { wish, why: 'lost', since: sentAt, isServiceTime, tookMs };
}

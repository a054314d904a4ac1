import { toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import { sleepUnlessCancelled } from '../../shared/rpc/time';
import { nextStep, PROOF_MS } from './entry';
import type { Sent } from './entry';
import { findExisting } from './existing';
import type { Answer, Question } from './existing';
import { isFinal, notSubmitted } from './failures';
import { Gate } from './gate';
import type { Outcome, Turn } from './ids';
import { noteServiceTime } from './request';
import { take } from './wish';
import type { Acquisition, Plan, Wish } from './wish';

/** How soon a change is noticed, in milliseconds. */
export const NAP_MS = 100;

/** Pauses between readings of the history, in milliseconds. */
const LOOKS_MS = [1_000, 2_000, 4_000, 8_000];

/** A request whose response was lost. Times are in milliseconds, `endedAt` is on the monotonic clock. */
interface Lost {
	failure: AmlCheckError;
	endedAt: number;
	/** How long the request took, where this try sent it. */
	tookMs?: number;
}

/** The submissions of a run: one queue, one gate, and one reader of the history for all lost requests. */
export class Submissions {
	readonly gate = new Gate();
	/** Wishes that wait for their submission. */
	readonly queue: Wish[] = [];
	readonly lost = new Map<Wish, Lost>();
	/** Wishes that the service refused in this run. */
	readonly refused: Wish[] = [];
	/** The turns under an idempotency key. */
	readonly turns = new Map<Wish, Turn>();
	/** Why the rest is not submitted; `stopped` after the first failure in Stop mode. */
	hold: AmlCheckError | undefined;
	readonly stopped = notSubmitted.stopped();
	/** Wishes that are submitted, or wait until they may be. */
	working = 0;
	/** Settled when no request is lost any more. */
	looking: Promise<void> | undefined;
	private nextLookAt = 0;
	private looks = 0;

	/**
	 * @param onTaken hears of each check as soon as it is there.
	 * @param isWaiting whether results are waited for.
	 */
	constructor(
		readonly plan: Plan,
		readonly onTaken: (wish: Wish) => void,
		private readonly isWaiting: () => boolean,
	) {}

	succeed(wish: Wish, acquisition: Acquisition): void {
		const { entry } = wish;
		this.endTurn(wish, entry.state === 'taken' ? { hash: entry.hash } : {});
		wish.acquisition = acquisition;
		this.onTaken(wish);
	}

	/** @param isConsequence whether it was only held back because of what happened to another item. */
	fail(wish: Wish, failure: AmlCheckError, isConsequence = false): void {
		const { entry } = wish;
		this.endTurn(wish, entry.state === 'sent' && !entry.refusal ? { lost: entry } : {});
		wish.acquisition = { failure, isConsequence };
		if (!this.plan.run.continueOnFail) this.hold ??= this.stopped;
	}

	private endTurn(wish: Wish, outcome: Outcome): void {
		this.turns.get(wish)?.end(outcome);
		this.turns.delete(wish);
	}

	/** Closes the gate until the history was read, and looks for all lost requests while the rest continues. */
	look(): void {
		this.gate.isShut = true;
		this.looks = 0;
		this.nextLookAt = performance.now();
		this.looking ??= this.lookUntilSettled().finally(() => (this.looking = undefined));
	}

	private async lookUntilSettled(): Promise<void> {
		const { cancelSignal, deadline } = this.plan.run.session;
		while (this.gate.isShut || this.lost.size > 0) {
			while (performance.now() < this.nextLookAt && !cancelSignal?.aborted)
				await sleepUnlessCancelled(NAP_MS, cancelSignal);
			const isLast = cancelSignal?.aborted === true || deadline.leftMs() <= 0;
			const isPossible = await this.lookOnce();
			if (isLast || !isPossible) break;
		}
		// The run's time is over, or nobody can look: the next try looks again.
		this.gate.answered();
		for (const [wish, { failure }] of this.lost) this.fail(wish, failure);
		this.lost.clear();
	}

	/** @returns whether another look can make sense. */
	private async lookOnce(): Promise<boolean> {
		const { plan, lost, gate } = this;
		const leftAt = performance.now();
		const asked = [...lost];
		this.nextLookAt = Infinity;
		try {
			const questions = asked.map(([wish, { tookMs }]) => questionAboutLost(wish, tookMs));
			const answers = await findExisting(plan, questions);
			for (const [wish, { failure }] of asked)
				if (answers.get(wish)?.kind === 'take') gate.proved(failure);
			const unusable = gate.answered();
			if (unusable) this.hold ??= notSubmitted.unusable(unusable);
			for (const [wish, answer] of answers) this.settle(wish, answer, leftAt);
		} catch (thrown) {
			const failure = toFailure(thrown);
			if (isFinal(failure)) {
				this.hold ??= notSubmitted.unusable(failure);
				return false;
			}
			gate.outage();
		}
		const now = performance.now();
		const pause = LOOKS_MS[Math.min(this.looks++, LOOKS_MS.length - 1)];
		const proofs = [...lost.values()].map(({ endedAt }) => endedAt + PROOF_MS);
		const dueAt = Math.min(now + pause, ...proofs.filter((time) => time > now));
		this.nextLookAt = Math.min(this.nextLookAt, dueAt);
		return true;
	}

	private settle(wish: Wish, answer: Answer, leftAt: number): void {
		const { plan } = this;
		noteServiceTime(plan, wish);
		const lost = this.lost.get(wish);
		const { entry } = wish;
		if (!lost || entry.state !== 'sent') return;
		if (answer.kind === 'candidates') wish.apply({ kind: 'seen', candidates: answer.hashes });
		const step =
			answer.kind !== 'take' &&
			nextStep(wish.entry as Sent, {
				sinceEndMs: leftAt - lost.endedAt,
				isComplete: answer.kind === 'candidates' && answer.isComplete,
				hasShownUnfinished: plan.history.hasShownUnfinished,
				isBusy: this.queue.length + this.working > 0 || this.isWaiting(),
				submitsAgain: wish.options.onUnsure === 'submitAgain',
			});
		if (step === 'look') return;
		this.lost.delete(wish);
		if (answer.kind === 'take') {
			take(plan, wish, answer.hash, true);
			plan.run.session.deadline.progressed();
			return this.succeed(wish, { by: 'thisTry' });
		}
		const isRefused = entry.refusal !== undefined && answer.kind === 'nothing';
		if (step === 'sendAgain') this.queue.push(wish);
		else this.fail(wish, isRefused ? lost.failure.with({ charged: false }) : lost.failure);
	}
}

/**
 * What the history is asked about a request that left.
 * @param tookMs how long it took, in milliseconds, where that is known.
 */
export function questionAboutLost(wish: Wish, tookMs?: number): Question {
	const { entry } = wish;
	if (entry.state !== 'sent') return { wish, why: 'lost', since: Date.now(), clock: 'own', tookMs };
	const { sentAt: since, clock } = entry;
	return { wish, why: 'lost', since, clock, tookMs };
}

import type { AmlCheckError } from '../../shared/failures/failure';
import { FAILURE_KINDS } from '../../shared/failures/kinds';
import { nap } from '../../shared/rpc/time';
import { Budget } from './budget';
import { nextStep, PROOF_MS, type NextStep, type Sent } from './entry';
import type { Answers, HistoryAnswer } from './existing';
import { earlierLost, notReached, notSubmitted } from './failures';
import { Gate } from './gate';
import { takeTurn, type KeyTurn } from './ids';
import { Questions, type HistoryReading } from './questions';
import { submit, type Submission } from './submit';
import { patience, take, type Acquisition, type Plan, type Question, type Wish } from './wish';

/** A question, and what one reading of the history says to it. */
interface Asked {
	wish: Wish;
	need: Question;
	answer: HistoryAnswer;
	reading: Answers;
	leftAt: number;
}

/** Pursues the wishes of a run, each until it is settled. */
export class Pursuit {
	/** The questions about wishes that the service refused in this try: a refusal may have come after the charge. */
	readonly refused = new Map<Wish, Question>();
	private readonly gate: Gate;
	private readonly questions: Questions;
	private readonly turns = new Map<Wish, KeyTurn>();
	private readonly budget: Budget;

	constructor(
		private readonly plan: Plan,
		private readonly onTaken: (wish: Wish) => void,
	) {
		this.gate = new Gate(plan.run);
		this.budget = new Budget(plan.run);
		this.questions = new Questions(plan, this.gate, (...reading) => this.follow(...reading));
	}

	/** Pursues a wish until it is settled. It doesn't throw. */
	async pursue(wish: Wish): Promise<void> {
		while (wish.need.kind !== 'settled')
			if (wish.need.kind === 'prove') await this.questions.answer(wish);
			else await this.send(wish);
	}

	/** Asks the history once for all of them. Those that it doesn't settle keep their question. */
	async askOnce(wishes: readonly Wish[]): Promise<void> {
		if (wishes.length > 0) await this.questions.readOnce(wishes);
	}

	/** One reading before anybody says that nothing was paid. */
	async askAboutRefused(): Promise<void> {
		for (const [wish, question] of this.refused) wish.need = question;
		await this.askOnce([...this.refused.keys()]);
	}

	/** Sets aside what the wishes that are to be sent may cost; all of them fail where it is more than is allowed. */
	fund(wishes: readonly Wish[]): void {
		const open = wishes.filter(({ need }) => need.kind === 'send');
		const failure = this.budget.fund(open);
		if (failure) for (const wish of open) this.settle(wish, { failure });
	}

	settle(wish: Wish, acquisition: Acquisition): void {
		wish.need = { kind: 'settled', acquisition };
		this.turns.get(wish)?.end(wish.entry);
		if (!('failure' in acquisition)) this.onTaken(wish);
		else if (!this.plan.run.continueOnFail) this.gate.stop();
	}

	private async send(wish: Wish): Promise<void> {
		const { plan, gate } = this;
		if (await this.joinOthers(wish)) return;
		const hold = await gate.enter();
		try {
			if (hold) return this.settle(wish, { failure: hold, isConsequence: hold === gate.stopped });
			let refusal: AmlCheckError | undefined;
			const submission = await submit(plan, wish, () => {
				refusal = this.budget.refuseLate(wish);
				return !refusal && gate.letGo();
			});
			if (refusal) return this.settle(wish, { failure: refusal });
			if (!submission) return;
			// The response to another one may show why there was no time.
			if (submission.kind === 'unsent') await nap(plan.run.session.cancelSignal);
			gate.returned(submission);
			this.note(wish, submission);
		} finally {
			gate.leave();
		}
	}

	/** Follows the response to a submission. */
	private note(wish: Wish, submission: Submission): void {
		if (submission.kind === 'taken') {
			const { check: submitted, sentAt, usage } = submission;
			return this.settle(wish, { paidBy: 'thisTry', submitted, sentAt, usage });
		}
		const { kind, failure } = submission;
		if (kind === 'unsent') {
			this.settle(wish, { failure: this.gate.reasonToHold ?? failure });
		} else if (kind === 'lost') {
			const { leftAt, endedAt } = submission;
			const tookMs = endedAt - leftAt;
			wish.need = { kind: 'prove', paidBy: 'thisTry', failure, endedAt, tookMs };
		} else if (kind === 'notTaken' && FAILURE_KINDS[failure.kind].mayPass) {
			if (this.gate.needsAnswer) this.questions.start();
		} else if (kind === 'refused') {
			this.noteRefusal(wish, failure);
		} else {
			this.settle(wish, { failure });
		}
	}

	/** A refusal is the end of it, unless the service has had its `id` before: then somebody may have paid. */
	private noteRefusal(wish: Wish, failure: AmlCheckError): void {
		const endedAt = performance.now();
		const asked = { kind: 'prove', paidBy: 'thisTry', failure, endedAt } as const;
		if (failure.reason === 'keyUsed') {
			wish.need = { ...asked, refused: 'untilProof' };
		} else {
			this.refused.set(wish, { ...asked, refused: 'onceMore' });
			this.settle(wish, { failure });
		}
	}

	/**
	 * Under an idempotency key another execution of this process may be about to submit the same.
	 * @returns whether the wish waits for something else now.
	 */
	private async joinOthers(wish: Wish): Promise<boolean> {
		const { plan, turns, gate } = this;
		const { session } = plan.run;
		if (wish.options.idempotencyKey === '' || turns.has(wish)) return false;
		const key = `${session.serviceKey}|${wish.entry.id}`;
		const mayWait = () => gate.reasonToHold === undefined;
		const turn = await takeTurn(key, mayWait, session.cancelSignal);
		if (!turn) {
			const failure = gate.reasonToHold ?? gate.stopped;
			this.settle(wish, { failure, isConsequence: true });
			return true;
		}
		turns.set(wish, turn);
		const { before } = turn;
		const isSent = wish.entry.state === 'sent';
		if (before?.state === 'taken') {
			// An earlier request of this wish may be charged as well.
			take(plan, wish, before.hash, isSent);
			this.settle(wish, { paidBy: 'somebodyElse' });
			return true;
		}
		if (before?.state !== 'sent' || before.refusal !== undefined || isSent) return false;
		const { sentAt, clock } = before;
		wish.apply({ kind: 'sending', sentAt, clock, endsBy: Date.now() });
		const endedAt = performance.now();
		wish.need = { kind: 'prove', paidBy: 'thisTry', failure: earlierLost(), endedAt };
		return true;
	}

	/** Follows a reading of the history, for the wishes that asked. */
	private follow(wishes: readonly Wish[], { answers, leftAt, isLast }: HistoryReading): void {
		const asking = wishes.flatMap((wish) =>
			wish.need.kind === 'prove' ? [{ wish, need: wish.need }] : [],
		);
		if (!('byWish' in answers)) {
			for (const { wish, need } of asking) this.settle(wish, this.unanswered(need, answers));
			return;
		}
		const asked = asking.map(({ wish, need }): Asked => {
			return { wish, need, answer: answers.byWish.get(wish)!, reading: answers, leftAt };
		});
		this.fear(asked);
		for (const { need, answer } of asked)
			if (answer.kind === 'take') this.gate.proved(need.failure);
		for (const one of asked) {
			this.followOne(one);
			const { wish, need } = one;
			if (wish.need.kind === 'prove' && isLast(wish))
				this.settle(wish, this.unanswered(need, notReached()));
		}
	}

	private unanswered(need: Question, why: AmlCheckError): Acquisition {
		return {
			failure: need.paidBy === 'somebodyElse' ? notSubmitted.unsearched(why) : need.failure,
		};
	}

	/** A wish of this execution that was sent by another process shows that the others may have been, too. */
	private fear(asked: readonly Asked[]): void {
		const isReached = asked.some(
			({ need, answer }) => need.isFearless && answer.kind !== 'nothing',
		);
		if (!isReached) return;
		for (const { need, leftAt } of asked)
			if (need.isFearless)
				Object.assign(need, { endedAt: leftAt, isFearless: false, ...patience(leftAt) });
	}

	private followOne(asked: Asked): void {
		const { wish, need, answer } = asked;
		if (answer.kind === 'take') {
			const { paidBy } = need;
			if (need.refused !== 'onceMore') this.plan.run.session.deadline.progressed();
			if (!this.plan.run.options.dryRun)
				take(this.plan, wish, answer.hash, paidBy !== 'somebodyElse');
			return this.settle(wish, { paidBy });
		}
		if (need.paidBy !== 'somebodyElse') return this.followLost(asked, answer);
		if (answer.kind === 'nothing') wish.isAssetUnspecified = answer.isAssetUnspecified;
		if (asked.reading.isWhole) wish.need = { kind: 'send' };
	}

	/** The history does not prove the check of a request that may have been taken. */
	private followLost(asked: Asked, answer: Exclude<HistoryAnswer, { kind: 'take' }>): void {
		const { wish, need, reading, leftAt } = asked;
		const { showsUnfinished } = this.plan.history;
		const candidates = answer.kind === 'candidates' ? answer.hashes : [];
		wish.apply({ kind: 'lost', candidates, showsUnfinished });
		const [entry, sinceEndMs] = [wish.entry as Sent, leftAt - need.endedAt];
		const isProof = reading.isWhole && sinceEndMs >= PROOF_MS;
		const isUnpaid = isProof && entry.refusal !== undefined && entry.candidates.length === 0;
		const failure = isUnpaid ? need.failure.with({ charged: false }) : need.failure;
		if (need.refused) {
			if ((need.refused === 'onceMore' && !reading.failure) || isProof)
				this.settle(wish, { failure });
			return;
		}
		const step = nextStep(entry, {
			...{ sinceEndMs, isWhole: reading.isWhole },
			hasAll: answer.kind === 'candidates' && answer.hasAll,
			submitsAgain: wish.options.onUnsure === 'submitAgain',
		});
		this.takeStep(wish, step, failure);
	}

	private takeStep(wish: Wish, step: NextStep, failure: AmlCheckError): void {
		if (step === 'look') return;
		if (step === 'payAgain') this.budget.release(wish);
		if (step !== 'stay' && step !== 'absent' && this.budget.reserve(wish)) {
			this.plan.run.session.deadline.progressed();
			wish.need = { kind: 'send' };
			return;
		}
		if (step === 'absent' || step === 'sendAgain') wish.apply({ kind: 'absent' });
		this.settle(wish, { failure: step === 'sendAgain' ? this.budget.refuseMore() : failure });
	}
}

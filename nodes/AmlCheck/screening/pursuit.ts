import type { AmlCheckError } from '../../shared/failures/failure';
import { FAILURE_KINDS } from '../../shared/failures/kinds';
import { Budget } from './budget';
import { nextStep, PROOF_MS, type NextStep, type Sent } from './entry';
import type { HistoryAnswer } from './existing';
import { notReached, notSubmitted } from './failures';
import { Gate } from './gate';
import { KeyTurns } from './keyTurns';
import { fearAll, suspect, type Asked } from './others';
import { Questions, type HistoryReading } from './questions';
import { submit, type Submission } from './submit';
import { take, type Acquisition, type Plan, type Question, type Wish } from './wish';

/** Pursues the wishes of a run, each until it is settled. */
export class Pursuit {
	/** Questions about settled wishes: a refusal may have come after the charge, and a lost request was given up. */
	private readonly left = new Map<Wish, Question>();
	private readonly gate: Gate;
	private readonly questions: Questions;
	private readonly turns: KeyTurns;
	/** Since when another process sends the wishes, too, once a refused `id` has shown that one does. */
	private elsewhereSince?: number;
	private readonly budget: Budget;

	constructor(
		private readonly plan: Plan,
		private readonly onTaken: (wish: Wish) => void,
	) {
		this.gate = new Gate(plan.run);
		this.budget = new Budget(plan.run);
		this.turns = new KeyTurns(plan, this.gate);
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

	/** Whether the service refused a request of this try. */
	get hasRefused(): boolean {
		return [...this.left.values()].some(({ refused }) => refused === 'onceMore');
	}

	/** One reading before anybody says that nothing was paid. */
	async askAboutRefused(): Promise<void> {
		await this.askOnce(this.reopen());
	}

	/** Names what any page of the run has shown, whoever it was read for. @returns whether a check is found. */
	async askPages(): Promise<boolean> {
		const wishes = this.reopen();
		if (wishes.length > 0) await this.questions.readPagesAgain(wishes);
		return this.left.size < wishes.length;
	}

	/** Settled wishes ask once more. */
	private reopen(): Wish[] {
		for (const [wish, question] of this.left) wish.need = { ...question, refused: 'onceMore' };
		return [...this.left.keys()];
	}

	/** Sets aside what the wishes that are to be sent may cost; all of them fail where it is more than is allowed. */
	fund(wishes: readonly Wish[]): void {
		const open = wishes.filter(({ need }) => need.kind === 'send');
		const failure = this.budget.fund(open);
		if (failure) for (const wish of open) this.settle(wish, { failure });
	}

	settle(wish: Wish, acquisition: Acquisition): void {
		wish.need = { kind: 'settled', acquisition };
		this.turns.end(wish);
		if (!('failure' in acquisition)) {
			this.left.delete(wish);
			this.onTaken(wish);
		} else if (!this.plan.run.continueOnFail) this.gate.stop();
	}

	private async send(wish: Wish): Promise<void> {
		const { plan, gate } = this;
		const joined = await this.turns.join(wish);
		if (joined?.kind === 'settled') return this.settle(wish, joined.acquisition);
		if (joined) {
			wish.need = joined;
			return;
		}
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
			if (submission.kind === 'unsent') await plan.run.session.naps.pause();
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
			const { leftAt, endedAt, elsewhereSince } = submission;
			const tookMs = endedAt - leftAt;
			wish.need = { kind: 'prove', paidBy: 'thisTry', failure, endedAt, tookMs };
			this.elsewhereSince ??= elsewhereSince;
			for (const other of elsewhereSince === undefined ? [wish] : this.plan.wishes)
				suspect(other, this.elsewhereSince);
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
			this.left.set(wish, { ...asked, refused: 'onceMore' });
			this.settle(wish, { failure });
		}
	}

	/** Follows a reading of the history, for the wishes that asked. */
	private follow(wishes: readonly Wish[], { answers, leftAt, isLast }: HistoryReading): void {
		const asking = wishes.flatMap((wish) =>
			wish.need.kind === 'prove' ? [{ wish, need: wish.need }] : [],
		);
		if (!('byWish' in answers)) {
			for (const { wish, need } of asking) this.giveUp(wish, need, answers);
			return;
		}
		const asked = asking.map(({ wish, need }): Asked => {
			return { wish, need, answer: answers.byWish.get(wish)!, reading: answers, leftAt };
		});
		fearAll(asked);
		for (const { need, answer } of asked)
			if (answer.kind === 'take') this.gate.proved(need.failure);
		for (const one of asked) {
			this.followOne(one);
			const { wish, need } = one;
			if (wish.need.kind === 'prove' && isLast(wish)) this.giveUp(wish, need, notReached());
		}
	}

	private giveUp(wish: Wish, need: Question, why: AmlCheckError): void {
		const isReuse = need.paidBy === 'somebodyElse';
		if (!isReuse) this.left.set(wish, need);
		this.settle(wish, { failure: isReuse ? notSubmitted.unsearched(why) : need.failure });
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
		if (isUnpaid) this.left.delete(wish);
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
		else if (wish.need.kind === 'prove') this.left.set(wish, wish.need);
		this.settle(wish, { failure: step === 'sendAgain' ? this.budget.refuseMore() : failure });
	}
}

import type { AmlCheckError } from '../../shared/failures/failure';
import { Budget } from './budget';
import { notReached, notSubmitted } from './failures';
import {
	afterLook,
	afterPause,
	afterUnusable,
	afterUsable,
	HEALTHY,
	isHopeless,
	isUnusable,
	pauseMs,
	type Health,
} from './health';
import { ping, readHistory } from './look';
import { Sending } from './send';
import type { ThisTry } from './thisTry';

/** Gets a check for every order, in rounds: it looks, submits and waits. */
export class Rounds {
	private health: Health = HEALTHY;
	private readonly budget: Budget;
	/** The submissions of the last round, and those of all rounds, some of which may be in flight. */
	private sending?: Sending;
	private inFlight: Promise<unknown> = Promise.resolve();

	constructor(private readonly thisTry: ThisTry) {
		this.budget = new Budget(thisTry.plan.run);
	}

	/** Goes on until every order is settled or the run's time is over. It doesn't throw. */
	async run(): Promise<void> {
		const { thisTry } = this;
		const { dryRun } = thisTry.plan.run.options;
		while (this.goesOn) {
			const isLast = thisTry.isOver;
			const isAnswered = await this.look();
			// What a look finds out gives the run more time.
			if (isLast && thisTry.isOver) break;
			if (isAnswered) await this.submit();
			if (isAnswered && dryRun) return;
			thisTry.holdBack();
			if (this.goesOn) await this.pause();
		}
		await this.inFlight;
		this.giveUp();
	}

	/** Whether anything is open, and another look may answer it. */
	private get goesOn(): boolean {
		const { open, isCancelled } = this.thisTry;
		return open.length > 0 && !isCancelled && !isHopeless(this.health);
	}

	/**
	 * One reading of the history for all that it may answer; a ping where there is nothing, after an unusable answer.
	 * @returns whether the service answers, so that submissions may leave.
	 */
	private async look(): Promise<boolean> {
		const { asking } = this.thisTry;
		if (asking.length === 0 && !this.health.isCareful) return true;
		const { unexplained } = this.health;
		const unread = asking.length > 0 ? await readHistory(this.thisTry) : await ping(this.thisTry);
		const isAnswered = !unread || (asking.length > 0 && (await this.isHistoryDownAlone()));
		const hasProved = asking.some(
			({ lost, entry }) => lost?.paidBy === 'thisTry' && entry.state === 'taken',
		);
		this.health = afterLook(this.health, { unread, isAnswered, hasProved });
		if (unread && isHopeless(this.health)) this.thisTry.stop(unread);
		if (unexplained && isUnusable(this.health)) this.thisTry.stop(unexplained);
		return isAnswered;
	}

	/** One look that failed says nothing about the next one. After two, the history may be down alone. */
	private async isHistoryDownAlone(): Promise<boolean> {
		if (this.health.failedLooks === 0 || this.thisTry.wanted.length === 0) return false;
		return (await ping(this.thisTry)) === undefined;
	}

	/** Submits what is wanted, and returns once one answer is lost: those in flight finish while the next rounds look. */
	private async submit(): Promise<void> {
		const { thisTry, budget } = this;
		const { isCareful } = this.health;
		this.fund();
		if (thisTry.plan.run.options.dryRun || thisTry.wanted.length === 0) return;
		this.sending = new Sending(thisTry, budget, (...answer) => this.note(...answer));
		this.inFlight = Promise.all([this.inFlight, this.sending.sendAll(isCareful)]);
		await this.sending.over;
	}

	/** Sets aside what the orders that are to be sent may cost; all of them fail where it is more than is allowed. */
	private fund(): void {
		const { wanted, reasonToHold } = this.thisTry;
		const unfunded = wanted.filter((order) => !this.budget.hasShare(order));
		const failure = reasonToHold ? undefined : this.budget.fund(unfunded);
		if (failure) for (const order of unfunded) this.thisTry.settle(order, { failure });
	}

	/** Follows an answer, which may be one of an earlier round. */
	private note(isUsable: boolean, lost?: AmlCheckError): void {
		this.health = isUsable ? afterUsable(this.health) : afterUnusable(this.health, lost);
		if (!isUsable) this.sending?.break();
	}

	/** The longer, the more rounds in a row have brought nothing; a usable answer meanwhile ends it. */
	private async pause(): Promise<void> {
		const began = performance.now();
		const dueAt = () => began + pauseMs(this.health);
		const isDue = () => performance.now() >= dueAt() || this.thisTry.isOver;
		await this.thisTry.plan.run.session.naps.until(isDue, dueAt);
		this.health = afterPause(this.health);
	}

	/** What is open stays so, for a Retry. */
	private giveUp(): void {
		const { thisTry, health } = this;
		const { dryRun, timeout } = thisTry.plan.run.options;
		if (!dryRun) thisTry.holdBack(thisTry.reasonToHold ?? notSubmitted.late(timeout));
		for (const order of thisTry.asking) {
			const failure = order.lost?.failure ?? notSubmitted.unsearched(health.unread ?? notReached());
			thisTry.settle(order, { failure });
		}
	}
}

import { toFailure, type AmlCheckError } from '../../shared/failures/failure';
import { endsRun, notReached, notSubmitted } from './failures';
import {
	afterLook,
	afterPause,
	afterUnusable,
	afterUsable,
	firstWidth,
	isUnusable,
	pauseMs,
	UNKNOWN,
	type Health,
} from './health';
import { readHistory } from './look';
import { Round } from './send';
import type { RunHistory } from '../waiting/history';
import type { ThisTry } from './thisTry';

const PING = { timeoutMs: 10_000, withinMs: 10_000, maxAttempts: 1 };

/** A round that is due so soon submits at once, in milliseconds: otherwise it would wait for the next one. */
const SLACK_MS = 500;

/** Gets a check for every order, in rounds: each looks, submits and pauses. */
export class Rounds {
	private health: Health = UNKNOWN;
	/** The submissions of the last round, and those of all rounds, some of which may be in flight. */
	private round?: Round;
	private inFlight: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly thisTry: ThisTry,
		private readonly history: RunHistory,
	) {}

	/** Continues until every order is settled or the run's time is over. It doesn't throw. */
	async run(): Promise<void> {
		const { thisTry } = this;
		const { dryRun } = thisTry.run.options;
		while (this.continues) {
			const isLast = thisTry.isOver;
			const isAnswered = await this.look();
			// What a look finds out gives the run more time.
			if (isLast && thisTry.isOver) break;
			if (isAnswered) await this.submit();
			if (isAnswered && dryRun) return;
			thisTry.holdBack();
			if (this.continues) await this.pause();
		}
		await this.inFlight;
		this.giveUp();
	}

	/** Whether anything is open, and another look may answer it. */
	private get continues(): boolean {
		const { open, isCancelled } = this.thisTry;
		return open.length > 0 && !isCancelled && !this.isHopeless;
	}

	/** Whether the next look would end as the last one did. */
	private get isHopeless(): boolean {
		const { unread } = this.health;
		return unread !== undefined && endsRun(unread, this.session.hasAnswered);
	}

	private get session() {
		return this.thisTry.run.session;
	}

	/**
	 * One reading of the history for all orders that it may answer. Where there are none, a ping: before the first answer
	 * of the service, and after an unusable one.
	 * @returns whether the service answers, so that submissions may leave.
	 */
	private async look(): Promise<boolean> {
		const { asking, run } = this.thisTry;
		const isKnown = this.session.hasAnswered || run.options.dryRun;
		if (asking.length === 0 && isKnown && !this.health.isCareful) return true;
		const unread =
			asking.length > 0 ? await readHistory(this.thisTry, this.history) : await this.ping();
		const isAnswered = !unread || (asking.length > 0 && (await this.isHistoryDownAlone()));
		const hasProved = asking.some(
			({ lost, entry }) => lost?.paidBy === 'thisTry' && entry.state === 'taken',
		);
		const { unexplained } = this.health;
		const now = performance.now();
		this.health = afterLook(this.health, { unread, isAnswered, hasProved, now });
		if (unread && this.isHopeless) this.thisTry.stop(unread);
		if (unexplained && isUnusable(this.health)) this.thisTry.stop(unexplained);
		return isAnswered;
	}

	/** @returns why the service gives no usable answer, if it gives none. */
	private async ping(): Promise<AmlCheckError | undefined> {
		const answer = this.session.call('checkup.ping', undefined, PING);
		return await answer.then(() => undefined, toFailure);
	}

	/** One look that failed says nothing about the next one. After two, the history may be down alone. */
	private async isHistoryDownAlone(): Promise<boolean> {
		if (this.health.failedLooks === 0 || this.thisTry.wanted.length === 0) return false;
		return (await this.ping()) === undefined;
	}

	/** Submits what is wanted, until one answer is lost: those in flight finish while the next rounds look. */
	private async submit(): Promise<void> {
		const { thisTry, health } = this;
		thisTry.keepToLimit();
		const isEarly = performance.now() < health.submitFrom - SLACK_MS;
		if (thisTry.run.options.dryRun || isEarly) return;
		if (thisTry.wanted.length === 0) return;
		const round = new Round(thisTry, (...answer) => this.note(round, ...answer));
		this.round = round;
		this.inFlight = Promise.all([this.inFlight, round.sendAll(firstWidth(health))]);
		await round.over;
	}

	/** Follows an answer, which may be one of an earlier round. */
	private note(round: Round, isUsable: boolean, lost?: AmlCheckError): void {
		if (isUsable) {
			// What left before a loss proves nothing about the service after it.
			if (!round.isBroken) this.health = afterUsable(this.health);
			return;
		}
		const isFirst = round === this.round && !round.isBroken;
		this.health = afterUnusable(this.health, isFirst ? lost : undefined);
		this.round?.break();
	}

	/** The longer, the more rounds in a row have brought nothing; a usable answer meanwhile ends it. */
	private async pause(): Promise<void> {
		const began = performance.now();
		const { submitFrom } = this.health;
		const dueAt = () => {
			const end = began + pauseMs(this.health);
			return submitFrom > began ? Math.min(end, submitFrom) : end;
		};
		const isDue = () => performance.now() >= dueAt() || this.thisTry.isOver;
		await this.session.changes.waitFor(isDue, dueAt);
		this.health = afterPause(this.health);
	}

	/** What is open stays so, for a Retry. */
	private giveUp(): void {
		const { thisTry, health } = this;
		const { dryRun } = thisTry.run.options;
		if (!dryRun) thisTry.holdBack(thisTry.reasonToHold ?? thisTry.late);
		const unsearched = notSubmitted.unsearched(health.unread ?? notReached());
		for (const order of thisTry.asking)
			thisTry.settle(order, { failure: order.lost?.failure ?? unsearched });
	}
}

import { toFailure, type AmlCheckError } from '../../shared/failures/failure';
import type { RunHistory } from '../waiting/history';
import { judgeLost, MAX_SENDS } from './entry';
import { answerFromPages, findExisting, type HistoryAnswer } from './existing';
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
import type { Order } from './order';
import { Round } from './send';
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
		return unread !== undefined && endsRun(unread, this.session.service.hasAnswered);
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
		const isKnown = this.session.service.hasAnswered || run.options.dryRun;
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

/* What a look at the history means for the orders. */

/** How long a reading may take although the run's time is over, in milliseconds. */
const MIN_READING_MS = 10_000;

/** The part of the history that was read: pages that prove no absence have never begun. */
interface PagesRead {
	isWhole: boolean;
	beganAt: number;
}

/** Reads the history once for all orders that it may answer. @returns why a page could not be read, if one could not. */
async function readHistory(
	thisTry: ThisTry,
	history: RunHistory,
): Promise<AmlCheckError | undefined> {
	const beganAt = performance.now();
	const mayContinue = () => performance.now() < beganAt + MIN_READING_MS || !thisTry.isOver;
	try {
		const read = await findExisting(thisTry.run.session, history, thisTry.asking, mayContinue);
		const part = { isWhole: read.isWhole, beganAt };
		for (const [order, answer] of read.byOrder) follow(thisTry, order, answer, part);
		return read.failure;
	} catch (thrown) {
		return toFailure(thrown);
	}
}

/**
 * Names what any page of the run has shown of orders that may have been taken, whoever it was read for.
 * @returns whether a check is found.
 */
export async function readPagesAgain(thisTry: ThisTry, history: RunHistory): Promise<boolean> {
	const isUnclear = ({ entry, lost }: Order) => entry.state === 'sent' && lost !== undefined;
	const orders = thisTry.orders.filter(isUnclear);
	if (orders.length === 0) return false;
	const pages = { isWhole: false, beganAt: -Infinity };
	for (const [order, answer] of await answerFromPages(thisTry.run.session, history, orders))
		follow(thisTry, order, answer, pages);
	return !orders.every(isUnclear);
}

/** Follows what a reading says about an order. */
function follow(thisTry: ThisTry, order: Order, answer: HistoryAnswer, reading: PagesRead): void {
	if (answer.kind === 'take') return takeFound(thisTry, order, answer.hash);
	if (order.lost) return followLost(thisTry, order, answer, reading);
	if (answer.kind === 'nothing') order.isAssetUnspecified = answer.isAssetUnspecified;
	order.asksReuse = !reading.isWhole;
}

function takeFound(thisTry: ThisTry, order: Order, hash: string): void {
	const isOurs = order.lost !== undefined;
	if (!thisTry.run.options.dryRun) order.take(hash, isOurs);
	thisTry.progressed();
	thisTry.settle(order, { paidBy: order.lost?.paidBy ?? 'somebodyElse' });
}

/** The history does not prove the check of a request that may have been taken. */
function followLost(
	thisTry: ThisTry,
	order: Order,
	answer: Exclude<HistoryAnswer, { kind: 'take' }>,
	{ isWhole, beganAt }: PagesRead,
): void {
	const found = answer.kind === 'candidates' ? answer : { hashes: [], hasAll: false };
	const { showsUnfinished } = thisTry.run.session.service;
	order.apply({ kind: 'looked', candidates: found.hashes, showsUnfinished });
	const { entry, lost } = order;
	if (entry.state !== 'sent' || !lost) return;
	const sinceEndMs = beganAt - lost.endedAt;
	const verdict = judgeLost(entry, { sinceEndMs, isWhole, hasAll: found.hasAll });
	if (verdict === 'open') return;
	if (verdict === 'absent') {
		order.apply({ kind: 'absent' });
		order.lost = undefined;
		thisTry.progressed();
		// It is wanted again.
		if (entry.sends < MAX_SENDS) return;
	}
	if (!order.acquisition) thisTry.settle(order, { failure: lost.failure });
}

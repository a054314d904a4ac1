import { HOUR_MS } from '../../shared/dates';
import { toFailure, type AmlCheckError } from '../../shared/failures/failure';
import { answerFromPages, findExisting, type Answers, type HistoryQuestion } from './existing';
import { isFinal } from './failures';
import type { Gate } from './gate';
import type { Plan, Question, Wish } from './wish';

/** Pauses before one, two, three … readings of the history in a row, in milliseconds. */
const PAUSES_MS = [0, 500, 1_000, 2_000, 4_000, 8_000];

const pauseBefore = (reading: number) => PAUSES_MS[Math.min(reading, PAUSES_MS.length - 1)];

/** A request that shows whether the service answers at all. */
const PING = { timeoutMs: 10_000, withinMs: 10_000, maxAttempts: 1 };

/** How long a reading may take although the run's time is over, in milliseconds. */
const MIN_READING_MS = 10_000;

/** One reading of the history, as the wishes that asked see it. */
export interface HistoryReading {
	/** Its answers, or why there are none. */
	answers: Answers | AmlCheckError;
	/** When it began, on the monotonic clock. */
	leftAt: number;
	/** Whether a wish can wait for another one. */
	isLast: (wish: Wish) => boolean;
}

/** The question to the history about a wish. */
function questionAbout(wish: Wish, { paidBy, tookMs }: Question): HistoryQuestion {
	const { entry } = wish;
	const { reuseWithinHours: hours } = wish.options;
	if (paidBy === 'somebodyElse' || entry.state !== 'sent')
		return { wish, why: 'reuse', since: Date.now() - hours * HOUR_MS, clock: 'own' };
	const { sentAt: since, clock } = entry;
	return { wish, why: 'lost', since, clock, tookMs };
}

const questionsAbout = (wishes: readonly Wish[]): HistoryQuestion[] =>
	wishes.flatMap((wish) => (wish.need.kind === 'prove' ? [questionAbout(wish, wish.need)] : []));

/** Asks the history: all open questions share one reading, and readings follow each other more and more slowly. */
export class Questions {
	/** The wishes that ask, each with the function that lets it continue. */
	private readonly open = new Map<Wish, () => void>();
	private isReading = false;
	private readings = 0;
	private nextAt = Infinity;

	/** @param follow decides about each wish that asks, and changes what it waits for. */
	constructor(
		private readonly plan: Plan,
		private readonly gate: Gate,
		private readonly follow: (wishes: readonly Wish[], reading: HistoryReading) => void,
	) {}

	/** Waits until the history has answered a wish, or can't any more. */
	async answer(wish: Wish): Promise<void> {
		await new Promise<void>((done) => {
			this.open.set(wish, done);
			this.start();
		});
	}

	/** Soon asks something free: while the gate is shut nothing leaves before that is answered. */
	start(): void {
		this.readings = this.gate.failuresInARow;
		this.nextAt = Math.min(this.nextAt, performance.now() + pauseBefore(this.readings));
		if (!this.isReading) void this.readOn();
	}

	/** Reads once for some wishes, again and again while the service gives no usable response. */
	async readOnce(wishes: readonly Wish[]): Promise<void> {
		for (let failures = 0; ;) {
			const failure = await this.read(wishes);
			if (!failure) return;
			const pauseMs = pauseBefore(++failures);
			const { deadline, naps } = this.plan.run.session;
			const isOver = isFinal(failure) || deadline.leftMs() <= pauseMs;
			if (isOver || !(await naps.untilMoment(performance.now() + pauseMs)))
				return this.follow(wishes, this.unread(failure));
		}
	}

	/** Answers those that no reading has answered, from all pages of the run. */
	async readPagesAgain(wishes: readonly Wish[]): Promise<void> {
		const leftAt = performance.now();
		const answers = await answerFromPages(this.plan, questionsAbout(wishes));
		this.follow(wishes, { answers, leftAt, isLast: () => true });
	}

	private readonly unread = (answers: AmlCheckError): HistoryReading => ({
		...{ answers, leftAt: performance.now(), isLast: () => true },
	});

	/** How long a wish can wait for the history, in milliseconds. */
	private leftMs({ need }: Wish): number {
		const { deadline, cancelSignal } = this.plan.run.session;
		if (cancelSignal?.aborted) return 0;
		const patientUntil = need.kind === 'prove' ? (need.patientUntil ?? 0) : 0;
		return Math.max(deadline.leftMs(), patientUntil - performance.now());
	}

	private longestLeftMs(wishes: Iterable<Wish>): number {
		const { deadline, cancelSignal } = this.plan.run.session;
		const own = cancelSignal?.aborted ? 0 : deadline.leftMs();
		return [...wishes].reduce((most, wish) => Math.max(most, this.leftMs(wish)), own);
	}

	private async readOn(): Promise<void> {
		this.isReading = true;
		const isOver = () => this.longestLeftMs(this.open.keys()) <= 0;
		while (this.open.size > 0 || this.gate.needsAnswer) {
			const isDue = () => performance.now() >= this.nextAt || isOver();
			await this.plan.run.session.naps.until(isDue);
			this.nextAt = Infinity;
			const wishes = [...this.open.keys()];
			const isLast = isOver();
			const failure = wishes.length > 0 ? await this.read(wishes) : undefined;
			if (failure) this.giveUp(wishes, failure, isLast);
			this.release();
			// One reading that failed says nothing about the next one. After two, the history may be down alone.
			const needsPing = wishes.length === 0 || this.gate.isUnread;
			if (needsPing && this.gate.needsAnswer) await this.ping();
			const dueAt = performance.now() + pauseBefore(++this.readings);
			this.nextAt = Math.min(this.nextAt, dueAt);
		}
		this.isReading = false;
	}

	/** Nobody can read for those whose time is over, or for anybody where the next reading ends the same way. */
	private giveUp(wishes: readonly Wish[], failure: AmlCheckError, isLast: boolean): void {
		if (isFinal(failure)) this.gate.stop(failure);
		const isHopeless = isLast || isFinal(failure);
		const late = wishes.filter((wish) => isHopeless || this.leftMs(wish) <= 0);
		this.follow(late, this.unread(failure));
	}

	/** One reading. @returns why it failed. */
	private async read(wishes: readonly Wish[]): Promise<AmlCheckError | undefined> {
		const leftAt = performance.now();
		const lateOnes = new Set(wishes.filter((wish) => this.leftMs(wish) <= 0));
		const mayContinue = () =>
			performance.now() < leftAt + MIN_READING_MS || this.longestLeftMs(wishes) > 0;
		try {
			const answers = await findExisting(this.plan, questionsAbout(wishes), mayContinue);
			const { failure } = answers;
			const isLast = (wish: Wish) => !failure && lateOnes.has(wish);
			this.follow(wishes, { answers, leftAt, isLast });
			if (!failure) this.gate.confirmed(leftAt);
			return failure;
		} catch (thrown) {
			return toFailure(thrown);
		}
	}

	private async ping(): Promise<void> {
		const leftAt = performance.now();
		try {
			await this.plan.run.session.call('checkup.ping', undefined, PING);
			this.gate.confirmed(leftAt);
		} catch {
			// The gate stays shut.
		}
	}

	/** Lets the wishes continue that wait for something else now. */
	private release(): void {
		for (const [wish, done] of this.open) {
			if (wish.need.kind === 'prove') continue;
			this.open.delete(wish);
			done();
		}
	}
}

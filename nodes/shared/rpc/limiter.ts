import { sleep } from 'n8n-workflow';

import { AdaptiveLimit } from './adaptiveLimit';
import type { CallOutcome } from './adaptiveLimit';

/** The calls of one session: no more of them at once than its caller allows. */
export interface Lane {
	/** The most calls under way at once; at least 1. */
	readonly most: number;
	inFlight: number;
}

/** Until when, for as long as what, and as what a call waits for its turn. */
export interface Patience {
	/** Whether it submits a check; others look what became of them, or read something else. */
	isPaid?: boolean;
	signal?: AbortSignal;
	/** Unix milliseconds. */
	until: number;
}

/** Why a call got no turn. */
export type NoTurn = 'cancelled' | 'late';

interface Waiter extends Patience {
	lane: Lane;
	go: (turn: { wasFull: boolean } | NoTurn) => void;
}

/** How soon it is noticed that one who waits was cancelled or is late. */
const TICK_MS = 100;

/** How often is looked whether this process is late, and how much the newest look counts. */
const LAG_STEP_MS = 50;
const LAG_WEIGHT = 0.3;

/**
 * The one place that lets calls leave: for all executions of the process that talk to one service with one token, so
 * that they behave like one caller, also where the service asks for a pause (design 9).
 */
export class Limiter {
	private readonly adaptive = new AdaptiveLimit();

	private inFlight = 0;

	private waiters: Waiter[] = [];

	private pausedUntil = 0;

	private lastStartAt = 0;

	private isTicking = false;

	private lastWasPaid = false;

	/** By how much this process is late with whatever is due, in milliseconds: known while calls are under way. */
	private lagMs = 0;

	private isTiming = false;

	/** How many calls of a lane make sense at once right now. */
	width(lane: Lane): number {
		return Math.min(lane.most, this.adaptive.atOnce);
	}

	/**
	 * Lets no new call start for a while.
	 * @param ms from now, in milliseconds; a shorter pause never cuts a longer one.
	 */
	pause(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, Date.now() + ms);
	}

	/** How long the service is still to be left alone, in milliseconds. */
	get pauseLeftMs(): number {
		return Math.max(0, this.pausedUntil - Date.now());
	}

	/**
	 * Runs a call when there is room for it.
	 * @param lane whose call it is.
	 * @param patience how long it waits for its turn.
	 * @param call what to run; `leave` takes what came of it.
	 * @returns what the call returns, or why it got no turn; it throws what the call throws.
	 */
	async run<T>(
		lane: Lane,
		patience: Patience,
		call: (wasFull: boolean) => Promise<T>,
	): Promise<{ value: T } | NoTurn> {
		const turn = await this.turn(lane, patience);
		if (typeof turn === 'string') return turn;
		void this.timeItself();
		try {
			return { value: await call(turn.wasFull) };
		} finally {
			this.inFlight--;
			lane.inFlight--;
			this.startNext();
		}
	}

	/** Learns from a call that has ended. */
	note(outcome: CallOutcome): void {
		this.adaptive.note(outcome, this.lagMs);
	}

	/** A machine that is busy makes every answer look slow: that is no reason to send fewer calls. */
	private async timeItself(): Promise<void> {
		if (this.isTiming) return;
		this.isTiming = true;
		while (this.inFlight > 0) {
			const dueAt = Date.now() + LAG_STEP_MS;
			await sleep(LAG_STEP_MS);
			this.lagMs += (Math.max(0, Date.now() - dueAt) - this.lagMs) * LAG_WEIGHT;
		}
		this.isTiming = false;
	}

	private async turn(lane: Lane, patience: Patience): Promise<{ wasFull: boolean } | NoTurn> {
		return await new Promise((go) => {
			this.waiters.push({ lane, ...patience, go });
			this.startNext();
		});
	}

	private startNext(): void {
		this.dropTheImpatient();
		for (let next = this.nextIndex(); next >= 0; next = this.nextIndex()) {
			const [{ lane, go, isPaid = false }] = this.waiters.splice(next, 1);
			this.lastWasPaid = isPaid;
			this.lastStartAt = Date.now();
			this.inFlight++;
			lane.inFlight++;
			go({ wasFull: this.inFlight >= this.adaptive.atOnce });
		}
		if (this.waiters.length > 0) void this.tick();
	}

	/**
	 * The call that may start now; -1 where there is none. Submissions and looks take turns: a batch has many looks
	 * waiting as soon as its first checks are done, and what they keep from being submitted ends later by as much.
	 */
	private nextIndex(): number {
		if (this.inFlight >= this.adaptive.atOnce || this.waitMs() > 0) return -1;
		const hasRoom = ({ lane }: Waiter) => lane.inFlight < lane.most;
		const inTurn = this.waiters.findIndex(
			(waiter) => hasRoom(waiter) && (waiter.isPaid ?? false) !== this.lastWasPaid,
		);
		return inTurn >= 0 ? inTurn : this.waiters.findIndex(hasRoom);
	}

	/** How long no call may start, in milliseconds. */
	private waitMs(): number {
		const now = Date.now();
		const sinceLastMs = Math.max(0, now - this.lastStartAt);
		return Math.max(this.pausedUntil - now, this.adaptive.gapMs(now) - sinceLastMs);
	}

	private dropTheImpatient(): void {
		const now = Date.now();
		const stays = ({ signal, until, go }: Waiter): boolean => {
			if (!signal?.aborted && now < until && this.pausedUntil <= until) return true;
			go(signal?.aborted ? 'cancelled' : 'late');
			return false;
		};
		this.waiters = this.waiters.filter(stays);
	}

	/** Looks again after a while, as long as somebody waits. */
	private async tick(): Promise<void> {
		if (this.isTicking) return;
		this.isTicking = true;
		const waitMs = this.waitMs();
		await sleep(waitMs > 0 ? Math.min(waitMs, TICK_MS) : TICK_MS);
		this.isTicking = false;
		this.startNext();
	}
}

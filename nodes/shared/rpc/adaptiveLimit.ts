/** What came of one call, as far as it tells how much the service can take. */
export interface CallOutcome {
	method: string;
	/** When the call left and when its end was known, in Unix milliseconds. */
	sentAt: number;
	now: number;
	/**
	 * - `answered`: whatever the service said, it said it in good order.
	 * - `refused`: it asks for fewer calls (429).
	 * - `overloaded`: it is busy (5xx) or too late.
	 * - `unclear`: tells nothing of its load.
	 */
	kind: 'answered' | 'overloaded' | 'refused' | 'unclear';
	/** Whether there was no room for more when it left. */
	wasFull: boolean;
	/** The most calls at once that its caller allows. */
	most: number;
}

const FIRST_LIMIT = 5;

/** Answers that take so many times as long as the quickest keep the limit from growing, or halve it. */
const SLOW = 2;
const VERY_SLOW = 4;

/** Quicker answers than this are not told apart: it is this machine's own work that shows in them. */
const QUICK_MS = 40;

/**
 * How many turns of this process's own event loop an answer waits for: connecting, writing, reading, and what n8n does
 * with it. What the process is late itself says nothing about the service.
 */
const OWN_TURNS = 5;

/** How fast the quickest answer is forgotten, for each call; how much one answer counts, first and later. */
const FORGETTING = 1.000_05;
const WEIGHT = { starting: 0.3, later: 0.1 };

/** A page of the history takes its time by its size. */
const OF_MANY_SIZES = 'checkup.getcheckshistory';

/** What is refused is followed by fewer calls a second than the service took: this share of them. */
const RATE_CUT = 0.75;
const MIN_RATE = 0.2;

/** Over which time the calls that the service took are counted, in milliseconds. */
const RATE_WINDOW_MS = 3_000;

/** One refusal halves the calls at once; only the next one within this time says that they come too often. */
const OFTEN_MS = 30_000;

/** How fast the rate grows again, a second: up to where it was refused, near it, and long after. */
const RATE_GROWTH = { below: 0.06, near: 0.01, later: 0.1 };
const NEAR = 0.9;
const LATER_MS = 60_000;

/**
 * How many calls at once, and how many a second, a service takes: found out by what becomes of them (design 9). Pure:
 * it has no clock of its own.
 */
export class AdaptiveLimit {
	/** The most calls under way at once; whole from 1 on. */
	private limit = FIRST_LIMIT;

	/** Before the first sign of load it grows by one for each answer, then by one for each round of them. */
	private isStarting = true;

	/** Calls a second; endless until the service refuses one. */
	private rate = Infinity;

	private refusedRate = Infinity;

	private rateAt = 0;

	private cutAt = -Infinity;

	private refusedAt = -Infinity;

	private readonly quickestMs = new Map<string, number>();

	/** How many times as long as the quickest the answers take now. */
	private slowness = 1;

	/** When the service took the last calls, in Unix milliseconds. */
	private taken: number[] = [];

	/** The most calls under way at once. */
	get atOnce(): number {
		return Math.max(1, Math.floor(this.limit));
	}

	/**
	 * The distance of two calls.
	 * @param now Unix milliseconds.
	 * @returns milliseconds; 0 where nothing is known to be too many.
	 */
	gapMs(now: number): number {
		this.growRate(now);
		return 1000 / this.rate;
	}

	/**
	 * Learns from a call that has ended.
	 * @param outcome what came of it.
	 * @param lagMs by how much this process is late with whatever is due, in milliseconds.
	 */
	note(outcome: CallOutcome, lagMs = 0): void {
		const { kind, now, sentAt } = outcome;
		if (kind === 'answered') this.noteAnswer(outcome, lagMs);
		// What left before the last cut says nothing about the limit since.
		if (sentAt < this.cutAt) return;
		if (kind === 'refused') this.noteRefusal(now);
		if (kind === 'refused' || kind === 'overloaded') this.cut(now);
	}

	private noteAnswer({ method, sentAt, now, wasFull, most }: CallOutcome, lagMs: number): void {
		this.taken.push(now);
		if (this.taken.length > 2_000) this.taken = this.taken.slice(1_000);
		if (method !== OF_MANY_SIZES) this.noteTime(method, now - sentAt, lagMs);
		if (sentAt >= this.cutAt && this.slowness > VERY_SLOW) return this.cut(now);
		if (!wasFull || this.limit >= most) return;
		if (this.slowness > SLOW) this.isStarting = false;
		else this.limit = Math.min(most, this.limit + (this.isStarting ? 1 : 1 / this.limit));
	}

	private noteTime(method: string, tookMs: number, lagMs: number): void {
		const quickest = Math.min(tookMs, (this.quickestMs.get(method) ?? Infinity) * FORGETTING);
		this.quickestMs.set(method, quickest);
		const weight = this.isStarting ? WEIGHT.starting : WEIGHT.later;
		const times = (tookMs - OWN_TURNS * lagMs) / Math.max(quickest, QUICK_MS);
		this.slowness += (Math.max(1, times) - this.slowness) * weight;
	}

	private cut(now: number): void {
		this.limit = Math.max(1, Math.floor(this.limit / 2));
		this.isStarting = false;
		this.slowness = 1;
		this.cutAt = now;
	}

	private noteRefusal(now: number): void {
		const isOften = now - this.refusedAt < OFTEN_MS || this.rate < Infinity;
		this.refusedAt = now;
		if (isOften) this.cutRate(now);
	}

	private cutRate(now: number): void {
		this.growRate(now);
		this.refusedRate = Math.min(this.rate, Math.max(MIN_RATE, this.takenASecond(now)));
		this.rate = Math.max(MIN_RATE, this.refusedRate * RATE_CUT);
		this.rateAt = now;
	}

	private takenASecond(now: number): number {
		this.taken = this.taken.filter((at) => at > now - RATE_WINDOW_MS);
		const spanMs = Math.max(1_000, now - (this.taken[0] ?? now));
		return (this.taken.length * 1000) / spanMs;
	}

	private growRate(now: number): void {
		if (this.rate === Infinity) return;
		const seconds = Math.max(0, now - this.rateAt) / 1000;
		this.rateAt = now;
		const isLater = now - this.cutAt > LATER_MS;
		const isNear = this.rate >= this.refusedRate * NEAR;
		const growth = isLater ? RATE_GROWTH.later : isNear ? RATE_GROWTH.near : RATE_GROWTH.below;
		this.rate *= (1 + growth) ** seconds;
	}
}

import { sleep } from 'n8n-workflow';

import { isTransient, makeFailure, toFailure, type AmlCheckError } from '../failures/failure';
import { MAX_RETRY_AFTER_MS } from './time';

/** The requests of one run, and how many at once it allows; at least 1. */
export interface Lane {
	most: number;
	inFlight: number;
}

/** A request that waits for its turn. */
interface Turn {
	requestId?: string;
	/** The execution's cancel signal. */
	signal?: AbortSignal;
	/** How long it can still wait, in milliseconds. */
	leftMs(): number;
}

type Waiter = Turn & { lane: Lane; go: () => void; refuse: (why: AmlCheckError) => void };

/** With fewer, a service that refuses half of all requests would take more than twice as long as for a plain client. */
const MIN_PLACES = 4;

/** The least pause after a refusal, in milliseconds. It doubles with each refused round in a row. */
const INITIAL_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 8_000;

/** How soon a waiting request notices that it was cancelled or is late. */
const TICK_MS = 100;

type RequestFailure = Pick<AmlCheckError, 'reason' | 'fault' | 'facts'>;

const asksForLess = ({ reason, facts: { code, httpStatus } }: RequestFailure) =>
	reason === 'rateLimited' || (reason === 'unavailable' && (httpStatus === 503 || code === 503));

/**
 * The one semaphore of all executions of the process that use a service with a token. A 429, 503 or timeout halves it and
 * holds all requests for the pause that is asked for; each round without one adds a place.
 */
export class Pool {
	private places = MIN_PLACES;
	private inFlight = 0;
	private readonly waiters = new Set<Waiter>();

	/** Counts the halvings. A refusal of what left before the last one is no news. */
	private round = 0;

	/** Good answers since the number of places last changed, and refused rounds since the last good answer. */
	private good = 0;
	private refused = 0;

	/** Until when all requests are held, on the monotonic clock. */
	private heldUntil = -Infinity;
	private isTicking = false;

	/**
	 * Sends a request when it is its turn.
	 * @throws AmlCheckError made from what `send` throws, or `cancelled`, or with the fact `isLate`.
	 */
	async run<T>(lane: Lane, turn: Turn, send: () => Promise<T>): Promise<T> {
		if (this.round === 0) this.places = Math.max(this.places, lane.most);
		await new Promise<void>((go, refuse) => {
			const waiter = { ...turn, lane, go, refuse };
			if (this.isRefused(waiter)) return;
			this.waiters.add(waiter);
			this.startNext();
		});
		const { round } = this;
		try {
			const value = await send();
			this.refused = 0;
			this.noteGood(lane);
			return value;
		} catch (thrown) {
			const failure = toFailure(thrown);
			this.noteFailure(failure, round === this.round);
			throw failure;
		} finally {
			this.inFlight--;
			lane.inFlight--;
			this.startNext();
		}
	}

	private noteGood({ most }: Lane): void {
		if (++this.good < this.places) return;
		this.good = 0;
		if (this.places < most) this.places++;
	}

	private noteFailure(failure: AmlCheckError, isNews: boolean): void {
		const { retryAfterMs = 0, timeoutMs } = failure.facts;
		const isRefused = asksForLess(failure);
		let pauseMs = retryAfterMs;
		if (isNews && (isRefused || timeoutMs !== undefined)) {
			this.places = Math.max(MIN_PLACES, Math.floor(this.places / 2));
			this.good = 0;
			this.round++;
		}
		// `Retry-After` is a lower bound: some services count the refused requests as well. It is tried once as it is.
		if (isNews && isRefused) {
			const doublings = this.refused++ - Number(retryAfterMs > 0);
			const ownMs = Math.min(INITIAL_PAUSE_MS * 2 ** Math.max(0, doublings), MAX_PAUSE_MS);
			pauseMs = Math.max(retryAfterMs, ownMs);
		}
		if (pauseMs <= 0) return;
		const until = performance.now() + Math.min(pauseMs, MAX_RETRY_AFTER_MS);
		this.heldUntil = Math.max(this.heldUntil, until);
	}

	private get heldMs(): number {
		return Math.max(0, this.heldUntil - performance.now());
	}

	/** Lets those go that have a place, the one that has waited longest first. */
	private startNext(): void {
		for (const waiter of this.waiters) {
			const { lane } = waiter;
			if (this.heldMs > 0 || this.inFlight >= this.places) break;
			if (lane.inFlight >= lane.most || this.isRefused(waiter)) continue;
			this.waiters.delete(waiter);
			this.inFlight++;
			lane.inFlight++;
			waiter.go();
		}
		if (this.waiters.size > 0) void this.tick();
	}

	/** Refuses a request if the service asks to wait longer than there is time, or other requests took all of it. */
	private isRefused(waiter: Waiter): boolean {
		const { signal, leftMs, requestId, refuse } = waiter;
		const left = leftMs();
		if (!signal?.aborted && left > 0 && this.heldMs <= left) return false;
		this.waiters.delete(waiter);
		const happened = 'There was no time left for a request to the AML service';
		const advice = 'Give the run more time, or let it do less.';
		const facts = signal?.aborted ? { requestId } : { requestId, happened, advice, isLate: true };
		refuse(makeFailure(signal?.aborted ? 'cancelled' : 'unavailable', { charged: false, facts }));
		return true;
	}

	private async tick(): Promise<void> {
		if (this.isTicking) return;
		this.isTicking = true;
		await sleep(Math.min(this.heldMs || TICK_MS, TICK_MS));
		this.isTicking = false;
		for (const waiter of this.waiters) this.isRefused(waiter);
		this.startNext();
	}
}

const INITIAL_RETRY_PAUSE_MS = 500;

/**
 * When a free request is repeated after so many attempts; pure.
 * @param random from 0 up to 1, for the jitter.
 * @returns the pause in milliseconds, 0 if the pool holds all requests anyway; undefined if it is not repeated.
 */
export function pauseBeforeRetry(failure: RequestFailure, attempts: number, random: number) {
	if (!isTransient(failure)) return undefined;
	if (asksForLess(failure) || failure.facts.retryAfterMs !== undefined) return 0;
	const longest = Math.min(INITIAL_RETRY_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS);
	return Math.round(longest * (0.5 + random / 2));
}

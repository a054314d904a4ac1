import { sleep } from 'n8n-workflow';

import { keepRecent } from '../values';
import { toFailure } from './failure';
import type { AmlCheckError } from './failure';
import { FAILURE_KINDS } from './failureKinds';
import { monotonicNow } from './time';

/** The requests of one session. */
export interface Lane {
	/** The most requests at once that the session allows; at least 1. */
	readonly most: number;
	inFlight: number;
}

/** A request that waits for its turn. */
export interface Turn {
	method: string;
	/** Submissions and free requests take turns. */
	isPaid: boolean;
	/** The execution's cancel signal. */
	signal?: AbortSignal;
	/** How long it can still wait, in milliseconds. */
	leftMs(): number;
}

/** Why a request got no turn. */
type NoTurn = 'cancelled' | 'late';

type Waiter = Turn & { lane: Lane; go: (verdict: 'go' | NoTurn) => void };

const FIRST_LIMIT = 5;

/** With fewer, a service that refuses half of all requests would take three times as long as for a plain client. */
const LEAST_LIMIT = 3;

/** The pause after a refusal without `Retry-After`, in milliseconds. It doubles with each refused round. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 8_000;

/** So that several processes don't return in the same moment. */
const JITTER_MS = 100;

/** A longer `Retry-After` concerns its method alone: a method may be allowed once an hour. */
const LONG_MS = 60_000;

/** How soon a waiting request notices that it was cancelled or is late. */
const TICK_MS = 100;

type Outcome = Pick<AmlCheckError, 'kind' | 'code' | 'httpStatus' | 'retryAfterMs'>;

const asksForLess = ({ kind, code, httpStatus }: Outcome) =>
	kind === 'rateLimited' || (kind === 'unavailable' && (httpStatus === 503 || code === 503));

/**
 * Lets requests leave: for all executions of the process that use one service with one token, so that together they
 * behave like one client. It begins with 5 at once and doubles with each full round of good responses. After a round
 * that was refused or timed out it allows half as many, and from then on one more with each full round. Nothing else is
 * learned.
 */
export class Pool {
	private limit = FIRST_LIMIT;
	private inFlight = 0;
	private waiters: Waiter[] = [];

	/** Counts how often the limit was halved. A request of an earlier round says nothing about the present limit. */
	private round = 0;

	/** Good responses since the limit last changed, and refused rounds since the last good response. */
	private good = 0;
	private refused = 0;

	/** Until when requests are held, on the monotonic clock: all of them, and those of one method. */
	private heldUntil = 0;
	private readonly methodHeldUntil = new Map<string, number>();

	private isTicking = false;
	private lastWasPaid = false;

	/**
	 * Sends a request when it is its turn.
	 * @returns what `send` returns, or why the request got no turn.
	 * @throws AmlCheckError made from what `send` throws.
	 */
	async run<T>(lane: Lane, turn: Turn, send: () => Promise<T>): Promise<{ value: T } | NoTurn> {
		const verdict = await new Promise<'go' | NoTurn>((go) => {
			this.waiters.push({ ...turn, lane, go });
			this.startNext();
		});
		if (verdict !== 'go') return verdict;
		const { round } = this;
		const isFull = this.inFlight >= Math.min(this.limit, lane.most);
		try {
			const value = await send();
			this.refused = 0;
			if (round === this.round && isFull) this.noteGood(lane);
			return { value };
		} catch (thrown) {
			const failure = toFailure(thrown);
			this.noteFailure(failure, turn.method, round);
			// A refused request has had no turn: otherwise the same kind would be refused again and again.
			if (asksForLess(failure)) this.lastWasPaid = !turn.isPaid;
			throw failure;
		} finally {
			this.inFlight--;
			lane.inFlight--;
			this.startNext();
		}
	}

	private noteGood({ most }: Lane): void {
		const hasBeenHalved = this.round > 0;
		if (hasBeenHalved && ++this.good < this.limit) return;
		this.good = 0;
		this.limit = Math.max(this.limit, Math.min(this.limit + 1, most));
	}

	private noteFailure(failure: AmlCheckError, method: string, round: number): void {
		const { kind, retryAfterMs } = failure;
		if (retryAfterMs !== undefined && retryAfterMs > LONG_MS) {
			this.methodHeldUntil.set(method, monotonicNow() + retryAfterMs);
			return;
		}
		const [isNews, isRefused] = [round === this.round, asksForLess(failure)];
		if (isNews && (isRefused || kind === 'timeout')) {
			this.limit = Math.max(LEAST_LIMIT, Math.floor(this.limit / 2));
			this.good = 0;
			this.round++;
		}
		if (retryAfterMs !== undefined) this.hold(retryAfterMs);
		else if (isNews && isRefused)
			this.hold(Math.min(FIRST_PAUSE_MS * 2 ** this.refused++, LONGEST_PAUSE_MS));
	}

	private hold(ms: number): void {
		this.heldUntil = Math.max(this.heldUntil, monotonicNow() + ms + Math.random() * JITTER_MS);
	}

	private heldMs(method: string): number {
		const until = Math.max(this.heldUntil, this.methodHeldUntil.get(method) ?? 0);
		return Math.max(0, until - monotonicNow());
	}

	private startNext(): void {
		this.dropTheImpatient();
		for (let next = this.findNext(); next >= 0; next = this.findNext()) {
			const [{ lane, go, isPaid }] = this.waiters.splice(next, 1);
			this.lastWasPaid = isPaid;
			this.inFlight++;
			lane.inFlight++;
			go('go');
		}
		if (this.waiters.length > 0) void this.tick();
	}

	/**
	 * Submissions and free requests take turns: otherwise the results of a batch would keep the rest of it from being
	 * submitted, or the other way round.
	 * @returns the index of the waiter that may start now, or -1.
	 */
	private findNext(): number {
		if (this.inFlight >= this.limit) return -1;
		const mayStart = ({ lane, method }: Waiter) =>
			lane.inFlight < lane.most && this.heldMs(method) === 0;
		const other = this.waiters.findIndex(
			(waiter) => waiter.isPaid !== this.lastWasPaid && mayStart(waiter),
		);
		return other >= 0 ? other : this.waiters.findIndex(mayStart);
	}

	private dropTheImpatient(): void {
		this.waiters = this.waiters.filter(({ signal, leftMs, method, go }) => {
			const left = leftMs();
			if (!signal?.aborted && left > 0 && this.heldMs(method) <= left) return true;
			go(signal?.aborted ? 'cancelled' : 'late');
			return false;
		});
	}

	private async tick(): Promise<void> {
		if (this.isTicking) return;
		this.isTicking = true;
		await sleep(Math.min(this.heldMs('') || TICK_MS, TICK_MS));
		this.isTicking = false;
		this.startNext();
	}
}

const MOST_POOLS = 100;
const pools = new Map<string, Pool>();

/** The pool that all executions of this process share for a service and token. */
export function findPool(serviceKey: string): Pool {
	return keepRecent(pools, serviceKey, pools.get(serviceKey) ?? new Pool(), MOST_POOLS);
}

/** Forgets all pools, for tests. */
export const forgetPools = (): void => pools.clear();

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 8_000;

/**
 * When a free request is repeated; pure.
 * @param failure the outcome of the last attempt.
 * @param attempt 1 after the first attempt.
 * @param random from 0 up to 1, for the jitter.
 * @returns the pause in milliseconds, 0 if the pool holds all requests anyway; undefined if it is not repeated.
 */
export function pauseBeforeRetry(
	failure: Outcome,
	attempt: number,
	random: number,
): number | undefined {
	if (!FAILURE_KINDS[failure.kind].mayPass) return undefined;
	if (asksForLess(failure) || failure.retryAfterMs !== undefined) return 0;
	const longest = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS);
	return Math.round(longest * (0.5 + random / 2));
}

/** When a check is asked for first, and the least time between two requests, in milliseconds. */
const FIRST_LOOK_MS = 600;
const LEAST_LOOK_MS = 1_000;

/** Beyond this time the requests follow each other more closely, since a share of it is long. */
const LONG_WAIT_MS = 20_000;

/**
 * When to ask next for the result of a check, or for the page of the history that shows it. The intervals grow with the
 * time waited: a check of 20 s takes at most 10 requests, and no result is found later than a second, or than a quarter
 * of the time waited for it.
 * @param waitedMs how long the check has been waited for, in milliseconds.
 * @returns how long it will have been waited for at the next request, in milliseconds.
 */
export function nextLook(waitedMs: number): number {
	if (waitedMs < FIRST_LOOK_MS) return FIRST_LOOK_MS;
	return waitedMs + Math.max(LEAST_LOOK_MS, waitedMs / (waitedMs < LONG_WAIT_MS ? 3 : 4));
}

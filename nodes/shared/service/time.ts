import { sleep } from 'n8n-workflow';

import { HOUR_MS, parseHttpDateMs } from '../base/dates';

/** How soon a cancelled execution, or what another run has changed, is noticed, in milliseconds. */
const POLL_MS = 200;

/**
 * Sleeps for so many milliseconds, and wakes up early when the execution is cancelled.
 * @returns whether the whole time was slept; false when cancelled.
 */
export async function sleepUnlessCancelled(ms: number, signal?: AbortSignal): Promise<boolean> {
	const end = performance.now() + ms;
	for (let left = ms; left > 0 && !signal?.aborted; left = end - performance.now())
		await sleep(Math.min(left, POLL_MS));
	return !signal?.aborted;
}

/** Where a run sleeps until something changes. It also looks by itself now and then: other runs notify nobody. */
export class Changes {
	private wake = () => {};

	/** Sleeps for so many milliseconds, or until something has changed. */
	async wait(ms: number): Promise<void> {
		await new Promise<void>((wake) => {
			this.wake = wake;
			void sleep(Math.max(1, Math.min(ms, POLL_MS))).then(wake);
		});
	}

	notify(): void {
		this.wake();
	}
}

/** Ends so many milliseconds after the last progress: a batch of any size continues as long as results come. */
export class Deadline {
	private lastProgress = performance.now();

	constructor(private readonly ms: number) {}

	/** Notes that a check left or a result arrived, or that one will in so many milliseconds at the latest. */
	progressed(inMs = 0): void {
		this.lastProgress = Math.max(this.lastProgress, performance.now() + inMs);
	}

	/** How long is left, in milliseconds; 0 when the time is over. @param least the least time, in milliseconds. */
	leftMs(least = 0): number {
		return Math.max(0, this.lastProgress + Math.max(this.ms, least) - performance.now());
	}
}

/**
 * Makes the signal that bounds a request from beginning to end; n8n's own timeout only bounds its silences.
 * @param cancelSignal the execution's, if the request may be cut short.
 */
export function abortAfter(ms: number, cancelSignal?: AbortSignal) {
	// Node.js refuses fractions of a millisecond here.
	const timeout = AbortSignal.timeout(Math.ceil(ms));
	const signal = cancelSignal ? AbortSignal.any([timeout, cancelSignal]) : timeout;
	return { signal, hasTimedOut: () => timeout.aborted };
}

const YEAR_MS = 365 * 24 * HOUR_MS;

/** A run doesn't wait for longer, in milliseconds. */
export const MAX_RETRY_AFTER_MS = 5 * 60_000;

/**
 * Reads a `Retry-After` header: seconds ("2") or an HTTP date.
 * @param now the present, in Unix milliseconds.
 * @returns how long to wait, in milliseconds (0 to a year); undefined if the header says nothing usable.
 */
export function parseRetryAfter(value: unknown, now: number): number | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	const isSeconds = /^\d+(\.\d+)?$/.test(text);
	const waitMs = isSeconds ? Number(text) * 1000 : (parseHttpDateMs(text) ?? NaN) - now;
	if (!Number.isFinite(waitMs)) return undefined;
	return Math.min(Math.max(waitMs, 0), YEAR_MS);
}

/** Whether the service asks for a pause that no run waits for. */
export const asksTooLong = ({ retryAfterMs = 0 }: { retryAfterMs?: number }): boolean =>
	retryAfterMs > MAX_RETRY_AFTER_MS;

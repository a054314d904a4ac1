import { nextBatchLook } from '../../shared/knowledge/batchLooks';
import type { DurationMemory } from '../../shared/knowledge/durationMemory';
import { nextLook } from '../../shared/knowledge/looks';
import type { Outstanding } from './outstanding';

const FIRST_DIRECT_MS = 2_000;
const MAX_DIRECT_MS = 30_000;

/**
 * How long to wait before the next direct look at one check that the history doesn't show.
 * @param look how many direct looks it had, from 1.
 * @returns milliseconds.
 */
export function directInterval(look: number): number {
	return Math.min(FIRST_DIRECT_MS * 1.5 ** (look - 1), MAX_DIRECT_MS);
}

/**
 * When to look at a check that is looked at by itself: by how long others took (design 9).
 * @param check the check.
 * @param durations what is known.
 * @returns Unix milliseconds.
 */
export function nextLookAt(check: Outstanding, durations: DurationMemory): number {
	return check.begunAt + nextLook(durations.plan, check.lookedAt - check.begunAt);
}

/** When to look at checks that are looked at together. */
export class BatchTimes {
	/** The last look, and the one before, in Unix milliseconds. */
	private lastAt?: number;

	private earlierAt?: number;

	/** @param total how many checks there are in all. */
	constructor(private readonly total: number) {}

	/**
	 * Notes a look that shows all of them.
	 * @param at when it left, in Unix milliseconds.
	 */
	note(at: number): void {
		[this.earlierAt, this.lastAt] = [this.lastAt ?? at, at];
	}

	/**
	 * When to look next.
	 * @param checks those that are not done.
	 * @param found how many the last look found done.
	 * @param durations what is known.
	 * @returns Unix milliseconds.
	 */
	nextAt(checks: readonly Outstanding[], found: number, durations: DurationMemory): number {
		const lookAt = this.lastAt ?? Date.now();
		const sinceMs = this.earlierAt === undefined ? undefined : lookAt - this.earlierAt;
		const agesMs = checks.map(({ begunAt }) => Math.max(0, lookAt - begunAt));
		const batch = { total: this.total, agesMs, found, sinceMs };
		return lookAt + nextBatchLook(batch, durations.isCold ? [] : durations.sorted, durations.plan);
	}
}

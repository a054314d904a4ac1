import type { CheckResult, Expectation } from '../../shared/checks/result';
import type { KnownDuration } from '../../shared/knowledge/durations';
import type { AmlCheckError } from '../../shared/rpc/failure';

/** A check to wait for. */
export interface WatchedCheck {
	hash: string;
	/** Whether a result is about the right target, where that is known. */
	isExpected?: Expectation;
	/** When this run submitted it, in Unix milliseconds; left out where it is older. */
	submittedAt?: number;
}

export type WatchOutcome =
	| { result: CheckResult }
	/** `pending` tells that the check goes on and only our time is over; `last` is what was last seen of it. */
	| { failure: AmlCheckError; pending: boolean; last?: CheckResult };

/** A check that is not known to be done. */
export interface Outstanding extends WatchedCheck {
	/** From when on its age counts, in Unix milliseconds. */
	begunAt: number;
	status?: string;
	last?: CheckResult;
	failure?: AmlCheckError;
	/** When it was last looked at, in Unix milliseconds. */
	lookedAt: number;
	/** Its age when it was last seen to be pending, and when it was first seen to be done, in milliseconds. */
	pendingAtMs: number;
	doneAtMs?: number;
	/** Its score in the history, as sent, once it is done there. */
	historyScore?: unknown;
	/** Whether the history showed it at the last look: what others submit may push it out of sight again. */
	shown: boolean;
	/** Whether its result is being asked for. */
	asked: boolean;
	directLooks: number;
	nextDirectAt: number;
}

/**
 * Begins to wait for a check.
 * @param check what to wait for.
 * @param now Unix milliseconds.
 */
export function outstandingOf(check: WatchedCheck, now: number): Outstanding {
	const begunAt = Math.min(check.submittedAt ?? now, now);
	return {
		...check,
		begunAt,
		lookedAt: begunAt,
		pendingAtMs: 0,
		shown: false,
		asked: false,
		directLooks: 0,
		nextDirectAt: 0,
	};
}

/**
 * Notes what a look told of a check.
 * @param check the check.
 * @param sentAt when the look left, in Unix milliseconds.
 * @param isDone whether it showed the check to be done; undefined where it showed nothing.
 */
export function noteLook(check: Outstanding, sentAt: number, isDone: boolean | undefined): void {
	check.lookedAt = Math.max(check.lookedAt, sentAt);
	const ageMs = sentAt - check.begunAt;
	if (isDone === false) check.pendingAtMs = Math.max(check.pendingAtMs, ageMs);
	if (isDone === true) check.doneAtMs = Math.min(check.doneAtMs ?? Infinity, ageMs);
}

/**
 * How long a check that is done took, by the looks at it.
 * @param check the check.
 * @returns the range, or undefined where it is not known since when it was under way.
 */
export function seenDuration(check: Outstanding): KnownDuration | undefined {
	if (check.submittedAt === undefined || check.doneAtMs === undefined) return undefined;
	return { fromMs: Math.min(check.pendingAtMs, check.doneAtMs), toMs: check.doneAtMs };
}

import type { AmlCheckError } from './failure';
import { FAILURE_KINDS } from './failureKinds';

/** What is known when a call did not give a usable answer. */
export interface RetryQuestion {
	/** Whether the call takes a check from the package. */
	paid: boolean;
	failure: Pick<AmlCheckError, 'kind' | 'retryAfterMs'>;
	/** How many times the call was sent, this time included; 1 after the first. */
	attempt: number;
	/** The most times the call may be sent. */
	maxAttempts: number;
	/** How long until the caller's deadline, in milliseconds. */
	remainingMs: number;
	/** A number from 0 up to 1 for the jitter. */
	random: number;
}

/**
 * - `retry`: send again after `delayMs`.
 * - `search`: whether the service took the check is unknown; look for it in the history before anything else.
 * - `giveUp`: say so to the user.
 */
export type RetryDecision =
	| { action: 'retry'; delayMs: number }
	| { action: 'search'; delayMs: number }
	| { action: 'giveUp' };

const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
const RETRY_AFTER_JITTER_MS = 250;

/**
 * Whether a failed submission may have been taken, and so paid for, all the same (design 4; design 5, retry policy).
 * @param failure what came of the submission.
 * @returns true where only a look into the history can tell.
 */
export function mayHaveBeenTaken({
	kind,
	candidates = [],
}: Pick<AmlCheckError, 'kind'> & Partial<Pick<AmlCheckError, 'candidates'>>): boolean {
	// An answer that names a check says that there is one, however unusable the rest of it is.
	return candidates.length > 0 || FAILURE_KINDS[kind].mayBeTaken;
}

/**
 * Capped exponential backoff with jitter; what the service asks for comes first.
 * @param attempt 1 after the first try.
 * @param random from 0 up to 1.
 * @param retryAfterMs what the service asked for, in milliseconds.
 * @returns the delay in milliseconds: never less than the service asked for.
 */
export function backoffMs(attempt: number, random: number, retryAfterMs?: number): number {
	if (retryAfterMs !== undefined) return Math.round(retryAfterMs + random * RETRY_AFTER_JITTER_MS);
	const ceiling = Math.min(BASE_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS);
	return Math.round(ceiling * (0.5 + random / 2));
}

/**
 * Whether a call that gave no usable answer is sent again; pure (design 5, retry policy).
 * @param question what is known.
 * @returns the decision; a delay that would end after the deadline is a `giveUp`.
 */
export function decideRetry(question: RetryQuestion): RetryDecision {
	const { paid, failure, attempt, maxAttempts, remainingMs, random } = question;
	const delayMs = backoffMs(attempt, random, failure.retryAfterMs);
	if (paid && mayHaveBeenTaken(failure)) return { action: 'search', delayMs };
	if (!FAILURE_KINDS[failure.kind].mayPass) return { action: 'giveUp' };
	if (attempt >= maxAttempts || delayMs >= remainingMs) return { action: 'giveUp' };
	return { action: 'retry', delayMs };
}

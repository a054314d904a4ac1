import type { AmlCheckError } from './failure';
import { FAILURE_KINDS } from './failureKinds';
import { isHeld } from './pool';

const FIRST_MS = 500;
const LONGEST_MS = 8_000;

/**
 * When a free request is repeated; pure.
 * @param failure the outcome of the last attempt.
 * @param attempt 1 after the first attempt.
 * @param random from 0 up to 1, for the jitter.
 * @returns the pause in milliseconds, 0 if the pool holds all requests anyway; undefined if it is not repeated.
 */
export function pauseBeforeRetry(
	failure: Pick<AmlCheckError, 'kind' | 'code' | 'httpStatus' | 'retryAfterMs'>,
	attempt: number,
	random: number,
): number | undefined {
	if (!FAILURE_KINDS[failure.kind].mayPass) return undefined;
	if (isHeld(failure)) return 0;
	const longest = Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS);
	return Math.round(longest * (0.5 + random / 2));
}

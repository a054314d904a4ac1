import {
	isWorthAsking,
	type CheckResult,
	type Expectation,
	type Oddity,
} from '../../shared/checks/result';
import { AmlCheckError, makeFailure } from '../../shared/failures/failure';
import { FAILURE_KINDS } from '../../shared/failures/kinds';
import { READ_IT, type Note } from '../../shared/failures/notes';

/** A check to wait for. */
export interface WatchedCheck {
	hash: string;
	/** Whether a result is about the right target, where that is known. */
	isExpected?: Expectation;
	/** An older check may be finished already. */
	isOld?: boolean;
}

interface Seen {
	status?: string;
	last?: CheckResult;
	failure?: AmlCheckError;
}

/** The end of waiting for a check. `pending`: the check continues and only our time is over. */
export type Outcome =
	{ result: CheckResult } | (Seen & { failure: AmlCheckError; pending: boolean });

/** A check that is not known to be finished. */
export interface Outstanding extends WatchedCheck, Seen {
	/** On the monotonic clock, in milliseconds. */
	beganAt: number;
	/** Whether the last page of the history had it. */
	isShown: boolean;
	/** Whether its result was requested before. */
	isAsked: boolean;
	/** The odd answers of late: the wait ends with this outcome if it stays so. */
	odd?: { oddity: Oddity; count: number; sinceMs: number; outcome: Outcome };
}

/**
 * Notes an odd answer; only one that stays odd ends the wait.
 * @returns whether to ask again.
 */
export function noteOdd(check: Outstanding, oddity: Oddity, outcome: Outcome): boolean {
	const now = performance.now();
	const before = check.odd?.oddity === oddity ? check.odd : { count: 0, sinceMs: now };
	const odd = { oddity, count: before.count + 1, sinceMs: before.sinceMs, outcome };
	check.odd = odd;
	return isWorthAsking(oddity, { count: odd.count, forMs: now - odd.sinceMs });
}

/** Why nobody waits any longer. */
type EndOfWait = 'cancelled' | 'credentials' | 'timeout';

/** Whether the service refuses to show a result. One that is not found yet may be on its way. */
const isRefused = (failure: AmlCheckError | undefined): boolean =>
	failure !== undefined && failure.kind !== 'notFound' && !FAILURE_KINDS[failure.kind].mayPass;

/** The refusal of the credentials: requests for other checks may have met it, where this check's own failed otherwise. */
const refusalOf = (failure: AmlCheckError | undefined): AmlCheckError =>
	failure?.kind === 'credentials' ? failure : makeFailure('credentials');

/** The failure of a check whose result did not come in time. */
function notFinished(
	{ hash, status, failure }: Outstanding,
	end: EndOfWait,
	seconds: number,
): AmlCheckError {
	const parts = [`Its hash is ${hash}`];
	if (status) parts.push(`its last status was ${status}`);
	const refusal = end === 'credentials' ? refusalOf(failure) : undefined;
	if (failure && failure !== refusal) parts.push(`the last request said: ${failure.message}`);
	const known: Note = { about: 'check', text: `${parts.join(', ')}.`, names: [hash] };
	const {
		message,
		advice,
		notes = [],
	} = refusal ?? {
		message:
			end === 'cancelled'
				? 'The execution was canceled before the check was finished'
				: `The check was not finished within ${seconds} seconds`,
		advice: 'It continues at the service.',
	};
	const reason = end === 'timeout' ? 'notFinished' : undefined;
	return new AmlCheckError({
		kind: end,
		reason,
		message,
		advice,
		notes: [known, ...notes],
		code: failure?.code,
		hash,
	}).note('nextStep', READ_IT);
}

/**
 * The end of waiting for a check that is not known to be finished; pure.
 * @param seconds without progress, after which the run's time is over.
 */
export function endUnfinished(check: Outstanding, end: EndOfWait, seconds: number): Outcome {
	const { last, status, odd } = check;
	if (odd) return odd.outcome;
	const pending = end === 'timeout' && !isRefused(check.failure);
	return { failure: notFinished(check, end, seconds), pending, last, status };
}

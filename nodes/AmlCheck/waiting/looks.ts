import type { CheckResult, Expectation, Oddity } from '../../shared/checks/result';
import { AmlCheckError, makeFailure } from '../../shared/failures/failure';
import { FAILURE_KINDS } from '../../shared/failures/kinds';
import { READ_IT, type Note } from '../../shared/failures/notes';

/*
 * What a watch decides; pure: what is known of a check that it waits for, when it asks, for which results, and how the wait
 * ends without one. Moments are in milliseconds of the wait.
 */

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

/** The first page of the history for a batch. */
const INITIAL_PAGE_MS = 1_000;

/** The intervals grow with the root of the time waited: so many times it, both in milliseconds. */
const ROOT_FACTOR = 8;

/** An interval is no shorter than this share of the time waited. */
const LEAST_SHARE = 1 / 30;

/**
 * When to read the next page of the history for a batch. The intervals grow with the root of the time waited: 0.25 s after
 * one second, 0.5 s after four, 2 s after a minute; from then on with the time itself. A page shows up to a thousand
 * checks, so the number of checks makes no difference.
 */
export function nextPage(waitedMs: number): number {
	const intervalMs = Math.max(ROOT_FACTOR * Math.sqrt(waitedMs), LEAST_SHARE * waitedMs);
	return Math.max(INITIAL_PAGE_MS, waitedMs + intervalMs);
}

/** A reading that takes longer than this is slow. A pause of twice its time follows, up to a limit. */
const SLOW_READING_MS = 1_500;
const PAUSE_PER_SLOW_READING = 2;
const MAX_PAUSE_MS = 10_000;

/** How long after a reading of the history has left the next one may leave, in milliseconds. */
export const spareMs = (tookMs: number): number =>
	tookMs > SLOW_READING_MS ? tookMs + Math.min(PAUSE_PER_SLOW_READING * tookMs, MAX_PAUSE_MS) : 0;

/** Requests for the result of one check: after a second, then at every even one. */
const INITIAL_RESULT_MS = 1_000;
const RESULT_STEP_MS = 2_000;
/** Beyond this time the intervals are a tenth of it. */
const LONG_WAIT_MS = 20_000;

/**
 * When to ask next for the result of one check: somebody may sit in front of a form. After 1, 2, 4, 6 … 20 seconds, and
 * then after a tenth of the time waited.
 */
export function nextResult(waitedMs: number): number {
	if (waitedMs < INITIAL_RESULT_MS) return INITIAL_RESULT_MS;
	if (waitedMs < LONG_WAIT_MS)
		return Math.floor(waitedMs / RESULT_STEP_MS) * RESULT_STEP_MS + RESULT_STEP_MS;
	return waitedMs * 1.1;
}

/**
 * Chooses the checks whose results to request after a page of the history, each at most once until they may be repeated.
 * Of the checks that no page shows the oldest is requested, to find out whether the history is complete.
 * @param hasEnded whether a page has shown that a check has ended.
 * @param isIncomplete whether the history is known to lack finished checks.
 * @param mayRepeat whether the last repeated requests are long enough ago.
 */
export function chooseForResult(
	checks: readonly Outstanding[],
	hasEnded: (check: Outstanding) => boolean,
	{ isIncomplete, mayRepeat }: { isIncomplete: boolean; mayRepeat: boolean },
): Outstanding[] {
	const oldest = checks.find((check) => !check.isShown && !hasEnded(check));
	return checks.filter((check) => {
		if (check.isOld) return true;
		if (hasEnded(check)) return mayRepeat || !check.isAsked;
		const isWorthAsking = isIncomplete || check.odd !== undefined || check === oldest;
		return mayRepeat && !check.isShown && isWorthAsking;
	});
}

/** How a run finds out about its checks: few by their hashes alone, more by pages of the history. */
export type Way = 'hashes' | 'pages';

/** The most checks whose results a run requests by their hashes alone. */
const FEW = 3;

export const wayFor = (checks: number): Way => (checks <= FEW ? 'hashes' : 'pages');

const NEXT = { hashes: nextResult, pages: nextPage };

/** How long after a check was submitted it is looked for first, in milliseconds. An older one may be finished already. */
export const firstMs = (way: Way, isOld = false): number => (isOld ? 0 : NEXT[way](0));

/** The least time between two looks by hashes, and by pages while checks are being submitted, in milliseconds. */
const HASHES_PAUSE_MS = 1_000;
const SUBMITTING_PAUSE_MS = 2_000;

/**
 * The least time between two looks, in milliseconds. Nobody waits for results before all checks have left.
 * @param isClosed whether all have.
 */
export function leastPauseMs(way: Way, isClosed: boolean): number {
	if (way === 'hashes') return HASHES_PAUSE_MS;
	return isClosed ? 0 : SUBMITTING_PAUSE_MS;
}

/** A look, as far as the next one depends on it. Moments are in milliseconds on one clock. */
export interface LookFacts {
	/** When it began, how long its pages took, and whether it is the last one. */
	at: number;
	tookMs: number;
	isLast: boolean;
	/** Whether it has shown checks that have ended, whose results are requested now. */
	hasNews: boolean;
	/** When the youngest check that is open was submitted. */
	youngestAt: number;
	/** From when on results may be requested again. */
	repeatAt: number;
}

/** When the next look is wanted, whether this one may request results again, and from when on the next one may. */
export function planNext(
	way: Way,
	{ at, tookMs, isLast, hasNews, youngestAt, repeatAt }: LookFacts,
): { nextAt: number; mayRepeat: boolean; repeatAt: number } {
	const waitedMs = Math.max(0, at - youngestAt);
	const mayRepeat = isLast || at >= repeatAt;
	const intervalMs = Math.max(NEXT[way](waitedMs) - waitedMs, spareMs(tookMs));
	// One that is due before the results are back leaves with their requests.
	const isSoon = hasNews && intervalMs < 2 * tookMs;
	return {
		nextAt: at + (isSoon ? tookMs : intervalMs),
		mayRepeat,
		repeatAt: mayRepeat ? at + nextResult(waitedMs) - waitedMs : repeatAt,
	};
}

import type { CheckResult, Expectation } from '../../shared/checks/result';
import { AmlCheckError } from '../../shared/rpc/failure';
import { FAILURE_KINDS } from '../../shared/rpc/failureKinds';

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
}

/** Why nobody waits any longer. */
type EndOfWait = 'cancelled' | 'credentials' | 'timeout';

/** Whether the service refuses to show a result. One that is not found yet may be on its way. */
const isRefused = (failure: AmlCheckError | undefined): boolean =>
	failure !== undefined && failure.kind !== 'notFound' && !FAILURE_KINDS[failure.kind].mayPass;

/** The failure of a check whose result did not come in time. */
function notFinished(
	{ hash, status, failure }: Outstanding,
	end: EndOfWait,
	seconds: number,
): AmlCheckError {
	const parts = [`Its hash is ${hash}`];
	if (status) parts.push(`its last status was ${status}`);
	if (failure) parts.push(`the last request said: ${failure.message}`);
	const advice = end === 'credentials' ? failure?.description : 'It continues at the service.';
	const description = `${parts.join(', ')}. ${advice ?? ''} Read it with Get Result, which is free.`;
	const messages: Record<EndOfWait, string> = {
		cancelled: 'The execution was canceled before the check was finished',
		credentials: failure?.message ?? 'The AML service does not accept the credentials',
		timeout: `The check was not finished within ${seconds} seconds`,
	};
	const reason = end === 'timeout' ? 'notFinished' : undefined;
	const known = { code: failure?.code, hash, description };
	return new AmlCheckError({ ...known, kind: end, reason, message: messages[end] });
}

/**
 * The end of waiting for a check that is not known to be finished; pure.
 * @param seconds without progress, after which the run's time is over.
 */
export function endUnfinished(check: Outstanding, end: EndOfWait, seconds: number): Outcome {
	const { last, status } = check;
	const pending = end === 'timeout' && !isRefused(check.failure);
	return { failure: notFinished(check, end, seconds), pending, last, status };
}

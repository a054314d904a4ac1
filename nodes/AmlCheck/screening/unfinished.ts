import { AmlCheckError } from '../../shared/rpc/failure';
import type { Outstanding, WatchOutcome } from './outstanding';

const LATER =
	'A check that is not done goes on at the service. Read it later by its hash with the operation Get Result, which is free.';

/** In one sentence, with the hash: it is about this check alone, whatever else is said in one message with it. */
function lastSeen({ hash, status, failure }: Outstanding): string {
	const parts = [`Its hash is ${hash}`];
	if (status) parts.push(`its last status was ${status}`);
	if (failure) parts.push(`the last look said: ${failure.message}`);
	return `${parts.join(', ')}.`;
}

/**
 * The deadline came before the result (design 5: a timeout names the hash and how to fetch the result later).
 * @param check what is known of it.
 * @param timeoutSeconds the time there was, in seconds.
 */
function notDoneInTime(check: Outstanding, timeoutSeconds: number): AmlCheckError {
	return new AmlCheckError({
		kind: 'timeout',
		reason: 'notFinished',
		message: `The check was not done within ${timeoutSeconds} seconds`,
		description: `${lastSeen(check)} ${LATER}`,
		code: check.failure?.code,
		requestId: check.failure?.requestId,
		hash: check.hash,
	});
}

/**
 * Waiting ended early: the execution was cancelled, or the service doesn't accept the credentials any more.
 * @param check what is known of it.
 * @param cancelled which of the two.
 */
function stoppedWaiting(check: Outstanding, cancelled: boolean): AmlCheckError {
	const reason = check.failure?.message ?? 'The AML service does not accept the credentials';
	return new AmlCheckError({
		kind: cancelled ? 'cancelled' : 'credentials',
		message: cancelled ? 'The execution was canceled before the check was done' : reason,
		description: `Its hash is ${check.hash}.${cancelled ? '' : ` ${check.failure?.description ?? ''}`} ${LATER}`,
		code: check.failure?.code,
		requestId: check.failure?.requestId,
		hash: check.hash,
	});
}

/**
 * What a wait comes to for a check that it didn't see done.
 * @param check what is known of it.
 * @param stopped why the wait ended early, where it did.
 * @param timeoutSeconds the time there was, in seconds.
 */
export function outcomeOfUnfinished(
	check: Outstanding,
	stopped: { cancelled: boolean } | false,
	timeoutSeconds: number,
): WatchOutcome {
	const failure = stopped
		? stoppedWaiting(check, stopped.cancelled)
		: notDoneInTime(check, timeoutSeconds);
	return { failure, pending: !stopped, last: check.last };
}

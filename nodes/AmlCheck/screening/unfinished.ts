import { AmlCheckError } from '../../shared/rpc/failure';
import type { Outstanding, WatchOutcome } from './outstanding';

const LATER =
	'The check goes on at the service. Read it later with the operation Get Result and this hash, which is free.';

function lastSeen({ status, failure }: Outstanding): string {
	const seen = status ? ` Its last status was ${status}.` : '';
	return failure ? `${seen} The last look said: ${failure.message}.` : seen;
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
		description: `Its hash is ${check.hash}.${lastSeen(check)} ${LATER}`,
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

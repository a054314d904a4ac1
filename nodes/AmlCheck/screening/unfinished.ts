import { AmlCheckError } from '../../shared/rpc/failure';

/** What is known of a check that we stopped waiting for. */
export interface UnfinishedCheck {
	hash: string;
	/** The last status the service told. */
	status?: string;
	/** The last call that gave no usable answer. */
	failure?: AmlCheckError;
}

const LATER =
	'The check goes on at the service. Read it later with the operation Get Result and this hash, which is free.';

function lastSeen({ status, failure }: UnfinishedCheck): string {
	const seen = status ? ` Its last status was ${status}.` : '';
	return failure ? `${seen} The last look said: ${failure.message}.` : seen;
}

/**
 * The deadline came before the result (design 5: a timeout names the hash and how to fetch the result later).
 * @param check what is known of it.
 * @param timeoutSeconds the time there was, in seconds.
 */
export function notDoneInTime(check: UnfinishedCheck, timeoutSeconds: number): AmlCheckError {
	return new AmlCheckError({
		kind: 'timeout',
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
export function stoppedWaiting(check: UnfinishedCheck, cancelled: boolean): AmlCheckError {
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

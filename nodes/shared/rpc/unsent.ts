import { AmlCheckError } from './failure';
import { adviceFor, MORE_TIME } from './failureKinds';

/**
 * What to throw for a call that was not sent, since the execution was canceled.
 * @param method of the call; empty where it is none by itself.
 * @param requestId its `id`, where it has one.
 */
export function cancelled(method = '', requestId?: string): AmlCheckError {
	return new AmlCheckError({ kind: 'cancelled', ...adviceFor('cancelled', { method }), requestId });
}

/**
 * What to throw for a call that was not sent, since the service asks to wait longer than there is time, or others took
 * it all.
 * @param requestId its `id`.
 */
export function tooLate(requestId: string): AmlCheckError {
	return new AmlCheckError({
		kind: 'notSent',
		message: 'There was no time left for a call to the AML service',
		description: MORE_TIME,
		requestId,
	});
}

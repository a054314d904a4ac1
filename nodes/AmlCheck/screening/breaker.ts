import type { AmlCheckError, FailureKind } from '../../shared/rpc/failure';

/** What will hit the next submission just the same. */
const GENERAL: ReadonlySet<FailureKind> = new Set([
	'configuration',
	'connectionLost',
	'credentials',
	'notSent',
	'rateLimited',
	'redirected',
	'timeout',
	'unavailable',
]);

const LIMIT = 3;

/**
 * Tells when it makes no sense to submit the rest of a batch: the service is down or doesn't accept the credentials.
 * Every submission has already been retried as far as the retry policy goes.
 */
export class Breaker {
	private inARow = 0;

	/** What opened it, or undefined while submissions may go on. */
	opened?: AmlCheckError;

	/** A submission was taken. */
	succeeded(): void {
		this.inARow = 0;
	}

	/** A submission did not work out. */
	failed(failure: AmlCheckError): void {
		this.inARow = GENERAL.has(failure.kind) ? this.inARow + 1 : 0;
		if (this.inARow >= LIMIT) this.opened ??= failure;
	}
}

import type { AmlCheckError } from '../../shared/rpc/failure';
import { FAILURE_KINDS } from '../../shared/rpc/failureKinds';

/** How many in a row do not get through before nobody is asked any more. */
export const BREAKER_LIMIT = 3;

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
		this.inARow = FAILURE_KINDS[failure.kind].isGeneral ? this.inARow + 1 : 0;
		if (this.inARow >= BREAKER_LIMIT) this.opened ??= failure;
	}
}

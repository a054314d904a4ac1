import { adviceFor } from './failureKinds';
import type { FailureKind } from './failureKinds';

export type { FailureKind };

export interface FailureFacts {
	kind: FailureKind;
	/** What happened, for a person. */
	message: string;
	/** What to do about it, for a person. */
	description: string;
	/** Code of the service (service 7) or of the operating system, e.g. -40006 or `ECONNREFUSED`. */
	code?: number | string;
	httpStatus?: number;
	/** How long the service asks to wait before the next call, in milliseconds. */
	retryAfterMs?: number;
	/** The `id` of the request (service 1). */
	requestId?: string;
	/** The check that this is about, where it is known. */
	hash?: string;
	/** Whether a check was paid for; absent where it can't be told. */
	charged?: boolean;
	/** Why, in one stable word of a documented list, where the kind doesn't say it precisely enough (design 2). */
	reason?: string;
	/** The checks that it may be about, where it can't be told which one it is. */
	candidates?: readonly string[];
	/** What the run has paid for: told where it stops, since the outputs of its other items are not had then. */
	paid?: readonly string[];
	/** The wallet that was to be checked. */
	address?: string;
	/** The code under which it was to be checked. */
	currency?: string;
}

/**
 * The one kind of error that the shared modules throw. It is always built anew from plain facts and has no
 * `cause`: n8n's own request errors carry the request with the token in it (design 5).
 */
export class AmlCheckError extends Error implements FailureFacts {
	readonly kind: FailureKind;

	readonly description: string;

	readonly code?: number | string;

	readonly httpStatus?: number;

	readonly retryAfterMs?: number;

	readonly requestId?: string;

	readonly hash?: string;

	readonly charged?: boolean;

	readonly reason?: string;

	readonly candidates?: readonly string[];

	readonly paid?: readonly string[];

	readonly address?: string;

	readonly currency?: string;

	/** @param facts what is known; copied, never linked. */
	constructor(facts: FailureFacts) {
		super(facts.message);
		this.name = 'AmlCheckError';
		this.kind = facts.kind;
		this.description = facts.description;
		this.code = facts.code;
		this.httpStatus = facts.httpStatus;
		this.retryAfterMs = facts.retryAfterMs;
		this.requestId = facts.requestId;
		this.hash = facts.hash;
		this.charged = facts.charged;
		this.reason = facts.reason;
		this.candidates = facts.candidates && [...facts.candidates];
		this.paid = facts.paid && [...facts.paid];
		this.address = facts.address;
		this.currency = facts.currency;
	}

	/**
	 * The same failure with more known about it.
	 * @param more facts to add or replace.
	 * @returns a new error.
	 */
	with(more: Partial<FailureFacts>): AmlCheckError {
		return new AmlCheckError({
			kind: this.kind,
			message: this.message,
			description: this.description,
			code: this.code,
			httpStatus: this.httpStatus,
			retryAfterMs: this.retryAfterMs,
			requestId: this.requestId,
			hash: this.hash,
			charged: this.charged,
			reason: this.reason,
			candidates: this.candidates,
			paid: this.paid,
			address: this.address,
			currency: this.currency,
			...more,
		});
	}
}

/**
 * Makes the one kind of error of whatever was thrown.
 * @param thrown anything.
 * @returns the error itself where it is one of ours, else a new one with only the words of what was thrown.
 */
export function toFailure(thrown: unknown): AmlCheckError {
	if (thrown instanceof AmlCheckError) return thrown;
	const words = thrown instanceof Error ? thrown.message : String(thrown);
	return new AmlCheckError({
		kind: 'unexpected',
		...adviceFor('unexpected', { method: '', serviceMessage: words }),
	});
}

/**
 * All checks that a failure names: the one that it is about, and those that may be it.
 * @returns their hashes.
 */
export function hashesIn({ hash, candidates = [] }: AmlCheckError): string[] {
	return [...(hash === undefined ? [] : [hash]), ...candidates];
}

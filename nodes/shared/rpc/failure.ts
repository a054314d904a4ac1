import { adviceFor, FAILURE_KINDS } from './failureKinds';
import type { FailureKind, Fault, Payment } from './failureKinds';
import { REASONS } from './reasons';
import type { Reason } from './reasons';

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
	/** One documented word, if the kind doesn't say it precisely enough. */
	reason?: Reason;
	/** Whose turn it is, if more is known than what the reason says; see {@link readFault}. */
	fault?: Fault;
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

	readonly reason?: Reason;

	readonly fault?: Fault;

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
		this.fault = facts.fault;
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
		return new AmlCheckError({ ...this, message: this.message, ...more });
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
		...adviceFor('unexpected', { why: words }),
	});
}

/**
 * All checks that a failure names: the one that it is about, and those that may be it.
 * @returns their hashes.
 */
export function hashesIn({ hash, candidates = [] }: AmlCheckError): string[] {
	return [...(hash === undefined ? [] : [hash]), ...candidates];
}

/**
 * What a failed submission says about its payment.
 * @returns the class of its kind; `lost` if the response names a check, whatever else it says.
 */
export function readPayment({
	kind,
	hash,
	candidates = [],
}: Pick<AmlCheckError, 'kind' | 'hash' | 'candidates'>): Payment {
	return hash !== undefined || candidates.length > 0 ? 'lost' : FAILURE_KINDS[kind].payment;
}

/**
 * Whose turn it is after a failure; see {@link Fault}.
 * @returns never `input` if this item paid for the check that the failure is about.
 */
export function readFault(failure: Omit<FailureFacts, 'message' | 'description'>): Fault {
	const { kind, reason = kind, fault = REASONS[reason], charged, candidates = [] } = failure;
	if (charged === undefined && candidates.length > 0) return 'payment';
	return fault === 'input' && charged === true ? 'service' : fault;
}

/**
 * A value of this row can't be used. Nothing was sent for it, and nothing was paid.
 * @param message what is there.
 * @param description what to do.
 */
export function invalidInput(message: string, description: string): AmlCheckError {
	return new AmlCheckError({ kind: 'invalidInput', message, description, charged: false });
}

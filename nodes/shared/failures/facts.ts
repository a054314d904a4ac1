/* A failure is facts: they are told where it happens, and words.ts alone makes sentences of them. */

/** Each documented word of `details.reason`, with its `details.fault` unless more is known. */
export const REASONS = {
	badCredential: 'setup',
	badInput: 'input',
	badSetting: 'setup',
	cancelled: 'service',
	mismatch: 'service',
	noChecksLeft: 'setup',
	notFound: 'input',
	rateLimited: 'service',
	refused: 'service',
	unavailable: 'service',
	unreachable: 'service',
	unsure: 'payment',
} as const satisfies Record<string, Fault>;

/** Why something got no usable answer, or was never asked. */
export type Reason = keyof typeof REASONS;

/**
 * Whose turn it is. `input`: this row can't be screened. `setup`: the credential, the allowed IP addresses, the package
 * or an option needs a change. `service`: it is down or its answer unusable. `payment`: nobody knows whether it was paid.
 */
export type Fault = 'input' | 'setup' | 'service' | 'payment';

/** A check of a wallet, as far as a failure tells of it. */
export type ToldCheck = Readonly<{ asset: string; summary: string; [member: string]: unknown }>;

/** What is known beside the reason; all of it may be missing. */
export interface Facts {
	/** What happened and what to do, where the reason alone doesn't say it. The first without a full stop. */
	happened?: string;
	advice?: string;
	/** What stands before what happened, such as `This check was not submitted`. */
	before?: string;
	/** The method of the service, and where the request went. */
	method?: string;
	host?: string;
	/** A code of the service or of the operating system, such as -40006 or `ECONNREFUSED`. */
	code?: number | string;
	httpStatus?: number;
	/** The service's own sentence. */
	said?: string;
	/** A sentence about what is wrong with an answer, or n8n's own about a request that did not leave. */
	why?: string;
	/** The time that was over, and how long the service asks to wait, in milliseconds. */
	timeoutMs?: number;
	retryAfterMs?: number;
	/** Whether there was no time left for the request, so that it did not leave. */
	isLate?: boolean;
	/** From when on the history proves that nothing was paid, in Unix milliseconds. */
	provedAt?: number;
	requestId?: string;
	/** The wallet that was to be screened, as it was written. */
	address?: string;
	/** The checks of an item that wants several: those that are there, and those that are missing. */
	checks?: readonly ToldCheck[];
	/** What happens next by itself, or what to do then, in place of trying again. */
	next?: string;
	/** Whether nothing was to be paid. */
	isFree?: boolean;
	/** More sentences: what it is about, and of a run that stops its other items and all that it paid for. */
	also?: string;
}

export interface Failure {
	reason: Reason;
	fault: Fault;
	/** `false`: certainly not paid. `undefined`: nobody knows, or nothing was to be paid. */
	charged?: boolean;
	/** The check that it is about; those that it may be about where nobody knows whether one was paid. */
	hashes: readonly string[];
	facts: Facts;
}

import {
	FAILURE_KINDS,
	wordsFor,
	type AdviceDetails,
	type FailureKind,
	type Fault,
	type Payment,
} from './kinds';
import { addNote, joinWords, type Again, type Note, type Offer } from './notes';

export type { FailureKind, Fault };

/** The documented words of `details.reason` that are no kinds of failure, each with its `details.fault`. */
const OTHER_REASONS = {
	invalid: 'input',
	keyUsed: 'setup',
	maxPaidChecks: 'setup',
	missing: 'input',
	nameNotResolved: 'input',
	networkUnclear: 'input',
	noTimeLeft: 'service',
	notAWallet: 'input',
	notBegun: 'service',
	notFinished: 'service',
	notSearched: 'service',
	paymentUnsure: 'payment',
	privateKey: 'input',
	severalTargets: 'input',
	unsupportedNetwork: 'input',
	wrongAsset: 'input',
	wrongKind: 'input',
	wrongNetwork: 'input',
} as const satisfies Record<string, Fault>;

/** A documented word of `details.reason`. */
export type Reason = FailureKind | keyof typeof OTHER_REASONS;

const kindFaults = Object.entries(FAILURE_KINDS).map(([kind, { fault }]) => [kind, fault]);

/** Every documented word of `details.reason`, with its `details.fault` unless more is known. */
export const REASONS: Readonly<Record<Reason, Fault>> = {
	...(Object.fromEntries(kindFaults) as Record<FailureKind, Fault>),
	...OTHER_REASONS,
};

export interface FailureFacts extends Pick<
	AdviceDetails,
	'code' | 'httpStatus' | 'serviceMessage'
> {
	kind: FailureKind;
	/** The event and the advice, for a person; see {@link describeFailure}. */
	message: string;
	advice: string;
	notes?: readonly Note[];
	/** Whether the service says that it had the request's `id` before. */
	isRepeatedId?: boolean;
	/** How long the service asks to wait before the next request, in milliseconds. */
	retryAfterMs?: number;
	requestId?: string;
	/** The check that the failure is about, or those that it may be about. */
	hash?: string;
	candidates?: readonly string[];
	/** Whether a check was paid for; missing if that is not known. */
	charged?: boolean;
	/** A documented word, if it says more than the kind, and whose turn it is, if that says more than the reason. */
	reason?: Reason;
	fault?: Fault;
	/** Every check that the run paid for: a run that stops loses the outputs of its other items. */
	paid?: readonly string[];
	/** The checks of an item that wants several: those that are there, and those that are missing. */
	checks?: ReadonlyArray<Readonly<{ summary: string; [member: string]: unknown }>>;
	/** The wallet that was to be checked. */
	address?: string;
}

const ErrorWithFacts = Error as unknown as new (message: string) => Error & Readonly<FailureFacts>;

/**
 * The one kind of error that the shared modules throw. It is always made anew from plain facts and has no `cause`:
 * n8n's own request errors carry the request, and with it the token.
 */
export class AmlCheckError extends ErrorWithFacts {
	constructor(facts: FailureFacts) {
		super(facts.message);
		Object.assign(this, facts, { name: 'AmlCheckError' });
	}

	/** Makes a new error: the same failure with more facts, or other ones. */
	with(more: Partial<FailureFacts>): AmlCheckError {
		return new AmlCheckError({ ...this, message: this.message, ...more });
	}

	/**
	 * Makes a new error with one more note. A note about the same thing is replaced.
	 * @param names the hashes of the checks that the text names.
	 */
	note(about: Note['about'], text: string, names?: readonly string[]): AmlCheckError {
		return this.with({ notes: addNote(this.notes ?? [], { about, text, names }) });
	}

	/** Makes a new error that says how to run the same item again. */
	again(about: Note['about'], again: Again): AmlCheckError {
		return this.with({ notes: addNote(this.notes ?? [], { about, text: '', again }) });
	}
}

/**
 * Writes the description that a person reads below the message; only at the edge, where a failure leaves the node.
 * @param offer how the item can be run again; undefined where it can't.
 */
export const describeFailure = ({ advice, notes = [] }: FailureFacts, offer?: Offer): string =>
	joinWords(advice, notes, offer);

/** Makes a failure with the words of its kind, from what the words can name and what else is known. */
export function makeFailure(
	kind: FailureKind,
	known: AdviceDetails & Partial<FailureFacts> = {},
): AmlCheckError {
	const { method, serviceMessage, why, timeoutMs, host, ...facts } = known;
	const words = wordsFor(kind, { method, serviceMessage, why, timeoutMs, host, ...facts });
	return new AmlCheckError({ kind, ...words, ...facts });
}

/** Makes the one kind of error from whatever was thrown. An error of another kind leaves nothing but its words. */
export function toFailure(thrown: unknown): AmlCheckError {
	if (thrown instanceof AmlCheckError) return thrown;
	const why = thrown instanceof Error ? thrown.message : String(thrown);
	return makeFailure('unexpected', { why });
}

/** The hashes of all checks that a failure may be about. */
export function hashesIn({ hash, candidates = [] }: Partial<FailureFacts>): string[] {
	return hash === undefined ? [...candidates] : [hash, ...candidates];
}

/** The state of a failed submission's payment: `lost` if the response names a check, whatever else it says. */
export function readPayment(failure: Pick<FailureFacts, 'kind' | 'hash' | 'candidates'>): Payment {
	return hashesIn(failure).length > 0 ? 'lost' : FAILURE_KINDS[failure.kind].payment;
}

/** Whose turn it is after a failure; never `input` if this item paid for the check that the failure is about. */
export function readFault(failure: Omit<FailureFacts, 'message' | 'advice'>): Fault {
	const { kind, reason = kind, fault = REASONS[reason], charged, candidates = [] } = failure;
	if (charged === undefined && candidates.length > 0) return 'payment';
	return fault === 'input' && charged === true ? 'service' : fault;
}

/** A value of this item can't be used. Nothing was sent for it, and nothing was paid. */
export function invalidInput(message: string, advice: string): AmlCheckError {
	return new AmlCheckError({ kind: 'invalidInput', message, advice, charged: false });
}

import { REASONS, type Failure, type Reason } from './facts';
import { describeFailure } from './words';

const ErrorWithFacts = Error as unknown as new (message: string) => Error & Readonly<Failure>;

/**
 * The one kind of error that the shared modules throw. It is made anew from plain facts and has no `cause`: n8n's own
 * request errors carry the request, and with it the token. Its message says what happened.
 */
export class AmlCheckError extends ErrorWithFacts {
	constructor(failure: Failure) {
		super(describeFailure(failure).message);
		Object.assign(this, failure, { name: 'AmlCheckError' });
	}

	/** Makes a new error: the same failure with more facts, or other ones. */
	with(more: Partial<Failure>): AmlCheckError {
		const { reason, fault, charged, hashes } = this;
		const facts = { ...this.facts, ...more.facts };
		return new AmlCheckError({ reason, fault, charged, hashes, ...more, facts });
	}
}

/** Makes a failure of a reason, with its fault unless another one is given. */
export const makeFailure = (reason: Reason, more: Partial<Failure> = {}): AmlCheckError =>
	new AmlCheckError({ fault: REASONS[reason], hashes: [], facts: {}, ...more, reason });

const refuse = (reason: Reason, happened: string, advice: string) =>
	makeFailure(reason, { charged: false, facts: { happened, advice } });

/** A value of this row can't be used: nothing was sent for it, and nothing was paid. */
export const badInput = (happened: string, advice: string): AmlCheckError =>
	refuse('badInput', happened, advice);

/** A parameter or an option of the node can't be used. */
export const badSetting = (happened: string, advice: string): AmlCheckError =>
	refuse('badSetting', happened, advice);

/** Makes the one kind of error from whatever was thrown. An error of another kind leaves nothing but its words. */
export function toFailure(thrown: unknown): AmlCheckError {
	if (thrown instanceof AmlCheckError) return thrown;
	const happened = thrown instanceof Error ? thrown.message : String(thrown);
	return makeFailure('badSetting', { facts: { happened } });
}

/** Whether a failure may pass by itself: a free request is repeated, and a submission that was not taken sent again. */
export const isTransient = ({ reason, fault }: Pick<Failure, 'reason' | 'fault'>): boolean =>
	fault === 'service' && ['rateLimited', 'unavailable', 'unreachable'].includes(reason);

/** Whether the service read a request and said no, in whatever words (contract 1). */
export const saysNo = ({ reason, facts }: Pick<Failure, 'reason' | 'facts'>): boolean =>
	reason === 'refused' ||
	reason === 'notFound' ||
	// JSON-RPC's own codes are below 0, HTTP's are not.
	(reason === 'unavailable' && Number(facts.code) < 0);

/** Whether the next request will most likely end the same way. */
export const isGeneral = ({ reason }: Pick<Failure, 'reason'>): boolean =>
	!['badInput', 'cancelled', 'notFound', 'refused'].includes(reason);

/** Whether nobody can tell what became of a submission that ended so: its hashes are those that it may have. */
export const isLost = ({ charged, fault }: Pick<Failure, 'charged' | 'fault'>): boolean =>
	charged === undefined || fault === 'payment';

import { AmlCheckError } from '../../shared/rpc/failure';
import type { FailureKind } from '../../shared/rpc/failure';
import { FAILURE_KINDS } from '../../shared/rpc/failureKinds';
import type { Entry } from './entry';

const NOT_PAID = 'Nothing was paid for this item.';

const READ_IT = 'Read it with Get Result, which is free.';

/**
 * Whether everybody's next request will end the same way, until somebody changes something.
 * @param failure of a request.
 */
export function isFinal({ kind }: AmlCheckError): boolean {
	const { fault, mayPass } = FAILURE_KINDS[kind];
	return kind === 'cancelled' || (fault === 'setup' && !mayPass);
}

/** Why a check was not submitted. */
export type HoldReason =
	| { because: 'cancelled' | 'stopped' }
	| { because: 'deadline'; timeoutSeconds: number }
	| { because: 'unusable'; failure: AmlCheckError }
	| { because: 'budget'; wanted: number; allowed: number };

/**
 * The failure of an item whose check was not submitted in this try.
 * @param hold why.
 */
export function notSubmitted(hold: HoldReason): AmlCheckError {
	const make = (
		reason: AmlCheckError['reason'],
		message: string,
		description: string,
		kind: FailureKind = 'cancelled',
	) => new AmlCheckError({ kind, reason, message, description });
	switch (hold.because) {
		case 'cancelled':
			return make(
				'cancelled',
				'The execution was canceled before this check was submitted',
				'Run it again.',
			);
		case 'deadline':
			return make(
				'noTimeLeft',
				`There was no progress for ${hold.timeoutSeconds} seconds, so this check was not submitted`,
				"Run again later, or raise the option 'Timeout (Seconds)'.",
				'timeout',
			);
		case 'stopped':
			return make(
				'notBegun',
				'This check was not submitted, because the run stopped before it',
				'See what happened to the other items, then run again.',
			);
		case 'unusable':
			return make(
				'notBegun',
				`This check was not submitted: ${hold.failure.message}`,
				hold.failure.description,
				hold.failure.kind,
			);
		case 'budget':
			return make(
				'maxPaidChecks',
				`This run would pay for ${hold.wanted} checks, and ${hold.allowed} are allowed`,
				"Raise the option 'Max Paid Checks', or run with fewer items. No check was submitted.",
				'configuration',
			);
	}
}

/**
 * The failure of an item for which the history could not be searched.
 * @param cause what kept the history from being read.
 */
export function notSearched(cause: AmlCheckError): AmlCheckError {
	return cause.with({
		message: `The history could not be searched for a check that is there already, so nothing was submitted: ${cause.message}`,
		description: `${cause.description} Then run the execution again.`,
		reason: 'notSearched',
	});
}

/** An earlier request of which nobody knows what happened. */
export const earlierLost = (): AmlCheckError =>
	new AmlCheckError({
		kind: 'connectionLost',
		message: 'An earlier request for this check got no usable response',
		description: '',
	});

/** A refusal in an earlier try. */
export const refusedBefore = (refusal: string): AmlCheckError =>
	new AmlCheckError({
		kind: 'rejected',
		message: refusal,
		description:
			'The service refused this check in an earlier try, so it was not sent again. When the reason is gone, run the workflow again.',
	});

/** The response to a submission is about something else, and names this check. */
export const otherTarget = (hash: string): AmlCheckError =>
	new AmlCheckError({
		kind: 'mismatch',
		message: 'The AML service returned the check of another target than the one that was sent',
		description: `It named the check ${hash}, whose result is not used. Ask the service what was screened.`,
		candidates: [hash],
	});

/** The service refused a request whose `id` it had before. */
export const keyUsed = (refusal: AmlCheckError): AmlCheckError =>
	refusal.with({
		description: `${refusal.description} A check was requested under the same Request Key before, and is not paid for again. Find its hash with the operation Get Many of History. ${READ_IT} To pay for a new check, use another key.`,
		reason: 'keyUsed',
		charged: false,
	});

/**
 * The failure of a check whose result did not come in time.
 * @param seen what is known of it.
 * @param end why the wait ended: cancelled, refused credentials, or the seconds that it was waited for.
 */
export function notFinished(
	{ hash, status, failure }: { hash: string; status?: string; failure?: AmlCheckError },
	end: 'cancelled' | 'refused' | number,
): AmlCheckError {
	const parts = [`Its hash is ${hash}`];
	if (status) parts.push(`its last status was ${status}`);
	if (failure) parts.push(`the last request said: ${failure.message}`);
	const advice = end === 'refused' ? (failure?.description ?? '') : 'It continues at the service.';
	const known = {
		code: failure?.code,
		hash,
		description: `${parts.join(', ')}. ${advice} ${READ_IT}`,
	};
	if (end === 'cancelled') {
		const message = 'The execution was canceled before the check was finished';
		return new AmlCheckError({ ...known, kind: 'cancelled', message });
	}
	if (end === 'refused') {
		const message = failure?.message ?? 'The AML service does not accept the credentials';
		return new AmlCheckError({ ...known, kind: 'credentials', message });
	}
	const message = `The check was not finished within ${end} seconds`;
	return new AmlCheckError({ ...known, kind: 'timeout', reason: 'notFinished', message });
}

/** Which checks it may be; those that the text names are not named again. */
function nameCandidates(text: string, candidates: readonly string[]): string {
	if (candidates.length === 0)
		return 'It is not known whether the check was paid for. Run again with Retry: it searches the history first and does not pay twice.';
	const unnamed = candidates.filter((hash) => !text.includes(hash));
	const isOne = unnamed.length === 1;
	const which = isOne
		? ` It may be the check ${unnamed[0]} of the history, which could not be proved.`
		: ` It may be one of these checks of the history: ${unnamed.join(', ')}.`;
	return `It is not known whether the check was paid for.${unnamed.length === 0 ? '' : which} Look at your history at the service, and read your check with Get Result, which is free. Nothing is sent again.`;
}

/**
 * Completes a failure with the state of its check, so that no failure hides a hash or says "unpaid" of what may be paid.
 * A check that may be paid counts as charged until it is proved that it is not: whoever branches on `charged` to try
 * again must not pay twice.
 * @param failure what went wrong.
 * @param entry the state of the check.
 */
export function withEntry(failure: AmlCheckError, entry: Entry): AmlCheckError {
	const { id: requestId } = entry;
	const description = failure.description.replace(NOT_PAID, '').trim();
	if (entry.state === 'wanted')
		return failure.with({
			description: `${description} ${NOT_PAID}`.trim(),
			requestId: failure.requestId && requestId,
			charged: false,
		});
	if (entry.state === 'taken') {
		const { hash, paid: charged } = entry;
		const naming = ` The check was taken: its hash is ${hash}. ${READ_IT}`;
		const about = description.includes(hash) ? description : `${description}${naming}`.trim();
		return failure.with({ requestId, hash, charged, description: about, candidates: undefined });
	}
	const named = [...new Set([...entry.candidates, ...(failure.candidates ?? [])])];
	const candidates = named.length > 0 ? named : undefined;
	if (failure.charged === false && entry.refusal !== undefined && !candidates)
		return failure.with({ requestId, candidates });
	return failure.with({
		description:
			`${description} ${nameCandidates(description, named)} To pay for a new check instead, set the option 'If Payment Is Unsure' to Submit Again.`.trim(),
		reason: failure.kind === 'cancelled' ? failure.reason : 'paymentUnsure',
		fault: 'payment',
		requestId,
		hash: undefined,
		candidates,
		charged: true,
	});
}

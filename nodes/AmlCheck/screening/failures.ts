import { writeDate } from '../../shared/dates';
import { AmlCheckError, readFault, type FailureFacts } from '../../shared/rpc/failure';
import { FAILURE_KINDS } from '../../shared/rpc/failureKinds';
import { UNKNOWN_CLOCK_MS } from '../waiting/history';
import { proofMs, type Entry, type Sent } from './entry';

const NOT_PAID = 'Nothing was paid for this item.';
const READ_IT = 'Read it with Get Result, which is free.';

const make = (
	kind: FailureFacts['kind'],
	reason: FailureFacts['reason'],
	message: string,
	description: string,
): AmlCheckError => new AmlCheckError({ kind, reason, message, description });

/** Whether everybody's next request will end the same way, until somebody changes something. */
export function isFinal({ kind, reason }: AmlCheckError): boolean {
	const { fault, mayPass } = FAILURE_KINDS[kind];
	const isEmpty = reason === 'emptyPackage';
	return kind === 'cancelled' || isEmpty || (fault === 'setup' && !mayPass);
}

/** Why a check was not submitted in this try. */
export const notSubmitted = {
	overBudget: (wanted: number, allowed: number) =>
		make(
			'configuration',
			'maxPaidChecks',
			`${wanted} checks are needed, your limit is ${allowed}`,
			"Raise the option 'Max Paid Checks', or run with fewer items. No check was submitted.",
		),
	cancelled: () =>
		make(
			'cancelled',
			'cancelled',
			'The execution was canceled before this check was submitted',
			'Run it again.',
		),
	late: (seconds: number) =>
		make(
			'timeout',
			'noTimeLeft',
			`There was no progress for ${seconds} seconds, so this check was not submitted`,
			"Run again later, or raise the option 'Timeout (Seconds)'.",
		),
	/** In Stop mode, after what happened to another item. */
	stopped: () =>
		make(
			'cancelled',
			'notBegun',
			'This check was not submitted, because the run stopped before it',
			'See what happened to the other items, then run again.',
		),
	unusable: (cause: AmlCheckError) =>
		make(
			cause.kind,
			'notBegun',
			`This check was not submitted: ${cause.message}`,
			cause.description,
		).with({ fault: readFault(cause), code: cause.code }),
	unsearched: (cause: AmlCheckError) =>
		cause.with({
			reason: 'notSearched',
			message: `The history could not be searched for a check that is there already, so nothing was submitted: ${cause.message}`,
			description: `${cause.description} Then run the execution again.`,
		}),
};

/** An earlier request of which nobody knows what happened. */
export const earlierLost = (): AmlCheckError =>
	make('connectionLost', undefined, 'An earlier request for this check got no usable response', '');

/** The history is too long, or its pages too slow, for the time of the run. */
export const notReached = (): AmlCheckError =>
	make(
		'timeout',
		undefined,
		'The history could not be read back far enough in time',
		"Raise the option 'Timeout (Seconds)'.",
	);

/** A refusal in an earlier try. */
export const refusedBefore = (refusal: string): AmlCheckError =>
	make(
		'rejected',
		undefined,
		refusal,
		'The service refused this check in an earlier try, so it was not sent again. When the reason is gone, run the workflow again.',
	);

/** The response to a submission is about something else, and names this check. */
export const otherTarget = (hash: string): AmlCheckError =>
	make(
		'mismatch',
		undefined,
		'The AML service returned the check of another target than the one that was sent',
		`It named the check ${hash}, whose result is not used. Ask the service what was screened.`,
	).with({ candidates: [hash] });

/** The service refused a request whose `id` it had before. */
export const keyUsed = (refusal: AmlCheckError): AmlCheckError =>
	refusal.with({
		description: `${refusal.description} A check was requested under the same 'Request Key' before, and is not paid for again. Find its hash with the operation Get Many of History. ${READ_IT} To pay for a new check, use another key.`,
		reason: 'keyUsed',
		charged: false,
	});

/** Which checks it may be; those that the text names are not named again. */
function nameCandidates(text: string, candidates: readonly string[], entry: Sent): string {
	const unsure = 'It is not known yet whether the check was paid for.';
	const provedAt = entry.endedAt + proofMs(entry) + (entry.isOfAnyClock ? 0 : UNKNOWN_CLOCK_MS);
	const since = writeDate(provedAt);
	if (candidates.length === 0)
		return `${unsure} Run again with Retry: it searches the history first and does not pay twice. From ${since} on it sends the check again by itself, if the history does not show it.`;
	const unnamed = candidates.filter((hash) => !text.includes(hash));
	const names = [
		'',
		` It may be the check ${unnamed[0]} of the history, which could not be proved.`,
		` It may be one of these checks of the history: ${unnamed.join(', ')}.`,
	];
	const which = names[Math.min(unnamed.length, 2)];
	return `${unsure}${which} Look at your history at the service, and read your check with Get Result, which is free. Nothing is sent again.`;
}

/**
 * Completes a failure with the state of its check, so that no failure hides a hash or says "unpaid" of what may be paid.
 * A check that may be paid counts as charged until it is proved that it is not: whoever branches on `charged` to try
 * again must not pay twice.
 */
export function withEntry(failure: AmlCheckError, entry: Entry): AmlCheckError {
	const { id: requestId } = entry;
	const about = failure.description.replace(NOT_PAID, '').trim();
	if (entry.state === 'wanted')
		return failure.with({
			description: `${about} ${NOT_PAID}`.trim(),
			requestId: failure.requestId && requestId,
			charged: false,
		});
	if (entry.state === 'taken') {
		const { hash, paid: charged } = entry;
		const naming = `The check was taken: its hash is ${hash}. ${READ_IT}`;
		const description = about.includes(hash) ? about : `${about} ${naming}`.trim();
		return failure.with({ requestId, hash, charged, description, candidates: undefined });
	}
	const named = [...new Set([...entry.candidates, ...(failure.candidates ?? [])])];
	const candidates = named.length > 0 ? named : undefined;
	if (failure.charged === false && entry.refusal !== undefined && !candidates)
		return failure.with({ requestId, candidates });
	const advice =
		"To pay for a new check instead, set the option 'If Payment Is Unsure' to Submit Again.";
	const isOwn = failure.kind === 'cancelled' || (entry.refusal !== undefined && !candidates);
	return failure.with({
		description: `${about} ${nameCandidates(about, named, entry)} ${advice}`.trim(),
		reason: isOwn ? failure.reason : 'paymentUnsure',
		fault: 'payment',
		requestId,
		hash: undefined,
		candidates,
		charged: true,
	});
}

import { AmlCheckError } from '../../shared/rpc/failure';
import type { FailureFacts } from '../../shared/rpc/failure';
import type { LedgerEntry } from './ledgerEntry';

/** How an item says that it cost nothing. */
export const NOT_PAID = 'Nothing was paid for this item.';

/** What to do about a check of which it isn't known whether the service took it (design 5). */
export const UNSURE_ADVICE =
	'Whether the check was taken is not known. Run the node or the execution again with Retry: it looks for the check in the history first and does not pay twice.';

/** What to do where the service refuses an idempotency key's `id`, and this execution has no check of it. */
export const KEY_USED_ADVICE =
	'This check was asked for under the same Idempotency Key before, and is not paid for again. Look for its hash with the operation Get Many of History, and read it with Get Result; both are free. To pay for a new check, use another key.';

const SUBMIT_AGAIN =
	"To pay for a new check in its place, set the option 'If Payment Is Unsure' to Submit Again.";

/** In a sentence of its own, where they are not told yet. */
function mayBe(candidates: readonly string[]): string {
	if (candidates.length === 0) return '';
	return candidates.length === 1
		? ` It may be the check ${candidates[0]} of the history, which could not be proven.`
		: ` It may be one of these checks of the history: ${candidates.join(', ')}.`;
}

/** Which checks it may be, for a person; those that the text before names are not named again. */
function describe(before: string, candidates: readonly string[]): string {
	if (candidates.length === 0) return UNSURE_ADVICE;
	const untold = candidates.filter((hash) => !before.includes(hash));
	return `Whether the check was taken is not known.${mayBe(untold)} Look at your history at the service, and read what is yours with Get Result, which is free. Nothing is sent again.`;
}

/**
 * What to say where it can't be told whether a check was paid for, or which one it is: every hash that it may be is
 * named, nothing is sent again, and the user decides (design 5).
 * @param failure what came of the submission.
 * @param requestId under which it was submitted.
 * @param candidates the hashes of the checks that it may be.
 */
export function paymentUnsure(
	{ description }: AmlCheckError,
	requestId: string | undefined,
	candidates: readonly string[],
): Partial<FailureFacts> {
	return {
		description: `${description} ${describe(description, candidates)} ${SUBMIT_AGAIN}`.trim(),
		reason: 'paymentUnsure',
		requestId,
		candidates: candidates.length > 0 ? candidates : undefined,
		charged: undefined,
	};
}

/**
 * The answer to a submission is about something else.
 * @param hash of the check that it names.
 * @param requestId under which the check was submitted.
 */
export function otherCheck(hash: string, requestId: string): AmlCheckError {
	return new AmlCheckError({
		kind: 'mismatch',
		message: 'The AML service took the check of another target than the one that was sent',
		description: `It named the check ${hash}. Its result is not used. Ask the service what was checked.`,
		requestId,
	});
}

/**
 * What to say where a submission certainly was not taken.
 * @param failure what came of it.
 * @param requestId under which the check was submitted.
 */
export function notTaken(failure: AmlCheckError, requestId: string): AmlCheckError {
	return failure.with({
		description: `${failure.description} ${NOT_PAID}`.trim(),
		requestId,
		charged: false,
	});
}

/**
 * Stands for what an earlier try, or an earlier life of the execution, has run into.
 * @param requestId under which the check was submitted, where that is known.
 */
export function earlierFailure(requestId?: string): AmlCheckError {
	return new AmlCheckError({
		kind: 'connectionLost',
		message: 'It is not known what became of an earlier submission of this check',
		description: '',
		requestId,
	});
}

/**
 * Adds to a failure of a later try what an earlier one has paid for, or may have (design 5: no failure leaves without its
 * hashes).
 * @param failure what went wrong now.
 * @param entry what is remembered of the item, if anything.
 */
export function withHashOf(
	failure: AmlCheckError,
	entry: Readonly<LedgerEntry> | undefined,
): AmlCheckError {
	if (!entry) return failure;
	if (entry.hash !== undefined) {
		if (failure.hash !== undefined) return failure;
		return failure.with({
			hash: entry.hash,
			requestId: entry.id,
			charged: entry.paidElsewhere !== true,
			description: `${failure.description} The check itself is there: its hash is ${entry.hash}. Read it with Get Result, which is free.`,
		});
	}
	if (!entry.unsure && !entry.candidates) return failure;
	const told = failure.candidates ?? [];
	const all = [...new Set([...(entry.named ?? []), ...(entry.candidates ?? []), ...told])];
	const isTold = failure.charged !== false && failure.requestId === entry.id;
	if (isTold && all.length === told.length) return failure;
	const { reason } = failure;
	return failure.with({ ...paymentUnsure(failure, entry.id, all), reason });
}

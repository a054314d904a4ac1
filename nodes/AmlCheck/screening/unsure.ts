import { AmlCheckError } from '../../shared/rpc/failure';
import type { FailureFacts } from '../../shared/rpc/failure';

/** What to do about a check of which it isn't known whether the service took it (design 5). */
export const UNSURE_ADVICE =
	'Whether the check was taken is not known. Run the node or the execution again with Retry: it looks for the check in the history first and does not pay twice.';

/** What to do where the service refuses an idempotency key's `id`, and this execution has no check of it. */
export const KEY_USED_ADVICE =
	'This check was asked for under the same Idempotency Key before, and is not paid for again. Look for its hash with the operation Get Many of History, and read it with Get Result; both are free. To pay for a new check, use another key.';

const UNPROVEN_ADVICE =
	'The history of checks does not show all that is known to be there, so it can not tell either. Wait until it is up to date.';

/**
 * What to say where the history does not show a lost check, but can't be relied on.
 * @param failure what came of the submission.
 */
export function unproven({ description }: AmlCheckError): Pick<FailureFacts, 'description'> {
	return { description: `${description} ${UNPROVEN_ADVICE} ${UNSURE_ADVICE}`.trim() };
}

/**
 * What to say where two lost checks of one wallet can't be told apart.
 * @param hashes of the checks that may be either.
 */
export function ambiguous(hashes: string[]): Pick<FailureFacts, 'message' | 'description'> {
	return {
		message: 'It can not be told which of two lost checks of this wallet is which',
		description: `The history shows ${hashes.join(', ')}, but not for which token. Look at your history at the service, and get the results by their hashes. Neither is paid for again.`,
	};
}

/**
 * Stands for what an earlier try has run into.
 * @param requestId under which the check was submitted.
 */
export function earlierFailure(requestId: string): AmlCheckError {
	return new AmlCheckError({
		kind: 'connectionLost',
		message: 'It is not known what became of an earlier submission of this check',
		description: '',
		requestId,
	});
}

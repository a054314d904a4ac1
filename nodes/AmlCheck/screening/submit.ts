import { isLost, isTransient, toFailure, type AmlCheckError } from '../../shared/failures/failure';
import type { SubmittedCheck, UsageMeta } from '../../shared/service/schemas';
import type { RpcSession } from '../../shared/service/session';
import { isFinal, otherTarget } from './failures';
import type { Order } from './order';

/**
 * What came of a request for a check.
 * - `taken`: the service has it.
 * - `held`: it was not let go.
 * - `unsent`: there was no time left for it.
 * - `again`: the service did not take it, so it may be sent again.
 * - `final`: the same, and it would be the same for every other request.
 * - `refused`: the service read it and said no.
 * - `lost`: it may have been taken.
 */
export type Answer =
	| { is: 'taken'; check: SubmittedCheck; usage: UsageMeta | null | undefined }
	| { is: 'held' }
	| Unanswered;

export interface Unanswered {
	is: 'unsent' | 'again' | 'final' | 'refused' | 'lost';
	failure: AmlCheckError;
}

/** What an answer to a submission means that is no check of ours; pure. */
function classify(failure: AmlCheckError): Unanswered['is'] {
	if (isLost(failure)) return 'lost';
	if (isFinal(failure)) return 'final';
	return isTransient(failure) ? 'again' : 'refused';
}

/** A gateway may give up long before the service does: whoever waits longer loses fewer hashes. */
const TIMEOUT_MS = 60_000;

/** How much longer than the run's own time a submission may take, in milliseconds. */
const GRACE_MS = 30_000;

/** Submissions have so long at least, in milliseconds: a Timeout of 0 waits for no result, and submits all the same. */
export const MIN_SUBMITTING_MS = 10_000;

/**
 * Sends one request for a check. The entry is written before the request leaves. Cancelling the execution doesn't cut the
 * request short: its hash would be lost.
 * @param mayLeave decides when it is the request's turn.
 * @returns what happened. It doesn't throw.
 */
export async function submit(
	session: RpcSession,
	order: Order,
	mayLeave: () => boolean,
): Promise<Answer> {
	const { deadline } = session;
	const { method, params, compare } = order.target;
	let isHeld = false;
	let hasLeft = false;
	try {
		const { result } = await session.attempt(method, params, {
			requestId: order.entry.id,
			timeoutMs: TIMEOUT_MS,
			graceMs: GRACE_MS,
			leftMs: () => deadline.leftMs(MIN_SUBMITTING_MS),
			beforeSend: () => {
				isHeld = !mayLeave();
				if (isHeld) throw new Error('It is held');
				order.send();
				hasLeft = true;
			},
		});
		const { check, meta: usage } = result;
		const { hash } = check;
		if (compare(check) === 'other' || order.isOfOtherTarget(hash)) throw otherTarget(hash);
		return { is: 'taken', check, usage };
	} catch (thrown) {
		if (isHeld) return { is: 'held' };
		const failure = toFailure(thrown);
		return { is: hasLeft ? classify(failure) : 'unsent', failure };
	}
}

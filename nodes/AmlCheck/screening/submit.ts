import { hashesIn, readPayment, toFailure } from '../../shared/failures/failure';
import type { AmlCheckError } from '../../shared/failures/failure';
import type { SubmittedCheck, UsageMeta } from '../../shared/rpc/schemas';
import { keyUsed, noteNamed, otherTarget } from './failures';
import { noteSent, readExecutionStart } from './ids';
import { isOfOtherTarget, take, type Order, type Plan } from './order';

/**
 * The result of one request for a check.
 * - `held`: it was not let go.
 * - `unsent`: there was no time left for it.
 * - `notTaken`: the service did not take it, so it may be sent again.
 * - `refused`: the service read it and said no, so nothing was paid.
 * - `lost`: it may have been taken.
 */
export type Submission =
	| { kind: 'taken'; check: SubmittedCheck; sentAt?: number; usage: UsageMeta | null | undefined }
	| { kind: 'held' }
	| { kind: 'unsent' | 'notTaken' | 'refused' | 'lost'; failure: AmlCheckError };

/** A gateway may give up long before the service does: whoever waits longer loses fewer hashes. */
const TIMEOUT_MS = 60_000;

/** How much longer than the run's own time a submission may take, in milliseconds. */
const GRACE_MS = 30_000;

/** How long a submission that has no time left waits for its turn. */
const MIN_TURN_MS = 5_000;

/** Notes that the order may have been taken. `since`: when an earlier process of the execution may have sent it. */
function lose(order: Order, failure: AmlCheckError, leftAt: number, since?: number): Submission {
	const candidates = hashesIn(failure);
	const named = noteNamed(failure, candidates);
	const endedAt = performance.now();
	order.apply({ kind: 'lost', endedAt: Date.now(), candidates, since });
	order.lost = { paidBy: 'thisTry', failure: named, endedAt, tookMs: endedAt - leftAt };
	return { kind: 'lost', failure: named };
}

/** The service says that it had the `id` before. */
function noteRepeatedId(
	{ run: { context } }: Plan,
	order: Order,
	failure: AmlCheckError,
	leftAt: number,
): Submission {
	const isFirst = order.entry.sends === 1;
	const isOthers = order.options.requestKey !== '' && context.getMode() !== 'retry';
	if (!isFirst) return lose(order, failure, leftAt);
	// Without a key nobody else has this id: a proxy repeated the request, or a process died that n8n knows nothing of.
	if (!isOthers) return lose(order, failure, leftAt, readExecutionStart(context));
	order.apply({ kind: 'notTaken' });
	return { kind: 'refused', failure: keyUsed(failure) };
}

/** Writes down what a response means that is no check of this order. */
function noteFailure(plan: Plan, order: Order, failure: AmlCheckError, leftAt: number): Submission {
	if (failure.isRepeatedId) return noteRepeatedId(plan, order, failure, leftAt);
	const kind = readPayment(failure);
	// An earlier request under this id is lost, and may be why this one is refused.
	const wasLost = kind === 'refused' && Number(order.entry.sends) > 1;
	if (kind === 'lost' || wasLost) return lose(order, failure, leftAt);
	// Under a request key the id stays: another execution would pay under the old one.
	order.apply({ kind: order.options.requestKey === '' ? kind : 'notTaken' });
	return { kind, failure };
}

/**
 * Sends one request for a check. The entry is written before the request leaves and after its response, before anything
 * else happens. Cancelling the execution doesn't cut the request short: its hash would be lost.
 * @param mayLeave decides when it is the request's turn.
 * @returns what happened. It doesn't throw.
 */
export async function submit(
	plan: Plan,
	order: Order,
	mayLeave: () => boolean,
): Promise<Submission> {
	const { session } = plan.run;
	const { deadline } = session;
	const { method, params, compare } = order.target;
	let isHeld = false;
	let left: { at: number; sentAt: number } | undefined;
	try {
		const { result } = await session.attempt(method, params, {
			requestId: order.entry.id,
			timeoutMs: TIMEOUT_MS,
			graceMs: GRACE_MS,
			leftMs: () => Math.max(deadline.leftMs(), MIN_TURN_MS),
			beforeSend: () => {
				isHeld = !mayLeave();
				if (isHeld) throw new Error('It is held');
				const now = Date.now();
				left = { at: performance.now(), sentAt: now };
				const moment = session.clock.toService(now);
				const clock = moment ? 'service' : 'own';
				const endsBy = now + Math.min(TIMEOUT_MS, deadline.leftMs() + GRACE_MS);
				order.apply({ kind: 'sending', sentAt: moment?.from ?? now, clock, endsBy });
				order.lost = undefined;
				noteSent(order.entry.id);
			},
		});
		const { check, meta: usage } = result;
		const hash = check.hash.trim();
		if (compare(check) === 'other' || isOfOtherTarget(plan, hash, order)) throw otherTarget(hash);
		take(plan, order, hash, true);
		deadline.progressed();
		return { kind: 'taken', check, sentAt: left?.sentAt, usage };
	} catch (thrown) {
		if (isHeld) return { kind: 'held' };
		const failure = toFailure(thrown);
		return left ? noteFailure(plan, order, failure, left.at) : { kind: 'unsent', failure };
	}
}

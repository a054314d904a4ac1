import { HOUR_MS } from '../../shared/dates';
import {
	hashesIn,
	readPayment,
	toFailure,
	type AmlCheckError,
} from '../../shared/failures/failure';
import type { SubmittedCheck, UsageMeta } from '../../shared/rpc/schemas';
import { earlierLost, keyUsed, noteNamed, otherTarget } from './failures';
import { noteSent, readExecutionStart } from './ids';
import { isOfOtherTarget, take, type Plan, type Wish } from './wish';

/**
 * The result of one request for a check.
 * - `unsent`: there was no time left for it.
 * - `notTaken`: the service did not take it, so it may be sent again.
 * - `refused`: the service said no. It is never sent again.
 * - `lost`: it may have been taken.
 */
export type Submission =
	| { kind: 'taken'; check: SubmittedCheck; sentAt?: number; usage: UsageMeta | null | undefined }
	| { kind: 'unsent' | 'notTaken' | 'refused'; failure: AmlCheckError }
	/**
	 * Times on the monotonic clock, in milliseconds. `elsewhereSince`: another process sends the wishes of this execution,
	 * too, since this moment in Unix milliseconds at the earliest.
	 */
	| {
			kind: 'lost';
			failure: AmlCheckError;
			leftAt: number;
			endedAt: number;
			elsewhereSince?: number;
	  };

/** A gateway may give up long before the service does: whoever waits longer loses fewer hashes. */
const TIMEOUT_MS = 60_000;

/** How much longer than the run's own time a submission may take, in milliseconds. */
const GRACE_MS = 30_000;

/** How long a submission that has no time left waits for its turn. */
const MIN_TURN_MS = 5_000;

/** The response is no check of this wish: writes down what that means. */
function noteFailure(plan: Plan, wish: Wish, failure: AmlCheckError, leftAt: number): Submission {
	const endedAt = Date.now();
	const times = { leftAt, endedAt: performance.now() };
	const lose = (why: AmlCheckError, named: readonly string[] = [], since?: number) => {
		wish.apply({ kind: 'lost', endedAt, candidates: named, since });
		return { kind: 'lost' as const, failure: why, ...times };
	};
	const refuse = (why: AmlCheckError, since?: number): Submission => {
		wish.apply({ kind: 'refused', endedAt, refusal: why.message, since });
		return { kind: 'refused', failure: why };
	};
	if (failure.isRepeatedId) {
		// Somebody has sent it before: this wish, a proxy that repeated the request, another process to which n8n gave the
		// execution, or under a key another execution. A check of the last hour is one for the same wish.
		const isFirst = wish.entry.state === 'sent' && wish.entry.sends === 1;
		const hasKey = wish.options.idempotencyKey !== '';
		const isRetry = plan.run.context.getMode() === 'retry';
		const begun = readExecutionStart(plan.run.context);
		const since = begun && Math.max(begun, endedAt - HOUR_MS);
		if (hasKey && isFirst && !isRetry) return refuse(keyUsed(failure), since);
		const lost = lose(failure, [], since);
		return isFirst && !hasKey ? { ...lost, elsewhereSince: since } : lost;
	}
	switch (readPayment(failure)) {
		case 'notTaken':
			wish.apply({ kind: 'notTaken' });
			// An earlier request of this wish may have been taken anyway.
			if (wish.entry.state === 'sent') return { kind: 'lost', failure: earlierLost(), ...times };
			return { kind: 'notTaken', failure };
		case 'refused':
			return refuse(failure);
		case 'lost': {
			const named = hashesIn(failure);
			return lose(noteNamed(failure, named), named);
		}
	}
}

/**
 * Sends one request for a check. The entry is written before the request leaves and after its response, before anything
 * else happens. Cancelling the execution doesn't cut the request short: its hash would be lost.
 * @param letGo decides when it is the request's turn.
 * @returns what happened, or undefined where it was not let go. It doesn't throw.
 */
export async function submit(
	plan: Plan,
	wish: Wish,
	letGo: () => boolean,
): Promise<Submission | undefined> {
	const { session } = plan.run;
	const { deadline } = session;
	const { method, params, compare } = wish.target;
	let isHeld = false;
	let left: { at: number; sentAt: number } | undefined;
	try {
		const { result } = await session.attempt(method, params, {
			requestId: wish.entry.id,
			timeoutMs: TIMEOUT_MS,
			graceMs: GRACE_MS,
			leftMs: () => Math.max(deadline.leftMs(), MIN_TURN_MS),
			beforeSend: () => {
				isHeld = !letGo();
				if (isHeld) throw new Error('It is not let go');
				const now = Date.now();
				left = { at: performance.now(), sentAt: now };
				const moment = session.clock.toService(now);
				const clock = moment ? 'service' : 'own';
				const endsBy = now + Math.min(TIMEOUT_MS, deadline.leftMs() + GRACE_MS);
				wish.apply({ kind: 'sending', sentAt: moment?.from ?? now, clock, endsBy });
				noteSent(wish.entry.id);
			},
		});
		const { check, meta: usage } = result;
		const hash = check.hash.trim();
		if (compare(check) === 'other' || isOfOtherTarget(plan, hash, wish)) throw otherTarget(hash);
		take(plan, wish, hash, true);
		deadline.progressed();
		return { kind: 'taken', check, sentAt: left?.sentAt, usage };
	} catch (thrown) {
		if (isHeld) return undefined;
		const failure = toFailure(thrown);
		if (!left) return { kind: 'unsent', failure };
		return noteFailure(plan, wish, failure, left.at);
	}
}

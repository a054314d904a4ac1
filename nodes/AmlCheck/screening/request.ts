import { hashKey } from '../../shared/checks/result';
import { AmlCheckError, readPayment, toFailure } from '../../shared/rpc/failure';
import { earlierLost, keyUsed, otherTarget } from './failures';
import type { Submission } from './gate';
import { take } from './wish';
import type { Plan, Wish } from './wish';

/** A gateway may give up long before the service does: whoever waits longer loses fewer hashes. */
const TIMEOUT_MS = 60_000;

/** How long a submission that has no time left waits for its turn. */
const MIN_TURN_MS = 5_000;

/** It was the request's turn, and it did not leave. */
const notYet = () => new AmlCheckError({ kind: 'notSent', message: '', description: '' });

const SAYS_ID_WAS_USED =
	/\bid\b.*\b(already|duplicate|exists?|repeated|unique|used)\b|\b(already|duplicate|repeated|unique|used)\b.*\bid\b|\bduplicate|\balready (exists?|queued|received|submitted)\b/i;

/** Whether the service refused a request since it had its `id` before. The document names no code for it (service 7). */
function saysIdWasUsed({ kind, message, description }: AmlCheckError): boolean {
	const words = `${message} ${description}`;
	return kind !== 'notFound' && readPayment({ kind }) === 'refused' && SAYS_ID_WAS_USED.test(words);
}

/** Writes the moment of sending in the service's time as soon as its clock is known. */
export function noteServiceTime({ run }: Plan, wish: Wish): void {
	const { entry } = wish;
	if (entry.state !== 'sent' || entry.clock !== 'own') return;
	const moment = run.session.clock.toService(entry.sentAt);
	if (moment) wish.apply({ kind: 'timed', sentAt: moment.from });
}

/** The response is no check of this wish: writes down what that means. */
function noteFailure(plan: Plan, wish: Wish, failure: AmlCheckError, tookMs: number): Submission {
	const { candidates = [], hash } = failure;
	const endedAt = Date.now();
	const lose = (why: AmlCheckError, named: readonly string[] = []): Submission => {
		wish.apply({ kind: 'lost', endedAt, candidates: named });
		return { kind: 'lost', failure: why, tookMs };
	};
	const refuse = (why: AmlCheckError): Submission => {
		wish.apply({ kind: 'refused', endedAt, refusal: why.message });
		return { kind: 'refused', failure: why };
	};
	noteServiceTime(plan, wish);
	if (saysIdWasUsed(failure)) {
		// Somebody has sent it before. Under a key that was another execution, otherwise it was this wish.
		const isFirst = wish.entry.state === 'sent' && wish.entry.sends === 1;
		const isOthers = wish.options.idempotencyKey !== '' && isFirst;
		const isRetry = plan.run.context.getMode() === 'retry';
		return isOthers && !isRetry ? refuse(keyUsed(failure)) : lose(failure);
	}
	switch (readPayment(failure)) {
		case 'notTaken':
			wish.apply({ kind: 'notTaken' });
			// An earlier request of this wish may have been taken anyway.
			if (wish.entry.state === 'sent') return { kind: 'lost', failure: earlierLost(), tookMs };
			return { kind: 'notTaken', failure };
		case 'refused':
			return refuse(failure);
		case 'lost':
			return lose(failure, hash === undefined ? candidates : [hash, ...candidates]);
	}
}

/**
 * Sends one request for a check (service 4.3, 4.4). The entry is written before the request leaves and after its
 * response, before anything else happens. Cancelling the execution doesn't cut the request short: its hash would be
 * lost.
 * @param mayLeave is asked when it is the request's turn; otherwise it does not leave.
 * @returns what happened. It doesn't throw.
 */
export async function submit(plan: Plan, wish: Wish, mayLeave: () => boolean): Promise<Submission> {
	const { session } = plan.run;
	const { deadline } = session;
	const { method, params, compare, key } = wish.target;
	let left: { at: number; sentAt: number } | undefined;
	try {
		const { result } = await session.attempt(method, params, {
			requestId: wish.entry.id,
			timeoutMs: TIMEOUT_MS,
			leftMs: () => Math.max(deadline.leftMs(), MIN_TURN_MS),
			beforeSend: () => {
				if (!mayLeave()) throw notYet();
				const now = Date.now();
				left = { at: performance.now(), sentAt: now };
				const moment = session.clock.toService(now);
				const clock = moment ? 'service' : 'own';
				const endsBy = now + TIMEOUT_MS;
				wish.apply({ kind: 'sending', sentAt: moment?.from ?? now, clock, endsBy });
			},
		});
		const { check, meta: usage } = result;
		const hash = check.hash.trim();
		const holder = plan.holders.get(hashKey(hash));
		const isOther = compare(check) === 'other' || (holder && holder.target !== key);
		if (isOther) throw otherTarget(hash);
		take(plan, wish, hash, true);
		deadline.progressed();
		return { kind: 'taken', check, sentAt: left?.sentAt, usage };
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (!left) return { kind: 'unsent', failure };
		return noteFailure(plan, wish, failure, performance.now() - left.at);
	}
}

import { AmlCheckError, readPayment, toFailure } from '../../shared/rpc/failure';
import type { SubmittedCheck, UsageMeta } from '../../shared/rpc/schemas';
import { earlierLost, keyUsed, otherTarget } from './failures';
import type { Plan } from './plan';
import type { Wish } from './wish';

/** A gateway may give up long before the service does: whoever waits longer loses fewer hashes. */
const TIMEOUT_MS = 60_000;

/** How long a submission that has no time left waits for its turn. */
const MIN_TURN_MS = 5_000;

/**
 * The result of one request for a check.
 * - `unsent`: it did not leave.
 * - `notTaken`: the service did not take it, so it may be sent again.
 * - `refused`: the service said no. It is never sent again.
 * - `lost`: it may have been taken.
 */
export type Submission =
	| { kind: 'taken'; check: SubmittedCheck; sentAt?: number; usage: UsageMeta | null | undefined }
	| { kind: 'unsent' | 'notTaken' | 'refused'; failure: AmlCheckError }
	| { kind: 'lost'; failure: AmlCheckError; tookMs?: number };

/** It was the request's turn, and it did not leave. */
const notYet = () => new AmlCheckError({ kind: 'notSent', message: '', description: '' });

/** What a wish has come to before its result is read. */
export type Acquisition =
	| {
			/** Who paid: this try, an earlier try of the wish, or somebody else. */
			by: 'thisTry' | 'earlierTry' | 'other';
			/** As the service answered, where this try submitted it. */
			submitted?: SubmittedCheck;
			/** When this try sent it, in Unix milliseconds of this machine. */
			sentAt?: number;
			usage?: UsageMeta | null;
	  }
	| {
			failure: AmlCheckError;
			/** Whether it was only held back because of what happened to another item. */
			isConsequence?: boolean;
	  };

const SAYS_ID_WAS_USED =
	/\bid\b.*\b(already|duplicate|exists?|repeated|unique|used)\b|\b(already|duplicate|repeated|unique|used)\b.*\bid\b|\bduplicate|\balready (exists?|queued|received|submitted)\b/i;

/**
 * Whether the service refused a request since it had its `id` before. The document names no code for it (service 7).
 * @param failure of the request.
 */
export function saysIdWasUsed({ kind, message, description }: AmlCheckError): boolean {
	const words = `${message} ${description}`;
	return kind !== 'notFound' && readPayment({ kind }) === 'refused' && SAYS_ID_WAS_USED.test(words);
}

/** Writes the moment of sending in the service's time as soon as its clock is known. */
export function noteServiceTime({ run }: Plan, wish: Wish): void {
	const { entry } = wish;
	if (entry.state !== 'sent' || entry.isServiceTime) return;
	const moment = run.session.clock.toService({ from: entry.sentAt, to: entry.sentAt });
	if (moment) wish.apply({ kind: 'timed', sentAt: moment.from });
}

/** A request under an `id` that the service had before: somebody has sent it, and it may be this wish. */
function afterUsedId(plan: Plan, wish: Wish, refusal: AmlCheckError): Submission {
	const isFirst = wish.entry.state === 'sent' && wish.entry.sends === 1;
	const isOthers = wish.options.idempotencyKey !== '' && isFirst;
	if (isOthers && plan.run.context.getMode() !== 'retry') {
		const failure = keyUsed(refusal);
		wish.apply({ kind: 'refused', endedAt: Date.now(), refusal: failure.message });
		return { kind: 'refused', failure };
	}
	wish.apply({ kind: 'lost', endedAt: Date.now(), candidates: [] });
	return { kind: 'lost', failure: refusal };
}

/** What a response means that is no check of this wish. */
function afterFailure(plan: Plan, wish: Wish, failure: AmlCheckError): Submission {
	const { candidates = [], hash } = failure;
	const endedAt = Date.now();
	noteServiceTime(plan, wish);
	if (saysIdWasUsed(failure)) return afterUsedId(plan, wish, failure);
	switch (readPayment(failure)) {
		case 'notTaken':
			wish.apply({ kind: 'notTaken' });
			// An earlier request of this wish may have been taken all the same.
			if (wish.entry.state === 'sent') return { kind: 'lost', failure: earlierLost() };
			return { kind: 'notTaken', failure };
		case 'refused':
			wish.apply({ kind: 'refused', endedAt, refusal: failure.message });
			return { kind: 'refused', failure };
		case 'lost': {
			const named = hash === undefined ? candidates : [hash, ...candidates];
			wish.apply({ kind: 'lost', endedAt, candidates: named });
			return { kind: 'lost', failure };
		}
	}
}

/**
 * Sends one request for a check (service 4.3, 4.4). The entry is written before the request leaves and after its
 * response, before anything else happens. Cancelling the execution doesn't cut the request short: its hash would be
 * lost.
 * @param plan of the run.
 * @param wish whose check is wanted.
 * @param mayLeave is asked when it is the request's turn; otherwise it does not leave.
 * @returns what happened. It doesn't throw.
 */
export async function submit(plan: Plan, wish: Wish, mayLeave: () => boolean): Promise<Submission> {
	const { run, deadline } = plan;
	const { method, params } = wish.target;
	let leftAt: number | undefined;
	let sentAt: number | undefined;
	try {
		const { result } = await run.session.attempt(method, params, {
			requestId: wish.entry.id,
			cancellable: false,
			timeoutMs: TIMEOUT_MS,
			leftMs: () => Math.max(deadline.leftMs(), MIN_TURN_MS),
			beforeSend: () => {
				if (!mayLeave()) throw notYet();
				leftAt = performance.now();
				const now = (sentAt = Date.now());
				const moment = run.session.clock.toService({ from: now, to: now });
				const times = { sentAt: moment?.from ?? now, isServiceTime: moment !== undefined };
				wish.apply({ kind: 'sending', ...times, endsBy: now + TIMEOUT_MS });
			},
		});
		const { check, meta: usage } = result;
		const hash = check.hash.trim();
		const isOther = wish.target.compare(check) === 'other' || plan.isOfOtherTarget(hash, wish);
		if (isOther) throw otherTarget(hash);
		plan.take(wish, hash, true);
		deadline.progressed();
		return { kind: 'taken', check, sentAt, usage };
	} catch (thrown) {
		const failure = toFailure(thrown);
		if (leftAt === undefined) return { kind: 'unsent', failure };
		const submission = afterFailure(plan, wish, failure);
		if (submission.kind !== 'lost') return submission;
		return { ...submission, tookMs: performance.now() - leftAt };
	}
}

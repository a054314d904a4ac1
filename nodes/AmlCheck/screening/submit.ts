import type { AmlCheckError } from '../../shared/rpc/failure';
import { FAILURE_KINDS } from '../../shared/rpc/failureKinds';
import { sleepUnlessCancelled } from '../../shared/rpc/time';
import { earlierLost, isFinal, notSubmitted } from './failures';
import type { Submission } from './gate';
import { takeTurn } from './ids';
import { NAP_MS } from './submissions';
import type { Submissions } from './submissions';
import { submit } from './request';
import { take } from './wish';
import type { Wish } from './wish';

/**
 * Submits wishes, and settles all lost requests. After a response that is no check, nothing is submitted until a free
 * request is answered.
 */
export async function submitAll(submissions: Submissions, wishes: readonly Wish[]): Promise<void> {
	const { plan, queue, lost } = submissions;
	queue.push(...wishes);
	if (lost.size > 0) submissions.look();
	while (queue.length > 0 || submissions.looking) {
		if (queue.length === 0) {
			await sleepUnlessCancelled(NAP_MS);
			continue;
		}
		const batch = queue.splice(0);
		submissions.working = batch.length;
		await plan.run.session.concurrently(batch, async (wish) => {
			if (!(await joinOthers(submissions, wish))) await submitOne(submissions, wish);
			submissions.working--;
		});
	}
}

/**
 * Under an idempotency key another execution of this process may be about to submit the same.
 * @returns whether there is nothing left to submit.
 */
async function joinOthers(submissions: Submissions, wish: Wish): Promise<boolean> {
	const { plan, turns, lost } = submissions;
	const { session } = plan.run;
	if (wish.options.idempotencyKey === '' || turns.has(wish)) return false;
	const key = `${session.serviceKey}|${wish.entry.id}`;
	const turn = await takeTurn(key, () => session.deadline.leftMs() > 0, session.cancelSignal);
	if (!turn) {
		submissions.fail(wish, reasonToHold(submissions) ?? notSubmitted.stopped(), true);
		return true;
	}
	turns.set(wish, turn);
	if (turn.hash !== undefined) {
		// An earlier request of this wish may be charged as well.
		take(plan, wish, turn.hash, wish.entry.state === 'sent');
		submissions.succeed(wish, { by: 'other' });
		return true;
	}
	if (!turn.lost || wish.entry.state === 'sent') return false;
	wish.apply({ kind: 'sending', ...turn.lost, endsBy: Date.now() });
	lost.set(wish, { failure: earlierLost(), endedAt: performance.now() });
	submissions.look();
	return true;
}

/** Why nothing is submitted any more. */
function reasonToHold({ plan, hold }: Submissions): AmlCheckError | undefined {
	const { session, options } = plan.run;
	if (session.cancelSignal?.aborted) return notSubmitted.cancelled();
	if (hold) return hold;
	const isOver = session.deadline.leftMs() <= 0 && options.timeout > 0;
	return isOver ? notSubmitted.late(options.timeout) : undefined;
}

async function submitOne(submissions: Submissions, wish: Wish): Promise<void> {
	const { plan, gate } = submissions;
	for (;;) {
		const hold = reasonToHold(submissions);
		if (hold) return submissions.fail(wish, hold, hold === submissions.stopped);
		if (!gate.isOpen) {
			await sleepUnlessCancelled(NAP_MS, plan.run.session.cancelSignal);
			continue;
		}
		let isHeld = false;
		const submission = await submit(plan, wish, () => {
			isHeld = !gate.isOpen || reasonToHold(submissions) !== undefined;
			if (!isHeld) gate.passed();
			return !isHeld;
		});
		if (isHeld) continue;
		const mustLook = submission.kind !== 'unsent' && gate.returned(submission);
		settle(submissions, wish, submission);
		if (mustLook) submissions.look();
		return;
	}
}

function settle(submissions: Submissions, wish: Wish, submission: Submission): void {
	if (submission.kind === 'taken') {
		const { check: submitted, sentAt, usage } = submission;
		return submissions.succeed(wish, { by: 'thisTry', submitted, sentAt, usage });
	}
	const { kind, failure } = submission;
	if (kind === 'lost') {
		const { tookMs } = submission;
		submissions.lost.set(wish, { failure, endedAt: performance.now(), tookMs });
		return;
	}
	if (kind === 'notTaken' && isFinal(failure)) submissions.hold ??= notSubmitted.unusable(failure);
	else if (kind === 'notTaken' && FAILURE_KINDS[failure.kind].mayPass) {
		submissions.queue.push(wish);
		return;
	}
	if (kind === 'refused') submissions.refused.push(wish);
	submissions.fail(wish, failure);
}

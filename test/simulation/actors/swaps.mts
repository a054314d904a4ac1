/** Checks that nobody can tell apart (docs/scale.md, what can not be promised). */
import type { Course, Try } from './play.mts';
import type { Check } from './service.mts';
import { sameRun } from './story.mts';
import type { Wish } from './workflow.mts';

/** What clocks may be apart once their offset is measured, in ms. */
const TOLERANCE_MS = 5_000;

/** How long a submission may be on its way, in ms. */
const SUBMITTING_MS = 20_000 + TOLERANCE_MS;

/**
 * A check of the very same thing that began in the moments of a submission whose answer was lost, or in the time of a
 * life that was cut off: nobody can tell it from the one that was lost (docs/scale.md), unless its owner heard of it in
 * the same process.
 */
export function isIndistinguishable(course: Course, one: Try, check: Check): boolean {
	const { by, initAt, toldAt } = check;
	const { asker, endedAt } = one;
	const isKnown = by?.process === asker.process && toldAt <= endedAt!;
	if (isKnown && !sameRun(by, asker)) return false;
	const { startedAt } = course.lives.find(
		({ root, number }) => root === asker.root && number === asker.life,
	)!;
	const isNearLost = course.calls.some(
		(call) =>
			call.kind === 'pay' &&
			sameRun(call.asker, asker) &&
			!call.isAnswered &&
			initAt >= call.at - TOLERANCE_MS &&
			initAt <= call.at + SUBMITTING_MS,
	);
	// When an execution began, its first machine has told, whose clock may have been behind.
	const first = course.lives.find(({ root }) => root === asker.root)!;
	const behindMs = Math.max(0, -first.process.skewMs);
	const inDeadLife = course.lives.some(
		(life) =>
			life.root === asker.root &&
			!life.run &&
			initAt >= life.startedAt - behindMs - TOLERANCE_MS &&
			initAt <= startedAt + TOLERANCE_MS,
	);
	return isNearLost || inDeadLife;
}

/**
 * Under an idempotency key another process may be asking for the same work at the same time, or another execution of
 * this one has lost its answer: who has paid for the check that the service answers both with, only its date can tell.
 */
export function isUnderSameKey(
	course: Course,
	{ asker, endedAt }: Try,
	{ key }: Wish,
	{ by, initAt, toldAt }: Check,
): boolean {
	const began = course.lives.find(({ root }) => root === asker.root)!.startedAt;
	const isKnown = by?.process === asker.process && toldAt <= endedAt!;
	return key !== '' && !isKnown && initAt >= began - TOLERANCE_MS;
}

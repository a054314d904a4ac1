/** Checks that nobody can tell apart (docs/scale.md, what can not be promised). */
import { isProvable } from './money.mts';
import type { Course, Try } from './course.mts';
import { type Check, sameRun } from './check.mts';
import { chargesOf, isOf, nodeOf, wantedOf } from './story.mts';
import type { Wish } from './workflow.mts';

/** What clocks may be apart once their offset is measured, in ms. */
const TOLERANCE_MS = 5_000;

/** How long a submission may be on its way, in ms. */
const SUBMITTING_MS = 20_000 + TOLERANCE_MS;

/** Whether a check began in the moments of a submission whose answer was lost. */
const isNearLost = ({ calls }: Course, { asker }: Try, { initAt }: Check): boolean =>
	calls.some(
		(call) =>
			call.kind === 'pay' &&
			sameRun(call.asker, asker) &&
			!call.isAnswered &&
			initAt >= call.at - TOLERANCE_MS &&
			initAt <= call.at + SUBMITTING_MS,
	);

/** Whether a check began in the time of a life that was cut off. */
function isInDeadLife({ lives }: Course, { asker }: Try, { initAt }: Check): boolean {
	const { startedAt } = lives.find(
		({ root, number }) => root === asker.root && number === asker.life,
	)!;
	// When an execution began, its first machine has told, whose clock may have been behind.
	const first = lives.find(({ root }) => root === asker.root)!;
	const behindMs = Math.max(0, -first.process.skewMs);
	return lives.some(
		(life) =>
			life.root === asker.root &&
			!life.run &&
			initAt >= life.startedAt - behindMs - TOLERANCE_MS &&
			initAt <= startedAt + TOLERANCE_MS,
	);
}

/**
 * Whether the history shows beside a check the one that the run itself has paid for: then there are two that may be it,
 * and neither is taken.
 */
function hasRival(course: Course, one: Try, check: Check): boolean {
	const wish = one.wishes.find((some) => isOf(check, some));
	if (!wish || !isProvable(course.world.ways)) return false;
	if (wantedOf(one, nodeOf(course, one), wish) > 1) return false;
	return chargesOf(course, one, wish, one.endedAt).some(
		(own) =>
			own !== check &&
			own.toldAt === Infinity &&
			(isNearLost(course, one, own)
				? isNearLost(course, one, check)
				: isInDeadLife(course, one, own)),
	);
}

/**
 * A check of the very same thing that began in the moments of a submission whose answer was lost, or in the time of a
 * life that was cut off: nobody can tell it from the one that was lost (docs/scale.md), unless its owner heard of it in
 * the same process, or the service shows the lost one too.
 */
export function isIndistinguishable(course: Course, one: Try, check: Check): boolean {
	const { by, toldAt } = check;
	const isKnown = by?.process === one.asker.process && toldAt <= one.endedAt!;
	if (isKnown && !sameRun(by, one.asker)) return false;
	const isOfMoment = isNearLost(course, one, check) || isInDeadLife(course, one, check);
	return isOfMoment && !hasRival(course, one, check);
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

import { toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import { sleepUnlessCancelled } from '../../shared/rpc/time';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome } from '../run/outcomes';
import { collect } from './collect';
import { PROOF_MS } from './entry';
import { findExisting } from './existing';
import type { Answer, Question } from './existing';
import { earlierLost, isFinal, notSubmitted, refusedBefore } from './failures';
import { readExecutionStart } from './ids';
import { plan } from './plan';
import type { ReadWanted } from './plan';
import { questionAboutLost, Submissions } from './submissions';
import { submitAll } from './submit';
import { Watch } from '../waiting/watch';
import { take } from './wish';
import type { Wish } from './wish';

export { earlierTries } from './collect';

const HOUR_MS = 3_600_000;

/** Pauses while the history can't be read, in milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 5_000];

/**
 * At a Retry a process that died took along what it knew of a wish, and so did a Retry that nobody saved: the wish may
 * have been sent since the last moment that is known of it.
 */
function recallDeath({ plan: { run } }: Submissions, wish: Wish): void {
	const { entry, before } = wish;
	const isForgotten = entry.state === 'wanted' && before?.execution !== entry.asked.execution;
	const since = before?.at ?? readExecutionStart(run.context);
	const mayBeSent = run.context.getMode() === 'retry' && isForgotten && since !== undefined;
	if (!mayBeSent || run.options.dryRun) return;
	wish.apply({ kind: 'forgotten', since, endedAt: before ? since - PROOF_MS : Date.now() });
}

/** Takes up what is remembered of earlier tries. */
function resume(submissions: Submissions): void {
	for (const wish of submissions.plan.wishes) {
		recallDeath(submissions, wish);
		const { entry } = wish;
		if (entry.state === 'taken') {
			wish.acquisition = { by: entry.paid ? 'earlierTry' : 'other' };
			submissions.onTaken(wish);
		}
		if (entry.state !== 'sent') continue;
		const endedAt = performance.now() - Math.max(0, Date.now() - entry.endedAt);
		const failure = entry.refusal === undefined ? earlierLost() : refusedBefore(entry.refusal);
		submissions.lost.set(wish, { failure, endedAt });
	}
}

function settle(submissions: Submissions, { wish, why }: Question, answer: Answer): void {
	const { plan, lost, onTaken } = submissions;
	if (answer.kind === 'candidates') wish.apply({ kind: 'seen', candidates: answer.hashes });
	if (answer.kind === 'nothing') wish.isAssetUnspecified = answer.isAssetUnspecified;
	if (answer.kind !== 'take') return;
	lost.delete(wish);
	wish.acquisition = { by: why === 'reuse' ? 'other' : 'earlierTry' };
	if (plan.run.options.dryRun) return;
	take(plan, wish, answer.hash, why !== 'reuse');
	onTaken(wish);
}

/**
 * Asks what exists, in one reading of the history. While the service gives no usable response, the run waits.
 * @returns why there is no answer. `onNothing` hears of each wish of which the history shows nothing.
 */
async function ask(
	submissions: Submissions,
	questions: readonly Question[],
	onNothing: (wish: Wish) => void = () => {},
): Promise<AmlCheckError | undefined> {
	const { plan } = submissions;
	const { deadline, cancelSignal } = plan.run.session;
	for (let attempt = 0; questions.length > 0; attempt++) {
		try {
			const answers = await findExisting(plan, questions);
			for (const question of questions) {
				const answer = answers.get(question.wish)!;
				settle(submissions, question, answer);
				if (answer.kind === 'nothing') onNothing(question.wish);
			}
			break;
		} catch (thrown) {
			const failure = toFailure(thrown);
			const ms = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)];
			if (isFinal(failure) || deadline.leftMs() <= ms) return failure;
			if (!(await sleepUnlessCancelled(ms, cancelSignal))) return failure;
		}
	}
	return undefined;
}

/** One question for all open wishes. */
async function askWhatExists(submissions: Submissions): Promise<void> {
	const { plan } = submissions;
	const questions = plan.wishes.flatMap((wish): Question[] => {
		const { reuseWithinHours: hours } = wish.options;
		if (wish.acquisition) return [];
		if (wish.entry.state === 'sent')
			return plan.run.options.dryRun ? [questionAboutLost(wish)] : [];
		return hours > 0
			? [{ wish, why: 'reuse', since: Date.now() - hours * HOUR_MS, clock: 'own' }]
			: [];
	});
	const failure = await ask(submissions, questions);
	if (!failure) return;
	for (const { wish, why } of questions)
		if (why === 'reuse') wish.acquisition = { failure: notSubmitted.unsearched(failure) };
}

/** The wishes that are left to pay for; none where they are more than the budget allows. */
function keepToBudget({ plan, lost }: Submissions): Wish[] {
	const open = plan.wishes.filter((wish) => !wish.acquisition && !lost.has(wish));
	const { maxPaidChecks: allowed } = plan.run.options;
	if (allowed === 0 || open.length <= allowed) return open;
	const failure = notSubmitted.overBudget(open.length, allowed);
	for (const wish of open) wish.acquisition = { failure };
	return [];
}

/** A refusal may have come after the charge: the history is read once before anybody says that nothing was paid. */
async function readOnceForRefused(submissions: Submissions): Promise<void> {
	const questions = submissions.refused.map((wish) => questionAboutLost(wish));
	await ask(submissions, questions, (wish) => {
		const { acquisition } = wish;
		if (!acquisition || !('failure' in acquisition)) return;
		// Another refusal may have been charged and show later, so only an empty package is sure to be free.
		if (acquisition.failure.kind === 'emptyPackage') wish.apply({ kind: 'refusalProved' });
		wish.acquisition = { failure: acquisition.failure.with({ charged: false }) };
	});
}

/**
 * Gets a check for every wish: the one it has, one that is there already, or a new one.
 * @returns whether to wait for the results. In Stop mode nobody does after a failure.
 */
async function acquire(submissions: Submissions): Promise<boolean> {
	const { run, rows, wishes } = submissions.plan;
	const hasFailed = (one: object | undefined) => one !== undefined && 'failure' in one;
	const stops = () =>
		!run.continueOnFail &&
		(rows.some(hasFailed) || wishes.some(({ acquisition }) => hasFailed(acquisition)));
	if (stops()) return false;
	resume(submissions);
	await askWhatExists(submissions);
	const open = stops() ? [] : keepToBudget(submissions);
	if (run.options.dryRun) return !stops();
	await submitAll(submissions, stops() ? [] : open);
	await readOnceForRefused(submissions);
	return !stops();
}

/**
 * Screens the items of a paid operation. It plans which checks are wanted, acquires a check for each and pays for what
 * is not there, waits for the results while the rest is acquired, and collects them in the order of the input.
 * @returns one outcome for each item, in their order. It doesn't throw.
 */
export async function screenItems(run: NodeRun, readWanted: ReadWanted): Promise<ItemOutcome[]> {
	const planned = await plan(run, readWanted);
	const watch = new Watch(run, planned.history, planned.wishes.length);
	const wait = ({ entry, target: { compare }, waits }: Wish): void => {
		// A check of somebody else is finished as a rule: its result is read even where nobody waits for it.
		if (entry.state !== 'taken' || (!waits && entry.paid)) return;
		const { hash, paid } = entry;
		watch.add({ hash, isExpected: (check) => compare(check) !== 'other', isOld: !paid });
	};
	const waiting = watch.waitForAll();
	if (await acquire(new Submissions(planned, wait, () => watch.isWaiting))) watch.close();
	else watch.stop();
	await waiting;
	return await collect(planned, watch);
}

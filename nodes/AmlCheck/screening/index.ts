import { AmlCheckError, toFailure } from '../../shared/rpc/failure';
import { sleepUnlessCancelled } from '../../shared/sleep';
import type { ItemOutcome } from '../run/outcomes';
import type { NodeRun } from '../run/nodeRun';
import { collect } from './collect';
import { PROOF_MS } from './entry';
import { findExisting } from './existing';
import type { Answer, Question } from './existing';
import { earlierLost, isFinal, notSearched, notSubmitted, refusedBefore } from './failures';
import { readExecutionStart } from './ids';
import { questionAboutLost, Submissions } from './submissions';
import { plan } from './plan';
import type { ReadWanted } from './plan';
import { submitAll } from './submit';
import { take } from './wish';
import type { Plan, Wish } from './wish';
import { Watch } from './wait';

export { earlierTries } from './collect';

const HOUR_MS = 3_600_000;

/** Pauses while the history can't be read, in milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 5_000];

/**
 * At a Retry a process that died took along what it knew of a wish, and so did a Retry that nobody saved.
 * @returns when it may have sent the wish at the earliest, in Unix milliseconds; undefined where all is known.
 */
function mayBeSentSince({ run }: Plan, { entry, before }: Wish): number | undefined {
	const isFirst = before?.execution !== entry.asked.execution;
	const isForgotten = run.context.getMode() === 'retry' && isFirst;
	if (!isForgotten || entry.state !== 'wanted') return undefined;
	return before?.at ?? readExecutionStart(run.context);
}

/** Takes up what is remembered of earlier tries. */
function resume({ plan, lost, onTaken }: Submissions): void {
	for (const wish of plan.wishes) {
		if (wish.entry.state === 'taken') {
			wish.acquisition = { by: wish.entry.paid ? 'earlierTry' : 'other' };
			onTaken(wish);
		}
		const since = mayBeSentSince(plan, wish);
		if (since !== undefined && !plan.run.options.dryRun) {
			const endedAt = wish.before === undefined ? Date.now() : since - PROOF_MS;
			wish.apply({ kind: 'forgotten', since, endedAt });
		}
		const { entry } = wish;
		if (entry.state !== 'sent') continue;
		const agoMs = Math.max(0, Date.now() - entry.endedAt);
		const failure = entry.refusal === undefined ? earlierLost() : refusedBefore(entry.refusal);
		lost.set(wish, { failure, endedAt: performance.now() - agoMs });
	}
}

/** Asks what exists. While the service gives no usable response, the run waits. */
async function askPatiently(
	plan: Plan,
	questions: readonly Question[],
): Promise<Map<Wish, Answer> | AmlCheckError> {
	const { deadline, cancelSignal } = plan.run.session;
	for (let attempt = 0; ; attempt++) {
		try {
			return await findExisting(plan, questions);
		} catch (thrown) {
			const failure = toFailure(thrown);
			const ms = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)];
			if (isFinal(failure) || deadline.leftMs() <= ms) return failure;
			if (!(await sleepUnlessCancelled(ms, cancelSignal))) return failure;
		}
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

/** One question for all open wishes, in one reading of the history. */
async function askWhatExists(submissions: Submissions): Promise<void> {
	const { plan } = submissions;
	const { dryRun } = plan.run.options;
	const questions = plan.wishes.flatMap((wish): Question[] => {
		const { reuseWithinHours: hours } = wish.options;
		if (wish.acquisition) return [];
		if (wish.entry.state === 'sent') return dryRun ? [questionAboutLost(wish)] : [];
		return hours > 0 ? [{ wish, why: 'reuse', since: Date.now() - hours * HOUR_MS }] : [];
	});
	if (questions.length === 0) return;
	const answers = await askPatiently(plan, questions);
	for (const question of questions) {
		const { wish, why } = question;
		if (!(answers instanceof AmlCheckError)) settle(submissions, question, answers.get(wish)!);
		else if (why !== 'lost') wish.acquisition = { failure: notSearched(answers) };
	}
}

/** The wishes that are left to pay for; none where they are more than the budget allows. */
function keepToBudget({ plan, lost }: Submissions): Wish[] {
	const open = plan.wishes.filter((wish) => !wish.acquisition && !lost.has(wish));
	const { maxPaidChecks: allowed } = plan.run.options;
	if (allowed === 0 || open.length <= allowed) return open;
	const failure = notSubmitted({ because: 'budget', wanted: open.length, allowed });
	for (const wish of open) wish.acquisition = { failure };
	return [];
}

/** A refusal may have come after the charge: the history is read once before anybody says that nothing was paid. */
async function readOnceForRefused(submissions: Submissions): Promise<void> {
	const { plan, refused } = submissions;
	if (refused.length === 0) return;
	const questions = refused.map((wish) => questionAboutLost(wish));
	const answers = await askPatiently(plan, questions);
	if (answers instanceof AmlCheckError) return;
	for (const question of questions) {
		const { wish } = question;
		const answer = answers.get(wish)!;
		if (answer.kind !== 'nothing') settle(submissions, question, answer);
		else if (wish.acquisition && 'failure' in wish.acquisition) {
			const { failure } = wish.acquisition;
			// Another refusal may have been charged and show later, so only an empty package is sure to be free.
			if (failure.kind === 'emptyPackage') wish.apply({ kind: 'refusalProved' });
			wish.acquisition = { failure: failure.with({ charged: false }) };
		}
	}
}

/**
 * Gets a check for every wish: the one it has, one that is there already, or a new one.
 * @returns whether to wait for the results. In Stop mode nobody does after a failure.
 */
async function acquire(submissions: Submissions): Promise<boolean> {
	const { plan } = submissions;
	const { run, rows, wishes } = plan;
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
 * @param run the node's run.
 * @param readWanted reads what one item wants screened.
 * @returns one outcome for each item, in their order. It doesn't throw.
 */
export async function screenItems(run: NodeRun, readWanted: ReadWanted): Promise<ItemOutcome[]> {
	const planned = await plan(run, readWanted);
	const watch = new Watch(run, planned.history, planned.wishes.length);
	const wait = ({ entry, target, waits }: Wish): void => {
		if (entry.state !== 'taken') return;
		// A check of somebody else is finished as a rule: its result is read even where nobody waits for it.
		const isOld = !entry.paid;
		const isExpected = (check: Parameters<typeof target.compare>[0]) =>
			target.compare(check) !== 'other';
		if (waits || isOld) watch.add({ hash: entry.hash, isExpected, isOld });
	};
	const waiting = watch.waitForAll();
	if (await acquire(new Submissions(planned, wait, () => watch.isWaiting))) watch.close();
	else watch.stop();
	await waiting;
	return await collect(planned, watch);
}

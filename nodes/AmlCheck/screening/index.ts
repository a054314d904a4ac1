import { nap } from '../../shared/rpc/time';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome } from '../run/outcomes';
import { Watch } from '../waiting/watch';
import { collect } from './collect';
import { PROOF_MS } from './entry';
import { earlierLost, notSubmitted, refusedBefore } from './failures';
import { readExecutionStart } from './ids';
import { plan, type ReadWanted } from './plan';
import { Submissions } from './submissions';
import type { Plan, Wish } from './wish';

export { earlierTries } from './collect';

/**
 * At a Retry a process that died took along what it knew of a wish, and so did a Retry that nobody saved: the wish may
 * have been sent since the last moment that is known of it.
 */
function recallDeath({ run }: Plan, wish: Wish): void {
	const { entry, before } = wish;
	const isForgotten = entry.state === 'wanted' && before?.execution !== entry.asked.execution;
	const since = before?.at ?? readExecutionStart(run.context);
	const mayBeSent = run.context.getMode() === 'retry' && isForgotten && since !== undefined;
	if (!mayBeSent || run.options.dryRun) return;
	wish.apply({ kind: 'forgotten', since, endedAt: before ? since - PROOF_MS : Date.now() });
}

/** Takes up what is remembered of earlier tries, and asks once what exists of all other wishes. */
async function resume(plan: Plan, submissions: Submissions, onTaken: (wish: Wish) => void) {
	for (const wish of plan.wishes) {
		recallDeath(plan, wish);
		const { entry, options } = wish;
		if (entry.state === 'taken') {
			wish.acquisition = { by: entry.paid ? 'earlierTry' : 'other' };
			onTaken(wish);
		} else if (entry.state === 'sent') {
			const endedAt = performance.now() - Math.max(0, Date.now() - entry.endedAt);
			const failure = entry.refusal === undefined ? earlierLost() : refusedBefore(entry.refusal);
			submissions.sought.set(wish, { by: 'earlierTry', failure, endedAt });
		} else if (options.reuseWithinHours > 0)
			submissions.sought.set(wish, { by: 'other', failure: earlierLost() });
	}
	if (submissions.sought.size === 0) return;
	const failure = await submissions.lookOnce();
	if (!failure) return;
	for (const [wish, { by }] of submissions.sought) {
		if (by !== 'other') continue;
		submissions.sought.delete(wish);
		wish.acquisition = { failure: notSubmitted.unsearched(failure) };
	}
}

/** The wishes that are left to pay for; none where they are more than the budget allows. */
function keepToBudget({ wishes, run }: Plan, spare: number): Wish[] {
	const open = wishes.filter(({ acquisition, entry }) => !acquisition && entry.state === 'wanted');
	if (open.length <= spare) return open;
	const failure = notSubmitted.overBudget(open.length, run.options.maxPaidChecks);
	for (const wish of open) wish.acquisition = { failure };
	return [];
}

/**
 * Gets a check for every wish: the one it has, one that is there already, or a new one.
 * @returns whether to wait for the results. In Stop mode nobody does after a failure.
 */
async function acquire(
	plan: Plan,
	onTaken: (wish: Wish) => void,
	isWaiting: () => boolean,
): Promise<boolean> {
	const { run, rows, wishes } = plan;
	const hasFailed = (one: object | undefined) => one !== undefined && 'failure' in one;
	const stops = () =>
		!run.continueOnFail &&
		(rows.some(hasFailed) || wishes.some(({ acquisition }) => hasFailed(acquisition)));
	if (stops()) return false;
	const submissions = new Submissions(plan, onTaken);
	await resume(plan, submissions, onTaken);
	const open = stops() ? [] : keepToBudget(plan, submissions.spare);
	submissions.spare -= open.length;
	if (run.options.dryRun) return !stops();
	await submissions.submitAll(stops() ? [] : open);
	if (submissions.refused.size > 0) {
		const { deadline, cancelSignal } = run.session;
		while (!stops() && isWaiting() && deadline.leftMs() > 0 && !cancelSignal?.aborted)
			await nap(cancelSignal);
		await submissions.lookForRefused();
	}
	return !stops();
}

/**
 * Screens the items of a paid operation. It plans which checks are wanted, acquires a check for each and pays for what
 * is not there, waits for the results while the rest is acquired, and collects them in the order of the input.
 * @returns one outcome for each item, in their order. It doesn't throw.
 */
export async function screenItems(run: NodeRun, readWanted: ReadWanted): Promise<ItemOutcome[]> {
	const planned = await plan(run, readWanted);
	const watch = new Watch(run, planned.history);
	const onTaken = ({ entry, target: { compare }, waits }: Wish): void => {
		// A check of somebody else is finished as a rule: its result is read even where nobody waits for it.
		if (entry.state !== 'taken' || (!waits && entry.paid)) return;
		const { hash, paid } = entry;
		watch.add({ hash, isExpected: (check) => compare(check) !== 'other', isOld: !paid });
	};
	const waiting = watch.waitForAll();
	if (await acquire(planned, onTaken, () => watch.isWaiting)) watch.close();
	else watch.stop();
	await waiting;
	return await collect(planned, watch);
}

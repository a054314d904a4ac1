/*
 * The paid path, in ten sentences.
 *
 *  1. Every row is read before anything is paid, and equal rows become one wish.
 *  2. A wish has one entry, which n8n saves with the execution: wanted, sent or taken.
 *  3. A wish is pursued until it is settled; it waits to be sent, or for the history to prove what became of it.
 *  4. First the run asks the history once: a check of an earlier try, or a recent one, is taken in place of a new one.
 *  5. The gate alone lets submissions leave, and the entry says so before one does.
 *  6. After a response that is no check, nothing leaves before a free request is answered.
 *  7. All open questions share one reading of the history, which goes down until their moment is behind it.
 *  8. A check that it proves is taken; one that it could mean is named; the others wait until their absence is proved.
 *  9. A check that is proved to be absent is sent again under its id; any other stays a question, and Retry asks it again.
 * 10. The run reads results while it submits the rest, and makes every item from the entry of its wish.
 */
import { REPORT_NETWORKS } from '../../shared/currencies';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome } from '../run/outcomes';
import { FEW, Watch } from '../waiting/watch';
import { collect } from './collect';
import { PROOF_MS } from './entry';
import { earlierLost, refusedBefore } from './failures';
import { hasNeverSent, readExecutionStart } from './ids';
import { plan, type ReadWanted } from './plan';
import { Pursuit } from './pursuit';
import { patience, type Need, type Plan, type Wish } from './wish';

export { earlierTries } from './collect';
export { repeatRequest, type FindOther, type RepeatedId } from './repeat';

const isRetry = ({ run }: Plan): boolean => run.context.getMode() === 'retry';

/**
 * A process that died took along what it knew of a wish, and so did a Retry that nobody saved. Since the last moment
 * that is known of it, the wish may have been sent.
 * @returns whether this process has lived since before that and knows that it sent nothing.
 */
function recallDeath(plan: Plan, wish: Wish): boolean {
	const { entry, before } = wish;
	const { context, options } = plan.run;
	const isForgotten = entry.state === 'wanted' && before?.execution !== entry.asked.execution;
	const since = before?.at ?? readExecutionStart(context);
	if (!isRetry(plan) || !isForgotten || since === undefined || options.dryRun) return false;
	const isFearless = before === undefined && hasNeverSent(entry.id, since);
	const endedAt = before ? since - PROOF_MS : Date.now() - (isFearless ? PROOF_MS : 0);
	wish.apply({ kind: 'forgotten', since, endedAt });
	return isFearless;
}

/** The need of a wish at the beginning of a try. */
function firstNeed(plan: Plan, wish: Wish): Need {
	const isFearless = recallDeath(plan, wish);
	const { entry, options } = wish;
	if (entry.state === 'taken')
		return { kind: 'settled', acquisition: { paidBy: entry.paid ? 'earlierTry' : 'somebodyElse' } };
	if (entry.state === 'sent') {
		const endedAt = performance.now() - Math.max(0, Date.now() - entry.endedAt);
		const failure = entry.refusal === undefined ? earlierLost() : refusedBefore(entry.refusal);
		const asked = { kind: 'prove', paidBy: 'earlierTry', failure, endedAt, isFearless } as const;
		return isRetry(plan) ? { ...asked, ...patience(endedAt) } : asked;
	}
	if (options.reuseWithinHours > 0)
		return { kind: 'prove', paidBy: 'somebodyElse', failure: earlierLost(), endedAt: 0 };
	return { kind: 'send' };
}

const hasFailed = (one: object | undefined) => one !== undefined && 'failure' in one;

/** Whether nobody waits for anything more: in Stop mode, after a failure. */
const isStopped = ({ run, rows, wishes }: Plan): boolean =>
	!run.continueOnFail &&
	(rows.some(hasFailed) || wishes.some(({ acquisition }) => hasFailed(acquisition)));

/** Gets a check for every wish: the one it has, one that is there already, or a new one. */
async function acquire(plan: Plan, pursuit: Pursuit, isWaiting: () => boolean): Promise<void> {
	const { run, wishes } = plan;
	if (isStopped(plan)) return;
	for (const wish of wishes) {
		const need = firstNeed(plan, wish);
		if (need.kind === 'settled') pursuit.settle(wish, need.acquisition);
		else wish.need = need;
	}
	await pursuit.askOnce(wishes.filter(({ need }) => need.kind === 'prove'));
	if (!isStopped(plan)) pursuit.fund(wishes);
	if (run.options.dryRun) return;
	await Promise.all(wishes.map(async (wish) => await pursuit.pursue(wish)));
	if (pursuit.hasRefused) {
		const { deadline, naps } = run.session;
		await naps.until(() => isStopped(plan) || !isWaiting() || deadline.leftMs() <= 0);
		await pursuit.askAboutRefused();
	}
	await pursuit.askPages();
}

/** Whether only the history has the links that an item shows: a search finds those of one check on most networks. */
const lacksLinks = ({ rows, wishes }: Plan): boolean =>
	rows.some((row) => 'simplifies' in row && row.simplifies) &&
	(wishes.length > 1 || wishes.some(({ target }) => !REPORT_NETWORKS.includes(target.network)));

/**
 * Screens the items of a paid operation. It plans which checks are wanted, and acquires a check for each: one that is
 * there, or a new one. Meanwhile it waits for the results, and collects them in the order of the input.
 * @returns one outcome for each item, in their order. It doesn't throw.
 */
export async function screenItems(run: NodeRun, readWanted: ReadWanted): Promise<ItemOutcome[]> {
	const planned = await plan(run, readWanted);
	const watch = new Watch(run, planned.history, planned.wishes.length <= FEW);
	const onTaken = ({ entry, target: { compare }, waits }: Wish): void => {
		// A check of somebody else is finished as a rule: its result is read even where nobody waits for it.
		if (entry.state !== 'taken' || (!waits && entry.paid)) return;
		const { hash, paid } = entry;
		watch.add({ hash, isExpected: (check) => compare(check) !== 'other', isOld: !paid });
	};
	const pursuit = new Pursuit(planned, onTaken);
	const waiting = watch.waitForAll();
	await acquire(planned, pursuit, () => watch.isWaiting);
	if (isStopped(planned)) watch.stop();
	else watch.close();
	await waiting;
	if (lacksLinks(planned)) await watch.readLinks();
	// The pages that were read for results may show a lost check.
	const hasFound = await pursuit.askPages();
	if (hasFound && !isStopped(planned)) await watch.waitForAll();
	return await collect(planned, watch);
}

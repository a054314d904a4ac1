/*
 * The paid path, in ten sentences.
 *
 *  1. Every row is read before anything is paid, and equal rows become one order.
 *  2. An order has one entry, which n8n saves with the execution: wanted, sent or taken.
 *  3. The run goes in rounds: it looks, submits and waits, until every order is settled or its time is over.
 *  4. It looks where an order was sent and has no answer, or where a recent check would do: one reading of the history for all.
 *  5. A check that the history proves is taken; one that it could mean is named, and stays a question.
 *  6. A check that is proved to be absent is wanted again, and sent under its id.
 *  7. It submits what is wanted, and the entry says so before a request leaves.
 *  8. After an answer that is lost nothing more leaves in this round, and in the next one only if the look is answered.
 *  9. It waits longer and longer, as long as its rounds bring nothing.
 * 10. The run reads results meanwhile, and makes every item from the entry of its order.
 */
import { REPORT_NETWORKS } from '../../shared/currencies';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome } from '../run/outcomes';
import { RunHistory } from '../waiting/history';
import { Watch } from '../waiting/watch';
import { collect } from './collect';
import { PROOF_MS } from './entry';
import type { Order, Plan } from './order';
import { earlierLost } from './failures';
import { plan, type ReadWanted } from './plan';
import { hasNeverSent, readExecutionStart } from './requests';
import { readPagesAgain, Rounds } from './rounds';
import { ThisTry } from './thisTry';

export { earlierTries } from './collect';

/**
 * A process that died took along what it knew of an order, and so did a Retry that nobody saved.
 * @returns since when the order may have been sent, in Unix milliseconds; undefined where everything is known of it.
 */
function forgottenSince(run: NodeRun, { entry, before }: Order): number | undefined {
	const isForgotten = entry.state === 'wanted' && before?.execution !== entry.asked.execution;
	if (!isForgotten || run.context.getMode() !== 'retry' || run.options.dryRun) return undefined;
	return before?.at ?? readExecutionStart(run.context);
}

function assumeSent(run: NodeRun, order: Order): void {
	const { entry, before } = order;
	const since = forgottenSince(run, order);
	if (since === undefined) return;
	// This process has lived since before that and knows that it sent nothing, so that one reading is enough.
	const isSurelyUnsent = before === undefined && hasNeverSent(entry.id, since);
	const endedAt = before ? since - PROOF_MS : Date.now() - (isSurelyUnsent ? PROOF_MS : 0);
	order.apply({ kind: 'forgotten', since, endedAt });
}

/** Where an order stands at the beginning of a try. */
function resume(thisTry: ThisTry, order: Order): void {
	assumeSent(thisTry.run, order);
	const { entry } = order;
	if (entry.state === 'taken')
		thisTry.settle(order, { paidBy: entry.paid ? 'earlierTry' : 'somebodyElse' });
	if (entry.state === 'sent') {
		const endedAt = performance.now() - Math.max(0, Date.now() - entry.endedAt);
		order.lost = { paidBy: 'earlierTry', failure: earlierLost(), endedAt };
	}
}

const hasFailed = (one: object | undefined) => one !== undefined && 'failure' in one;

/** Whether nobody waits for anything more: in Stop mode, after a failure. */
const isStopped = ({ continueOnFail }: NodeRun, { rows, orders }: Plan): boolean =>
	!continueOnFail &&
	(rows.some(hasFailed) || orders.some(({ acquisition }) => hasFailed(acquisition)));

/** Whether only the history has the links that an item shows: a search finds those of one check on most networks. */
const lacksLinks = ({ rows, orders }: Plan): boolean =>
	rows.some((row) => 'simplifies' in row && row.simplifies) &&
	(orders.length > 1 || orders.some(({ target }) => !REPORT_NETWORKS.includes(target.network)));

/**
 * Screens the items of a paid operation. It plans which checks are wanted, and gets a check for each: one that is
 * there, or a new one. Meanwhile it waits for the results, and collects them in the order of the input.
 * @returns one outcome for each item, in their order. It doesn't throw.
 */
export async function screenItems(run: NodeRun, readWanted: ReadWanted): Promise<ItemOutcome[]> {
	const planned = await plan(run, readWanted);
	const { orders } = planned;
	const { session, options } = run;
	const history = new RunHistory(session);
	const watch = new Watch(session, history, options.timeout, orders.length);
	const waiting = watch.waitForAll();
	const thisTry = new ThisTry(run, orders, watch);
	if (!isStopped(run, planned)) {
		for (const order of orders) resume(thisTry, order);
		await new Rounds(thisTry, history).run();
	}
	if (isStopped(run, planned)) watch.stop();
	else watch.close();
	await waiting;
	if (lacksLinks(planned)) await watch.readLinks();
	// The pages that were read for results may show a lost check.
	const hasFound = await readPagesAgain(thisTry, history);
	if (hasFound && !isStopped(run, planned)) await watch.waitForAll();
	return await collect(run, planned, watch);
}

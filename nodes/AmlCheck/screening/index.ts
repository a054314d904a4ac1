/*
 * The paid path, in ten sentences.
 *
 *  1. Every row is read before anything is paid, and equal rows become one order.
 *  2. An order has one entry in the ledger, which n8n saves with the execution: wanted, sent or taken.
 *  3. One loop looks and sends, until each order has a check and each check its result, or the run's time is over.
 *  4. A look is one reading of the history, for all orders that were sent without an answer or may reuse a check, and for
 *     all results; for three checks or fewer their results are requested instead.
 *  5. A check that the history proves is taken; one that it could mean is named, and stays a question.
 *  6. A check that a whole reading doesn't show two minutes after its request is wanted again, and sent under its id.
 *  7. The entry says that a request leaves before it does, and none leaves unless a free one was answered within the last
 *     ten minutes.
 *  8. After an answer that is lost nothing more leaves until a look is answered, and then one request at a time.
 *  9. The results of checks that have ended are requested, and with them the owner of the address.
 * 10. Every item is made from the entry of its order.
 */
import { SHOWN_MS } from '../../shared/base/contract';
import { mapInSlices } from '../../shared/base/slices';
import { makeOwnerSearch, type OwnerSearch } from '../../shared/check/reports';
import type { CheckRecord } from '../../shared/service/schemas';
import { parseOutcome } from '../../shared/base/statuses';
import type { NodeRun } from '../nodeRun';
import type { ItemOutcome } from '../items/outcomes';
import { collect } from './collect';
import { earlierLost, notSubmitted } from './failures';
import { Loop } from './loop';
import type { Order } from './order';
import { plan, type Plan, type ParseWanted } from './plan';
import { lastSentAt, findExecutionStart } from './requests';
import { Results } from './results';

export { earlierTries, listPaid } from './collect';

const isRetry = ({ context, options }: NodeRun): boolean =>
	context.getMode() === 'retry' && !options.dryRun;

/**
 * Has the history asked about a request that may have been taken.
 * @param since when the execution began, in Unix milliseconds, where n8n says it.
 * @param sentAt when the request left at the earliest, where its entry doesn't say it.
 */
function lookFor(run: NodeRun, order: Order, since: number | undefined, sentAt?: number): void {
	const endedAt = lastSentAt(order.facts.serviceKey, order.entry.id, since ?? -Infinity);
	order.lose({ failure: earlierLost(endedAt), endedAt }, [], sentAt);
	// A Retry waits for the proof, whatever its own time is: nobody sits in front of it.
	if (isRetry(run)) run.session.deadline.progressed(endedAt + SHOWN_MS - Date.now());
}

/** A process that died took along what it knew of its orders, and so did a Retry that nobody saved. */
function resumeForgotten(run: NodeRun, order: Order): void {
	const { forerunner, facts } = order;
	// What this process has sent under the id says more than a look.
	if (forerunner?.isInFlight) return;
	if (forerunner) return order.adopt(forerunner, earlierLost());
	const since = facts.before?.at ?? findExecutionStart(run.context);
	if (since === undefined) order.failed = { failure: notSubmitted.begunUnknown() };
	else lookFor(run, order, since, since);
}

/** Finds where an order stands at the beginning of a try. */
function resume(run: NodeRun, order: Order): void {
	const { entry, facts } = order;
	if (entry.state === 'sent') lookFor(run, order, findExecutionStart(run.context));
	const isKnown = facts.before?.execution === entry.asked.execution;
	if (isRetry(run) && entry.state === 'wanted' && !isKnown) resumeForgotten(run, order);
}

/** In Stop mode a row that can't be read ends the run before anything is paid. */
const isStopped = ({ continueOnFail }: NodeRun, { rows }: Plan): boolean =>
	!continueOnFail && rows.some((row) => 'failure' in row);

/** Has the results of an order waited for, and then the owner of its address searched for. */
function awaitResult(results: Results, search: OwnerSearch, order: Order): void {
	const { entry, target, facts, isNew } = order;
	// A check of somebody else is finished as a rule: its result is read even where nobody waits for it.
	if (entry.state !== 'taken' || (!facts.waits && entry.paidBy !== undefined)) return;
	const { address, code: currency } = target;
	const findOwner = async ({ status }: CheckRecord) =>
		parseOutcome(status) === 'completed' ? await search({ address, currency }) : undefined;
	results.add(entry.hash, {
		isExpected: (check) => target.compare(check) !== 'other',
		isOld: !isNew,
		findOwner: facts.simplifies ? findOwner : undefined,
	});
}

/**
 * Screens the items of a paid operation: it plans which checks are wanted, gets a check for each (one that is there, or a
 * new one), waits for the results, and collects them in the order of the input.
 * @returns one outcome for each item, in their order. It doesn't throw.
 */
export async function screenItems(run: NodeRun, parseWanted: ParseWanted): Promise<ItemOutcome[]> {
	const planned = await plan(run, parseWanted);
	const { orders, ledger } = planned;
	const results = new Results(run.session, orders.length);
	const search = makeOwnerSearch(run.session);
	if (!isStopped(run, planned)) {
		await mapInSlices(orders, (order) => resume(run, order));
		const wait = (order: Order) => awaitResult(results, search, order);
		await new Loop(run, results, orders, ledger, run.options.dryRun ? undefined : wait).acquire();
	}
	return await collect(run, planned, results);
}

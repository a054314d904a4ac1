import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { parseUsage, showCheck, type CheckFacts } from '../../shared/check/show';
import { lastMomentOf, parseDateSeconds } from '../../shared/base/dates';
import type { AmlCheckError } from '../../shared/failures/failure';
import { asSent, type CheckRecord } from '../../shared/service/schemas';
import { giveWay, mapInSlices } from '../../shared/base/slices';
import { describeSubject, withSubject } from '../../shared/check/target';
import { MAX_CLOCK_SKEW_MS } from '../../shared/base/contract';
import { AGAIN_IS_FREE, sayCharged, sayDry, type OrderSummary } from '../items/hint';
import type { NodeRun } from '../nodeRun';
import type { ItemFailure, ItemOutcome } from '../items/outcomes';
import { combineWallet, type Priced, type View, type WalletPart } from '../items/wallet';
import { earlierLost, notSubmitted, withEntries, withEntry, type NamedEntry } from './failures';
import { findAsker, Ledger, nameOrderKey, nameRun, type Taken } from './ledger';
import type { Order, ReadRow } from './order';
import type { Plan } from './plan';
import { findExecutionStart } from './requests';
import type { Check, Results } from './results';

/** Adds to the failure of an item what an earlier try of this run paid for it: no failure hides a hash. */
export function earlierTries(
	context: IExecuteFunctions,
): (failure: AmlCheckError, index: number) => AmlCheckError {
	let byItem: Map<number, NamedEntry[]> | undefined;
	return (failure, index) => {
		byItem ??= groupEntries(context);
		return withEntries(failure, byItem.get(index) ?? []);
	};
}

/** What was sent or taken in this run, by the items that want it. */
function groupEntries(context: IExecuteFunctions): Map<number, NamedEntry[]> {
	const run = nameRun(findAsker(context));
	const byItem = new Map<number, NamedEntry[]>();
	for (const [key, entry] of Ledger.open(context).entries) {
		if (nameRun(entry.asked) !== run || entry.state === 'wanted') continue;
		const named = { asset: nameOrderKey(key), entry };
		for (const item of entry.asked.items) {
			const known = byItem.get(item) ?? [];
			byItem.set(item, [...known, named]);
		}
	}
	return byItem;
}

/** Every check that the execution has paid for. */
export const listPaid = (context: IExecuteFunctions): string[] =>
	Ledger.open(context).entries.flatMap(([, entry]) =>
		entry.state === 'taken' && entry.paidBy !== undefined ? [entry.hash] : [],
	);

/**
 * Writes down which checks of this try turn out to be paid for by another execution: under a key the service may answer
 * with the check of an earlier request, and only its result says when it began.
 */
function noteReplay({ context }: NodeRun, order: Order, known: Partial<Check>): void {
	const { entry, facts } = order;
	if (entry.state !== 'taken' || !order.submitted || facts.options.requestKey === '') return;
	const begun = parseDateSeconds(known.result?.check.initDate);
	const start = findExecutionStart(context) ?? entry.asked.at;
	if (begun !== null && lastMomentOf(begun) < start - MAX_CLOCK_SKEW_MS)
		order.take(entry.hash, false);
}

/** The status shown for a check without a result; the service sends none. */
const SUBMITTED_STATUS = 'PENDING';

/** Who wants a check shown: an input item, and the address as it stands there. */
interface Place {
	index: number;
	written: string;
}

/** A check as an item shows it, in the shape of a result: without a report its risk is unknown. */
function showTaken(
	run: NodeRun,
	order: Order,
	{ hash, paidBy, id }: Taken,
	{ result, item, found }: Partial<Check>,
	{ index, written }: Place,
): View {
	const { target, submitted } = order;
	const options = run.getOptions(index);
	const reused = paidBy === undefined;
	const charged = !reused && order.isPayer(index);
	const { check: sent, usage = null } = result ?? submitted ?? {};
	const pending = { ...sent, hash, status: item?.status ?? SUBMITTED_STATUS };
	// No level is shown without its wallet.
	const subject = { ...target, currency: target.code };
	const check = withSubject((result?.check ?? pending) as CheckRecord, subject);
	const raw = { check: asSent(sent ?? check), meta: usage };
	if (!options.simplify) return { raw: raw as IDataObject, hash, charged };
	const facts = {
		asset: target.assetName,
		network: target.network,
		reused,
		usage,
		requestId: reused && !submitted ? undefined : id,
		...namesOf(hash, item, found),
		charged,
		address: written,
		sentAddress: target.address,
	};
	return { ...showCheck(check, facts, options), reused };
}

/** What the search for the owner and the history say of a check. */
const namesOf = (
	hash: string,
	item: Check['item'],
	found: Check['found'],
): Pick<CheckFacts, 'other' | 'owner'> => ({
	other: found?.findReport(hash) ?? item,
	owner: found?.owner,
});

const WHY = { true: 'Already paid for in an earlier try', false: 'A recent check is reused' };

/** The cost of an order's check for an item: the first of those that want the check pays. */
function priceOrder({ entry, items: [first] }: Order, index: number): ItemFailure | Priced {
	if (entry.state === 'sent') return { failure: earlierLost() };
	if (index !== first) return { wouldCost: 0, why: `Merged with row ${first + 1}` };
	return entry.state === 'taken'
		? { wouldCost: 0, why: WHY[`${entry.paidBy !== undefined}`] }
		: { wouldCost: 1, why: 'A new check' };
}

/** How an order has ended for an item that wants it. */
function endPart(
	run: NodeRun,
	order: Order,
	known: Partial<Check>,
	place: Place,
): WalletPart['ending'] {
	const { failed, entry } = order;
	const fail = ({ failure, isConsequence }: ItemFailure) => ({
		failure: withEntry(failure, entry),
		isConsequence,
	});
	if (failed) return fail(failed);
	if (run.options.dryRun) {
		const priced = priceOrder(order, place.index);
		return 'failure' in priced ? fail(priced) : priced;
	}
	if (entry.state !== 'taken')
		return fail({ failure: notSubmitted.stopped(), isConsequence: true });
	const { end } = known;
	return end && !end.isPending ? fail(end) : showTaken(run, order, entry, known, place);
}

/** The outcome of an item that wants one check and no wallet. */
function endItem(order: Order, { target, ending, isPayer }: WalletPart): ItemOutcome {
	const { address, assetName: asset } = target;
	if ('failure' in ending) {
		const { failure, isConsequence } = ending;
		const charged = isPayer ? failure.charged : false;
		const facts = { address, also: describeSubject(order.target) };
		return { failure: failure.with({ charged, facts }), isConsequence };
	}
	if ('json' in ending) return { outputs: [{ json: ending.json as IDataObject }] };
	if ('raw' in ending) return { outputs: [{ json: ending.raw }] };
	return { outputs: [{ json: { riskLevel: 'unknown', ...ending, asset, address } }] };
}

/**
 * n8n saves a stopped execution as it was before the running node, and drops what the node still returns. The log is
 * then the one place where paid hashes can be found again.
 */
function logIfCancelled({ context, session }: NodeRun, orders: readonly Order[]): void {
	if (!session.cancelSignal?.aborted) return;
	const entries = orders.map(({ entry }) => entry);
	const taken = entries.flatMap((entry) => (entry.state === 'taken' ? [entry.hash] : []));
	const open = entries.flatMap((entry) =>
		entry.state === 'sent' ? [entry.id, ...entry.candidates] : [],
	);
	if (taken.length + open.length === 0) return;
	const parts = [
		`${context.getNode().name}: the execution was canceled.`,
		taken.length > 0 && `Read its checks with Get, which is free: ${taken.join(', ')}.`,
		AGAIN_IS_FREE,
		open.length > 0 &&
			`It is not known whether others were paid for; their request ids and candidates are: ${open.join(', ')}.`,
	];
	const message = parts.filter(Boolean).join(' ');
	context.logger.warn(message);
	context.sendMessageToUI?.(message);
}

/** How an order has ended, for the hint. */
function summarize(order: Order, { result }: Partial<Check>): OrderSummary {
	const { entry, submitted } = order;
	const { checksLeft } = parseUsage((result ?? submitted)?.usage);
	if (entry.state !== 'taken') return { paidBy: undefined, checksLeft };
	if (entry.paidBy === undefined) return { paidBy: 'somebodyElse', checksLeft };
	return { paidBy: order.isPayer(order.items[0]) ? 'thisTry' : 'earlierTry', checksLeft };
}

/** Makes one outcome for each input item, from the state of its checks. It doesn't throw. */
export async function collect(run: NodeRun, plan: Plan, results: Results): Promise<ItemOutcome[]> {
	const { rows, orders, ordersOf } = plan;
	const find = ({ entry }: Order): Partial<Check> =>
		(entry.state === 'taken' && results.checks.get(entry.hash)) || {};
	await mapInSlices(orders, (order) => noteReplay(run, order, find(order)));
	const isHeld = ({ failed, entry }: Order) =>
		failed ? failed.isConsequence === true : entry.state !== 'taken';
	const isStopped = !run.continueOnFail && !run.options.dryRun && orders.some(isHeld);
	const addEarlier = earlierTries(run.context);
	const outcomes = await mapInSlices(rows, (row, index): ItemOutcome => {
		if ('failure' in row) return { failure: addEarlier(row.failure, index) };
		const parts = ordersOf[index].map((order) => showPart(run, order, find(order), row, index));
		return row.wallet
			? combineWallet(parts, row.wallet, isStopped)
			: endItem(ordersOf[index][0], parts[0]);
	});
	const summaries = await mapInSlices(orders, (order) => summarize(order, find(order)));
	await giveWay();
	logIfCancelled(run, orders);
	const asked = orders.reduce((sum, { items }) => sum + items.length, 0);
	const merged = asked - orders.length;
	const { dryRun } = run.options;
	run.sentences.push(dryRun ? sayDry(outcomes, merged) : sayCharged(summaries, merged));
	return outcomes;
}

/** A check of an item, as it has ended for it. */
function showPart(
	run: NodeRun,
	order: Order,
	known: Partial<Check>,
	{ written }: ReadRow,
	index: number,
): WalletPart {
	const ending = endPart(run, order, known, { index, written });
	return { target: { ...order.target, address: written }, ending, isPayer: order.isPayer(index) };
}

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { CheckFacts } from '../../shared/check/show';
import { parseDateSeconds } from '../../shared/base/dates';
import type { AmlCheckError } from '../../shared/failures/failure';
import { asSent, type CheckRecord } from '../../shared/service/schemas';
import { giveWay, mapInSlices } from '../../shared/base/slices';
import { describeSubject, withSubject, type Target } from '../../shared/check/target';
import { MAX_CLOCK_SKEW_MS } from '../../shared/base/contract';
import { AGAIN_IS_FREE, sayCharged, sayDry } from '../items/hint';
import type { NodeRun } from '../nodeRun';
import type { ItemFailure, ItemOutcome } from '../items/outcomes';
import { showUnder } from '../items/show';
import {
	combineWallet,
	type Priced,
	type View,
	type WalletFacts,
	type WalletPart,
} from '../items/wallet';
import { earlierLost, notSubmitted, withEntries, withEntry, type NamedEntry } from './failures';
import { Ledger, nameOrderKey, findAsker, type Asked, type Entry, type Taken } from './ledger';
import type { Order, ReadRow, Row } from './order';
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
		const asset = nameOrderKey(key);
		for (const item of entry.asked.items)
			byItem.set(item, [...(byItem.get(item) ?? []), { asset, entry }]);
	}
	return byItem;
}

const nameRun = ({ node, run }: Pick<Asked, 'node' | 'run'>): string => `${run} ${node}`;

/**
 * Writes down which checks of this try turn out to be paid for by another execution: under a key the service may answer
 * with the check of an earlier request, and only its result says when it began.
 */
async function noteReplays(
	{ context }: NodeRun,
	orders: readonly Order[],
	results: Results,
): Promise<void> {
	const start = findExecutionStart(context);
	await mapInSlices(orders, (order) => {
		const { entry, facts } = order;
		if (entry.state !== 'taken' || !order.submitted || facts.options.requestKey === '') return;
		const begun = parseDateSeconds(results.checks.get(entry.hash)?.result?.check.initDate);
		const from = (start ?? entry.asked.at) - MAX_CLOCK_SKEW_MS;
		if (begun !== null && begun * 1000 < from) order.correct({ paid: false });
	});
}

/** A check to show, with what the service sent of it. */
interface Shown {
	check: CheckRecord;
	raw: IDataObject;
	facts: CheckFacts;
}

type Ending = ItemFailure | Shown;

/** The status shown for a check without a result; the service sends none. */
const SUBMITTED_STATUS = 'PENDING';

/** Completes what the service sent of a check with its target, so that no level is shown without its wallet. */
const withTarget = (check: Partial<CheckRecord>, target: Target) =>
	withSubject(check as CheckRecord, { ...target, currency: target.code });

/** How an order has ended. */
function endOrder(order: Order, known: Partial<Check> = {}): Ending {
	const { failed, entry } = order;
	if (failed) return failed;
	if (entry.state !== 'taken') return { failure: notSubmitted.stopped(), isConsequence: true };
	const { end } = known;
	return end && !end.isPending ? { failure: end.failure } : showCheck(order, entry, known);
}

/** The check that was taken, in the shape of a result: without a report its risk is unknown. */
function showCheck(
	order: Order,
	{ hash, paid, id }: Taken,
	{ result, item, found }: Partial<Check>,
): Shown {
	const { target, submitted } = order;
	const { check: sent, usage = null } = result ?? submitted ?? {};
	const pending = { ...sent, hash, status: item?.status ?? SUBMITTED_STATUS };
	const check = withTarget(result?.check ?? pending, target);
	const raw = { check: asSent(sent ?? check), meta: usage };
	const facts: CheckFacts = {
		asset: target.assetName,
		network: target.network,
		reused: !paid,
		usage,
		requestId: paid || submitted ? id : undefined,
		other: found?.findReport(hash) ?? item,
		owner: found?.owner,
	};
	return { check, raw: raw as unknown as IDataObject, facts };
}

/** Whether an item shows that it paid for a check. Among merged items, rounds of a loop and nodes, exactly one does. */
function isChargedTo({ entry, items }: Order, index: number): boolean {
	if (entry.state !== 'taken' || !entry.paid || index !== items[0]) return false;
	const run = nameRun(entry.asked);
	return (entry.shownBy ?? run) === run;
}

/** Writes down which checks are shown as charged. */
async function noteShown(rows: readonly Row[], endings: ReadonlyMap<Order, Ending>): Promise<void> {
	await mapInSlices([...endings], ([order, ending]) => {
		const [first] = order.items;
		const row = rows[first];
		const isShown = 'check' in ending && 'simplifies' in row && row.simplifies;
		if (isShown && isChargedTo(order, first))
			order.correct({ shownBy: nameRun(order.entry.asked) });
	});
}

const WHY = { true: 'Already paid for in an earlier try', false: 'A recent check is reused' };

/** The cost of an order's check for an item: the first of those that want the check pays. */
function priceOrder({ entry, failed, items: [first] }: Order, index: number): ItemFailure | Priced {
	if (failed) return failed;
	if (entry.state === 'sent') return { failure: earlierLost() };
	if (index !== first) return { wouldCost: 0, why: `Merged with row ${first + 1}` };
	return entry.state === 'taken'
		? { wouldCost: 0, why: WHY[`${entry.paid}`] }
		: { wouldCost: 1, why: 'A new check' };
}

/** A check as an item shows it. */
function viewOf(run: NodeRun, order: Order, index: number, shown: Shown, written: string): View {
	const { check, raw, facts } = shown;
	const charged = isChargedTo(order, index);
	const options = run.getOptions(index);
	if (!options.simplify) return { raw, hash: check.hash, charged };
	const shownFacts = { ...facts, charged, address: written, sentAddress: order.target.address };
	const view = showUnder({ session: run.session, options }, check, shownFacts);
	return { ...view, reused: facts.reused === true };
}

/** One of the checks of an item: what it is of, the state of its entry, and how it has ended. */
interface Part {
	target: Target;
	entry: Entry;
	ending: WalletPart['ending'];
	/** Whether the item is the one that pays for it. Merged items don't. */
	isPayer: boolean;
}

/** Makes the outcomes of the rows that could be read, from the endings of their checks. */
function combiner(
	run: NodeRun,
	{ rows, ordersOf }: Plan,
	endings: ReadonlyMap<Order, Ending>,
): (index: number) => ItemOutcome {
	const isHeld = (ending: Ending) => 'failure' in ending && ending.isConsequence === true;
	const isStopped = !run.continueOnFail && [...endings.values()].some(isHeld);
	const showPart = (order: Order, index: number): Part => {
		const { entry, items } = order;
		const ending = endings.get(order);
		const { written } = rows[index] as ReadRow;
		const target = { ...order.target, address: written };
		const known = { target, entry, isPayer: index === items[0] };
		if (!ending) return { ...known, ending: priceOrder(order, index) };
		if ('failure' in ending) return { ...known, ending };
		return { ...known, ending: viewOf(run, order, index, ending, written) };
	};
	return (index) => {
		const [first, ...others] = ordersOf[index].map((order) => showPart(order, index));
		const { wallet } = rows[index] as ReadRow;
		return combineParts([first, ...others], wallet, isStopped);
	};
}

const takenHashes = (orders: readonly Order[]): string[] =>
	orders.flatMap(({ entry }) => (entry.state === 'taken' ? [entry.hash] : []));

/**
 * n8n saves a stopped execution as it was before the running node, and drops what the node still returns. The log is
 * then the one place where paid hashes can be found again.
 */
function logIfCancelled({ context, session }: NodeRun, orders: readonly Order[]): void {
	if (!session.cancelSignal?.aborted) return;
	const taken = takenHashes(orders);
	const open = orders.flatMap(({ entry }) =>
		entry.state === 'sent' ? [entry.id, ...entry.candidates] : [],
	);
	if (taken.length + open.length === 0) return;
	const parts = [`${context.getNode().name}: the execution was canceled.`];
	if (taken.length > 0)
		parts.push(`Read its checks with Get Result, which is free: ${taken.join(', ')}.`);
	parts.push(AGAIN_IS_FREE);
	if (open.length > 0)
		parts.push(
			`It is not known whether others were paid for; their request ids and candidates are: ${open.join(', ')}.`,
		);
	const message = parts.join(' ');
	context.logger.warn(message);
	context.sendMessageToUI?.(message);
}

/** Who has paid for an order's check: what this run shows as charged, an earlier one, or somebody else. */
function paidBy(order: Order): 'thisTry' | 'earlierTry' | 'somebodyElse' | undefined {
	const { entry, items } = order;
	if (entry.state !== 'taken') return undefined;
	if (!entry.paid) return 'somebodyElse';
	return isChargedTo(order, items[0]) ? 'thisTry' : 'earlierTry';
}

function sayMoney(
	{ options }: NodeRun,
	orders: readonly Order[],
	endings: ReadonlyMap<Order, Ending>,
	outcomes: readonly ItemOutcome[],
): string {
	const asked = orders.reduce((sum, { items }) => sum + items.length, 0);
	const merged = asked - orders.length;
	if (options.dryRun) return sayDry(outcomes, merged);
	const summaries = orders.map((order) => {
		const ending = endings.get(order);
		const usage = ending && 'facts' in ending ? ending.facts.usage : undefined;
		return { paidBy: paidBy(order), usage };
	});
	return sayCharged(summaries, merged);
}

/** Makes one outcome for each input item, from the state of its checks. It doesn't throw. */
export async function collect(run: NodeRun, plan: Plan, results: Results): Promise<ItemOutcome[]> {
	const { rows, orders } = plan;
	const endings = new Map<Order, Ending>();
	await noteReplays(run, orders, results);
	await mapInSlices(run.options.dryRun ? [] : orders, (order) => {
		const { entry } = order;
		const known = entry.state === 'taken' ? results.checks.get(entry.hash) : undefined;
		endings.set(order, endOrder(order, known));
	});
	const addEarlier = earlierTries(run.context);
	const combine = combiner(run, plan, endings);
	const outcomes = await mapInSlices(rows, (row, index) =>
		'failure' in row ? { failure: addEarlier(row.failure, index) } : combine(index),
	);
	await noteShown(rows, endings);
	await giveWay();
	logIfCancelled(run, orders);
	run.sentences.push(sayMoney(run, orders, endings, outcomes));
	return outcomes;
}

/* How the endings of an item's checks become one outcome; pure. */

/** What the fold of a wallet needs of a check: its failure knows the state of the entry. */
function toWalletPart({ target, entry, ending, isPayer }: Part): WalletPart {
	if (!('failure' in ending)) return { target, ending, isPayer };
	const failure = withEntry(ending.failure, entry);
	return { target, ending: { ...ending, failure }, isPayer };
}

function failedItem({ target, entry, isPayer }: Part, ending: ItemFailure): ItemOutcome {
	const { address } = target;
	const known = withEntry(ending.failure, entry);
	const charged = isPayer ? known.charged : false;
	const also = describeSubject(target);
	const failure = known.with({ charged, facts: { address, also } });
	return { failure, isConsequence: ending.isConsequence };
}

function makeJson({ target, ending }: Part): IDataObject {
	if ('json' in ending) return ending.json as IDataObject;
	if ('raw' in ending) return ending.raw;
	const { address, assetName: asset } = target;
	return { riskLevel: 'unknown', ...ending, asset, address } as IDataObject;
}

/**
 * Makes the one outcome of an item from the endings of its checks.
 * @param wallet of an item that wants a whole wallet, however many checks that takes.
 * @param isStopped whether the run held items back because of a failure.
 */
function combineParts(
	parts: readonly [Part, ...Part[]],
	wallet?: WalletFacts,
	isStopped = false,
): ItemOutcome {
	const [part] = parts;
	const { ending } = part;
	if (wallet) return combineWallet(parts.map(toWalletPart), wallet, isStopped);
	return 'failure' in ending ? failedItem(part, ending) : { outputs: [{ json: makeJson(part) }] };
}

/** Every check that the execution has paid for. */
export const listPaid = (context: IExecuteFunctions): string[] =>
	Ledger.open(context).entries.flatMap(([, entry]) =>
		entry.state === 'taken' && entry.paid ? [entry.hash] : [],
	);

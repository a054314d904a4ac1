import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { hashKey } from '../../shared/checks/result';
import { readDateSeconds } from '../../shared/dates';
import type { AmlCheckError } from '../../shared/failures/failure';
import type { CheckRecord } from '../../shared/rpc/schemas';
import { giveWay, mapInSlices } from '../../shared/slices';
import { describeSubject } from '../../shared/targets';
import { nameOrderKey, openNodeEntries, readAsker } from '../run/entries';
import { AGAIN_IS_FREE, dryHint, paidHints } from '../run/hints';
import type { NodeRun } from '../run/nodeRun';
import type { ItemFailure, ItemOutcome } from '../run/outcomes';
import { ReportSearch, type ReportFacts } from '../run/reportSearch';
import { findFailed } from '../run/stopFailure';
import { combineWallet, type View, type WalletFacts, type WalletPart } from '../run/wallet';
import { readMoments } from '../waiting/history';
import type { Watch } from '../waiting/watch';
import { endOrder, priceOrder, resultOf, type Ending, type Part, type Shown } from './endings';
import { withEntries, withEntry, type NamedEntry } from './failures';
import type { Order, Plan, ReadRow, Row } from './order';
import { readExecutionStart } from './requests';

/** Adds to the failure of an item what an earlier try of this run paid for it: no failure hides a hash. */
export function earlierTries(
	context: NodeRun['context'],
): (failure: AmlCheckError, index: number) => AmlCheckError {
	let byItem: Map<number, NamedEntry[]> | undefined;
	return (failure, index) => {
		byItem ??= groupEntries(context);
		return withEntries(failure, byItem.get(index) ?? []);
	};
}

/** What was sent or taken in this run, by the items that want it. */
function groupEntries(context: NodeRun['context']): Map<number, NamedEntry[]> {
	const { run } = readAsker(context);
	const byItem = new Map<number, NamedEntry[]>();
	for (const [key, own] of Object.entries(openNodeEntries(context)))
		for (const entry of own) {
			if (entry.asked.run !== run || entry.state === 'wanted') continue;
			const asset = nameOrderKey(key);
			for (const item of entry.asked.items)
				byItem.set(item, [...(byItem.get(item) ?? []), { asset, entry }]);
		}
	return byItem;
}

/**
 * Under an idempotency key the service may answer with a check that another execution has paid for: only its result
 * says when it began.
 */
function isPaidByOther(
	{ context, session }: NodeRun,
	{ options }: Order,
	sentAt: number,
	check: CheckRecord,
): boolean {
	if (options.requestKey === '') return false;
	const begun = readDateSeconds(check.initDate);
	// A Retry may run on another machine than the one on which the execution began.
	const clock = context.getMode() === 'retry' ? 'unknown' : 'own';
	const start = readExecutionStart(context) ?? sentAt;
	const { since, doubtMs } = readMoments(session.service.clock, start, clock);
	return begun !== null && begun * 1000 < since - doubtMs;
}

/** Writes down which checks of this try turn out to be paid for by another execution. */
async function noteReplays(run: NodeRun, orders: readonly Order[], watch: Watch): Promise<void> {
	await mapInSlices(orders, (order) => {
		const { acquisition, entry } = order;
		if (entry.state !== 'taken' || !acquisition || !('paidBy' in acquisition)) return;
		const { paidBy, sentAt } = acquisition;
		const result = resultOf(watch.outcomes.get(entry.hash));
		if (result && paidBy === 'thisTry' && sentAt && isPaidByOther(run, order, sentAt, result.check))
			order.apply({ kind: 'taken', hash: entry.hash, paid: false });
	});
}

async function endAll(orders: readonly Order[], watch: Watch): Promise<Map<Order, Ending>> {
	const endings = await mapInSlices(orders, (order) => {
		const { entry } = order;
		const hash = entry.state === 'taken' ? entry.hash : '';
		return endOrder(order, watch.outcomes.get(hash), watch.items.get(hashKey(hash)));
	});
	return new Map(endings.map((ending, index) => [orders[index], ending]));
}

/** Whether an item shows that it paid for a check. Among merged items, and among rounds of a loop, exactly one does. */
function isChargedTo({ entry, items }: Order, index: number): boolean {
	if (entry.state !== 'taken' || !entry.paid || index !== items[0]) return false;
	return (entry.shownBy ?? entry.asked.run) === entry.asked.run;
}

/** Writes down which checks are shown as charged. */
async function noteShown(rows: readonly Row[], endings: ReadonlyMap<Order, Ending>): Promise<void> {
	await mapInSlices([...endings], ([order, ending]) => {
		const [first] = order.items;
		const row = rows[first];
		const isShown = 'check' in ending && 'simplifies' in row && row.simplifies;
		if (isShown && isChargedTo(order, first)) order.apply({ kind: 'shown' });
	});
}

/** A check as an item shows it. */
function viewOf(run: NodeRun, order: Order, index: number, shown: Shown): View {
	const { check, raw, facts } = shown;
	const charged = isChargedTo(order, index);
	if (!run.isSimplified(index)) return { raw, hash: check.hash, charged };
	const shownFacts = { ...facts, charged };
	return { ...run.view(check, index, shownFacts), reused: facts.reused === true };
}

const isConsequence = (ending: Ending) => 'failure' in ending && ending.isConsequence === true;

/** Makes the outcomes of the rows that could be read, from the endings of their checks. */
async function combineAll(
	run: NodeRun,
	{ rows, orders, ordersOf }: Plan,
	endings: ReadonlyMap<Order, Ending>,
): Promise<(index: number) => ItemOutcome> {
	const own = await readOwnReports(run, orders, endings);
	const isStopped = !run.continueOnFail && [...endings.values()].some(isConsequence);
	const showPart = (order: Order, index: number): Part => {
		const { target, entry, items } = order;
		const ending = endings.get(order);
		const known = { target, entry, isPayer: index === items[0] };
		if (!ending) return { ...known, ending: priceOrder(order, index) };
		if ('failure' in ending) return { ...known, ending };
		const report = own.get(order);
		const shown = report ? withFound(ending, report) : ending;
		return { ...known, ending: viewOf(run, order, index, shown) };
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

function makeHints(
	{ options }: NodeRun,
	orders: readonly Order[],
	endings: ReadonlyMap<Order, Ending>,
	outcomes: readonly ItemOutcome[],
): NodeExecutionHint[] {
	const asked = orders.reduce((sum, { items }) => sum + items.length, 0);
	const merged = asked - orders.length;
	if (options.dryRun) return [dryHint(outcomes, merged)];
	const summaries = orders.map((order) => {
		const { acquisition, entry, isAssetUnspecified: isUnspecified } = order;
		const ending = endings.get(order);
		const usage = ending && 'facts' in ending ? ending.facts.usage : undefined;
		const paidBy = acquisition && 'paidBy' in acquisition ? acquisition.paidBy : undefined;
		const isReplayed = paidBy === 'thisTry' && entry.state === 'taken' && !entry.paid;
		return {
			paidBy: isReplayed ? ('somebodyElse' as const) : paidBy,
			usage,
			isUnspecified,
		};
	});
	const hasKeys = orders.every(({ options }) => options.requestKey !== '');
	return paidHints(summaries, merged, hasKeys);
}

/** Makes one outcome for each input item, from the state of its checks. It doesn't throw. */
export async function collect(run: NodeRun, plan: Plan, watch: Watch): Promise<ItemOutcome[]> {
	const { rows, orders } = plan;
	const { dryRun } = run.options;
	await noteReplays(run, orders, watch);
	const endings = dryRun ? new Map<Order, Ending>() : await endAll(orders, watch);
	const addEarlier = earlierTries(run.context);
	const combine = await combineAll(run, plan, endings);
	const outcomes = await mapInSlices(rows, (row, index) =>
		'failure' in row ? { failure: addEarlier(row.failure, index) } : combine(index),
	);
	await noteShown(rows, endings);
	await giveWay();
	logIfCancelled(run, orders);
	run.hints.push(...makeHints(run, orders, endings, outcomes));
	return run.continueOnFail ? outcomes : withPaid(outcomes, takenHashes(orders));
}

/** Searches for the links and the owners of the checks that an item shows. It doesn't throw: no result is lost over it. */
async function readOwnReports(
	run: NodeRun,
	orders: readonly Order[],
	endings: ReadonlyMap<Order, Ending>,
): Promise<Map<Order, ReportFacts>> {
	const addresses = new Set(orders.map(({ target }) => target.address));
	const search = new ReportSearch(run.session, addresses.size);
	const reports = new Map<Order, ReportFacts>();
	await run.session.concurrently(orders, async (order) => {
		const ending = endings.get(order);
		const shown = order.items.filter((index) => run.isSimplified(index));
		if (!ending || !('check' in ending) || shown.length === 0) return;
		const includesDetails = shown.some((index) => run.getOptions(index).includeDetails);
		const found = await search.find(ending.check, includesDetails, order.target);
		if (found) reports.set(order, found);
	});
	return reports;
}

/** The history's record of a check, if it was read, has a score to compare. */
const withFound = (shown: Shown, { links, owner }: ReportFacts): Shown => ({
	...shown,
	facts: { ...shown.facts, links, owner, historyItem: shown.facts.historyItem ?? links },
});

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
	const facts = { address, charged: isPayer ? known.charged : false };
	const failure = known.with(facts).note('subject', describeSubject(target));
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
export function combineParts(
	parts: readonly [Part, ...Part[]],
	wallet?: WalletFacts,
	isStopped = false,
): ItemOutcome {
	const [part] = parts;
	const { ending } = part;
	if (wallet) return combineWallet(parts.map(toWalletPart), wallet, isStopped);
	return 'failure' in ending ? failedItem(part, ending) : { outputs: [{ json: makeJson(part) }] };
}

/** In Stop mode the outputs of the other items are lost: the first failure that is named lists what was paid. */
export function withPaid(outcomes: readonly ItemOutcome[], paid: readonly string[]): ItemOutcome[] {
	const [first] = findFailed(outcomes);
	return outcomes.map((one, index) =>
		index === first?.item && 'failure' in one
			? { ...one, failure: one.failure.with({ paid }) }
			: one,
	);
}

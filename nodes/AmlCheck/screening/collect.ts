import type { IDataObject } from 'n8n-workflow';

import { hashKey } from '../../shared/checks/hash';
import type { CheckFacts } from '../../shared/checks/simplify';
import { outcomeOf } from '../../shared/checks/status';
import { readDateSeconds } from '../../shared/dates';
import type { AmlCheckError } from '../../shared/rpc/failure';
import type { CheckRecord } from '../../shared/rpc/schemas';
import { withSubject } from '../../shared/targets';
import type { NodeRun } from '../run/nodeRun';
import { paidHints } from '../run/hints';
import type { ItemFailure, ItemOutcome } from '../run/outcomes';
import { describeChange, findAllPrevious, findOwnReport } from '../run/reports';
import type { Previous } from '../run/reports';
import type { Entry } from './entry';
import { earlierLost, notSubmitted, withEntry } from './failures';
import { readExecutionStart } from './ids';
import { entriesOfNode, readAsker } from './wish';
import type { Acquisition, Plan, Row, Wish } from './wish';
import type { Watch } from './wait';

interface Shown {
	check: CheckRecord;
	/** As the service sent it; of a check that an earlier try submitted, what is known. */
	raw: IDataObject;
	facts: CheckFacts;
	previous?: Previous;
}

/** What a wish has come to at the end of the run. */
type Ending = ItemFailure | Shown;

type Taken = Exclude<Acquisition, { failure: unknown }>;

/** Clocks of seconds. */
const ROUNDING_MS = 3_000;

/** The status shown for a check that was submitted and not read; the service sends none (service 2.1). */
const SUBMITTED_STATUS = 'PENDING';

/**
 * Adds to the failure of an item what an earlier try of this run paid for it: no failure hides a hash.
 * @param context the node's context.
 * @returns a function that takes a failure and the index of its item.
 */
export function earlierTries(
	context: NodeRun['context'],
): (failure: AmlCheckError, index: number) => AmlCheckError {
	const { run } = readAsker(context);
	const byItem = new Map<number, Entry>();
	for (const entry of Object.values(entriesOfNode(context)).flat())
		if (entry.asked.run === run) for (const item of entry.asked.items) byItem.set(item, entry);
	return (failure, index) => {
		const entry = byItem.get(index);
		if (!entry || entry.state === 'wanted') return failure;
		const paid = entry.state === 'taken' ? [entry.hash] : entry.candidates;
		return withEntry(failure, entry).with({ paid });
	};
}

/**
 * Under an idempotency key the service may answer with a check that another execution has paid for: only its result
 * says when it began.
 */
function correctPayer({ run }: Plan, wish: Wish, { by, sentAt }: Taken, check: CheckRecord): void {
	const { entry, options } = wish;
	if (by !== 'thisTry' || options.idempotencyKey === '' || entry.state !== 'taken') return;
	const begun = readDateSeconds(check.initDate);
	const since = readExecutionStart(run.context) ?? sentAt;
	const moment = since && run.session.clock.toService({ from: since, to: since });
	const isOlder = begun !== null && moment && begun * 1000 < moment.from - ROUNDING_MS;
	if (isOlder) wish.apply({ kind: 'taken', hash: entry.hash, paid: false });
}

function endingOf(plan: Plan, watch: Watch, wish: Wish): Ending {
	const { acquisition, target, options, entry } = wish;
	if (acquisition && 'failure' in acquisition) return acquisition;
	if (!acquisition || entry.state !== 'taken')
		return { failure: notSubmitted.stopped(), isConsequence: true };
	const outcome = watch.outcomes.get(entry.hash);
	const failed = outcome && 'failure' in outcome ? outcome : undefined;
	if (failed && !(failed.pending && options.onTimeout === 'returnPending'))
		return { failure: failed.failure };
	const result = outcome && 'result' in outcome ? outcome.result : failed?.last;
	if (result) correctPayer(plan, wish, acquisition, result.check);
	const { submitted } = acquisition;
	// A check that was submitted takes the shape of a result: without a report its risk is unknown.
	const status = failed?.status ?? SUBMITTED_STATUS;
	const known = result?.check ?? { ...submitted, hash: entry.hash, status };
	const { code, address, transaction, assetName } = target;
	const check = withSubject(known as CheckRecord, { currency: code, address, transaction });
	const usage = (result ? result.usage : acquisition.usage) ?? null;
	const facts: CheckFacts = {
		asset: assetName,
		currency: code,
		reused: wish.entry.state === 'taken' && !wish.entry.paid,
		usage,
		requestId: acquisition.by === 'other' ? undefined : entry.id,
		historyItem: watch.items.get(hashKey(entry.hash)),
	};
	const raw = { check: result?.check ?? submitted ?? check, meta: usage };
	return { check, raw: raw as unknown as IDataObject, facts };
}

const isCompared = (row: Row) =>
	!('failure' in row) && row.options.comparePrevious && row.simplifies;

/**
 * Adds what a search for reports shows beyond the result: the previous check, where an item asks for it, and the links
 * and the owner of a check that was screened alone. A batch makes no such request.
 */
async function addReports(
	{ run, rows, wishes }: Plan,
	endings: ReadonlyMap<Wish, Ending>,
): Promise<void> {
	const shown = [...endings].flatMap(([{ target, items }, ending]) =>
		'check' in ending ? [{ target, items, ending }] : [],
	);
	const compared = shown.filter(({ items }) => items.some((index) => isCompared(rows[index])));
	const wanted = new Map(
		compared.map(({ target, ending }) => [ending, { target, check: ending.check }]),
	);
	const found = await findAllPrevious(run.session, wanted);
	for (const [ending, previous] of found) ending.previous = previous;
	const [alone] = shown;
	if (wishes.length !== 1 || !alone) return;
	const { target, items, ending } = alone;
	const { check, facts, previous } = ending;
	const isShown = items.some((index) => run.isSimplified(index));
	if (!isShown || check.counterparty || outcomeOf(check.status) !== 'completed') return;
	const hasSearched = previous && target.search;
	const own =
		hasSearched && !('unknown' in previous)
			? previous.own
			: hasSearched
				? undefined
				: await findOwnReport(run.session, target, check);
	if (own) Object.assign(facts, { links: own, counterparty: own.counterparty });
}

/**
 * n8n saves a stopped execution as it was before the running node, and drops what the node still returns. The log is
 * then the one place where paid hashes can be found again.
 */
function logIfCancelled({ run, wishes }: Plan): void {
	const { context, session } = run;
	if (!session.cancelSignal?.aborted) return;
	const taken = wishes.flatMap(({ entry }) => (entry.state === 'taken' ? [entry.hash] : []));
	const open = wishes.flatMap(({ entry }) =>
		entry.state === 'sent' ? [entry.id, ...entry.candidates] : [],
	);
	if (taken.length + open.length === 0) return;
	const unsure =
		open.length === 0
			? ''
			: ` It is not known whether others were paid for; their request ids and candidates are: ${open.join(', ')}.`;
	const message = `${context.getNode().name}: the execution was canceled after ${taken.length} paid checks. Read them with Get Result, which is free: ${taken.join(', ')}.${unsure}`;
	context.logger.warn(message);
	context.sendMessageToUI?.(message);
}

/** Of merged items exactly one says that a check was paid for. */
function failedRow(
	wish: Wish,
	index: number,
	{ failure, isConsequence }: ItemFailure,
): ItemFailure {
	const { address, code: currency, transaction } = wish.target;
	const known = withEntry(failure, wish.entry);
	const about = transaction === null ? '' : ` It is about the transaction ${transaction}.`;
	const description = `${known.description}${about}`;
	const charged = index === wish.items[0] && known.charged;
	return { failure: known.with({ address, currency, description, charged }), isConsequence };
}

function shownRow(plan: Plan, wish: Wish, index: number, ending: Shown): ItemOutcome {
	const { run, rows, runIndex } = plan;
	const { check, raw, facts, previous } = ending;
	const row = rows[index];
	if ('failure' in row || !row.simplifies) return { outputs: [{ json: raw }] };
	const { entry } = wish;
	const isShown = (entry.shownBy ?? runIndex) !== runIndex;
	const charged = index === wish.items[0] && entry.state === 'taken' && entry.paid && !isShown;
	if (charged) wish.apply({ kind: 'shown', run: runIndex });
	const json = run.simplify(check, index, { ...facts, charged });
	if (!previous || !isCompared(row)) return { outputs: [{ json }] };
	const change = describeChange(check, previous, row.options.policy, run.session.riskScoreScale);
	return { outputs: [{ json: { ...json, ...change } }] };
}

/** What an item would cost, with Dry Run. */
function dryRow(wish: Wish, index: number): ItemOutcome {
	const { target, items, entry, acquisition } = wish;
	const { address, code: currency, assetName: asset } = target;
	const [first] = items;
	if (acquisition && 'failure' in acquisition) return failedRow(wish, index, acquisition);
	if (!acquisition && entry.state === 'sent')
		return failedRow(wish, index, { failure: earlierLost() });
	const reasons = {
		earlierTry: 'Already paid for in an earlier try',
		other: 'A recent check is reused',
		thisTry: 'A new check',
	};
	const why = index === first ? reasons[acquisition?.by ?? 'thisTry'] : `Merged with item ${first}`;
	const wouldCost = index === first && !acquisition ? 1 : 0;
	return {
		outputs: [{ json: { riskLevel: 'unknown', wouldCost, why, asset, address, currency } }],
	};
}

/** In Stop mode the outputs of the other items are lost: the first failure lists what was paid. */
function listPaid({ run, wishes }: Plan, outcomes: ItemOutcome[]): void {
	if (run.continueOnFail) return;
	const first = outcomes.find((one) => 'failure' in one && !one.isConsequence);
	if (!first || !('failure' in first)) return;
	const paid = wishes.flatMap(({ entry }) => (entry.state === 'taken' ? [entry.hash] : []));
	first.failure = first.failure.with({ paid });
}

function addHints({ run, wishes }: Plan, endings: ReadonlyMap<Wish, Ending>): void {
	const tallies = wishes.map((wish) => {
		const { acquisition, entry, isAssetUnspecified: isUnspecified } = wish;
		const ending = endings.get(wish);
		const usage = ending && 'facts' in ending ? ending.facts.usage : undefined;
		if (!acquisition || 'failure' in acquisition) return { by: undefined, usage, isUnspecified };
		const isReplayed = acquisition.by === 'thisTry' && entry.state === 'taken' && !entry.paid;
		return { by: isReplayed ? ('other' as const) : acquisition.by, usage, isUnspecified };
	});
	const asked = wishes.reduce((sum, { items }) => sum + items.length, 0);
	run.context.addExecutionHints?.(...paidHints(tallies, asked - wishes.length));
}

/**
 * Makes one outcome for each input item, from the state of its check.
 * @param plan with what its wishes have come to.
 * @param watch the results.
 * @returns the outcomes in the order of the input. It doesn't throw.
 */
export async function collect(plan: Plan, watch: Watch): Promise<ItemOutcome[]> {
	const { run, rows, wishes } = plan;
	const { dryRun } = run.options;
	const addEarlier = earlierTries(run.context);
	const outcomes = rows.map((row, index): ItemOutcome =>
		'failure' in row ? { failure: addEarlier(row.failure, index) } : { outputs: [] },
	);
	const endings = new Map<Wish, Ending>();
	if (!dryRun) for (const wish of wishes) endings.set(wish, endingOf(plan, watch, wish));
	await addReports(plan, endings);
	for (const wish of wishes) {
		const ending = endings.get(wish);
		for (const index of wish.items) {
			if (!ending) outcomes[index] = dryRow(wish, index);
			else if ('failure' in ending) outcomes[index] = failedRow(wish, index, ending);
			else outcomes[index] = shownRow(plan, wish, index, ending);
		}
	}
	logIfCancelled(plan);
	listPaid(plan, outcomes);
	if (!dryRun) addHints(plan, endings);
	return outcomes;
}

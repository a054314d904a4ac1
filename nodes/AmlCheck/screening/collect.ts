import type { IDataObject } from 'n8n-workflow';

import { hashKey, readOutcome } from '../../shared/checks/result';
import type { CheckFacts } from '../../shared/checks/simplify';
import { readDateSeconds } from '../../shared/dates';
import type { AmlCheckError } from '../../shared/rpc/failure';
import { asSent, type CheckRecord } from '../../shared/rpc/schemas';
import { withSubject } from '../../shared/targets';
import type { NodeRun } from '../run/nodeRun';
import { paidHints } from '../run/hints';
import type { ItemFailure, ItemOutcome } from '../run/outcomes';
import { describeChange, findAllPrevious, findOwnReport, type Previous } from '../run/reports';
import type { Entry } from './entry';
import { earlierLost, notSubmitted, withEntry } from './failures';
import { readExecutionStart } from './ids';
import { openNodeEntries, readAsker, type Plan, type Row, type Wish } from './wish';
import type { Watch } from '../waiting/watch';

/** A check to show, with what the service sent of it. */
interface Shown {
	check: CheckRecord;
	raw: IDataObject;
	facts: CheckFacts;
	previous?: Previous;
}

type Ending = ItemFailure | Shown;

/** The status shown for a check that was submitted and not read; the service sends none (service 2.1). */
const SUBMITTED_STATUS = 'PENDING';

/** Adds to the failure of an item what an earlier try of this run paid for it: no failure hides a hash. */
export function earlierTries(
	context: NodeRun['context'],
): (failure: AmlCheckError, index: number) => AmlCheckError {
	const { run } = readAsker(context);
	const byItem = new Map<number, Entry>();
	for (const entry of Object.values(openNodeEntries(context)).flat())
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
function isPaidByOther(
	{ run, history }: Plan,
	{ options }: Wish,
	sentAt: number,
	check: CheckRecord,
): boolean {
	const begun = readDateSeconds(check.initDate);
	// A Retry may run on another machine than the one on which the execution began.
	const clock = run.context.getMode() === 'retry' ? 'unknown' : 'own';
	const start = readExecutionStart(run.context) ?? sentAt;
	const { since, doubtMs } = history.readMoments(start, clock);
	return options.idempotencyKey !== '' && begun !== null && begun * 1000 < since - doubtMs;
}

function makeEnding(plan: Plan, watch: Watch, wish: Wish): Ending {
	const { acquisition, target, options, entry } = wish;
	if (acquisition && 'failure' in acquisition) return acquisition;
	if (!acquisition || entry.state !== 'taken')
		return { failure: notSubmitted.stopped(), isConsequence: true };
	const outcome = watch.outcomes.get(entry.hash);
	const failed = outcome && 'failure' in outcome ? outcome : undefined;
	if (failed && !(failed.pending && options.onTimeout === 'returnPending'))
		return { failure: failed.failure };
	const result = outcome && 'result' in outcome ? outcome.result : failed?.last;
	const { by, submitted, sentAt } = acquisition;
	if (result && by === 'thisTry' && sentAt && isPaidByOther(plan, wish, sentAt, result.check))
		wish.apply({ kind: 'taken', hash: entry.hash, paid: false });
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
		requestId: by === 'other' ? undefined : entry.id,
		historyItem: watch.items.get(hashKey(entry.hash)),
	};
	const raw = { check: asSent(result?.check ?? submitted ?? check), meta: usage };
	return { check, raw: raw as unknown as IDataObject, facts };
}

const isCompared = (row: Row) =>
	!('failure' in row) && row.options.comparePrevious && row.simplifies;

/** Adds the previous check of each target, where an item asks for it. */
async function addPrevious({ run, rows }: Plan, endings: ReadonlyMap<Wish, Ending>): Promise<void> {
	const wanted = [...endings].flatMap(([{ target, items }, ending]) =>
		'check' in ending && items.some((index) => isCompared(rows[index]))
			? [{ target, check: ending.check, ending }]
			: [],
	);
	const found = await findAllPrevious(run.session, wanted);
	for (const [{ ending }, previous] of found) ending.previous = previous;
}

/** Adds links and owner to a check that was screened alone. A batch makes no such request. */
async function addOwnReport(
	{ run, wishes }: Plan,
	endings: ReadonlyMap<Wish, Ending>,
): Promise<void> {
	const [{ target, items }] = wishes;
	const ending = endings.get(wishes[0]);
	if (!ending || !('check' in ending) || !items.some((index) => run.isSimplified(index))) return;
	const { check, facts, previous } = ending;
	if (check.counterparty || readOutcome(check.status) !== 'completed') return;
	const isSearched = previous !== undefined && target.search !== undefined;
	const own = isSearched ? previous.own : await findOwnReport(run.session, target, check);
	// A single check is found by its hash alone, so its second score is that of its report.
	if (own) Object.assign(facts, { links: own, counterparty: own.counterparty, historyItem: own });
}

const takenHashes = (wishes: readonly Wish[]): string[] =>
	wishes.flatMap(({ entry }) => (entry.state === 'taken' ? [entry.hash] : []));

/**
 * n8n saves a stopped execution as it was before the running node, and drops what the node still returns. The log is
 * then the one place where paid hashes can be found again.
 */
function logIfCancelled({ run, wishes }: Plan): void {
	const { context, session } = run;
	if (!session.cancelSignal?.aborted) return;
	const taken = takenHashes(wishes);
	const open = wishes.flatMap(({ entry }) =>
		entry.state === 'sent' ? [entry.id, ...entry.candidates] : [],
	);
	if (taken.length + open.length === 0) return;
	const parts = [
		`${context.getNode().name}: the execution was canceled after ${taken.length} paid checks.`,
		`Read them with Get Result, which is free: ${taken.join(', ')}.`,
	];
	if (open.length > 0)
		parts.push(
			`It is not known whether others were paid for; their request ids and candidates are: ${open.join(', ')}.`,
		);
	const message = session.hide(parts.join(' '));
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
	if (first && 'failure' in first)
		first.failure = first.failure.with({ paid: takenHashes(wishes) });
}

function addHints({ run, wishes }: Plan, endings: ReadonlyMap<Wish, Ending>): void {
	const tallies = wishes.map((wish) => {
		const { acquisition, entry, isAssetUnspecified: isUnspecified } = wish;
		const ending = endings.get(wish);
		const usage = ending && 'facts' in ending ? ending.facts.usage : undefined;
		const by = acquisition && 'by' in acquisition ? acquisition.by : undefined;
		const isReplayed = by === 'thisTry' && entry.state === 'taken' && !entry.paid;
		return { by: isReplayed ? ('other' as const) : by, usage, isUnspecified };
	});
	const asked = wishes.reduce((sum, { items }) => sum + items.length, 0);
	run.context.addExecutionHints?.(...paidHints(tallies, asked - wishes.length));
}

/** Makes one outcome for each input item, from the state of its check. It doesn't throw. */
export async function collect(plan: Plan, watch: Watch): Promise<ItemOutcome[]> {
	const { run, rows, wishes } = plan;
	const { dryRun } = run.options;
	const addEarlier = earlierTries(run.context);
	const outcomes = rows.map((row, index): ItemOutcome =>
		'failure' in row ? { failure: addEarlier(row.failure, index) } : { outputs: [] },
	);
	const endings = new Map<Wish, Ending>();
	if (!dryRun) for (const wish of wishes) endings.set(wish, makeEnding(plan, watch, wish));
	await addPrevious(plan, endings);
	if (wishes.length === 1) await addOwnReport(plan, endings);
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

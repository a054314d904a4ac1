import type { IDataObject } from 'n8n-workflow';

import { hashKey } from '../../shared/checks/hash';
import type { CheckFacts } from '../../shared/checks/simplify';
import { readDateSeconds } from '../../shared/dates';
import type { AmlCheckError } from '../../shared/rpc/failure';
import type { CheckRecord, UsageMeta } from '../../shared/rpc/schemas';
import { withSubject } from '../../shared/targets';
import type { Target } from '../../shared/targets';
import type { ItemOutcome } from '../run/itemOutcome';
import { hintsFor } from '../run/paidHints';
import { describeChange, previousFinder } from '../run/previous';
import type { Previous } from '../run/previous';
import type { Acquired } from './acquire';
import { earlierLost, notSubmitted, withEntry } from './failures';
import { readExecutionStart } from './ids';
import type { Plan, Row } from './plan';
import type { Wish } from './wish';
import type { Acquisition } from './submit';
import type { Watch } from './wait';

/** What a wish has come to at the end of the run. */
type Ending =
	| { failure: AmlCheckError; isConsequence?: boolean }
	| { check: CheckRecord; raw: IDataObject; facts: CheckFacts };

type Taken = Exclude<Acquisition, { failure: unknown }>;

/** Clocks of seconds. */
const ROUNDING_MS = 3_000;

/** The status shown for a check that was submitted and not read; the service sends none (service 2.1). */
const SUBMITTED_STATUS = 'PENDING';

const notBegun = (): Ending => ({
	failure: notSubmitted({ because: 'stopped' }),
	isConsequence: true,
});

const named = (check: CheckRecord, { code, address, transaction }: Target): CheckRecord =>
	withSubject(check, { currency: code, address, transaction });

/** A check that was submitted, in the shape of a result: without a report its risk is unknown. */
function pendingRecord(hash: string, { submitted }: Taken, target: Target): CheckRecord {
	return named({ ...submitted, hash, status: SUBMITTED_STATUS } as CheckRecord, target);
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

function endingOf({ plan, results }: Acquired, watch: Watch, wish: Wish): Ending {
	const acquisition = results.get(wish);
	const { target, options } = wish;
	if (!acquisition) return notBegun();
	if ('failure' in acquisition) return acquisition;
	const { entry } = wish;
	if (entry.state !== 'taken') return notBegun();
	const outcome = watch.outcomes.get(entry.hash);
	const failed = outcome && 'failure' in outcome ? outcome : undefined;
	if (failed && !(failed.pending && options.onTimeout === 'returnPending'))
		return { failure: failed.failure };
	const result = outcome && 'result' in outcome ? outcome.result : failed?.last;
	if (result) correctPayer(plan, wish, acquisition, result.check);
	const check = result
		? named(result.check, target)
		: pendingRecord(entry.hash, acquisition, target);
	const usage = (result ? result.usage : acquisition.usage) ?? null;
	const { paid } = wish.entry as Extract<typeof entry, { state: 'taken' }>;
	const facts: CheckFacts = {
		asset: target.assetName,
		currency: target.code,
		reused: !paid,
		usage,
		requestId: acquisition.by === 'other' ? undefined : entry.id,
		historyItem: watch.items.get(hashKey(entry.hash)),
	};
	return {
		check,
		raw: { check: rawCheck(check, result?.check, acquisition), meta: usage as IDataObject },
		facts,
	};
}

/** As the service sent it; of a check that an earlier try submitted, what is known. */
const rawCheck = (known: CheckRecord, sent: CheckRecord | undefined, { submitted }: Taken) =>
	(sent ?? submitted ?? known) as IDataObject;

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

const isCompared = (row: Row) =>
	!('failure' in row) && row.options.comparePrevious && row.simplifies;

/** The previous check of each target, where an item asks for it. */
async function findAllPrevious(
	{ run, rows }: Plan,
	endings: ReadonlyMap<Wish, Ending>,
): Promise<Map<Wish, Previous>> {
	const found = new Map<Wish, Previous>();
	const wanted = [...endings].filter(([{ items }]) =>
		items.some((index) => isCompared(rows[index])),
	);
	const find = previousFinder(run.session);
	await run.session.concurrently(wanted, async ([wish, ending]) => {
		if ('check' in ending) found.set(wish, await find(wish.target, ending.check));
	});
	return found;
}

/** Of merged items exactly one says that a check was paid for. */
function failedRow(
	wish: Wish,
	{ failure, isConsequence }: Extract<Ending, { failure: unknown }>,
	isPayer: boolean,
): ItemOutcome {
	const { address, code: currency, transaction } = wish.target;
	const known = withEntry(failure, wish.entry);
	const about = transaction === null ? '' : ` It is about the transaction ${transaction}.`;
	const description = `${known.description}${about}`;
	const whole = known.with({ address, currency, description });
	const charged = isPayer ? whole.charged : whole.charged && false;
	return { failure: whole.with({ charged }), isConsequence };
}

function shownRow(
	{ run, rows, runIndex }: Plan,
	wish: Wish,
	index: number,
	{ check, raw, facts }: Extract<Ending, { check: unknown }>,
	previous: Previous | undefined,
): ItemOutcome {
	const row = rows[index];
	if ('failure' in row || !row.simplifies) return { outputs: [{ json: raw }] };
	const { entry } = wish;
	const isShown = (entry.shownBy ?? runIndex) !== runIndex;
	const charged = index === wish.items[0] && entry.state === 'taken' && entry.paid && !isShown;
	if (charged) wish.apply({ kind: 'shown', run: runIndex });
	const json = run.simplify(check, index, { ...facts, charged });
	const change =
		previous && isCompared(row)
			? describeChange(check, previous, row.options.policy, run.session.riskScoreScale)
			: {};
	return { outputs: [{ json: { ...json, ...change } }] };
}

/** What an item would cost, with Dry Run. */
function dryRow(wish: Wish, index: number, acquisition: Acquisition | undefined): ItemOutcome {
	const { target, items, entry } = wish;
	const { address, code: currency, assetName: asset } = target;
	const isFirst = index === items[0];
	if (acquisition && 'failure' in acquisition) return failedRow(wish, acquisition, isFirst);
	if (!acquisition && entry.state === 'sent')
		return failedRow(wish, { failure: earlierLost() }, isFirst);
	const reasons = {
		earlierTry: 'Already paid for in an earlier try',
		other: 'A recent check is reused',
		thisTry: 'A new check',
	};
	const wouldCost = isFirst && !acquisition ? 1 : 0;
	const why = isFirst ? reasons[acquisition?.by ?? 'thisTry'] : `Merged with item ${items[0]}`;
	const json = { riskLevel: 'unknown', wouldCost, why, asset, address, currency };
	return { outputs: [{ json }] };
}

/** In Stop mode the outputs of the other items are lost: the first failure lists what was paid. */
function listPaid({ run, wishes }: Plan, outcomes: ItemOutcome[]): void {
	if (run.continueOnFail) return;
	const index = outcomes.findIndex((outcome) => 'failure' in outcome && !outcome.isConsequence);
	const outcome = outcomes[index] as ItemOutcome | undefined;
	if (!outcome || !('failure' in outcome)) return;
	const paid = wishes.flatMap(({ entry }) => (entry.state === 'taken' ? [entry.hash] : []));
	outcomes[index] = { ...outcome, failure: outcome.failure.with({ paid }) };
}

function addHints(
	{ plan, results, unspecified }: Acquired,
	endings: ReadonlyMap<Wish, Ending>,
): void {
	const tallies = plan.wishes.map((wish) => {
		const acquisition = results.get(wish);
		const ending = endings.get(wish);
		const by = acquisition && 'by' in acquisition ? acquisition.by : undefined;
		const isReplayed = by === 'thisTry' && wish.entry.state === 'taken' && !wish.entry.paid;
		const usage: UsageMeta | null | undefined =
			ending && 'facts' in ending ? ending.facts.usage : undefined;
		return {
			by: isReplayed ? ('other' as const) : by,
			usage,
			isUnspecified: unspecified.has(wish),
		};
	});
	const asked = plan.wishes.reduce((sum, { items }) => sum + items.length, 0);
	plan.run.context.addExecutionHints?.(...hintsFor(tallies, asked - plan.wishes.length));
}

/**
 * Makes one outcome for each input item, from the state of its check.
 * @param acquired what the wishes have come to.
 * @param watch the results.
 * @returns the outcomes in the order of the input. It doesn't throw.
 */
export async function collect(acquired: Acquired, watch: Watch): Promise<ItemOutcome[]> {
	const { plan, results } = acquired;
	const { dryRun } = plan.run.options;
	const outcomes = plan.rows.map((row): ItemOutcome => ('failure' in row ? row : { outputs: [] }));
	const endings = new Map<Wish, Ending>();
	if (!dryRun) for (const wish of plan.wishes) endings.set(wish, endingOf(acquired, watch, wish));
	const previous = await findAllPrevious(plan, endings);
	for (const wish of plan.wishes) {
		const ending = endings.get(wish) ?? notBegun();
		for (const index of wish.items) {
			if (dryRun) outcomes[index] = dryRow(wish, index, results.get(wish));
			else if ('failure' in ending)
				outcomes[index] = failedRow(wish, ending, index === wish.items[0]);
			else outcomes[index] = shownRow(plan, wish, index, ending, previous.get(wish));
		}
	}
	logIfCancelled(plan);
	listPaid(plan, outcomes);
	if (!dryRun) addHints(acquired, endings);
	return outcomes;
}

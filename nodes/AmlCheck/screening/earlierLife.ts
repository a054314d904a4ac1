import { toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import type { HistoryItem } from '../../shared/rpc/schemas';
import type { Span } from '../../shared/rpc/serviceClock';
import { sleepUnlessCancelled } from '../../shared/sleep';
import type { Acquisition } from './check';
import { earlierInput, mayHaveForgotten, savedUntil } from './executionData';
import { BACK_MS, endOfLook, readBackTo } from './historySearch';
import { matchLost } from './matching';
import type { Plan } from './plan';
import { LOOKS_MS, othersOf } from './recover';
import { executionBegan } from './requestIds';
import { SubmissionRecord } from './submissionRecord';
import { earlierFailure, paymentUnsure } from './unsure';
import type { WantedCheck } from './wanted';

/** Another machine may have begun the execution, by a clock of its own that was ahead of this one: milliseconds. */
const AHEAD_MS = 180_000;

/** When the execution can have begun at the earliest, on this machine's clock. */
const earliestOf = (began: number): number => Math.min(began, Date.now()) - AHEAD_MS;

/** What a run takes beyond its timeout, in milliseconds. */
const EXTRA_MS = 60_000;

/** How far from the service's clock this machine's may be for others of n8n to count as right too, in milliseconds. */
const RIGHT_MS = 10_000;

/**
 * When the node can have submitted something in an earlier life of the execution, on this machine's clock. Another
 * machine may have had that life, and told when it began: what this one's clock says of it holds only where it is right.
 * @returns undefined where it can't have begun then, or nobody can tell: then nothing is adopted.
 */
function earlierRun({ run }: Plan, began: number): Span | undefined {
	if (Math.abs(run.session.clock.aheadMs ?? Infinity) > RIGHT_MS) return undefined;
	const input = earlierInput(run.context, began, Date.now());
	if (!input || input === 'never') return undefined;
	const { readyAt, tookMs, overAt } = input;
	const mostMs = 2 * tookMs + run.options.timeout * 1000 + EXTRA_MS;
	return { from: readyAt, to: Math.min(readyAt + mostMs, overAt) };
}

/**
 * From when on something of an earlier life may be unrecorded: where the saved lives have not come to this node, only a
 * Retry since then, cut off before anything was saved of it, can have begun it.
 */
function unrecordedSince({ run, ledger }: Plan, began: number): number {
	const isUnbegun = !ledger.beganBefore && earlierInput(run.context, began, Date.now()) === 'never';
	return earliestOf((isUnbegun ? savedUntil(run.context) : undefined) ?? began);
}

/** As long as it isn't known what was paid for, nothing is paid (design 5). */
function notRecalled(failure: AmlCheckError): AmlCheckError {
	return failure.with({
		message: `The history could not be searched for what this execution paid for before, so nothing was submitted: ${failure.message}`,
		description: `${failure.description} Run the execution again with Retry.`,
		reason: 'paymentUnsure',
	});
}

/** One wanted check, held against the history since the execution began. */
function recallOne(
	plan: Plan,
	wanted: WantedCheck,
	records: readonly HistoryItem[],
	began: number,
): Acquisition | undefined {
	const { run, ledger } = plan;
	const { clock } = run.session;
	const { key, target } = wanted;
	const record = new SubmissionRecord(plan, wanted);
	const isOthers = othersOf(plan, record.id);
	// Anything since then may be ours: there may have been more than one Retry.
	const sent = { from: unrecordedSince(plan, began), to: Date.now() };
	const all = clock.toService(sent);
	const now = all?.to ?? sent.to;
	const since = matchLost(records, { target, sent, moments: all, now, isOthers });
	const earlier = earlierRun(plan, began);
	const moments = earlier && clock.toService(earlier);
	const { proven } = matchLost(records, { target, sent, moments, now, isOthers });
	const { candidates } = since;
	const isAlone = plan.wanted.every(
		(other) => other.key === key || other.target.key !== target.key,
	);
	if (proven && isAlone && candidates.length === 1) {
		record.taken(proven.hash, record.isOthers(proven.hash));
		return { hash: proven.hash, payer: record.entry?.paidElsewhere ? 'other' : 'earlierTry' };
	}
	if (candidates.length === 0) return undefined;
	if (plan.optionsFor(wanted).onUnsure === 'submitAgain') {
		// Whatever keeps it from being sent again: what it may have been is not forgotten.
		ledger.sentBefore(key, began);
		ledger.lost(key, Date.now(), candidates);
		return undefined;
	}
	record.mayBe(candidates);
	const failure = earlierFailure(record.id);
	return { failure: failure.with(paymentUnsure(failure, record.id, candidates)) };
}

/**
 * Looks for what earlier lives of the execution have paid for and nobody remembers: n8n saves the ledger with the
 * execution's data when a run ends, so a process that was killed takes it along, and so does a Retry of which only the
 * first life's data are used again. Only the "Retry" of an execution can come after that. At each, the history since the
 * execution began is read, twice a few seconds apart, for all wanted checks without a hash; free (design 5, after a process died).
 * @param plan what is wanted.
 * @param open the wanted checks without a hash.
 * @returns what was found, or why a check may not be submitted, by the key of the wanted check.
 */
export async function recallEarlierLives(
	plan: Plan,
	open: readonly WantedCheck[],
): Promise<Map<string, Acquisition>> {
	const { context, session } = plan.run;
	const found = new Map<string, Acquisition>();
	const began = executionBegan(context);
	if (!mayHaveForgotten(context) || began === undefined || open.length === 0) return found;
	const earliest = unrecordedSince(plan, began);
	const moment = { from: earliest, to: earliest };
	const since = () => (session.clock.toService(moment)?.from ?? earliest) - BACK_MS;
	try {
		let records: HistoryItem[] = [];
		// What was submitted a moment before a death may not be shown yet: the last look counts.
		for (const delayMs of LOOKS_MS) {
			if (delayMs > 0) await sleepUnlessCancelled(delayMs, session.cancelSignal);
			const deadlineAt = endOfLook(plan.deadlineAt);
			const excerpt = await readBackTo(session, { filter: {}, since, deadlineAt });
			if (!excerpt.isWhole) throw new Error('It goes back too far to be read');
			records = excerpt.records;
		}
		for (const wanted of open) {
			const acquisition = recallOne(plan, wanted, records, began);
			if (acquisition) found.set(wanted.key, acquisition);
		}
	} catch (thrown) {
		const failure = notRecalled(toFailure(thrown));
		for (const { key } of open) found.set(key, { failure });
	}
	return found;
}

import type { CheckRecord } from '../../shared/rpc/schemas';
import type { ItemFailure } from '../run/itemOutcome';
import type { AcquiredCheck, Payer } from './check';
import { mayHaveForgotten } from './executionData';
import { heldBack } from './heldBack';
import { isFromBefore } from './matching';
import type { Plan } from './plan';
import { named, rawResult, rawSubmission, recordOf } from './present';
import type { Presented } from './present';
import { executionBegan } from './requestIds';
import type { Awaited } from './wait';
import type { WantedCheck } from './wanted';
import type { WatchOutcome } from './watch';

/** What a wanted check has come to at the end of a run. */
export type Ending = { presented: Presented } | ItemFailure;

/** Stands for what was not reached because the run stopped. */
export function notBegun(): ItemFailure {
	return { failure: heldBack({ because: 'stopped' }), isConsequence: true };
}

/**
 * Under an idempotency key the service may answer with a check that an execution before this one has paid for: only its
 * result tells when it began.
 */
function payerOf(
	{ run, ledger }: Plan,
	wanted: WantedCheck,
	{ payer }: AcquiredCheck,
	check?: CheckRecord,
): Payer {
	if (check === undefined || wanted.idempotencyKey === '') return payer;
	// Another machine may have told when the execution began, by a clock that was ahead: not after this was sent.
	const { sentAt = Infinity } = ledger.find(wanted.key) ?? {};
	const began = Math.min(executionBegan(run.context) ?? Infinity, sentAt);
	if (began === Infinity) return payer;
	const moment = run.session.clock.toService({ from: began, to: began });
	// In a Retry another machine may have told when it began: what was paid for since, by either clock, is not called unpaid.
	const from = mayHaveForgotten(run.context) ? began : Infinity;
	const earliest = moment && { ...moment, from: Math.min(moment.from, from) };
	return isFromBefore(check, earliest) ? 'other' : payer;
}

/** A report that stands in is there already. */
function endingOfReport({ report: check, payer, usage }: AcquiredCheck): Ending {
	const result = { check: check as CheckRecord, usage };
	return { presented: { ...result, raw: rawResult(result), payer } };
}

function endingOfSubmission(
	plan: Plan,
	wanted: WantedCheck,
	acquired: AcquiredCheck,
	outcome: WatchOutcome | undefined,
): Ending {
	const failed = outcome && 'failure' in outcome ? outcome : undefined;
	const result = outcome && 'result' in outcome ? outcome.result : failed?.last;
	const payer = payerOf(plan, wanted, acquired, result?.check);
	const { onTimeout } = plan.optionsFor(wanted);
	const returnsPending = failed?.pending && onTimeout === 'returnPending';
	if (failed && !returnsPending)
		return { failure: failed.failure.with({ hash: acquired.hash, charged: payer !== 'other' }) };
	const check = result ? named(result.check, wanted.target) : recordOf(acquired, wanted.target);
	const usage = result ? result.usage : acquired.usage;
	const raw = result ? rawResult(result) : rawSubmission(acquired, wanted.target);
	const requestId = plan.ledger.find(wanted.key)?.id;
	return { presented: { check, raw, usage, payer, requestId } };
}

/**
 * What every wanted check has come to.
 * @param awaited what was acquired and waited for.
 * @returns the endings by the key of the wanted check.
 */
export function endingsOf({ acquired, outcomes }: Awaited): Map<string, Ending> {
	const { plan, checks } = acquired;
	const endingOf = (wanted: WantedCheck): Ending => {
		const acquisition = checks.get(wanted.key) ?? notBegun();
		if ('failure' in acquisition) return acquisition;
		if (acquisition.report) return endingOfReport(acquisition);
		return endingOfSubmission(plan, wanted, acquisition, outcomes.get(acquisition.hash));
	};
	return new Map(plan.wanted.map((wanted) => [wanted.key, endingOf(wanted)]));
}

import {
	badSetting,
	isTransient,
	makeFailure,
	type AmlCheckError,
} from '../../shared/failures/failure';
import type { ToldCheck } from '../../shared/failures/facts';
import { asksTooLong } from '../../shared/service/time';
import { chargedOf } from '../items/wallet';
import type { Entry, Sent } from './ledger';

/** Whether everybody's next request will end the same way, until somebody changes something. */
export const isFinal = (failure: AmlCheckError): boolean =>
	failure.reason === 'cancelled' || failure.fault === 'setup' || asksTooLong(failure.facts);

const NOT_SUBMITTED = 'This check was not submitted';

/** Nothing was sent, for the same reason as another request failed for. */
const because = (cause: AmlCheckError, before: string): AmlCheckError =>
	cause.with({ charged: false, hashes: [], facts: { before } });

const notBegun = (happened: string, advice: string): AmlCheckError =>
	makeFailure('cancelled', { charged: false, facts: { happened, advice } });

/** Why a check was not submitted in this try. */
export const notSubmitted = {
	/** @param earlier how many of the needed ones the execution has paid for before. */
	overBudget: (wanted: number, allowed: number, earlier: number) =>
		badSetting(
			`${wanted} checks are needed, your limit is ${allowed}`,
			earlier > 0
				? `This execution has paid for ${earlier} of them before. Raise the option 'Max Paid Checks', or continue in a new execution.`
				: "Raise the option 'Max Paid Checks', or run with fewer items.",
		),
	cancelled: () =>
		notBegun('The execution was canceled before this check was submitted', 'Run it again.'),
	/** @param cause why the last request of the run had no usable answer, if it had none. */
	late: (seconds: number, cause?: AmlCheckError) => {
		const advice = "Wait, or raise the option 'Timeout (Seconds)', then run again.";
		const happened = `There was no progress for ${seconds} seconds, so this check was not submitted`;
		return cause
			? because(cause, `${NOT_SUBMITTED}, after ${seconds} seconds without a usable answer`)
			: makeFailure('unavailable', { charged: false, facts: { happened, advice } });
	},
	/** The process of an execution died, and n8n 1.x has forgotten with it when the execution began. */
	begunUnknown: () =>
		notBegun(
			`${NOT_SUBMITTED}: n8n stopped in the middle of this execution, and a check may be paid for`,
			'Look at your history at the service. To pay for a new check, start a new execution.',
		).with({ fault: 'payment', charged: undefined }),
	/** In Stop mode, after what happened to another item. */
	stopped: () =>
		notBegun(
			`${NOT_SUBMITTED}, because the run stopped before it`,
			'See what happened to the other items.',
		),
	unusable: (cause: AmlCheckError) => because(cause, NOT_SUBMITTED),
	unsearched: (cause: AmlCheckError) =>
		because(
			cause,
			'The history could not be searched for a check that is there already, so nothing was submitted',
		),
};

/** A request ends within a minute, shows within two, and clocks differ by one: then an empty history proves that it is unpaid. */
const PROVED_AFTER_MS = 4 * 60_000;

/**
 * An earlier request of which nobody knows what happened.
 * @param endedAt when it ended at the latest, in Unix milliseconds, where that is known.
 */
export const earlierLost = (endedAt?: number): AmlCheckError =>
	makeFailure('unsure', {
		facts: {
			happened: 'An earlier request for this check got no usable answer',
			provedAt: endedAt === undefined ? undefined : endedAt + PROVED_AFTER_MS,
		},
	});

/** The history is too long, or its pages too slow, for the time of the run. */
export const notReached = (): AmlCheckError =>
	makeFailure('unavailable', {
		facts: {
			happened: 'The history could not be read back far enough in time',
			advice: "Raise the option 'Timeout (Seconds)'.",
		},
	});

/** The answer to a submission is about something else, and names this check. */
export const otherTarget = (hash: string): AmlCheckError =>
	makeFailure('mismatch', {
		hashes: [hash],
		facts: {
			happened: 'The AML service returned the check of another target than the one that was sent',
		},
	});

/** The request may have been taken. */
function withSent(failure: AmlCheckError, { sentAt, candidates }: Sent): AmlCheckError {
	const { reason, hashes, message: happened, facts } = failure;
	const provedAt = Math.max(sentAt + PROVED_AFTER_MS, facts.provedAt ?? 0);
	return makeFailure(reason === 'cancelled' ? reason : 'unsure', {
		fault: 'payment',
		hashes: [...new Set([...candidates, ...hashes])],
		facts: { ...facts, before: undefined, advice: undefined, happened, provedAt },
	});
}

/**
 * Completes a failure with the state of its check, so that no failure hides a hash or says "unpaid" of what may be paid.
 * `charged` is missing where it is not known.
 */
export function withEntry(failure: AmlCheckError, entry: Entry): AmlCheckError {
	if (entry.state === 'wanted')
		return failure.fault === 'payment' ? failure : failure.with({ charged: false });
	const facts = { requestId: entry.id };
	if (entry.state === 'sent') return withSent(failure, entry).with({ facts });
	// It is not the row's turn any more: its check is there.
	const fault = failure.fault === 'input' ? 'service' : failure.fault;
	return failure.with({ fault, hashes: [entry.hash], charged: entry.paidBy !== undefined, facts });
}

/** The entry of a check that an earlier try has sent, with the name of its asset. */
export interface NamedEntry {
	asset: string;
	entry: Exclude<Entry, { state: 'wanted' }>;
}

/** A check of an earlier try, as `details.checks` lists it. */
function listEntry({ asset, entry }: NamedEntry): ToldCheck & { charged?: boolean } {
	const base = { asset, riskLevel: 'unknown', requestId: entry.id };
	return entry.state === 'taken'
		? {
				...base,
				summary: 'Taken in an earlier try',
				hash: entry.hash,
				charged: entry.paidBy !== undefined,
			}
		: { ...base, summary: 'Sent in an earlier try', candidates: entry.candidates };
}

/**
 * Adds to the failure of an item what an earlier try has sent for it; pure. It is about the check whose payment is
 * unsure, if there is one, and lists all of them where they are several.
 */
export function withEntries(failure: AmlCheckError, entries: readonly NamedEntry[]): AmlCheckError {
	const first = entries.find(({ entry }) => entry.state === 'sent') ?? entries.at(0);
	if (!first) return failure;
	const known = withEntry(failure, first.entry);
	const checks = entries.map(listEntry);
	return checks.length === 1
		? known
		: known.with({ charged: chargedOf(checks), facts: { checks } });
}

/**
 * The failure of a check whose result did not come; pure.
 * @param failure why its last request had no result.
 * @param end why nobody waits any longer.
 * @param seconds without progress, after which the run's time is over.
 * @returns it, and whether the check only continues: one that is not found yet may be on its way.
 */
export function notFinished(
	hash: string,
	failure: AmlCheckError | undefined,
	end: 'cancelled' | 'credentials' | 'timeout',
	seconds: number,
): { failure: AmlCheckError; isPending: boolean } {
	const isRefused = failure && failure.reason !== 'notFound' && !isTransient(failure);
	const isPending = end === 'timeout' && !isRefused;
	const hashes = [hash];
	if (end === 'credentials') {
		const own = failure?.reason === 'badCredential' ? failure : makeFailure('badCredential');
		return { failure: own.with({ hashes }), isPending };
	}
	const isCancelled = end === 'cancelled';
	const happened = isCancelled
		? 'The execution was canceled before the check was finished'
		: `The check was not finished within ${seconds} seconds`;
	const said = failure ? ` The last request said: ${failure.message}.` : '';
	const advice = `It continues at the service: read it with Get, free.${said}`;
	const facts = { happened, advice, code: failure?.facts.code };
	const reason = isCancelled ? 'cancelled' : 'unavailable';
	return { failure: makeFailure(reason, { hashes, facts }), isPending };
}

import {
	AmlCheckError,
	makeFailure,
	readFault,
	type FailureFacts,
} from '../../shared/failures/failure';
import { FAILURE_KINDS } from '../../shared/failures/kinds';
import {
	NOT_PAID,
	READ_IT,
	unnamedIn,
	withoutNote,
	type Again,
	type Note,
} from '../../shared/failures/notes';
import { asksTooLong } from '../../shared/rpc/time';
import { isWrongAddress } from '../../shared/rpc/transport';
import type { WalletCheck } from '../outputs/checks';
import { chargedOf } from '../run/wallet';
import type { Entry, Sent } from './ledger';

const make = (
	kind: FailureFacts['kind'],
	reason: FailureFacts['reason'],
	message: string,
	advice: string,
): AmlCheckError => new AmlCheckError({ kind, reason, message, advice });

/** Whether everybody's next request will end the same way, until somebody changes something. */
export function isFinal(failure: AmlCheckError): boolean {
	const { kind, reason } = failure;
	const { fault } = FAILURE_KINDS[kind];
	const isEmpty = reason === 'emptyPackage';
	return kind === 'cancelled' || isEmpty || asksTooLong(failure) || fault === 'setup';
}

/**
 * Whether a failed free request ends the run at once: no waiting cures it.
 * @param hasAnswered whether the service has answered this process before.
 */
export const endsRun = (failure: AmlCheckError, hasAnswered: boolean): boolean =>
	isFinal(failure) ||
	(!hasAnswered && (isWrongAddress(failure.code) || readFault(failure) === 'setup'));

const CHECK_BASE_URL = 'Check the base URL in the AML Check API credential.';

/** Why a check was not submitted in this try. */
export const notSubmitted = {
	/** @param earlier how many of the needed ones the node has paid for before in this execution. */
	overBudget: (wanted: number, allowed: number, earlier: number) =>
		make(
			'configuration',
			'maxPaidChecks',
			`${wanted} checks are needed, your limit is ${allowed}`,
			earlier > 0
				? `This execution has paid for ${earlier} of them before. Raise the option 'Max Paid Checks', or continue in a new execution.`
				: "Raise the option 'Max Paid Checks', or run with fewer items. No check was submitted.",
		),
	cancelled: () =>
		make(
			'cancelled',
			'cancelled',
			'The execution was canceled before this check was submitted',
			'',
		).again('rerun', { after: 'cancel' }),
	/** @param cause why the last request of the run had no usable answer, if it had none. */
	late: (seconds: number, cause?: AmlCheckError) => {
		const again = {
			after: 'nothing',
			first: "Wait, or raise the option 'Timeout (Seconds)'",
		} as const;
		const message = `There was no progress for ${seconds} seconds, so this check was not submitted`;
		if (!cause) return make('timeout', 'noTimeLeft', message, '').again('rerun', again);
		return notSubmitted
			.unusable(cause)
			.with({
				reason: 'noTimeLeft',
				message: `This check was not submitted, after ${seconds} seconds without a usable answer: ${cause.message}`,
			})
			.again('rerun', again);
	},
	/** The process of an execution died, and n8n 1.x has forgotten with it when the execution began. */
	begunUnknown: () =>
		make(
			'cancelled',
			'notBegun',
			'This check was not submitted: n8n stopped in the middle of this execution, and a check may be paid for',
			'Look at your history at the service. To pay for a new check, start a new execution.',
		),
	/** In Stop mode, after what happened to another item. */
	stopped: () =>
		make(
			'cancelled',
			'notBegun',
			'This check was not submitted, because the run stopped before it',
			'',
		).again('rerun', { after: 'nothing', first: 'See what happened to the other items' }),
	unusable: (cause: AmlCheckError) => {
		const isWrong = isWrongAddress(cause.code);
		const { kind, message, notes = [], code } = cause;
		return make(
			kind,
			'notBegun',
			`This check was not submitted: ${message}`,
			isWrong ? CHECK_BASE_URL : cause.advice,
		).with({
			notes: isWrong ? withoutNote(notes, 'retry') : notes,
			fault: isWrong ? 'setup' : readFault(cause),
			code,
		});
	},
	unsearched: (cause: AmlCheckError) =>
		cause
			.with({
				reason: 'notSearched',
				message: `The history could not be searched for a check that is there already, so nothing was submitted: ${cause.message}`,
			})
			.again('rerun', { after: 'nothing', first: 'Solve the cause' }),
};

/** An earlier request of which nobody knows what happened. */
export const earlierLost = (): AmlCheckError =>
	make('connectionLost', undefined, 'An earlier request for this check got no usable response', '');

/** The history is too long, or its pages too slow, for the time of the run. */
export const notReached = (): AmlCheckError =>
	make(
		'timeout',
		undefined,
		'The history could not be read back far enough in time',
		"Raise the option 'Timeout (Seconds)'.",
	);

/** The response to a submission is about something else, and names this check. */
export const otherTarget = (hash: string): AmlCheckError =>
	make(
		'mismatch',
		undefined,
		'The AML service returned the check of another target than the one that was sent',
		'Ask the service what was screened.',
	)
		.with({ candidates: [hash] })
		.note('check', `It named the check ${hash}, whose result is not used.`, [hash]);

/** The response to a submission is no answer, and names checks. */
export function noteNamed(failure: AmlCheckError, hashes: readonly string[]): AmlCheckError {
	const unnamed = unnamedIn(failure.notes, hashes);
	if (unnamed.length === 0) return failure;
	const checks = unnamed.length === 1 ? 'check' : 'checks';
	return failure.note(
		'check',
		`The response named the ${checks} ${unnamed.join(' and ')}.`,
		unnamed,
	);
}

/** Says which checks it may be, as far as that is not said yet. */
function noteCandidates(failure: AmlCheckError, candidates: readonly string[]): AmlCheckError {
	const unnamed = unnamedIn(failure.notes, candidates);
	if (unnamed.length === 0) return failure;
	const text =
		unnamed.length === 1
			? `It may be the check ${unnamed[0]} of the history, which could not be proved.`
			: `It may be one of these checks of the history: ${unnamed.join(', ')}.`;
	return failure.note('candidates', text, unnamed);
}

/** A request ends within a minute, shows within two, and clocks differ by one: then an empty history proves that it is unpaid. */
const PROVED_AFTER_MS = 4 * 60_000;

/** The facts for another try while it is not known whether a check was paid for. */
const afterSent = ({ sentAt }: Sent, hasCandidates: boolean): Again =>
	hasCandidates ? { after: 'candidates' } : { after: 'loss', provedAt: sentAt + PROVED_AFTER_MS };

/** Takes out the advice for what costs nothing to repeat: a pause that the service asks for stays. */
function withoutRerun(failure: AmlCheckError): AmlCheckError {
	const notes = withoutNote(failure.notes ?? [], 'rerun');
	return failure.with({ notes: asksTooLong(failure) ? notes : withoutNote(notes, 'retry') });
}

/** The request may have been taken. */
function withSent(failure: AmlCheckError, entry: Sent): AmlCheckError {
	const { id: requestId } = entry;
	const named = [...new Set([...entry.candidates, ...(failure.candidates ?? [])])];
	const hasCandidates = named.length > 0;
	const unsure = withoutRerun(failure)
		.with({
			reason: failure.kind === 'cancelled' ? failure.reason : 'paymentUnsure',
			fault: 'payment',
			requestId,
			hash: undefined,
			candidates: hasCandidates ? named : undefined,
			charged: undefined,
		})
		.note('payment', 'It is not known yet whether the check was paid for.');
	return noteCandidates(unsure, named).again('nextStep', afterSent(entry, hasCandidates));
}

/**
 * Completes a failure with the state of its check, so that no failure hides a hash or says "unpaid" of what may be paid.
 * `charged` is missing where it is not known.
 */
export function withEntry(failure: AmlCheckError, entry: Entry): AmlCheckError {
	const { id: requestId } = entry;
	if (entry.state === 'sent') return withSent(failure, entry);
	if (entry.state === 'wanted') return failure.with({ charged: false }).note('payment', NOT_PAID);
	const { hash, paid: charged } = entry;
	const taken = withoutRerun(failure).with({ requestId, hash, charged, candidates: undefined });
	if (unnamedIn(failure.notes, [hash]).length === 0) return taken;
	return taken
		.note('payment', `The check was taken: its hash is ${hash}.`, [hash])
		.note('nextStep', READ_IT);
}

/** The entry of a check that an earlier try has sent, with the name of its asset. */
export interface NamedEntry {
	asset: string;
	entry: Exclude<Entry, { state: 'wanted' }>;
}

const hashesOfEntry = ({ entry }: NamedEntry): string[] =>
	entry.state === 'taken' ? [entry.hash] : entry.candidates;

/** A check of an earlier try, as `details.checks` lists it. */
function listEntry({ asset, entry }: NamedEntry): WalletCheck {
	const base = { asset, riskLevel: 'unknown' as const, requestId: entry.id };
	if (entry.state === 'taken')
		return { ...base, summary: 'Taken in an earlier try', hash: entry.hash, charged: entry.paid };
	return { ...base, summary: 'Sent in an earlier try', candidates: entry.candidates };
}

/**
 * Adds to the failure of an item what an earlier try has sent for it; pure. It is about the check whose payment is
 * unsure, if there is one, and lists all of them where they are several.
 */
export function withEntries(failure: AmlCheckError, entries: readonly NamedEntry[]): AmlCheckError {
	const first = entries.find(({ entry }) => entry.state === 'sent') ?? entries.at(0);
	if (!first) return failure;
	const paid = entries.flatMap(hashesOfEntry);
	const known = withEntry(failure, first.entry).with({ paid });
	if (entries.length === 1) return known;
	const others = entries.filter((one) => one !== first);
	const names = others.flatMap(hashesOfEntry);
	const checks = entries.map(listEntry);
	const listed = known.with({ charged: chargedOf(checks), checks });
	if (names.length === 0) return listed;
	return listed.note('otherChecks', `Its other checks are: ${names.join(', ')}.`, names);
}

/** Why nobody waits any longer. */
type EndOfWait = 'cancelled' | 'credentials' | 'timeout';

/** Whether the service refuses to show a result. One that is not found yet may be on its way. */
const isRefused = (failure: AmlCheckError | undefined): boolean =>
	failure !== undefined && failure.kind !== 'notFound' && !FAILURE_KINDS[failure.kind].mayPass;

/** What is known of a check whose wait is over. */
interface Unfinished {
	hash: string;
	status?: string;
	/** Why its last request had no result. */
	failure?: AmlCheckError;
}

/** The words for the end of a wait. */
function wordsOfEnd(end: EndOfWait, seconds: number, failure: AmlCheckError | undefined) {
	if (end === 'credentials')
		return failure?.kind === 'credentials' ? failure : makeFailure('credentials');
	const message =
		end === 'cancelled'
			? 'The execution was canceled before the check was finished'
			: `The check was not finished within ${seconds} seconds`;
	return { message, advice: 'It continues at the service.', notes: [] };
}

/**
 * The failure of a check whose result did not come; pure.
 * @param seconds without progress, after which the run's time is over.
 * @returns it, and whether the check only continues.
 */
export function notFinished(
	{ hash, status, failure }: Unfinished,
	end: EndOfWait,
	seconds: number,
): { failure: AmlCheckError; isPending: boolean } {
	const { message, advice, notes = [] } = wordsOfEnd(end, seconds, failure);
	const parts = [`Its hash is ${hash}`];
	if (status) parts.push(`its last status was ${status}`);
	if (failure && failure.message !== message)
		parts.push(`the last request said: ${failure.message}`);
	const known: Note = { about: 'check', text: `${parts.join(', ')}.`, names: [hash] };
	const reason = end === 'timeout' ? 'notFinished' : undefined;
	const all = [known, ...notes];
	const code = failure?.code;
	const made = new AmlCheckError({ kind: end, reason, message, advice, notes: all, code, hash });
	return {
		failure: made.note('nextStep', READ_IT),
		isPending: end === 'timeout' && !isRefused(failure),
	};
}

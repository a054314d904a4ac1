import { createHash } from 'node:crypto';

import { hashKey } from '../../shared/checks/result';
import { ENDS_WITHIN_MS, SHOWN_MS } from '../../shared/contract';
import type { ClockName, Entry, Sent } from '../run/entries';

/* What may follow what in the life of an entry, and what proves that its check was not taken; pure. */

/** The events in the life of an order. Times are in Unix milliseconds. */
export type EntryEvent =
	| { kind: 'sending'; sentAt: number; clock: ClockName; endsBy: number }
	/** The answer says that it was not taken. */
	| { kind: 'notTaken' }
	/** The service says in words that it did not take it. */
	| { kind: 'refused' }
	/** The history proves that it was not taken. */
	| { kind: 'absent' }
	/** A process died that may have sent it since a moment. */
	| { kind: 'forgotten'; since: number; endedAt: number }
	/** The answer is no answer. `since`: when an earlier process of this execution may have sent it. */
	| { kind: 'lost'; endedAt: number; candidates: readonly string[]; since?: number }
	/** The history shows checks that it may be, or nothing. */
	| { kind: 'looked'; candidates: readonly string[]; showsUnfinished: boolean }
	| { kind: 'taken'; hash: string; paid: boolean }
	/** The run that asked for it has shown its result as charged. */
	| { kind: 'shown' };

type OpenEvent = Exclude<EntryEvent, { kind: 'shown' | 'taken' }>;

function refuseEvent({ state }: Entry, { kind }: EntryEvent): never {
	throw new Error(`A check that is ${state} can not be ${kind}`);
}

/** Adds those that are not known yet. */
function joinHashes(known: readonly string[], more: readonly string[]): string[] {
	const keys = new Set(known.map(hashKey));
	return [...known, ...new Set(more.filter((hash) => !keys.has(hashKey(hash))))];
}

/** The `id` of the request after one that was refused: the service would know the old one. The same in every process. */
const makeNextId = (id: string): string =>
	createHash('sha256').update(id).digest('hex').slice(0, id.length);

function nextOfWanted(entry: Entry & { state: 'wanted' }, event: OpenEvent): Entry {
	const { id, asked, sends = 0 } = entry;
	const sent = { state: 'sent' as const, id, asked, candidates: [] };
	if (event.kind === 'forgotten')
		return { ...sent, sentAt: event.since, clock: 'unknown', endedAt: event.endedAt, sends: 0 };
	if (event.kind !== 'sending') return refuseEvent(entry, event);
	const { sentAt, clock, endsBy: endedAt } = event;
	return { ...sent, sentAt, clock, endedAt, sends: sends + 1 };
}

function nextOfSent(entry: Sent, event: OpenEvent): Entry {
	const { id, asked, sends, candidates } = entry;
	switch (event.kind) {
		case 'notTaken':
			return { state: 'wanted', id, asked, sends: Math.max(0, sends - 1) };
		case 'refused':
			return { state: 'wanted', id: makeNextId(id), asked };
		case 'absent':
			return { state: 'wanted', id, asked, sends };
		case 'lost': {
			const { endedAt, since } = event;
			const by = since === undefined ? {} : { sentAt: since, clock: 'unknown' as const };
			return { ...entry, ...by, endedAt, candidates: joinHashes(candidates, event.candidates) };
		}
		case 'looked': {
			const fact = event.showsUnfinished && { showsUnfinished: true as const };
			return { ...entry, ...fact, candidates: joinHashes(candidates, event.candidates) };
		}
		default:
			return refuseEvent(entry, event);
	}
}

/**
 * The table of transitions; pure.
 * @throws Error for what must never happen, such as sending a check that was taken.
 */
export function next(entry: Entry, event: EntryEvent): Entry {
	if (event.kind === 'shown') return { ...entry, shownBy: entry.asked.run };
	if (event.kind !== 'taken') {
		if (entry.state === 'wanted') return nextOfWanted(entry, event);
		return entry.state === 'sent' ? nextOfSent(entry, event) : refuseEvent(entry, event);
	}
	const { hash, paid } = event;
	if (entry.state === 'taken') return { ...entry, paid };
	const { id, asked, sends } = entry;
	return { state: 'taken', id, asked, sends, hash, paid };
}

/** Its absence is proof so long after its request ended, in milliseconds; it is sent thrice at most. */
export const PROOF_MS = SHOWN_MS;
export const MAX_SENDS = 3;

/** A check that the history hides while it is unfinished ends within an hour (contract 5), in milliseconds. */
const HIDDEN_MS = ENDS_WITHIN_MS + PROOF_MS;

/** How long after the end of its request a check that the history doesn't show is proved to be absent, in milliseconds. */
export const proofMs = ({ showsUnfinished, sends }: Sent): number =>
	showsUnfinished || sends === 0 ? PROOF_MS : HIDDEN_MS;

/** One reading of the history, as far as it concerns a request. */
export interface Look {
	/** How long after the end of the request it began, in milliseconds. */
	sinceEndMs: number;
	/** Whether it reached the moment of the request: what was not read is not absent. */
	isWhole: boolean;
	/** Whether no other candidate can come. */
	hasAll: boolean;
}

/**
 * What a request came to that the history does not prove to be taken; pure.
 * - `open`: later readings may show it.
 * - `absent`: it was not taken.
 * - `unclear`: it may be one of its candidates, which is a question to the user.
 */
export function judgeLost(
	entry: Sent,
	{ sinceEndMs, isWhole, hasAll }: Look,
): 'open' | 'absent' | 'unclear' {
	const isNamed = entry.candidates.length > 0;
	if (isNamed) return hasAll || (isWhole && sinceEndMs >= PROOF_MS) ? 'unclear' : 'open';
	return isWhole && sinceEndMs >= proofMs(entry) ? 'absent' : 'open';
}

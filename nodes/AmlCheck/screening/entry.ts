import { hashKey, isSameHash } from '../../shared/checks/result';
import { HOUR_MS } from '../../shared/dates';
import { SHOWN_MS, type ClockName } from '../waiting/history';

/** Who asked for a check: the execution, the run of the node in it (loops have several), and its input items. */
export interface Asked {
	/** The execution's id. A Retry has another one. */
	execution: string;
	run: number;
	/** Unix milliseconds. */
	at: number;
	items: number[];
}

/** `id` is the request's, for life. */
interface Base {
	id: string;
	asked: Asked;
	/** The run that has shown its result as charged; no other run does. */
	shownBy?: number;
}

/** The request left at least once, and may have been taken. */
export interface Sent extends Base {
	state: 'sent';
	/** When it first left, in Unix milliseconds on the clock. */
	sentAt: number;
	clock: ClockName;
	/** How often it left, as far as is known: a process that died may have sent it too. */
	sends: number;
	/** When the last request ended, or will have ended at the latest, in Unix milliseconds of this machine. */
	endedAt: number;
	/** Whether that allows for another clock: a Retry may run on another machine. */
	isOfAnyClock?: true;
	/** Checks that it may be. */
	candidates: string[];
	/** Whether the service is known to show unfinished checks in its history. */
	showsUnfinished?: true;
	/** The service's refusal of the last request, for the message. */
	refusal?: string;
}

/** The one state of a wanted check; n8n saves it. `others` are candidates of its earlier requests. */
export type Entry =
	| (Base & { state: 'wanted' })
	| Sent
	| (Base & {
			state: 'taken';
			hash: string;
			paid: boolean;
			others?: string[];
	  });

/** The events in its life. Times are in Unix milliseconds. */
export type EntryEvent =
	| { kind: 'sending'; sentAt: number; clock: ClockName; endsBy: number }
	| { kind: 'timed'; sentAt: number }
	| { kind: 'notTaken' }
	/** The history proves that none of its requests was taken. */
	| { kind: 'absent' }
	| { kind: 'forgotten'; since: number; endedAt: number }
	| { kind: 'shown'; run: number }
	/** `since`: when it may have left for the first time, if another process may have sent it. */
	| {
			kind: 'lost';
			endedAt?: number;
			candidates: readonly string[];
			since?: number;
			showsUnfinished?: boolean;
	  }
	| { kind: 'refused'; endedAt: number; refusal: string; since?: number }
	| { kind: 'taken'; hash: string; paid: boolean };

/** A moment of this machine's clock. */
const endedBy = (entry: Sent, endedAt: number): Sent => ({
	...entry,
	...{ endedAt, isOfAnyClock: undefined },
});

/** Another process, on a clock that nobody has compared, may have sent it since a moment. */
const sentSince = (since: number | undefined) =>
	since === undefined ? {} : { sentAt: since, clock: 'unknown' as const };

function nextOfSent(
	entry: Sent,
	event: Exclude<EntryEvent, { kind: 'forgotten' | 'shown' | 'taken' }>,
): Entry {
	const { id, asked, sends } = entry;
	switch (event.kind) {
		case 'sending':
			return { ...endedBy(entry, event.endsBy), sends: sends + 1, refusal: undefined };
		case 'timed':
			return { ...entry, sentAt: event.sentAt, clock: 'service' };
		case 'absent':
			return { state: 'wanted', id, asked };
		case 'notTaken':
			return sends === 1 ? { state: 'wanted', id, asked } : { ...entry, sends: sends - 1 };
		case 'lost': {
			const known = new Set(entry.candidates.map(hashKey));
			const added = event.candidates.filter((hash) => !known.has(hashKey(hash)));
			const candidates = [...entry.candidates, ...new Set(added)];
			const { endedAt = entry.endedAt, since, showsUnfinished } = event;
			const fact = showsUnfinished && { showsUnfinished: true as const };
			const ended = endedAt === entry.endedAt ? entry : endedBy(entry, endedAt);
			return { ...ended, ...sentSince(since), ...fact, candidates };
		}
		case 'refused':
			return {
				...endedBy(entry, event.endedAt),
				...sentSince(event.since),
				refusal: event.refusal,
			};
	}
}

/**
 * The table of transitions; pure.
 * @throws Error for what must never happen, such as sending a check that was taken.
 */
export function next(entry: Entry, event: EntryEvent): Entry {
	const { id, asked } = entry;
	if (event.kind === 'shown') return { ...entry, shownBy: event.run };
	if (event.kind === 'taken') {
		const { hash, paid } = event;
		if (entry.state === 'taken') return { ...entry, paid };
		const candidates = entry.state === 'sent' ? entry.candidates : [];
		const others = candidates.filter((one) => !isSameHash(one, hash));
		return { state: 'taken', id, asked, hash, paid, ...(others.length > 0 && { others }) };
	}
	const sent = { state: 'sent' as const, id, asked, candidates: [] };
	if (event.kind === 'forgotten')
		return { ...sent, sentAt: event.since, clock: 'unknown', endedAt: event.endedAt, sends: 0 };
	if (entry.state === 'sent') return nextOfSent(entry, event);
	if (entry.state === 'taken') throw new Error(`A check that was taken can not be ${event.kind}`);
	if (event.kind !== 'sending')
		throw new Error(`A check that was not sent can not be ${event.kind}`);
	const { sentAt, clock, endsBy: endedAt } = event;
	return { ...sent, sentAt, clock, endedAt, sends: 1 };
}

/** Its absence is proof so long after its request ended, in milliseconds; it is sent thrice at most. */
export const PROOF_MS = SHOWN_MS;
const MAX_SENDS = 3;

/** A check that the history hides while it is unfinished ends within an hour (contract 5), in milliseconds. */
const HIDDEN_MS = HOUR_MS + PROOF_MS;

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
	/** Whether the user rather pays twice. */
	submitsAgain: boolean;
}

/**
 * - `look`: later readings may show it.
 * - `sendAgain`: its absence is proved.
 * - `absent`: so it is, and it was sent often enough.
 * - `payAgain`: it may be charged, and the user rather pays twice.
 * - `stay`: it remains a question to the user, or the service's refusal.
 */
export type NextStep = 'look' | 'sendAgain' | 'absent' | 'payAgain' | 'stay';

/**
 * What to do about a request that the history does not prove to be taken; pure.
 * @param entry of it, with the candidates of the last reading of the history.
 */
export function nextStep(entry: Sent, look: Look): NextStep {
	const { candidates, refusal, sends } = entry;
	const isNamed = candidates.length > 0;
	const hasWaited = look.isWhole && look.sinceEndMs >= PROOF_MS;
	const isAbsent = look.isWhole && look.sinceEndMs >= proofMs(entry) && !isNamed;
	if (isAbsent) return sends < MAX_SENDS ? 'sendAgain' : 'absent';
	if (refusal !== undefined && !isNamed) return 'stay';
	if (!hasWaited && !(look.hasAll && isNamed)) return 'look';
	if (look.submitsAgain && sends === 1) return 'payAgain';
	return isNamed ? 'stay' : 'look';
}

import type { HistoryItem } from '../../shared/rpc/schemas';
import type { PackedMemory } from './memory';

/** Most checks that are remembered at a time; at 22 bytes each this keeps the state below half a megabyte. */
export const MAX_REMEMBERED = 20_000;

/** While a crowd is read that is larger than that, up to so many are; it is over after a few polls. */
export const MAX_CROWD = 100_000;

/** How long a check may stay unfinished before it is no longer the window that waits for it, in seconds. */
export const MAX_HOLD_SECONDS = 24 * 60 * 60;

/** Most checks that wait for their report in the state; more are found in the history again. */
export const MAX_WAITING = 100;

/**
 * Where the reading of a window that no single poll can finish stands. Each member is where the next call goes on, so
 * that a poll that has time for one call gets further all the same.
 */
export type Mark =
	/**
	 * Slices by date, oldest first: from second `at` on nothing was read. `full` is the end of a stretch that is known
	 * not to fit a page. `page` is the next one of a slice that is read page by page, `first` what came on its first one,
	 * `isOpen` that it has no end. `known` is a finished check of an earlier slice and the last second of that one: no
	 * later slice may show it.
	 */
	| (Again & {
			by: 'slices';
			at: number;
			width: number;
			full?: number;
			page?: number;
			first?: number;
			total?: number;
			isOpen?: boolean;
			known?: { code: string; until: number };
	  })
	/**
	 * Pages by number, newest first: where filters by date do not fit. `head` is the first check of the last page,
	 * `repeated` that the page before had the same one.
	 */
	| (Again & { by: 'pages'; page: number; head?: string; repeated?: true })
	/** Before slices: whether filters by date show something of a time in which a check is known, and nothing else. */
	| (Again & { by: 'probe'; from: number; to: number });

/** Whether the answer was empty last time, with no time to ask again. */
interface Again {
	empty?: true;
}

/** A backlog in the course of being delivered over several polls. */
export interface Sweep {
	/** Where the reading stands. */
	mark: Mark;
	/** The newest date when the sweep began: what shows up behind it meanwhile is not older than this less the lookback. */
	since: number | null;
	/** The oldest unfinished check in the part that was read; null if there is none. */
	hold: number | null;
}

/** A check that is new and whose report could not be had yet. */
export interface Waiting {
	item: HistoryItem;
	/** In how many polls its report was asked for. */
	tries: number;
}

/**
 * A step of the newest date over all that the trigger looks back on: a day off, or a service's clock that went ahead.
 * If it comes back, windows see again what they saw before the step, so what was known there is not forgotten at once.
 */
export interface Leap {
	/** Where windows began before it, in Unix seconds of the service's clock. */
	from: number;
	/** The newest date with which it is over, in Unix seconds of the service's clock. */
	until: number;
}

/** What the trigger remembers between polls. Plain JSON; dates are Unix seconds of the service's clock (design 7). */
export interface TriggerState {
	version: 2;
	/** Goes up with every change, so that a poll can tell whether another one came first. */
	sequence: number;
	/** The settings that the rest belongs to. */
	settings: string;
	/** Whose history it is, as a digest; absent in a state of an earlier version. */
	account?: string;
	/** Windows begin here and never earlier again; null while the history was always empty, or to begin with the oldest. */
	floor: number | null;
	/** The newest date seen; null if none was. */
	newest: number | null;
	/** Checks that were delivered or decided not to be, as long as a window can see them. */
	seen: PackedMemory;
	/** Checks that are unfinished for so long that the window no longer waits for them: code to start. */
	overdue: Record<string, number>;
	/** Where the oldest unfinished check began that the last complete reading saw and waits for; absent if there was none. */
	hold?: number;
	/** Present while a backlog is being delivered. */
	sweep?: Sweep;
	/** Present after a change of settings until the window was read once: nothing up to this second is delivered. */
	skipUntil?: number;
	/** Present with that where it is of an activation: a check whose end can't be read goes by its start there. */
	byStart?: true;
	/** Where the oldest unfinished check began that the settings before showed; absent if windows don't wait for one. */
	owed?: number;
	/** A check that every later window has to show: its code, and the earlier of its dates. Absent if none was seen. */
	witness?: { code: string; second: number };
	/** Present while what was known before a step of the newest date is remembered still. */
	leap?: Leap;
	/** For so many polls more the window is read without a filter by date, since with one it lacked the witness. */
	unfiltered?: number;
	/** How many items the service gives at a time, where that is less than was asked for. */
	cap?: number;
	/** By which date the service was last seen to sort; absent where no page told. */
	orderBy?: 'init' | 'result';
	/** New checks whose report could not be had yet, oldest first; absent if there are none. */
	waiting?: Waiting[];
	/** The last poll had no time for those: the next one begins with them. */
	reportsFirst?: true;
}

/**
 * A state that knows nothing.
 * @param settings what it belongs to.
 * @param account whose history it is of.
 * @returns a state whose first window is the whole history.
 */
export function emptyState(settings: string, account: string): TriggerState {
	return {
		version: 2,
		sequence: 0,
		settings,
		account,
		floor: null,
		newest: null,
		seen: {},
		overdue: {},
	};
}

/**
 * @param state any.
 * @param names what is left out.
 * @returns the state but for that.
 */
export function without(state: TriggerState, ...names: Array<keyof TriggerState>): TriggerState {
	const kept = Object.entries(state).filter(([name]) => !names.some((one) => one === name));
	return Object.fromEntries(kept) as unknown as TriggerState;
}

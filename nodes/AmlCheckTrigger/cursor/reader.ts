import { PageWalk } from '../../shared/history/pages';
import type { HistoryItem } from '../../shared/rpc/schemas';
import { askPage, interruptionOf, pageOf } from './asking';
import { greatest, isZoneless, latest } from './dates';
import type { Findings } from './findings';
import { isOutside, type Misfit } from './misfit';
import type { Mark, TriggerState } from './state';
import type { PageAnswer, PageRequest, Polling } from './types';

/** The most pages that one poll asks for, however much time it has. */
const MAX_CALLS = 100;

/** A date so far beyond the service's time moves nothing: its clock, or the date's, is wrong. */
const MAX_AHEAD_SECONDS = 30 * 60;

/** For so many polls the window is read without dates once filters by date were found not to fit. */
const UNFILTERED_POLLS = 20;

/** What a reading starts from. */
export type WindowStart = Pick<
	TriggerState,
	'floor' | 'newest' | 'hold' | 'skipUntil' | 'witness' | 'unfiltered' | 'cap'
> & {
	mark?: Mark;
};

/** What the last poll left lies ahead of the service's time: it was wrong for a while, and what comes now is older. */
export class InFuture extends Error {
	/** @param latest the newest date there can be, in Unix seconds. */
	constructor(readonly latest: number) {
		super("The newest check lies ahead of the service's time");
	}
}

/**
 * What was caught, where the last poll can't have been right.
 * @param thrown by a reading.
 * @throws whatever else it is.
 */
export function inFutureOf(thrown: unknown): InFuture {
	if (thrown instanceof InFuture) return thrown;
	throw thrown;
}

/** Asks for pages, and keeps what all ways of reading have in common. */
export class Reader {
	/** The newest date on the first page, or the service's time where that date can't be; null where none was read. */
	newest: number | null = null;

	/** A second whose items changed while its pages were read; later windows have to see it again. */
	unsettled: number | null = null;

	/** Whether anything was learned: without it the state stays as it is. */
	hasRead = false;

	/** For so many polls more the history is read without filters by date. */
	unfiltered: number;

	/** How many items the service gives at a time, where that is less than was asked for. */
	cap: number | undefined;

	/** Whether the last answer left time for more. */
	mayAskOn = true;

	/** What this poll found not to fit. */
	misfit: Misfit | undefined;

	private calls = 0;

	private now = 0;

	/**
	 * @param start what the last poll left.
	 * @param pageSize items to ask for at a time.
	 * @param findings takes in what is read.
	 */
	constructor(
		readonly start: WindowStart,
		readonly pageSize: number,
		readonly findings: Findings,
	) {
		this.cap = start.cap;
		this.unfiltered = start.unfiltered ?? 0;
	}

	/** Whether this poll may ask for more. */
	mayGoOn(): boolean {
		return this.mayAskOn && !this.findings.isFull() && this.calls < MAX_CALLS;
	}

	/** How many items a full page has. */
	get size(): number {
		return Math.min(this.cap ?? this.pageSize, this.pageSize);
	}

	/**
	 * What came with more to follow was a full page, however many were asked for.
	 * @param count how many came.
	 */
	noteCap(count: number): void {
		this.cap = count > 0 && count < this.pageSize ? count : undefined;
	}

	/** The newest date there is, as far as known; 0 where nothing is. */
	upper(): number {
		return greatest(this.start.newest, this.newest, this.now) ?? 0;
	}

	/**
	 * Learns how far the history reaches.
	 * @param records of its first page.
	 */
	noteNewest(records: readonly HistoryItem[]): void {
		const date = this.newestOf(records);
		const isAhead = date !== null && date > this.now + MAX_AHEAD_SECONDS;
		this.newest = greatest(this.newest, isAhead ? this.now - MAX_AHEAD_SECONDS : date);
	}

	/**
	 * Looks whether the last poll can have been right about the service's time.
	 * @throws InFuture where it can't.
	 */
	refuseFuture(): void {
		const latest = this.now + MAX_AHEAD_SECONDS;
		if ((this.start.newest ?? 0) > latest + MAX_AHEAD_SECONDS) throw new InFuture(latest);
	}

	/** The newest date of records; null where none has any. */
	newestOf(records: readonly HistoryItem[]): number | null {
		return greatest(...records.map((item) => latest(this.findings.datesOf(item))));
	}

	/** The upper date under which later pages are read, so that what arrives meanwhile doesn't shift them. */
	upperOf({ records }: PageAnswer): number | null {
		return greatest(this.now, this.newestOf(records));
	}

	/**
	 * From here on the history is read without filters by date, page by page.
	 * @param misfit why.
	 * @returns where to go on.
	 */
	distrust(misfit: Misfit): Mark {
		if (this.unfiltered === 0) this.misfit = misfit;
		this.unfiltered = UNFILTERED_POLLS;
		return { by: 'pages', page: 0 };
	}

	/**
	 * Asks for a page.
	 * @param request which.
	 * @throws Interrupted where it can't be had.
	 */
	*ask(request: PageRequest): Polling<PageAnswer> {
		this.calls++;
		const answer = yield* askPage(request);
		this.mayAskOn = answer.timeLeft;
		this.now = answer.now;
		return answer;
	}

	/**
	 * Asks for a page of the window.
	 * @param page its number.
	 * @param to the last second; null for no bound.
	 */
	askWindow(page: number, to: number | null = null): Polling<PageAnswer> {
		return this.ask(pageOf(this.pageSize, this.start.floor, to, page));
	}

	/**
	 * Asks for a page that is not read again: one empty answer may be a slip.
	 * @param request which.
	 * @param wasEmpty whether it was empty before.
	 * @returns the answer; null where it is empty and can't be asked for again in this poll.
	 * @throws Interrupted where it can't be had.
	 */
	*askSurely(request: PageRequest, wasEmpty = false): Polling<PageAnswer | null> {
		const answer = yield* this.ask(request);
		if (answer.count > 0 || wasEmpty) return answer;
		if (!this.mayAskOn) return null;
		try {
			return yield* this.ask(request);
		} catch (thrown) {
			this.mayAskOn = interruptionOf(thrown).timeLeft;
			return null;
		}
	}

	/**
	 * Whether a page shows what can't be in it.
	 * @param answer the page.
	 * @param from the first second asked for; null for no bound.
	 * @param to the last one; null for no bound.
	 */
	showsOutside({ records }: PageAnswer, from: number | null, to: number | null): boolean {
		return records.some((item) => isOutside(item, this.findings.datesOf(item), from, to));
	}

	/** Whether dates name no zone: then they can't be held against a filter's. */
	isZoneless({ records }: PageAnswer): boolean {
		return records.some(isZoneless);
	}
}

/** Whether a first page is not all there is. */
export const isPart = (first: PageAnswer) => new PageWalk().goesOnAfter(first);

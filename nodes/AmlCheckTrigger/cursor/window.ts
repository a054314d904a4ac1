import { PageWalk } from '../../shared/history/pages';
import type { HistoryItem } from '../../shared/rpc/schemas';
import { checkDates, greatest, isZoneless, latest, least } from './dates';
import type { Findings } from './findings';
import { codeOfItem } from './memory';
import type { Mark, TriggerState } from './state';
import { CursorError, type PageAnswer, type PageRequest, type Polling } from './types';

/** A request could not be answered: the reading ends here, and keeps what it has. */
export class Interrupted extends Error {
	/**
	 * @param failure as the caller told it.
	 * @param timeLeft whether it makes sense to ask for something else.
	 */
	constructor(
		readonly failure: unknown,
		readonly timeLeft: boolean,
	) {
		super('The history could not be read any further');
	}
}

/**
 * The interruption that was caught.
 * @param thrown by a reading.
 * @throws whatever else it is.
 */
export function interruptionOf(thrown: unknown): Interrupted {
	if (thrown instanceof Interrupted) return thrown;
	throw thrown;
}

/** How full a slice is aimed at: below a page, so that an estimate that is a little off still fits. */
const AIM = 0.8;

/**
 * Every date is later. A bound is always given, so that all windows see the same checks: with one the service may leave
 * out those without a date.
 */
const ANY_DATE = 1;

/** No check is older than this (2001) or newer than `now` and this many seconds: filters are tried out with them. */
const BEFORE_ALL = 1_000_000_000;
const BEYOND_ALL_SECONDS = 100 * 24 * 60 * 60;
const PROBE_SIZE = 10;

/**
 * Up to so many pages a window is read page by page; a longer one is a backlog, and is cut by date. A busy service has
 * many pages of checks that are known, which nobody waits for.
 */
const WALK_PAGES = 5;
const KNOWN_WALK_PAGES = 25;

/** The most pages that one poll asks for, however much time it has. */
const MAX_CALLS = 100;

/** A date so far beyond the service's time moves nothing: its clock, or the date's, is wrong. */
const MAX_AHEAD_SECONDS = 30 * 60;

/** For so many polls the window is read without dates once a window with them lacked what it had to show. */
const UNFILTERED_POLLS = 20;

type SliceMark = Extract<Mark, { by: 'slices' }>;

/** What a reading starts from. */
export type WindowStart = Pick<
	TriggerState,
	'floor' | 'newest' | 'hold' | 'skipUntil' | 'witness' | 'unfiltered' | 'cap'
> & {
	mark?: Mark;
};

/**
 * Reads the history from a second on, one call at a time, so that it can be left after any call and gone on with from
 * its `mark` by the next poll.
 *
 * A window that fits one page takes one call. One of a few pages is read page by page, the newest first: what arrives
 * meanwhile shifts items to pages still to come, which shows some twice and hides none. A longer one is a backlog. It
 * is cut by date into slices that fit a page each, the oldest first, so that it comes in order however many polls it
 * takes. Where filters by date do nothing at all, which is tried out first, it is read page by page over as many polls
 * as that takes (design 7).
 */
export class WindowReading {
	/** The newest date on the first page, or the service's time where that date can't be; null where none was read. */
	newest: number | null = null;

	/** Where the next poll goes on; undefined once everything was read. */
	mark: Mark | undefined;

	/** A second whose items changed while its pages were read; later windows have to see it again. */
	unsettled: number | null = null;

	/** Whether anything was learned: without it the state stays as it is. */
	hasRead = false;

	/** Whether dates name no zone. */
	isZoneless = false;

	unfiltered: number;

	cap: number | undefined;

	/** Whether the last answer left time for more. */
	mayAskOn = true;

	private calls = 0;

	private now = 0;

	/**
	 * @param start what the last poll left.
	 * @param pageSize items to ask for at a time.
	 * @param findings takes in what is read.
	 */
	constructor(
		private readonly start: WindowStart,
		private readonly pageSize: number,
		private readonly findings: Findings,
	) {
		this.mark = start.mark;
		this.cap = start.cap;
		this.unfiltered = start.unfiltered ?? 0;
	}

	/**
	 * Reads on until all is read, or one poll has enough.
	 * @param patient whether to read also when the time is up.
	 * @throws CursorError when the history can't be followed, Interrupted when a call was not answered.
	 */
	*read(): Polling<void> {
		const mayGoOn = () => this.mayAskOn && !this.findings.isFull() && this.calls < MAX_CALLS;
		if (this.mark === undefined) yield* this.readFirst(mayGoOn);
		else yield* this.step(this.mark);
		while (this.mark !== undefined && mayGoOn()) yield* this.step(this.mark);
	}

	private *readFirst(mayGoOn: () => boolean): Polling<void> {
		if (this.unfiltered > 0) return yield* this.readUnfiltered();
		let first = yield* this.ask(0, this.start.floor);
		// Activation saw nothing, which may have been a slip: one that goes on is the truth.
		const isUnsure = first.count === 0 && this.start.skipUntil !== undefined;
		if (isUnsure && mayGoOn()) first = yield* this.ask(0, this.start.floor);
		if (!this.lacksWitness(first)) {
			this.noteNewest(first.records);
			return yield* this.walk(first, mayGoOn);
		}
		this.unfiltered = UNFILTERED_POLLS;
		if (mayGoOn()) yield* this.readUnfiltered();
	}

	/** There is no bound to cut by: each page counts as it comes. */
	private *readUnfiltered(): Polling<void> {
		const first = yield* this.ask(0, undefined);
		this.refuseVanished(first);
		this.unfiltered--;
		this.takePage(first, { by: 'pages', page: 0 });
	}

	/** All of a short window, or nothing of it: what is left over comes in order by date then. */
	private *walk(first: PageAnswer, mayGoOn: () => boolean): Polling<void> {
		const { floor } = this.start;
		const walk = new PageWalk();
		const records = [...first.records];
		this.hasRead = true;
		let upper = greatest(this.now, ...first.records.map((item) => this.dateOf(item)));
		let answer = first;
		let page = 0;
		while (walk.goesOnAfter(answer) && !this.findings.reachesBehind(answer.records, floor)) {
			if (page === 1) this.noteCap(first.count);
			this.mark = { by: 'probe', bound: 'to' };
			const most = this.findings.isMostlyKnown(records) ? KNOWN_WALK_PAGES : WALK_PAGES;
			const isLong = page > 0 && (answer.total ?? 0) > most * this.size;
			if (isLong || page >= most || !mayGoOn()) return;
			page++;
			const { total } = answer;
			answer = yield* this.ask(page, floor, upper);
			// An empty page may be a slip, or the work of a filter that does not go by seconds.
			if (answer.count === 0 && mayGoOn()) {
				upper = null;
				answer = yield* this.ask(page, floor, upper);
			}
			records.push(...answer.records);
			if (total === null || answer.total === null || answer.total >= total) continue;
			// What left the list, or is not in it under the bound, has pulled others over to the page before.
			this.unsettled = floor ?? 0;
			records.push(...(yield* this.ask(page - 1, floor, upper)).records);
		}
		this.mark = undefined;
		this.findings.take(records);
	}

	private *step(mark: Mark): Polling<void> {
		if (mark.by === 'probe') yield* this.probe(mark);
		else if (mark.by === 'slices') yield* this.readSlice(mark);
		else {
			const from = this.unfiltered > 0 ? undefined : this.start.floor;
			this.takePage(yield* this.ask(mark.page, from), mark);
		}
	}

	/** Asks for what can't be: whoever answers with something does not filter, or not by seconds. */
	private *probe({ bound }: Extract<Mark, { by: 'probe' }>): Polling<void> {
		const { records } = yield* this.call(
			bound === 'to'
				? pageOf(PROBE_SIZE, null, BEFORE_ALL)
				: pageOf(PROBE_SIZE, this.upper() + BEYOND_ALL_SECONDS, null),
		);
		const isUseless = this.upper() === 0 || records.length > 0;
		this.hasRead = true;
		if (isUseless) this.mark = { by: 'pages', page: 0 };
		else if (bound === 'to') this.mark = { by: 'probe', bound: 'from' };
		else this.mark = this.firstSlice();
	}

	private firstSlice(): Mark {
		const { floor } = this.start;
		const at = floor ?? ANY_DATE;
		// From the beginning of time on most of it is empty: the slices grow by themselves.
		return { by: 'slices', at, width: Math.max(1, Math.floor((this.upper() - at) / 8)) };
	}

	private *readSlice(mark: SliceMark): Polling<void> {
		const { at, width, page } = mark;
		const end = at + width - 1;
		const isOpen = page === undefined ? end >= this.upper() : mark.isOpen === true;
		const from = this.start.floor === null && at === ANY_DATE ? null : at;
		const request = pageOf(this.pageSize, from, isOpen ? null : end, page);
		let answer = yield* this.call(request);
		// One empty answer may be a slip, and this part of the history is not read again.
		if (answer.count === 0 && this.mayAskOn) {
			this.calls++;
			const again = yield request;
			if (again.kind === 'page') answer = again;
		}
		this.hasRead = true;
		if (isOpen) this.noteNewest(answer.records);
		if (page !== undefined) return this.takePart(answer, mark);
		const { count, total } = answer;
		const isFull = count >= this.size;
		if (isFull && width > 1) {
			const full = Math.min(end, this.upper());
			this.mark = { by: 'slices', at, width: this.narrower(answer, at, full), full };
		} else if (isFull || (count > 0 && total !== null && total > count))
			this.takePart(answer, { ...mark, page: 0, first: count, isOpen });
		else {
			this.findings.take(answer.records);
			this.mark = isOpen ? undefined : this.nextSlice(mark, count);
		}
	}

	/**
	 * A second that does not fit a page is read page by page, and so is a slice of which more is said to be there than
	 * came: the service may give smaller pages, or count wrongly. What leaves meanwhile, as a check does that ends, would
	 * pull others over to pages that were read: then the same page is read again.
	 */
	private takePart(answer: PageAnswer, mark: SliceMark): void {
		const { page = 0, first = this.size, total: before } = mark;
		const { count, total } = answer;
		this.findings.take(answer.records);
		const isSteady = before === undefined || total === null || total >= before;
		if (!isSteady) this.unsettled = least(this.unsettled, mark.at);
		if (page > 0 && count > 0 && first < this.pageSize) this.cap = first;
		const isAll = total !== null && total >= count && page * first + count >= total;
		if (isSteady && (count < first || count === 0 || isAll)) {
			this.mark = mark.isOpen ? undefined : this.nextSlice(mark, count);
			return;
		}
		const next = isSteady ? page + 1 : Math.max(0, page - 1);
		this.mark = { ...mark, page: next, first, ...(total === null ? {} : { total }) };
	}

	/** As wide as fills a page at this density; within a stretch that held too much, no more than half of what is left. */
	private nextSlice({ at, width, full }: SliceMark, count: number): Mark {
		const next = at + width;
		const growth = Math.min(4, (AIM * this.size) / Math.max(1, count));
		const wider = Math.max(1, Math.floor(width * growth));
		if (full === undefined || next >= full) return { by: 'slices', at: next, width: wider };
		const half = Math.ceil((full - next + 1) / 2);
		return { by: 'slices', at: next, width: Math.min(wider, half), full };
	}

	/**
	 * How much of a stretch that held too much is asked for next. The page that came shows its newest part: where the
	 * rest of it fits a page, that is what comes next; else it is cut by its share, and at least in half.
	 */
	private narrower({ records, total }: PageAnswer, at: number, end: number): number {
		const aim = Math.floor(AIM * this.size);
		const width = end - at + 1;
		const date = records.length > aim ? this.dateOf(records[aim]) : null;
		const isRest = total !== null && total - aim <= aim && total >= records.length;
		if (isRest && date !== null && date > at && date < end) return date - at + 1;
		const share = total === null ? width : Math.floor((width * aim) / Math.max(total, aim, 1));
		return Math.max(1, Math.min(share, Math.floor(width / 2)));
	}

	private takePage(answer: PageAnswer, mark: Extract<Mark, { by: 'pages' }>): void {
		const { records, count, total } = answer;
		this.hasRead = true;
		const goesOn = new PageWalk().goesOnAfter(answer);
		if (mark.page === 0) {
			this.noteNewest(records);
			if (goesOn) this.noteCap(count);
		}
		this.findings.take(records);
		const head = records.length > 0 ? codeOfItem(records[0]) : undefined;
		const isSteady = mark.total === undefined || total === null || total >= mark.total;
		const isEnd =
			count === 0 ||
			(mark.page > 0 && head === mark.head && isSteady) ||
			(mark.page === 0 && !goesOn) ||
			(mark.page > 0 && total !== null && mark.page * this.size + count >= total) ||
			this.findings.reachesBehind(records, this.start.floor);
		const page = isSteady ? mark.page + 1 : mark.page;
		this.mark = isEnd
			? undefined
			: { by: 'pages', page, ...(total === null ? {} : { total }), ...(head && { head }) };
	}

	/** Whether what came is all of the window, and the check that it has to show is not there. */
	private lacksWitness(answer: PageAnswer): boolean {
		const { witness, floor, hold } = this.start;
		if (answer.count === 0 && hold !== undefined) return true;
		if (witness === undefined || (floor !== null && witness.second < floor + 1)) return false;
		if (answer.records.some((item) => codeOfItem(item) === witness.code)) return false;
		const isAll = !new PageWalk().goesOnAfter(answer);
		return isAll || this.findings.reachesBehind(answer.records, floor);
	}

	/** A history that was not empty is not empty all of a sudden. */
	private refuseVanished({ count }: PageAnswer): void {
		if (count > 0) return;
		throw new CursorError(
			'The history shows no checks at all, although this trigger has seen checks in it',
			'Nothing was delivered and nothing forgotten: once the history shows its checks again, the next poll catches up by itself. If it stays this way, look at the history with the operation Get Many of the AML Check node, and check that the credential is that of the right account.',
		);
	}

	private get size(): number {
		return Math.min(this.cap ?? this.pageSize, this.pageSize);
	}

	/** What came with more to follow was a full page, however many were asked for. */
	private noteCap(count: number): void {
		this.cap = count > 0 && count < this.pageSize ? count : undefined;
	}

	private upper(): number {
		return greatest(this.start.newest, this.newest, this.now) ?? 0;
	}

	private noteNewest(records: readonly HistoryItem[]): void {
		const date = greatest(...records.map((item) => this.dateOf(item)));
		const isAhead = date !== null && date > this.now + MAX_AHEAD_SECONDS;
		this.newest = greatest(this.newest, isAhead ? this.now - MAX_AHEAD_SECONDS : date);
	}

	private dateOf(item: HistoryItem): number | null {
		return latest(checkDates(item, this.findings.isOpen(item)));
	}

	private *ask(
		page: number,
		from: number | null | undefined,
		to: number | null = null,
	): Polling<PageAnswer> {
		const { pageSize } = this;
		const request: PageRequest =
			from === undefined ? { kind: 'page', page, pageSize } : pageOf(pageSize, from, to, page);
		return yield* this.call(request);
	}

	private *call(request: PageRequest): Polling<PageAnswer> {
		this.calls++;
		const answer = yield* askPage(request);
		this.mayAskOn = answer.timeLeft;
		this.isZoneless ||= answer.records.some(isZoneless);
		this.now = answer.now;
		return answer;
	}
}

/**
 * Asks for a page.
 * @param request which.
 * @returns the answer.
 * @throws Interrupted where there is none.
 */
export function* askPage(request: PageRequest): Polling<PageAnswer> {
	const answer = yield request;
	if (answer.kind === 'page') return answer;
	throw new Interrupted(answer.kind === 'failed' ? answer.failure : undefined, answer.timeLeft);
}

/**
 * A request for the items from one second to another. Both bounds are a second wider, since it is unknown whether the
 * service counts them in (service 4.7); what is seen twice is recognised by its hash.
 * @param pageSize items on a page.
 * @param from first second wanted; null for no bound.
 * @param to last second wanted; null for no bound.
 * @param page number of the page.
 * @returns the request.
 */
export function pageOf(
	pageSize: number,
	from: number | null,
	to: number | null,
	page = 0,
): PageRequest {
	return {
		kind: 'page',
		page,
		pageSize,
		dateFrom: from === null ? ANY_DATE : Math.max(ANY_DATE, from - 1),
		...(to === null ? {} : { dateTo: to + 1 }),
	};
}

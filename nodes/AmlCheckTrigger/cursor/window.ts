import type { HistoryItem } from '../../shared/rpc/schemas';
import { checkDates, greatest, latest, least, earliest } from './dates';
import { CursorError, type PageAnswer, type PageRequest, type Paging } from './types';

/** How full a slice is aimed at: below a page, so that an estimate that is a little off still fits. */
const AIM = 0.8;

/**
 * Every date is later. A bound is always given, so that all windows see the same checks: with one the service may leave
 * out those without a date.
 */
const ANY_DATE = 1;

/** How often a crowded second is read again when it changed under the reading. */
const CROWD_TRIES = 3;

/** Takes in what was read. */
export interface Sink {
	/** @param items of one answer, in the service's order. */
	take(items: readonly HistoryItem[]): void;
	/** @param items of a page that is not taken in, but tells by which date the service sorts. */
	look(items: readonly HistoryItem[]): void;
	/** @returns whether one poll has enough to deliver. */
	isFull(): boolean;
	/** How many items to ask for at a time. */
	readonly pageSize: number;
	/** @returns whether the check is unfinished. */
	isOpen(item: HistoryItem): boolean;
}

/** How far a window was read. */
export interface WindowReading {
	/** The newest date on the first page; null for an empty window. */
	newest: number | null;
	/** The first second that was not read; null when all was read. */
	unreadFrom: number | null;
	/** A second whose items changed while its pages were read; later windows have to see it again. */
	unsettled: number | null;
}

/**
 * Reads the history from a second on, in one call wherever the window fits one page.
 *
 * A window that does not is cut by date, oldest part first, into slices that fit one page each, up to the newest
 * date of the first page. A slice is one answer, so nothing that arrives or finishes meanwhile can shift items between
 * its pages, and it ends at a date that means the same whether the service orders by start or by result. Only a second
 * with more than a page of items is read page by page. What is newer than the first page's newest date comes last: it
 * has arrived meanwhile, or the service orders by another date than it filters by (design 7).
 * @param start Unix second to begin with; null for the oldest item.
 * @param sink takes in the items, a slice at a time, oldest slice first.
 * @param patient whether to read all of it, however long that takes.
 * @returns how far it was read: at least one slice further than `start`.
 * @throws CursorError when items have no dates to go by.
 */
export function* readWindow(
	start: number | null,
	sink: Sink,
	patient = false,
): Paging<WindowReading> {
	let newest: number | null = null;
	let unsettled: number | null = null;
	for (let from = start; ;) {
		const first = yield pageOf(sink.pageSize, from, null);
		const upper = newestDate(first.items, sink);
		newest ??= upper;
		if (fitsOnePage(first)) {
			sink.take(first.items);
			return { newest, unreadFrom: null, unsettled };
		}
		if (upper === null) throw undated();
		sink.look(first.items);
		const at = from ?? (yield* oldestDate(upper, sink));
		// At least one second: the widened bound may show nothing but a crowd in the second before.
		const stretch = {
			at,
			upper: Math.max(at, upper),
			open: from === null,
			patient,
			first: from === start,
		};
		const reading = yield* readStretch(stretch, first, sink);
		unsettled = least(unsettled, reading.unsettled);
		if (!reading.mayGoOn) return { newest, unreadFrom: reading.unreadFrom, unsettled };
		from = reading.unreadFrom;
	}
}

interface Stretch {
	at: number;
	upper: number;
	/** Whether its first slice takes in all that is older than `at`, too. */
	open: boolean;
	patient: boolean;
	/** Whether it is the first of a poll, which has to read at least one slice. */
	first: boolean;
}

interface StretchReading {
	unreadFrom: number;
	mayGoOn: boolean;
	unsettled: number | null;
}

function* readStretch(stretch: Stretch, answer: PageAnswer, sink: Sink): Paging<StretchReading> {
	const { upper, patient } = stretch;
	let [at, expected, timeLeft] = [stretch.at, answer.total, answer.timeLeft];
	let unsettled: number | null = null;
	const mayGoOn = () => patient || (timeLeft && !sink.isFull());
	while (at <= upper && (mayGoOn() || (stretch.first && at === stretch.at))) {
		const open = stretch.open && at === stretch.at;
		const slice: Slice = yield* readSlice({ at, upper, expected, open }, sink);
		unsettled = least(unsettled, slice.unsettled);
		expected -= slice.count;
		timeLeft = slice.timeLeft;
		at = slice.end + 1;
	}
	return { unreadFrom: at, mayGoOn: mayGoOn(), unsettled };
}

/**
 * Looks for one check around a second of which it is known that it began then.
 * @param pageSize items on a page.
 * @param second Unix second.
 * @param isIt tells the check from others.
 * @returns the item; null if the history does not show it there.
 */
export function* findAt(
	pageSize: number,
	second: number,
	isIt: (item: HistoryItem) => boolean,
): Paging<HistoryItem | null> {
	for (let page = 0; ; page++) {
		const answer = yield pageOf(pageSize, second, second, page);
		const found = answer.items.find(isIt);
		if (found) return found;
		if ((page + 1) * pageSize >= answer.total || !answer.timeLeft) return null;
	}
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
		page,
		pageSize,
		dateFrom: from === null ? ANY_DATE : Math.max(ANY_DATE, from - 1),
		...(to === null ? {} : { dateTo: to + 1 }),
	};
}

interface Slice {
	end: number;
	count: number;
	timeLeft: boolean;
	unsettled: number | null;
}

interface SliceBounds {
	at: number;
	upper: number;
	/** How many items there are from `at` to `upper`, as far as known. */
	expected: number;
	/** Whether the slice takes in all that is older than `at`, too. */
	open: boolean;
}

function* readSlice(bounds: SliceBounds, sink: Sink): Paging<Slice> {
	const { at, upper, open } = bounds;
	let width = share(upper - at + 1, bounds.expected, sink.pageSize);
	for (;;) {
		const end = at + width - 1;
		const answer = yield pageOf(sink.pageSize, open ? null : at, end);
		if (fitsOnePage(answer)) {
			sink.take(answer.items);
			const { length } = answer.items;
			return { end, count: length, timeLeft: answer.timeLeft, unsettled: null };
		}
		if (width === 1) return yield* readCrowd(open ? null : at, at, sink);
		width = Math.min(width - 1, share(width, answer.total, sink.pageSize));
	}
}

/**
 * Reads a second that does not fit a page, last page first: what finishes meanwhile and leaves moves others to pages
 * still to come, and what arrives shows in the total, upon which the reading starts over.
 */
function* readCrowd(from: number | null, second: number, sink: Sink): Paging<Slice> {
	let answer = yield pageOf(sink.pageSize, from, second);
	for (let tries = 1; ; tries++) {
		const total = answer.total;
		let steady = true;
		for (let page = Math.ceil(total / sink.pageSize) - 1; page >= 0; page--) {
			answer = yield pageOf(sink.pageSize, from, second, page);
			sink.take(answer.items);
			steady &&= answer.total === total;
		}
		if (steady || tries === CROWD_TRIES) {
			const unsettled = steady ? null : (from ?? second);
			return { end: second, count: total, timeLeft: answer.timeLeft, unsettled };
		}
	}
}

/**
 * Where the history begins, as far as the last page tells; the first slice takes in all that is older anyway. The
 * number of that page is asked for under the same bound: a filter by date may leave out checks without one.
 */
function* oldestDate(upper: number, sink: Sink): Paging<number> {
	let answer = yield pageOf(sink.pageSize, null, upper);
	const page = Math.ceil(answer.total / sink.pageSize) - 1;
	if (page > 0) answer = yield pageOf(sink.pageSize, null, upper, page);
	const dates = answer.items.map((item) => earliest(checkDates(item, sink.isOpen(item))));
	return least(...dates) ?? upper;
}

function newestDate(items: readonly HistoryItem[], sink: Sink): number | null {
	return greatest(...items.map((item) => latest(checkDates(item, sink.isOpen(item)))));
}

function fitsOnePage(answer: PageAnswer): boolean {
	return answer.total <= answer.items.length;
}

function share(seconds: number, total: number, pageSize: number): number {
	const aim = AIM * pageSize;
	return Math.max(1, Math.floor((seconds * aim) / Math.max(total, aim)));
}

function undated(): CursorError {
	return new CursorError(
		"The history can't be followed: its items carry no dates",
		"Look at the items' initDate with the operation 'Get Many' of the AML Check node, and ask the service's support.",
	);
}

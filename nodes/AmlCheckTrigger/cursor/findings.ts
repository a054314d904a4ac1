import type { HistoryItem } from '../../shared/rpc/schemas';
import { checkDates, earliest, isZoneless, lastSeenAt, mayFollow } from './dates';
import { MAX_BEHIND_UTC_SECONDS, type CheckDates } from './dates';
import { codeOfItem, type Memory } from './memory';
import type { PollPlan, Verdict } from './types';

/** Most pages of new checks that one poll gathers before it leaves the rest to the next: one execution has to hold them. */
const MAX_NEW_PAGES = 5;

/** The bounds of a window are asked for a second wider than meant, and dates are cut to seconds. */
export const MARGIN_SECONDS = 2;

/** One check alone may have a date that is far too early. */
const LAST_FEW = 3;

/** A check that is to be delivered. */
export interface Fresh {
	code: string;
	item: HistoryItem;
	dates: CheckDates;
	/** Whether its report has to be read first. */
	needsReport: boolean;
}

type Dated = Pick<Fresh, 'dates'>;

/** What is known before a poll. */
export interface Knowledge {
	/** Delivered, or decided not to be. */
	seen: Memory;
	/** Found earlier, and waiting for their report. */
	waiting: ReadonlySet<string>;
	/** Unfinished for so long that the window does not wait for them. */
	overdue: Readonly<Record<string, number>>;
	/** Nothing that happened up to this second is delivered; infinity for nothing at all. */
	skipUntil: number | null;
	/** Whether that second is the clock's: no date was known to go by. */
	isSkipByClock?: boolean;
	/** Whether a check whose end can't be read goes by its start there, as at activation. */
	isByStart?: boolean;
	/** By which date the service was last seen to sort. */
	orderBy?: 'init' | 'result';
	/** What is older lies behind the window, whatever the service shows. Null where nothing does. */
	floor: number | null;
}

/** What one poll found, sorted into new, known, unfinished. Holds data only; changes nothing it was given. */
export class Findings {
	/** Unfinished checks with the second they began; null if the service does not say. */
	readonly open = new Map<string, number | null>();

	/** Checks known before or decided now not to be delivered, with the last second a filter sees them at; null unknown. */
	readonly decided = new Map<string, number | null>();

	/** Overdue checks that turned out to be finished. */
	readonly ended = new Set<string>();

	/** The finished check whose earlier date is the newest: every filter by date has to show it again. */
	witness: { code: string; second: number } | null = null;

	/** Nothing that happened up to this second is delivered; earlier than before where dates turn out to name no zone. */
	skipUntil: number | null;

	private readonly fresh = new Map<string, Fresh>();

	private readonly order = { init: true, result: true };

	private readonly dates = new WeakMap<HistoryItem, CheckDates>();

	/** Checks whose end can't be read, and which a page shows after others that lie behind the window. */
	private readonly behind = new WeakSet<HistoryItem>();

	/**
	 * @param plan how items are to be taken.
	 * @param known what is known before.
	 */
	constructor(
		private readonly plan: PollPlan,
		private readonly known: Knowledge,
	) {
		this.skipUntil = known.skipUntil;
	}

	/**
	 * The dates of a check, read once.
	 * @param item as sent.
	 */
	datesOf(item: HistoryItem): CheckDates {
		const dates = this.dates.get(item) ?? checkDates(item, this.plan.judge(item).open);
		this.dates.set(item, dates);
		return dates;
	}

	/** Whether one poll has enough to deliver. */
	isFull(): boolean {
		return this.fresh.size >= MAX_NEW_PAGES * this.plan.pageSize;
	}

	/**
	 * Whether a page reaches back behind the window: then the window lies within it, whatever the filter did.
	 * @param records in the service's order.
	 * @param from where the window begins; null for the oldest check.
	 */
	reachesBehind(records: readonly HistoryItem[], from: number | null): boolean {
		if (records.length === 0 || from === null) return false;
		return records.slice(-LAST_FEW).every((item) => {
			const second = lastSeenAt(this.datesOf(item));
			return second !== null && second < from - MARGIN_SECONDS;
		});
	}

	/**
	 * Whether most of what was read is no news.
	 * @param records in any order.
	 */
	isMostlyKnown(records: readonly HistoryItem[]): boolean {
		const known = records.filter((item) => this.known.seen.has(codeOfItem(item)));
		return known.length > records.length / 2;
	}

	/**
	 * Takes in what was read.
	 * @param pages records of one answer each, in the service's order.
	 */
	take(...pages: Array<readonly HistoryItem[]>): void {
		for (const records of pages) {
			this.look(records);
			this.lookBehind(records);
			this.lookForZone(records);
		}
		for (const item of pages.flat().reverse()) this.takeOne(item, this.known.floor);
	}

	/**
	 * Takes in a check that is older than all others.
	 * @param item as sent.
	 */
	takeOldest(item: HistoryItem): void {
		const others = [...this.fresh];
		this.fresh.clear();
		this.takeOne(item, null);
		for (const [code, fresh] of others) this.fresh.set(code, fresh);
	}

	private takeOne(item: HistoryItem, floor: number | null): void {
		const code = codeOfItem(item);
		const verdict = this.plan.judge(item);
		const dates = this.datesOf(item);
		const seenAt = lastSeenAt(dates);
		if (verdict.open) this.open.set(code, earliest(dates));
		else this.settleEnded(code, dates);
		if (!verdict.due || this.fresh.has(code)) return;
		const isBehind =
			floor !== null && (seenAt === null ? this.behind.has(item) : seenAt < floor - MARGIN_SECONDS);
		if (isBehind && !(code in this.known.overdue)) return;
		if (this.isNew(code, dates, verdict))
			this.fresh.set(code, { code, item, dates, needsReport: verdict.needsReport });
		else if (!this.known.waiting.has(code)) this.decided.set(code, seenAt);
	}

	/** Learns from the order of a page by which date the service sorts; an unfinished check has no end to sort by. */
	private look(records: readonly HistoryItem[]): void {
		const dates = records.map((item) => this.datesOf(item));
		this.order.init &&= descends(dates.map(({ init }) => init));
		this.order.result &&= descends(dates.map(({ result }) => result));
	}

	/** Activation saw no date and went by the clock: one that names no zone can be hours behind it, and new all the same. */
	private lookForZone(records: readonly HistoryItem[]): void {
		const { skipUntil, isSkipByClock } = this.known;
		if (skipUntil !== null && isSkipByClock && records.some(isZoneless))
			this.skipUntil = skipUntil - MAX_BEHIND_UTC_SECONDS;
	}

	/**
	 * A check whose end can't be read is remembered for as long as a filter may show it. Without filters it shows for
	 * ever: there its place tells that it is old, behind as many as end the reading.
	 */
	private lookBehind(records: readonly HistoryItem[]): void {
		const { floor } = this.known;
		if (floor === null) return;
		const isOld = (second: number) => second < floor - MARGIN_SECONDS;
		let passed = 0;
		for (const item of records) {
			const dates = this.datesOf(item);
			const seenAt = lastSeenAt(dates);
			if (!dates.ended) continue;
			if (seenAt !== null) passed = isOld(seenAt) ? passed + 1 : 0;
			else if (passed >= LAST_FEW && (dates.init === null || isOld(dates.init + dates.blur)))
				this.behind.add(item);
		}
	}

	/** By which date the service sorts; undefined where neither these pages tell nor those of earlier polls. */
	get orderBy(): 'init' | 'result' | undefined {
		const { init, result } = this.order;
		if (init !== result) return init ? 'init' : 'result';
		return init ? this.known.orderBy : undefined;
	}

	/**
	 * What is to be delivered, oldest first: by the date that the service orders by. That is the one order that also
	 * holds across the polls that a backlog takes. Where the pages don't tell which date it is, they are in order as read.
	 * @returns the new checks.
	 */
	inOrder(): Fresh[] {
		return this.sorted([...this.fresh.values()]);
	}

	/**
	 * Puts checks in the order of {@link inOrder}, also those that waited since an earlier poll.
	 * @param checks in the order in which they were found.
	 */
	sorted<T extends Dated>(checks: readonly T[]): T[] {
		const { orderBy } = this;
		const byStart = ({ dates }: Dated) => dates.init ?? dates.result ?? 0;
		const byEnd = ({ dates }: Dated) => dates.result ?? dates.init ?? 0;
		const by = (key: (check: Dated) => number) => [...checks].sort((a, b) => key(a) - key(b));
		if (orderBy !== undefined) return by(orderBy === 'init' ? byStart : byEnd);
		// A crowded second comes with its neighbours and page by page, newest first: where both dates agree, they tell.
		const sorted = by(byStart);
		const agree = sorted.every((one, at) => at === 0 || byEnd(one) >= byEnd(sorted[at - 1]));
		return this.order.init && agree ? sorted : [...checks];
	}

	private settleEnded(code: string, dates: CheckDates): void {
		this.open.delete(code);
		if (code in this.known.overdue) this.ended.add(code);
		const second = earliest(dates);
		if (second !== null && second > (this.witness?.second ?? -Infinity))
			this.witness = { code, second };
	}

	private isNew(code: string, dates: CheckDates, verdict: Verdict): boolean {
		const { skipUntil } = this;
		const { seen, waiting, overdue, isByStart = false } = this.known;
		if (!verdict.wanted || seen.has(code) || waiting.has(code)) return false;
		const delivered = this.plan.triggerOn === 'checkCreated' && code in overdue;
		if (delivered) return false;
		// One that began before and ended since may have been hidden until then: in doubt it is delivered and not missed.
		return skipUntil === null || mayFollow(dates, skipUntil, isByStart);
	}
}

function descends(dates: ReadonlyArray<number | null>): boolean {
	const known = dates.filter((date) => date !== null);
	return known.every((date, index) => index === 0 || date <= known[index - 1]);
}

import type { HistoryItem } from '../../shared/rpc/schemas';
import { checkDates, earliest, latest, type CheckDates } from './dates';
import { codeOf, type Memory } from './memory';
import type { PollPlan, Verdict } from './types';
import type { Sink } from './window';

/** Most pages of new checks that one poll gathers before it leaves the rest to the next: one execution has to hold them. */
const MAX_NEW_PAGES = 5;

/** A check that is to be delivered. */
export interface Fresh {
	code: string;
	item: HistoryItem;
	dates: CheckDates;
}

/** What is known before a poll. */
export interface Knowledge {
	/** Delivered, or decided not to be. */
	seen: Memory;
	/** Unfinished for so long that the window does not wait for them. */
	overdue: Readonly<Record<string, number>>;
	/** Nothing that happened up to this second is delivered; infinity for nothing at all. */
	skipUntil: number | null;
}

/** What one poll found, sorted into new, known, unfinished. Holds data only; changes nothing it was given. */
export class Findings implements Sink {
	/** Unfinished checks with the second they began; null if the service does not say. */
	readonly open = new Map<string, number | null>();

	/** Checks known before or decided now not to be delivered, with the last second a filter sees them at. */
	readonly decided: Memory = new Map();

	/** Overdue checks that turned out to be finished. */
	readonly ended = new Set<string>();

	private readonly fresh = new Map<string, Fresh>();

	private readonly order = { init: true, result: true };

	/**
	 * @param plan how items are to be taken.
	 * @param known what is known before.
	 */
	constructor(
		private readonly plan: PollPlan,
		private readonly known: Knowledge,
	) {}

	get pageSize(): number {
		return this.plan.pageSize;
	}

	isOpen(item: HistoryItem): boolean {
		return this.plan.judge(item).open;
	}

	isFull(): boolean {
		return this.fresh.size >= MAX_NEW_PAGES * this.plan.pageSize;
	}

	take(items: readonly HistoryItem[]): void {
		this.look(items);
		for (const item of [...items].reverse()) this.takeOne(item);
	}

	/**
	 * Takes in a check that is older than all others.
	 * @param item as sent.
	 */
	takeOldest(item: HistoryItem): void {
		const others = [...this.fresh];
		this.fresh.clear();
		this.takeOne(item);
		for (const [code, fresh] of others) this.fresh.set(code, fresh);
	}

	private takeOne(item: HistoryItem): void {
		const code = codeOf(item.hash);
		const verdict = this.plan.judge(item);
		const dates = checkDates(item, verdict.open);
		if (verdict.open) this.open.set(code, earliest(dates));
		else this.settleEnded(code);
		if (!verdict.due || this.fresh.has(code)) return;
		if (this.isNew(code, dates, verdict)) this.fresh.set(code, { code, item, dates });
		else this.decided.set(code, latest(dates) ?? Infinity);
	}

	/** Learns from the order of a page by which date the service sorts; an unfinished check has no end to sort by. */
	look(items: readonly HistoryItem[]): void {
		const dates = items.map((item) => checkDates(item, this.isOpen(item)));
		this.order.init &&= descends(dates.map(({ init }) => init));
		this.order.result &&= descends(dates.map(({ result }) => result));
	}

	/**
	 * What is to be delivered, oldest first: by the date that the service orders by. That is the one order that also
	 * holds across the polls that a backlog takes. Where the pages don't tell which date it is, they are in order as read.
	 * @returns the new checks.
	 */
	inOrder(): Fresh[] {
		const { init, result } = this.order;
		const fresh = [...this.fresh.values()];
		if (init === result) return fresh;
		const key = ({ dates }: Fresh) =>
			(init ? (dates.init ?? dates.result) : (dates.result ?? dates.init)) ?? 0;
		return fresh.sort((a, b) => key(a) - key(b));
	}

	private settleEnded(code: string): void {
		this.open.delete(code);
		if (code in this.known.overdue) this.ended.add(code);
	}

	private isNew(code: string, dates: CheckDates, verdict: Verdict): boolean {
		if (!verdict.wanted || this.known.seen.has(code)) return false;
		const delivered = this.plan.triggerOn === 'checkCreated' && code in this.known.overdue;
		if (delivered) return false;
		const { skipUntil } = this.known;
		const happened = this.plan.triggerOn === 'checkCreated' ? dates.init : latest(dates);
		return skipUntil === null || (happened ?? skipUntil) > skipUntil;
	}
}

function descends(dates: ReadonlyArray<number | null>): boolean {
	const known = dates.filter((date) => date !== null);
	return known.every((date, index) => index === 0 || date <= known[index - 1]);
}

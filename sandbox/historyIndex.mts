/**
 * The history in order of its check date, kept sorted as checks appear and finish, so that a page of a
 * million checks costs a binary search (service 4.7).
 */
import type { Columns } from './columns.mts';
import { EventQueue } from './events.mts';
import type { HistoryOptions } from './types.mts';

/** A filter of `checkup.getcheckshistory`, its currency as an index into `CHECK_NETWORKS`. */
export interface IndexFilter {
	network?: number;
	isTransaction?: boolean;
	/** Unix seconds, inclusive. */
	dateFrom?: number;
	/** Unix seconds, inclusive. */
	dateTo?: number;
	/** Percent, inclusive. */
	scoreFrom?: number;
	/** Percent, inclusive. */
	scoreTo?: number;
}

type Order = Pick<Required<HistoryOptions>, 'showPending' | 'orderBy'>;

const { floor } = Math;
const NEVER = Infinity;
const seconds = (ms: number) => floor(ms / 1000);

export class HistoryIndex {
	/** Numbers of the visible checks, oldest first; equal seconds in order of creation. */
	private order: number[] = [];
	/** 1 where the check was done at `viewTime`. */
	private settled = new Uint8Array(0);
	private readonly events = new EventQueue();
	private viewTime = -Infinity;
	private isStale = true;

	constructor(
		private readonly columns: Columns,
		private options: Order,
	) {}

	/** Takes other options over; the next query sorts anew. */
	setOrder(options: Order): void {
		const { showPending, orderBy } = options;
		if (showPending === this.options.showPending && orderBy === this.options.orderBy) return;
		this.options = { showPending, orderBy };
		this.invalidate();
	}

	/** Says that checks changed in another way than by `insert`; the next query sorts anew. */
	invalidate(): void {
		this.isStale = true;
	}

	/**
	 * Sorts now what the next query would have to sort.
	 * @param at service time of the view in milliseconds
	 */
	refresh(at: number): void {
		this.advance(at);
	}

	/**
	 * Adds a check that was just pushed to the columns.
	 * @param seq its number
	 */
	insert(seq: number): void {
		if (this.isStale) return;
		this.growSettled();
		const { initMs, doneMs } = this.columns;
		if (initMs[seq] > this.viewTime) {
			this.events.push({ at: initMs[seq], seq, change: 'appear' });
			return;
		}
		this.appear(seq, doneMs[seq] <= this.viewTime);
	}

	/**
	 * Finds a page of the history, newest first.
	 * @param at service time of the view in milliseconds
	 * @param filter what must hold
	 * @param skip how many matching checks to leave out
	 * @param take how many to return
	 * @returns the number of matching checks and the numbers of those on the page
	 */
	query(
		at: number,
		filter: IndexFilter,
		skip: number,
		take: number,
	): { total: number; page: number[] } {
		this.advance(at);
		const low = filter.dateFrom === undefined ? 0 : this.position(Math.ceil(filter.dateFrom), -1);
		const high =
			filter.dateTo === undefined ? this.order.length : this.position(floor(filter.dateTo) + 1, -1);
		if (!needsScan(filter)) {
			const end = Math.max(low, high - skip);
			const page = this.order.slice(Math.max(low, end - take), end).reverse();
			return { total: Math.max(0, high - low), page };
		}
		return this.scan(low, high, filter, skip, take);
	}

	private scan(low: number, high: number, filter: IndexFilter, skip: number, take: number) {
		const { network, isTransaction, score } = this.columns;
		const { order, settled } = this;
		const wantedType = filter.isTransaction === undefined ? -1 : Number(filter.isTransaction);
		const wantedNetwork = filter.network ?? -1;
		const filtersScore = filter.scoreFrom !== undefined || filter.scoreTo !== undefined;
		const { scoreFrom = -Infinity, scoreTo = Infinity } = filter;
		const page: number[] = [];
		let total = 0;
		for (let position = high - 1; position >= low; position--) {
			const seq = order[position];
			if (wantedNetwork !== -1 && network[seq] !== wantedNetwork) continue;
			if (wantedType !== -1 && isTransaction[seq] !== wantedType) continue;
			// A check without a score, NaN or not done, is in no range.
			if (filtersScore && !(settled[seq] && score[seq] >= scoreFrom && score[seq] <= scoreTo)) {
				continue;
			}
			if (total >= skip && page.length < take) page.push(seq);
			total += 1;
		}
		return { total, page };
	}

	/** Brings the view to a time: backwards or after a change it is sorted anew. */
	private advance(at: number): void {
		if (this.isStale || at < this.viewTime) {
			this.rebuild(at);
			return;
		}
		const { doneMs } = this.columns;
		for (let due = this.events.takeDue(at); due; due = this.events.takeDue(at)) {
			if (due.change === 'settle') this.settle(due.seq);
			else this.appear(due.seq, doneMs[due.seq] <= due.at);
		}
		this.viewTime = at;
	}

	private appear(seq: number, isSettled: boolean): void {
		this.settled[seq] = isSettled ? 1 : 0;
		if (isSettled || this.options.showPending) this.place(seq);
		const doneAt = this.columns.doneMs[seq];
		if (!isSettled && doneAt < NEVER) this.events.push({ at: doneAt, seq, change: 'settle' });
	}

	private settle(seq: number): void {
		const { showPending, orderBy } = this.options;
		if (showPending && orderBy === 'initDate') {
			this.settled[seq] = 1;
			return;
		}
		if (showPending) this.order.splice(this.position(this.dateOf(seq), seq), 1);
		this.settled[seq] = 1;
		this.place(seq);
	}

	private place(seq: number): void {
		const position = this.position(this.dateOf(seq), seq);
		if (position === this.order.length) this.order.push(seq);
		else this.order.splice(position, 0, seq);
	}

	/** The check date in seconds: under `resultDate` an unfinished check has that of its submission. */
	private dateOf(seq: number): number {
		const byResult = this.options.orderBy === 'resultDate' && this.settled[seq] === 1;
		return seconds(byResult ? this.columns.doneMs[seq] : this.columns.initMs[seq]);
	}

	/** The first position whose date and number are not before those given. */
	private position(date: number, seq: number): number {
		let low = 0;
		let high = this.order.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const other = this.order[middle];
			const otherDate = this.dateOf(other);
			if (otherDate < date || (otherDate === date && other < seq)) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	private growSettled(): void {
		if (this.settled.length >= this.columns.length) return;
		const bigger = new Uint8Array(this.columns.initMs.length);
		bigger.set(this.settled);
		this.settled = bigger;
	}

	private rebuild(at: number): void {
		const { initMs, doneMs, length } = this.columns;
		this.growSettled();
		this.events.clear();
		this.viewTime = at;
		const visible: number[] = [];
		let isSorted = true;
		for (let seq = 0; seq < length; seq++) {
			const isDone = doneMs[seq] <= at && initMs[seq] <= at;
			this.settled[seq] = isDone ? 1 : 0;
			if (initMs[seq] > at) this.events.push({ at: initMs[seq], seq, change: 'appear' });
			else if (!isDone && doneMs[seq] < NEVER)
				this.events.push({ at: doneMs[seq], seq, change: 'settle' });
			if (!isDone && (initMs[seq] > at || !this.options.showPending)) continue;
			const last = visible[visible.length - 1];
			if (last !== undefined && this.dateOf(last) > this.dateOf(seq)) isSorted = false;
			visible.push(seq);
		}
		if (!isSorted) visible.sort((a, b) => this.dateOf(a) - this.dateOf(b) || a - b);
		this.order = visible;
		this.isStale = false;
	}
}

function needsScan(filter: IndexFilter): boolean {
	return [filter.network, filter.isTransaction, filter.scoreFrom, filter.scoreTo].some(
		(item) => item !== undefined,
	);
}

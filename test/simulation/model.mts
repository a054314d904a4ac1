import type { HistoryItem } from '../../nodes/shared/rpc/schemas.ts';

/** What the service's document leaves open about the history (service 2.6 and 4.7). */
export interface Ways {
	/** Which date it sorts by. */
	orderBy: 'init' | 'result';
	/** Which date `date_from` and `date_to` are about. */
	filterBy: 'init' | 'result';
	/** Whether unfinished checks are shown, and with which end date: their start, none at all, or a placeholder. */
	pending: 'hidden' | 'startDate' | 'noDate' | 'placeholder';
	fromInclusive: boolean;
	toInclusive: boolean;
	/** Whether its filters look at fractions of a second that its dates don't show. */
	subsecond: boolean;
	/** How long the history lags behind, in ms. */
	lagMs: number;
}

/** A check as the simulation knows it. Times in Unix ms of the service's clock. */
export interface SimCheck {
	hash: string;
	startedAt: number;
	/** Infinity for one that never ends. */
	endsAt: number;
	isFailing: boolean;
	riskscore: number | null;
}

export interface HistoryQuery {
	page: number;
	pageSize: number;
	dateFrom?: number;
	dateTo?: number;
}

const PLACEHOLDERS = ['1970-01-01T00:00:00+00:00', '9999-12-31T23:59:59+00:00'];

const dates = new Map<number, string>();

/** The service's form of a date: whole seconds, numeric offset. */
export function isoDate(ms: number): string {
	const second = Math.floor(ms / 1000);
	let text = dates.get(second);
	if (text === undefined) {
		text = new Date(second * 1000).toISOString().replace('.000Z', '+00:00');
		if (dates.size > 100_000) dates.clear();
		dates.set(second, text);
	}
	return text;
}

/** The history of the service as a function of its clock. */
export class ServiceModel {
	/** What readers were told; a page that is gone since is not their fault. */
	private readonly totals = new Map<string, number>();

	private readonly byStart: readonly SimCheck[];

	private readonly byEnd: readonly SimCheck[];

	constructor(
		readonly ways: Ways,
		checks: readonly SimCheck[],
	) {
		const newestFirst = (key: 'startedAt' | 'endsAt') =>
			[...checks].sort((a, b) => b[key] - a[key] || (a.hash < b.hash ? -1 : 1));
		this.byStart = newestFirst('startedAt');
		this.byEnd = newestFirst('endsAt');
	}

	/** From when on a check shows as finished. */
	endShownAt(check: SimCheck): number {
		return check.endsAt + this.ways.lagMs;
	}

	/** From when on a query by date can find a check at all. */
	firstShownAt(check: SimCheck): number {
		const { pending, filterBy, lagMs } = this.ways;
		const needsEnd = pending === 'hidden' || (filterBy === 'result' && pending !== 'startDate');
		return (needsEnd ? check.endsAt : check.startedAt) + lagMs;
	}

	/** The date the history is sorted by, in ms. */
	checkDate(check: SimCheck): number {
		return this.ways.orderBy === 'init' ? check.startedAt : check.endsAt;
	}

	/** One answer of `checkup.getcheckshistory`, all of it as of one moment. */
	read(query: HistoryQuery, now: number): { items: HistoryItem[]; total: number } {
		const matching = this.inOrder(now).filter((check) => this.isListed(check, query, now));
		const begin = query.page * query.pageSize;
		const bounds = `${query.dateFrom} ${query.dateTo}`;
		if (begin > 0 && begin >= (this.totals.get(bounds) ?? 0))
			throw new Error(`page ${query.page} is beyond the last that was known of`);
		this.totals.set(bounds, matching.length);
		const items = matching.slice(begin, begin + query.pageSize);
		return { items: items.map((check) => this.itemOf(check, now)), total: matching.length };
	}

	private isListed(check: SimCheck, { dateFrom, dateTo }: HistoryQuery, now: number): boolean {
		const { pending, lagMs, filterBy } = this.ways;
		const isOpen = this.endShownAt(check) > now;
		if (check.startedAt + lagMs > now || (isOpen && pending === 'hidden')) return false;
		if (dateFrom === undefined && dateTo === undefined) return true;
		if (filterBy === 'result' && isOpen && pending !== 'startDate') return false;
		const date = this.filterDate(filterBy === 'result' && !isOpen ? check.endsAt : check.startedAt);
		return this.isAfter(date, dateFrom) && this.isBefore(date, dateTo);
	}

	private filterDate(ms: number): number {
		return this.ways.subsecond ? ms : Math.floor(ms / 1000) * 1000;
	}

	private isAfter(ms: number, second: number | undefined): boolean {
		if (second === undefined) return true;
		return this.ways.fromInclusive ? ms >= second * 1000 : ms > second * 1000;
	}

	private isBefore(ms: number, second: number | undefined): boolean {
		if (second === undefined) return true;
		return this.ways.toInclusive ? ms <= second * 1000 : ms < second * 1000;
	}

	/** All checks as the service sorts them; unfinished ones come first, unless they stand at their start. */
	private inOrder(now: number): readonly SimCheck[] {
		if (this.ways.orderBy === 'init') return this.byStart;
		const isOpen = (check: SimCheck) => this.endShownAt(check) > now;
		const open = this.byStart.filter(isOpen);
		if (open.length === 0) return this.byEnd;
		const all = [...open, ...this.byEnd.filter((check) => !isOpen(check))];
		if (this.ways.pending !== 'startDate') return all;
		const key = (check: SimCheck) => (isOpen(check) ? check.startedAt : check.endsAt);
		return all.sort((a, b) => key(b) - key(a));
	}

	private itemOf(check: SimCheck, now: number): HistoryItem {
		const isOpen = this.endShownAt(check) > now;
		const done = check.isFailing ? 'FAILED' : 'SUCCESS';
		return {
			hash: check.hash,
			currency: 'btc',
			address: 'bc1',
			transaction: '',
			status: isOpen ? 'PENDING' : done,
			initDate: isoDate(check.startedAt),
			resultDate: isOpen ? this.openEnd(check) : isoDate(check.endsAt),
			riskscore: isOpen ? null : check.riskscore,
		};
	}

	private openEnd(check: SimCheck): string | null {
		if (this.ways.pending === 'startDate') return isoDate(check.startedAt);
		if (this.ways.pending === 'noDate') return null;
		return PLACEHOLDERS[check.hash.charCodeAt(0) % 2];
	}
}

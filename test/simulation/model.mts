import type { PageAnswer, ReportAnswer } from '../../nodes/AmlCheckTrigger/cursor/index.ts';
import { readHistoryItem } from '../../nodes/shared/history/records.ts';
import type { CheckRecord, HistoryItem } from '../../nodes/shared/rpc/schemas.ts';
import type { Quirks } from './quirks.mts';
import { POISONS, type SimCheck, type Ways } from './simCheck.mts';

/** What the history can be narrowed to; nothing means all. */
export interface Filter {
	currency?: string | null;
	type?: string | null;
}

export interface HistoryQuery {
	page: number;
	pageSize: number;
	dateFrom?: number;
	dateTo?: number;
	filter?: Filter;
}

/** What an answer says, time aside. */
export type ModelPage = Pick<PageAnswer, 'records' | 'count' | 'total' | 'pageCount'>;

const PLACEHOLDERS = ['1970-01-01T00:00:00+00:00', '9999-12-31T23:59:59+00:00'];

const HOUR = 3_600_000;

const dates = new Map<number, string>();

/** The service's form of a date: whole seconds, numeric offset. */
function isoDate(ms: number): string {
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
	private readonly byStart: readonly SimCheck[];

	private readonly byEnd: readonly SimCheck[];

	private readonly openRecords = new Map<SimCheck, HistoryItem>();

	private readonly endedRecords = new Map<SimCheck, HistoryItem>();

	constructor(
		readonly ways: Ways,
		readonly quirks: Quirks,
		checks: readonly SimCheck[],
		private readonly epoch: number,
	) {
		const newestFirst = (key: 'startedAt' | 'endsAt') =>
			[...checks].sort(
				(a, b) => this.stamp(b[key]) - this.stamp(a[key]) || (a.hash < b.hash ? -1 : 1),
			);
		this.byStart = newestFirst('startedAt');
		this.byEnd = newestFirst('endsAt');
	}

	/** What the service's clock says at a moment. */
	stamp(ms: number): number {
		const { clock } = this.quirks;
		if (clock === null || !Number.isFinite(ms)) return ms;
		const since = ms - this.epoch - clock.at;
		return since >= 0 && since < clock.for ? ms + clock.ahead : ms;
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
	read(query: HistoryQuery, now: number): ModelPage {
		const pageSize = Math.max(3, Math.floor(query.pageSize * this.quirks.pageShare));
		const matching = this.inOrder(now).filter((check) => this.isListed(check, query, now));
		const begin = query.page * pageSize;
		const checks = matching.slice(begin, begin + pageSize);
		const records = checks.map((check) => this.recordOf(check, now));
		return { records, count: records.length, ...this.hints(matching.length, pageSize) };
	}

	/** A report as of a moment; `asked` is in how many polls it was asked for, this one included. */
	reportOf(check: SimCheck, now: number, asked: number): ReportAnswer {
		if (check.report === 'never') return { missing: 'It hangs' };
		if (check.report === 'garbledOnce' && asked === 1) return { missing: 'It can not be read' };
		const isLate = check.report === 'lags' && asked <= 3;
		const isDone = this.endShownAt(check) <= now && !isLate;
		const done = check.isFailing ? 'FAILED' : 'SUCCESS';
		const record = {
			hash: check.hash,
			currency: check.currency,
			address: check.report === 'ofAnother' ? OTHER_ADDRESS : ADDRESS,
			transaction: check.isTransaction ? TRANSACTION : null,
			status: isDone ? done : 'PENDING',
			report:
				check.report === 'nullForGood'
					? null
					: { riskscore: check.riskscore, signals: check.isSanctioned ? { sanctions: 0.2 } : {} },
		} satisfies Partial<CheckRecord>;
		return { report: { check: record as CheckRecord, usage: null } };
	}

	private hints(total: number, pageSize: number): Pick<PageAnswer, 'total' | 'pageCount'> {
		const pageCount = Math.ceil(total / pageSize);
		switch (this.quirks.total) {
			case 'oneTooHigh':
				return { total: total + 1, pageCount };
			case 'tenTimes':
				return { total: total * 10 + 5, pageCount: pageCount * 10 };
			case 'zero':
				return { total: 0, pageCount: 0 };
			case 'text':
				return { total: total >= 1000 ? null : total, pageCount: null };
			case 'none':
				return { total: null, pageCount: null };
			case 'true':
				return { total, pageCount };
		}
	}

	private isListed(check: SimCheck, query: HistoryQuery, now: number): boolean {
		const { dateFrom, dateTo, filter = {} } = query;
		if (!isWithin(check, filter)) return false;
		const { pending, lagMs, filterBy } = this.ways;
		const isOpen = this.endShownAt(check) > now;
		if (check.startedAt + lagMs > now || (isOpen && pending === 'hidden')) return false;
		const { filters } = this.quirks;
		const unit = filters === 'milliseconds' ? 0.001 : 1;
		const from = filters === 'ignoreFrom' || filters === 'ignoreBoth' ? undefined : dateFrom;
		const to = filters === 'ignoreBoth' ? undefined : dateTo;
		if (from === undefined && to === undefined) return true;
		if (filterBy === 'result' && isOpen && pending !== 'startDate') return false;
		const date = this.filterDate(filterBy === 'result' && !isOpen ? check.endsAt : check.startedAt);
		return this.isAfter(date, from, unit) && this.isBefore(date, to, unit);
	}

	private filterDate(at: number): number {
		const ms = this.stamp(at);
		return this.ways.subsecond ? ms : Math.floor(ms / 1000) * 1000;
	}

	private isAfter(ms: number, second: number | undefined, unit: number): boolean {
		if (second === undefined) return true;
		const bound = second * 1000 * unit;
		return this.ways.fromInclusive ? ms >= bound : ms > bound;
	}

	private isBefore(ms: number, second: number | undefined, unit: number): boolean {
		if (second === undefined) return true;
		const bound = second * 1000 * unit;
		return this.ways.toInclusive ? ms <= bound : ms < bound;
	}

	/** All checks as the service sorts them; unfinished ones come first, unless they stand at their start. */
	private inOrder(now: number): readonly SimCheck[] {
		if (this.ways.orderBy === 'init') return this.byStart;
		const isOpen = (check: SimCheck) => this.endShownAt(check) > now;
		const open = this.byStart.filter(isOpen);
		if (open.length === 0) return this.byEnd;
		const all = [...open, ...this.byEnd.filter((check) => !isOpen(check))];
		if (this.ways.pending !== 'startDate') return all;
		const key = (check: SimCheck) => this.stamp(isOpen(check) ? check.startedAt : check.endsAt);
		return all.sort((a, b) => key(b) - key(a));
	}

	/** Each record is made once: most of what a poll reads has been read before. */
	private recordOf(check: SimCheck, now: number): HistoryItem {
		const isOpen = this.endShownAt(check) > now;
		const made = isOpen ? this.openRecords : this.endedRecords;
		const record = made.get(check) ?? this.newRecord(check, isOpen);
		made.set(check, record);
		return record;
	}

	private newRecord(check: SimCheck, isOpen: boolean): HistoryItem {
		const done = check.isFailing ? 'FAILED' : 'SUCCESS';
		const proper = {
			hash: check.hash,
			currency: check.currency,
			address: ADDRESS,
			transaction: check.isTransaction ? TRANSACTION : '',
			status: isOpen ? 'PENDING' : done,
			initDate: this.dateText(check.startedAt),
			resultDate: isOpen ? this.openEnd(check) : this.dateText(check.endsAt),
			riskscore: isOpen ? null : check.riskscore,
		};
		if (check.poison === null || isOpen) return proper;
		return readHistoryItem({ ...proper, ...POISONS[check.poison] }) as HistoryItem;
	}

	private dateText(ms: number): string {
		const at = this.stamp(ms);
		switch (this.quirks.dates) {
			case 'aheadOfUtc':
				return isoDate(at + 5 * HOUR).slice(0, 19);
			case 'behindUtc':
				return isoDate(at - 7 * HOUR).slice(0, 19);
			case 'dateOnly':
				return isoDate(at).slice(0, 10);
			case 'offset':
				return isoDate(at);
		}
	}

	private openEnd(check: SimCheck): string | null {
		if (this.ways.pending === 'startDate') return this.dateText(check.startedAt);
		if (this.ways.pending === 'noDate') return null;
		return PLACEHOLDERS[check.hash.charCodeAt(0) % 2];
	}
}

/**
 * Whether a filter of the service lets a check through.
 * @param check which.
 * @param filter what is asked for.
 */
export function isWithin(check: SimCheck, { currency, type }: Filter): boolean {
	if (currency && currency.toLowerCase() !== check.currency) return false;
	return !type || (type === 'tx') === check.isTransaction;
}

const TRANSACTION = 'c0ffee'.padEnd(64, '7');
const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const OTHER_ADDRESS = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';

/** A service of the simulation: what it shows at a moment. */
import { parseHistoryItem } from '../../nodes/shared/service/pages.ts';
import type { HistoryItem } from '../../nodes/shared/service/schemas.ts';
import { HOUR, type SimCheck, type Ways } from './world.mts';

const ZONE_MS = 5.5 * HOUR;

export class SimService {
	private readonly tries = new Map<string, number>();

	/** The moments at which the list changes, ascending. */
	private readonly moments: number[];

	private readonly byHash: Map<string, SimCheck>;

	/** A record changes once, when its check ends. */
	private readonly records = new Map<string, HistoryItem>();

	private version = -2;

	private listed: SimCheck[] = [];

	constructor(
		private readonly ways: Ways,
		readonly checks: readonly SimCheck[],
	) {
		const moments = checks.flatMap((check) => [this.shownAt(check), this.endShownAt(check)]);
		if (ways.purge !== null) moments.push(ways.purge.at);
		this.moments = moments.sort((a, b) => a - b);
		this.byHash = new Map(checks.map((check) => [check.hash, check]));
	}

	/** When the history first shows a check. */
	shownAt({ startedAt }: SimCheck): number {
		return startedAt + this.ways.lagMs;
	}

	/** When the history first shows its end. */
	endShownAt({ endsAt }: SimCheck): number {
		return endsAt + this.ways.lagMs;
	}

	/** When it is gone from the history; infinity for never. */
	goneAt({ startedAt, endsAt }: SimCheck): number {
		const { orderBy, purge } = this.ways;
		if (purge === null) return Infinity;
		const key = orderBy === 'init' || endsAt > purge.at ? startedAt : endsAt;
		return key < purge.at - purge.keepMs ? purge.at : Infinity;
	}

	/** The date it is sorted by, in whole seconds, when everything has ended. */
	keyOf({ startedAt, endsAt }: SimCheck): number {
		return Math.floor((this.ways.orderBy === 'init' ? startedAt : endsAt) / 1000);
	}

	/** The checks that show at a moment, newest first. The list changes only as checks show or end. */
	list(now: number): SimCheck[] {
		const version = this.countUntil(now);
		if (version !== this.version) this.listed = this.sort(now);
		this.version = version;
		return this.listed;
	}

	/** So many changes have happened by a moment. */
	private countUntil(now: number): number {
		let [from, to] = [0, this.moments.length];
		while (from < to) {
			const middle = (from + to) >> 1;
			if (this.moments[middle] > now) to = middle;
			else from = middle + 1;
		}
		return from;
	}

	/** An unfinished check has no end to sort by. */
	private sort(now: number): SimCheck[] {
		const { orderBy, lagMs, hasLaterFirst } = this.ways;
		const at = now - lagMs;
		const isListed = (check: SimCheck) => this.shownAt(check) <= now && this.goneAt(check) > now;
		const shown = this.checks.filter(isListed);
		const later = hasLaterFirst ? 1 : -1;
		const key = (check: SimCheck) =>
			check.endsAt <= at ? this.keyOf(check) : Math.floor(check.startedAt / 1000);
		const keys = new Map(
			shown.map((check) => [check, orderBy === 'init' ? this.keyOf(check) : key(check)]),
		);
		return shown.sort((a, b) => keys.get(b)! - keys.get(a)! || (a.hash < b.hash ? later : -later));
	}

	page(page: number, size: number, now: number) {
		const all = this.list(now);
		const shown = all.slice(page * size, (page + 1) * size);
		const items = shown.map((check) => this.itemOf(check, now));
		return { items, records: items, count: items.length, total: all.length };
	}

	private itemOf(check: SimCheck, now: number): HistoryItem {
		const key = `${check.hash} ${this.isOpen(check, now)}`;
		const item = this.records.get(key) ?? parseHistoryItem(this.recordOf(check, now))!;
		this.records.set(key, item);
		return item;
	}

	private isOpen({ endsAt }: SimCheck, now: number): boolean {
		return endsAt > now - this.ways.lagMs;
	}

	private recordOf(check: SimCheck, now: number) {
		const isOpen = this.isOpen(check, now);
		const { hash, address, currency, isTransaction, riskscore, isFailing } = check;
		return {
			hash,
			address,
			currency,
			transaction: isTransaction ? `tx-${hash}` : '',
			status: isOpen ? 'PENDING' : isFailing ? 'FAILED' : 'SUCCESS',
			initDate: this.dateOf(check.startedAt),
			resultDate: isOpen ? null : this.dateOf(check.endsAt),
			pdfLink: null,
			shareLink: null,
			riskscore: isOpen || isFailing ? null : riskscore,
		};
	}

	private dateOf(ms: number): string {
		const text = (at: number) => new Date(at).toISOString().slice(0, 19);
		switch (this.ways.dates) {
			case 'utc':
				return `${text(ms)}+00:00`;
			case 'otherZone':
				return `${text(ms + ZONE_MS)}+05:30`;
			case 'noZone':
				return text(ms);
		}
	}

	/** The answer of `checkup.getresult`; null where it can't be had. */
	result(hash: string, now: number, hasReports: boolean) {
		const check = this.byHash.get(hash);
		if (check === undefined || !hasReports || check.report === 'never') return null;
		if (this.goneAt(check) <= now) return null;
		const tries = (this.tries.get(hash) ?? 0) + 1;
		this.tries.set(hash, tries);
		if (check.report === 'once' && tries === 1) return null;
		const record = this.recordOf(check, now + (this.ways.isResultPrompt ? this.ways.lagMs : 0));
		const isOpen = record.status === 'PENDING';
		const signals = { exchange_licensed: 0.5, ...(check.isSanctioned && { sanctions: 0.2 }) };
		return {
			...record,
			...(check.report === 'ofAnother' && { address: 'another wallet' }),
			report: isOpen || check.isFailing ? null : { riskscore: check.riskscore, signals },
		};
	}
}

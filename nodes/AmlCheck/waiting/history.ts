import { hashKey, readOutcome } from '../../shared/checks/result';
import { readDate, readDateSeconds, ZONES_MS } from '../../shared/dates';
import { MAX_PAGE_SIZE, PageWalk, readHistoryPage } from '../../shared/history/pages';
import type { HistoryPage } from '../../shared/history/pages';
import type { HistoryItem } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';

/** A request for a page is short. One that takes longer is repeated. */
const LIMITS = { timeoutMs: 10_000, withinMs: 10_000, maxAttempts: 1 };

/** Page sizes and counts. A check of the last minutes is near the top. An older one takes the largest pages there are. */
const MAX_PAGES = 100;
const READINGS = [
	[200, 1],
	[MAX_PAGE_SIZE, MAX_PAGES],
] as const;

/** Room on a page for checks of others. */
const MARGIN = 100;

/** How far a clock may be off: the service's, this machine's, and one that nobody has compared, in milliseconds. */
const KNOWN_CLOCK_MS = 3_000;
const OWN_CLOCK_MS = 10_000;
export const UNKNOWN_CLOCK_MS = 180_000;

/** Whose clock a moment is on: this machine's, the service's, or that of a machine that nobody has compared. */
export type ClockName = 'own' | 'service' | 'unknown';

/** Moments on the service's clock, in Unix milliseconds, and how far they may be off, in milliseconds. */
export interface Moments {
	since: number;
	now: number;
	doubtMs: number;
}

/** Whether a finished check ended before a moment. In a history that is sorted by either date, all below it did too. */
function endedBefore({ initDate, resultDate }: HistoryItem, since: number): boolean {
	const [begun, ended] = [readDateSeconds(initDate), readDate(resultDate)];
	if (ended === null) return false;
	const latest = ended.seconds * 1000 + ended.lastsMs - 1 + (ended.hasOffset ? 0 : ZONES_MS);
	return latest < since && (begun === null || begun <= ended.seconds);
}

const isUnfinished = ({ status }: HistoryItem) => readOutcome(status) === 'pending';

/** The history of checks, as one run reads it; free (service 4.7). Its methods throw where a page can't be read. */
export class RunHistory {
	/** Whether it has shown an unfinished check. A history that hides those proves nothing by what it doesn't show. */
	hasShownUnfinished = false;

	constructor(private readonly session: RpcSession) {}

	/** Reads a moment on the service's clock, as far as its responses have shown it. */
	readMoments(since: number, clock: ClockName): Moments {
		const { clock: serviceClock } = this.session;
		const [now, moment] = [serviceClock.toService(Date.now()), serviceClock.toService(since)];
		const isKnown = moment !== undefined && clock === 'own';
		return {
			since: clock === 'service' ? since : (moment?.from ?? since),
			now: now?.to ?? Date.now(),
			doubtMs: clock === 'service' ? KNOWN_CLOCK_MS : isKnown ? OWN_CLOCK_MS : UNKNOWN_CLOCK_MS,
		};
	}

	/** Reads the newest part, as far as checks can be in it. @returns what it shows, by the key of the hash. */
	async readItems(hashes: readonly string[]): Promise<Map<string, HistoryItem>> {
		const shown = new Map<string, HistoryItem>();
		const size = Math.min(hashes.length + MARGIN, MAX_PAGE_SIZE);
		const most = Math.ceil(hashes.length / MAX_PAGE_SIZE) + 1;
		const walk = new PageWalk();
		for (let page = 0; page < most; page++) {
			const read = await this.readPage(page, size);
			for (const item of read.items) shown.set(hashKey(item.hash), item);
			if (hashes.every((hash) => shown.has(hashKey(hash))) || !walk.goesOnAfter(read)) break;
		}
		return shown;
	}

	/**
	 * Reads back to a moment, whichever date the history is sorted by, and wherever it has unfinished checks: at the top,
	 * at the end or in between.
	 * @param since the moment on the service's clock, in Unix milliseconds. It is asked for after each page, since the
	 * first response may be the one that shows the service's clock.
	 * @returns the checks since then, and some older ones.
	 */
	async readBackTo(since: () => number): Promise<HistoryItem[]> {
		let records: HistoryItem[] = [];
		for (const [size, most] of READINGS) {
			records = [];
			const walk = new PageWalk();
			for (let page = 0; page < most; page++) {
				const read = await this.readPage(page, size);
				records.push(...read.records);
				if (!walk.goesOnAfter(read)) return records;
				const moment = since();
				if (read.records.some((item) => endedBefore(item, moment)))
					return [...records, ...(await this.readTail(size, page, read))];
			}
		}
		return records;
	}

	private async readPage(page: number, pageSize: number): Promise<HistoryPage> {
		const read = await readHistoryPage(this.session, { page, pageSize }, LIMITS);
		this.hasShownUnfinished ||= read.records.some(isUnfinished);
		return read;
	}

	/** Where unfinished checks come last, they are on the last pages. */
	private async readTail(size: number, after: number, page: HistoryPage): Promise<HistoryItem[]> {
		const { total, pageCount, count } = page;
		const last = ((total === null ? pageCount : Math.ceil(total / count)) ?? 0) - 1;
		const records: HistoryItem[] = [];
		for (let at = last; at > Math.max(after, last - MAX_PAGES); at--) {
			const read = await this.readPage(at, size);
			records.push(...read.records);
			if (read.records.some((item) => !isUnfinished(item))) break;
		}
		return records;
	}
}

import { MAX_PAGE_SIZE, PageWalk, readHistoryPage } from '../../shared/history/pages';
import type { HistoryPage } from '../../shared/history/pages';
import { outcomeOf } from '../../shared/checks/status';
import { readDate, readDateSeconds, ZONES_MS } from '../../shared/dates';
import type { HistoryFilter, HistoryItem } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';

/** A read of the history is short; what takes longer is tried again. */
const READ_TIMEOUT_MS = 10_000;

/** How far back before a moment the history is read: clocks may be that far apart, in milliseconds. */
export const BACK_MS = 180_000;

/**
 * A look that is begun has the time for its answer, also where the run's own is short or over.
 * @param deadlineAt when the run has to be done, in Unix milliseconds.
 * @returns when the look has to be, in Unix milliseconds.
 */
export function endOfLook(deadlineAt: number): number {
	return Math.max(deadlineAt, Date.now() + READ_TIMEOUT_MS);
}

/** A check of the last minutes is near the top; an older one takes the largest pages there are. */
const FIRST_PAGE_SIZE = 200;

const MAX_PAGES = 50;

/** The part of the history back to a moment. */
export interface Excerpt {
	records: HistoryItem[];
	/** Whether all that began since is in it, as far as the history shows it. */
	isWhole: boolean;
}

/** What to read. */
export interface HistorySearch {
	filter: HistoryFilter;
	/** Back to when, on the service's clock, in Unix milliseconds; asked for after the first answer. */
	since: () => number;
	/** When to be done, in Unix milliseconds. */
	deadlineAt: number;
}

/**
 * Whether a record ended before a moment: in a history that is ordered by either date, newest first, all finished
 * checks after it did too.
 */
function endedBefore({ initDate, resultDate }: HistoryItem, since: number): boolean {
	const [begun, ended] = [readDateSeconds(initDate), readDate(resultDate)];
	if (ended === null) return false;
	const latest = ended.seconds * 1000 + ended.lastsMs - 1 + (ended.hasOffset ? 0 : ZONES_MS);
	return latest < since && (begun === null || begun <= ended.seconds);
}

const isUnfinished = ({ status }: HistoryItem) => outcomeOf(status) === 'pending';

/** Reads page after page of one size. */
class Reader {
	readonly records: HistoryItem[] = [];

	/** Whether a record was met that ended before the moment. */
	hasReached = false;

	constructor(
		private readonly session: RpcSession,
		private readonly search: HistorySearch,
		private readonly pageSize: number,
	) {}

	async read(page: number): Promise<HistoryPage> {
		const { filter, deadlineAt, since } = this.search;
		const query = { page, pageSize: this.pageSize, filter };
		const answer = await readHistoryPage(this.session, query, {
			timeoutMs: READ_TIMEOUT_MS,
			deadlineAt,
		});
		for (const item of answer.records) {
			this.hasReached ||= endedBefore(item, since());
			this.records.push(item);
		}
		return answer;
	}

	/** Where unfinished checks come last, they are at the very end. */
	async readTail(after: number, { total, pageCount }: HistoryPage): Promise<boolean> {
		const pages = total === null ? pageCount : Math.ceil(total / this.pageSize);
		if (pages === null) return false;
		for (let page = pages - 1, read = 0; page > after; page--, read++) {
			if (read === MAX_PAGES) return false;
			const { records } = await this.read(page);
			if (records.some((item) => !isUnfinished(item))) return true;
		}
		return true;
	}

	/** @returns whether everything was read that can be of the time since. */
	async readAll(maxPages: number): Promise<boolean> {
		const walk = new PageWalk();
		for (let page = 0; page < maxPages; page++) {
			const answer = await this.read(page);
			if (!walk.goesOnAfter(answer)) return true;
			const hasHints = answer.total !== null || answer.pageCount !== null;
			if (this.hasReached && hasHints) return await this.readTail(page, answer);
		}
		return false;
	}
}

/**
 * Reads the history back to a moment, whichever date it is ordered by and wherever it shows unfinished checks: at the
 * top, at the end, or in between (design 4, design 5). Free.
 * @param session the way to the service.
 * @param search what to read, and back to when.
 * @returns the records since, and possibly some older ones.
 * @throws AmlCheckError when a page can't be read.
 */
export async function readBackTo(session: RpcSession, search: HistorySearch): Promise<Excerpt> {
	const top = new Reader(session, search, FIRST_PAGE_SIZE);
	if (await top.readAll(1)) return { records: top.records, isWhole: true };
	const all = new Reader(session, search, MAX_PAGE_SIZE);
	const isWhole = await all.readAll(MAX_PAGES);
	return { records: all.records, isWhole };
}

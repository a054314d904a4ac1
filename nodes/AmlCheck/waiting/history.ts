import { hashKey } from '../../shared/checks/result';
import { MAX_CLOCK_SKEW_MS, MAX_PAGE_SIZE, SHOWN_MS } from '../../shared/contract';
import { readDate, readDateSeconds, ZONES_MS } from '../../shared/dates';
import { toFailure, type AmlCheckError } from '../../shared/failures/failure';
import {
	identifyRecord,
	readHistoryPage,
	walkHistory,
	type HistoryPage,
	type PagePosition,
} from '../../shared/history/pages';
import type { HistoryItem } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import type { ServiceClock } from '../../shared/rpc/time';
import { isUnfinished } from '../../shared/statuses';
import type { ClockName } from '../run/entries';

/** A request for a page is short. After one that took longer, the next may take twice as long, in milliseconds. */
const PAGE_MS = 10_000;
const MAX_PAGE_MS = 60_000;

/** The attempts at a page below the first: the pages above it were read already. */
const ATTEMPTS = 3;

/** The first page of a reading is small, because a check of the last minutes is near the top. */
const INITIAL_PAGE_SIZE = 200;

/** Room on a page for checks of others. */
const MARGIN = 100;

/** The most pages in a search for finished checks. */
const MAX_RESULT_PAGES = 20;

/** How far a moment on a clock may be off, in milliseconds. */
const CLOCK_SKEW_MS: Record<ClockName, number> = {
	service: 3_000,
	own: 10_000,
	unknown: MAX_CLOCK_SKEW_MS,
};

/** Moments on the service's clock, in Unix milliseconds, and how far they may be off, in milliseconds. */
export interface Moments {
	since: number;
	now: number;
	doubtMs: number;
}

/** Reads a moment on the service's clock, as far as its responses have shown that. */
export function readMoments(serviceClock: ServiceClock, since: number, clock: ClockName): Moments {
	const now = serviceClock.toService(Date.now());
	const moment = serviceClock.toService(since);
	// Until a response shows the service's clock, nobody has compared this machine's with it.
	const known = clock === 'own' && moment === undefined ? 'unknown' : clock;
	return {
		since: clock === 'service' ? since : (moment?.from ?? since),
		now: now?.to ?? Date.now(),
		doubtMs: CLOCK_SKEW_MS[known],
	};
}

/** A part of the history from the top down. */
export interface HistoryReading {
	records: HistoryItem[];
	/** Whether one page shows it. Between two pages a check may end, and move to the top. */
	isOnePage?: boolean;
	/** Whether it reaches its moment or the end of the history. A check that an incomplete one lacks may be there. */
	isComplete: boolean;
	/** Why a page below could not be read. */
	failure?: AmlCheckError;
}

/** Whether a finished check ended before a moment. In a history that is sorted by either date, all below it did too. */
function endedBefore({ initDate, resultDate }: HistoryItem, since: number): boolean {
	const begun = readDateSeconds(initDate);
	const ended = readDate(resultDate);
	if (ended === null) return false;
	const latest = ended.seconds * 1000 + ended.lastsMs - 1 + (ended.hasOffset ? 0 : ZONES_MS);
	return latest < since && (begun === null || begun <= ended.seconds);
}

/** The same for one check on every page. */
export const recordKey = (record: HistoryItem): string => identifyRecord(record).toLowerCase();

/** The history of checks, as one run reads it; free. Its methods throw where a page can't be read. */
export class RunHistory {
	/** All records of all pages that were read, each as it was read last. */
	readonly records = new Map<string, HistoryItem>();
	private pageMs = PAGE_MS;
	/** Of the last page for results. It never shrinks: what has ended may lie above what is still open. */
	private size = 0;
	/** How long all pages took together, without the wait for their turn, in milliseconds. */
	tookMs = 0;

	constructor(private readonly session: RpcSession) {}

	/**
	 * Reads the newest part, as far as checks can be in it. The numbers beside a page may end it: the run requests a
	 * check that is not shown by its hash.
	 * @param since when the oldest of the checks left, in Unix milliseconds of this machine, where it is known.
	 * @returns what it shows, by the key of the hash.
	 */
	async readItems(hashes: readonly string[], since?: number): Promise<Map<string, HistoryItem>> {
		const shown = new Map<string, HistoryItem>();
		const size = Math.max(this.size, Math.min(hashes.length + MARGIN, MAX_PAGE_SIZE));
		this.size = size;
		const usual = Math.ceil(hashes.length / MAX_PAGE_SIZE) + 1;
		let pages = 0;
		for await (const page of this.walk(size)) {
			pages++;
			for (const item of page.items) shown.set(hashKey(item.hash), item);
			if (hashes.every((hash) => shown.has(hashKey(hash))) || page.position !== 'inner') break;
			this.size = MAX_PAGE_SIZE;
			if (pages === MAX_RESULT_PAGES || (pages >= usual && this.isBehind(page, since))) break;
		}
		return shown;
	}

	/**
	 * Reads back to a moment, whichever date the history is sorted by. It ends where a page shows that all below is
	 * older, or with the last page.
	 * A check that ended between two pages has moved to the top, so the reading ends there, with what ended meanwhile.
	 * @param since the moment on the service's clock, in Unix milliseconds. The reading computes it after each page,
	 * since the first response may be the one that shows the service's clock.
	 * @param mayContinue whether there is time for another page.
	 * @returns the checks since then, and some older ones. A page that fails takes nothing away from what the pages above it have shown.
	 * @throws AmlCheckError where no page can be read.
	 */
	async readBackTo(since: () => number, mayContinue: () => boolean): Promise<HistoryReading> {
		const from = Date.now() - SHOWN_MS;
		const reading = await this.readDown(since, mayContinue);
		if (!reading.isComplete || reading.isOnePage) return reading;
		const meanwhile = () => {
			const moments = readMoments(this.session.service.clock, from, 'own');
			return moments.since - moments.doubtMs;
		};
		const { records } = reading;
		const top = await this.readDown(meanwhile, mayContinue).catch(toFailure);
		if (top instanceof Error) return { records, isComplete: false, failure: top };
		return { ...top, records: [...records, ...top.records] };
	}

	/** One way down. @throws AmlCheckError where no page can be read. */
	private async readDown(since: () => number, mayContinue: () => boolean): Promise<HistoryReading> {
		const records: HistoryItem[] = [];
		const isEnough = ({ position, records: shown }: HistoryPage & { position: PagePosition }) => {
			const moment = since();
			return position === 'last' || shown.some((item) => endedBefore(item, moment));
		};
		// A check of the last minutes is near the top.
		for await (const page of this.walk(INITIAL_PAGE_SIZE)) {
			records.push(...page.records);
			if (isEnough(page)) return { records, isComplete: true, isOnePage: true };
			break;
		}
		let pages = 0;
		try {
			for await (const page of this.walk(MAX_PAGE_SIZE)) {
				records.push(...page.records);
				if (page.count > 0) pages++;
				if (isEnough(page)) return { records, isComplete: true, isOnePage: pages === 1 };
				if (!mayContinue()) break;
			}
		} catch (thrown) {
			return { records, isComplete: false, failure: toFailure(thrown) };
		}
		return { records, isComplete: false };
	}

	private isBehind({ records }: HistoryPage, since: number | undefined): boolean {
		if (since === undefined) return true;
		const moments = readMoments(this.session.service.clock, since, 'own');
		const moment = moments.since - moments.doubtMs;
		return records.some((item) => endedBefore(item, moment));
	}

	private walk(pageSize: number) {
		return walkHistory(async (page) => await this.readPage(page, pageSize), pageSize);
	}

	private async readPage(page: number, pageSize: number): Promise<HistoryPage> {
		let leftAt = Infinity;
		const timeoutMs = Math.max(PAGE_MS, Math.min(this.pageMs, this.session.deadline.leftMs()));
		const maxAttempts = page > 0 ? ATTEMPTS : 1;
		const limits = {
			timeoutMs,
			withinMs: maxAttempts * timeoutMs,
			maxAttempts,
			beforeSend: () => (leftAt = performance.now()),
		};
		try {
			const read = await readHistoryPage(this.session, { page, pageSize }, limits);
			this.pageMs = Math.max(PAGE_MS, 2 * (performance.now() - leftAt));
			for (const record of read.records) this.records.set(recordKey(record), record);
			this.session.service.showsUnfinished ||= read.records.some(isUnfinished);
			return read;
		} catch (thrown) {
			const failure = toFailure(thrown);
			const isLate = failure.kind === 'timeout' || failure.reason === 'noTimeLeft';
			if (isLate) this.pageMs = Math.min(2 * timeoutMs, MAX_PAGE_MS);
			throw failure;
		} finally {
			this.tookMs += Math.max(0, performance.now() - leftAt);
		}
	}
}

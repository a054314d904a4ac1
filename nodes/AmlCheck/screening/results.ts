import type { FoundReports } from '../../shared/check/reports';
import { fetchResult, type CheckResult, type Expectation } from '../../shared/check/result';
import { MAX_PAGE_SIZE } from '../../shared/base/contract';
import { toFailure, type AmlCheckError } from '../../shared/failures/failure';
import type { CheckRecord, HistoryItem } from '../../shared/service/schemas';
import type { RpcSession } from '../../shared/service/session';
import { parseOutcome } from '../../shared/base/statuses';
import { notFinished } from './failures';

/* The checks that a run waits for; free. Moments are on the monotonic clock, in milliseconds. */

/** A check that somebody waits for. */
interface Awaited {
	/** Whether a result is about the right target, where that is known. */
	isExpected?: Expectation;
	/** An older check may be finished already: its result is requested first. */
	isOld?: boolean;
	/** Searches for the owner of its address, once it has ended. */
	findOwner?: (check: CheckRecord) => Promise<FoundReports | undefined>;
}

/** What is known of a check. */
export interface Check extends Awaited {
	hash: string;
	beganAt: number;
	/** From when on its result may be requested, and whether that is under way. */
	askAt: number;
	isAsked: boolean;
	/** Its record in the history, once a page has shown it, and which reading did so last. */
	item?: HistoryItem;
	shownIn?: number;
	/** The result as the service sent it last, finished or not, and why there is no later one. */
	result?: CheckResult;
	failure?: AmlCheckError;
	found?: FoundReports;
	/** Why it isn't finished, where the wait is over, and whether only our time is. */
	end?: { failure: AmlCheckError; isPending: boolean };
}

/** So many checks are asked for by their hashes alone; of more, the pages show which have ended. */
const FEW = 3;

/** A page that is read for results alone has room for so many checks of others. */
const MARGIN = 100;

const RESULT_CALL = { timeoutMs: 10_000, withinMs: 30_000 };

/** So many results in a row without an answer are enough: of a refused credential, and once the time is over. */
const MAX_UNANSWERED = 3;

/** When to ask next for a result: after 1, 2, 4, 6 … 20 seconds, and then after a tenth of the time waited; pure. */
function nextResult(waitedMs: number): number {
	if (waitedMs < 1_000) return 1_000;
	return waitedMs < 20_000 ? Math.floor(waitedMs / 2_000) * 2_000 + 2_000 : waitedMs * 1.1;
}

/** The least time between two pages, and between two while checks are being submitted, in milliseconds. */
const PAGE_PAUSE_MS = 400;
const SUBMITTING_PAUSE_MS = 2_000;

/**
 * How long after the beginning of a page the next one is read; pure.
 * @param tookMs how long the last page took: pages are half of the time at most.
 */
const pagePause = (waitedMs: number, tookMs: number): number =>
	Math.max(PAGE_PAUSE_MS, waitedMs / 30, 2 * tookMs);

const hasEnded = (item: HistoryItem | undefined): boolean =>
	item !== undefined && parseOutcome(item.status) !== 'pending';

export class Results {
	readonly checks = new Map<string, Check>();
	private readonly open = new Set<Check>();
	private asking = 0;
	private readings = 0;
	private fetching: Promise<unknown> = Promise.resolve();
	private lookedAt = -Infinity;
	private nextAt = Infinity;
	/** How many results in a row had no answer, and why the last one had none. */
	private unanswered = 0;
	private lastFailure?: AmlCheckError;

	/** @param count how many checks will come. */
	constructor(
		private readonly session: RpcSession,
		private readonly count: number,
	) {}

	/** Takes a check; a hash that is given twice is waited for once. */
	add(hash: string, awaited: Awaited): void {
		if (this.checks.has(hash)) return;
		const beganAt = performance.now();
		const askAt = beganAt + (awaited.isOld ? 0 : nextResult(0));
		const check = { ...awaited, hash, beganAt, askAt, isAsked: false };
		this.checks.set(hash, check);
		this.open.add(check);
		this.nextAt = Math.min(this.nextAt, askAt);
	}

	/** Nobody waits any more. */
	stop(): void {
		this.open.clear();
	}

	/** Whether anybody waits, and waiting makes sense. */
	get isOpen(): boolean {
		return this.open.size > 0 && !this.isRefused && this.session.cancelSignal?.aborted !== true;
	}

	private get isRefused(): boolean {
		return this.unanswered >= MAX_UNANSWERED && this.lastFailure?.reason === 'badCredential';
	}

	/** Whether the history is to be read for the results. */
	get needsPages(): boolean {
		return this.count > FEW && this.open.size > 0;
	}

	/** How large a page has to be that shows all of them. */
	get pageSize(): number {
		return Math.min(this.open.size + MARGIN, MAX_PAGE_SIZE);
	}

	/** When the oldest of the open checks left, in Unix milliseconds; an older one is asked for by its hash. */
	get since(): number {
		let waitedMs = 0;
		for (const { beganAt, isOld } of this.open)
			if (!isOld) waitedMs = Math.max(waitedMs, performance.now() - beganAt);
		return Date.now() - waitedMs;
	}

	/**
	 * When the next look is wanted. Nobody needs one while all that is open, or as much as may be, is on its way.
	 * @param isGrowing whether more checks will come.
	 */
	dueAt(isGrowing: boolean): number {
		if (this.asking >= Math.min(this.open.size, this.session.most)) return Infinity;
		const isEarly = isGrowing && this.count > FEW;
		return isEarly ? Math.max(this.nextAt, this.lookedAt + SUBMITTING_PAUSE_MS) : this.nextAt;
	}

	/** Begins a reading of the history. @returns what takes the records of its pages, and tells whether all are shown. */
	startReading(): (records: readonly HistoryItem[]) => boolean {
		const reading = ++this.readings;
		return (records) => {
			for (const item of records) {
				const check = this.checks.get(item.hash);
				if (!check) continue;
				if (hasEnded(item) && !hasEnded(check.item)) check.askAt = performance.now();
				check.item = item;
				check.shownIn = reading;
			}
			for (const { item, shownIn } of this.open)
				if (shownIn !== reading && !hasEnded(item)) return false;
			return true;
		};
	}

	/**
	 * Requests the results of the checks that have ended, as far as the pages tell, and of the three oldest ones that they
	 * don't show.
	 * @param isLast whether the time is over, and nobody asks later.
	 * @param beganAt when the look began.
	 */
	ask(isLast: boolean, beganAt: number): void {
		const now = performance.now();
		this.lookedAt = beganAt;
		let hidden = 0;
		const wanted = [...this.open].filter(({ item, shownIn, isOld, isAsked, askAt }) => {
			if (isAsked || (askAt > now && !isLast)) return false;
			if (isOld || hasEnded(item)) return true;
			const isWorthIt = shownIn !== this.readings || this.count <= FEW || isLast;
			return isWorthIt && ++hidden <= FEW;
		});
		this.fetchAll(wanted, now);
		this.nextAt = this.planNext(now, now - beganAt);
	}

	private planNext(now: number, tookMs: number): number {
		let firstAt = Infinity;
		let youngest = -Infinity;
		for (const { askAt, beganAt } of this.open) {
			firstAt = Math.min(firstAt, askAt);
			youngest = Math.max(youngest, beganAt);
		}
		return this.count <= FEW ? firstAt : this.lookedAt + pagePause(now - youngest, tookMs);
	}

	private fetchAll(checks: readonly Check[], now: number): void {
		this.asking += checks.length;
		for (const check of checks) {
			check.askAt = check.beganAt + nextResult(now - check.beganAt);
			check.isOld = false;
			check.isAsked = true;
		}
		const fetched = this.session.concurrently(checks, async (check) => {
			await this.fetch(check);
			check.isAsked = false;
			this.asking--;
			this.session.changes.notify();
		});
		this.fetching = Promise.all([this.fetching, fetched]);
	}

	private async fetch(check: Check): Promise<void> {
		const { deadline } = this.session;
		const isHopeless = this.unanswered >= MAX_UNANSWERED && deadline.leftMs() <= 0;
		if (!this.isOpen || isHopeless) return;
		try {
			check.result = await fetchResult(this.session, check.hash, check.isExpected, RESULT_CALL);
			check.failure = undefined;
			this.unanswered = 0;
			if (!check.result.terminal) return;
			deadline.progressed();
			check.found = await check.findOwner?.(check.result.check);
			this.open.delete(check);
			// A search without an answer is no progress: each would give all others the whole time once more.
			if (check.found?.owner !== 'unread') deadline.progressed();
		} catch (thrown) {
			this.unanswered++;
			check.failure = toFailure(thrown);
			this.lastFailure = check.failure;
		}
	}

	/** Waits for what is on its way. */
	async settle(): Promise<void> {
		await this.fetching;
	}

	/** Ends the wait for those that are open. @param seconds without progress, after which the run's time is over. */
	end(seconds: number): void {
		const isCancelled = this.session.cancelSignal?.aborted === true;
		const why = isCancelled ? 'cancelled' : this.isRefused ? 'credentials' : 'timeout';
		for (const check of this.open) check.end = notFinished(check.hash, check.failure, why, seconds);
	}
}

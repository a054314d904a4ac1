import { fetchResult } from '../../shared/checks/result';
import type { CheckResult } from '../../shared/checks/result';
import { toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import type { RpcSession } from '../../shared/rpc/session';
import { sleepUnlessCancelled } from '../../shared/sleep';
import { isObject } from '../../shared/values';
import { HistoryView } from './historyView';
import { BatchTimes, directInterval, nextLookAt } from './lookTimes';
import { noteLook, outstandingOf, seenDuration } from './outstanding';
import type { Outstanding, WatchedCheck, WatchOutcome } from './outstanding';
import { outcomeOfUnfinished } from './unfinished';

export type { WatchedCheck, WatchOutcome } from './outstanding';

export interface WatchOptions {
	session: RpcSession;
	/** Unix milliseconds. */
	deadlineAt: number;
	/** The whole time there was, in seconds: for the message. */
	timeoutSeconds: number;
	/** Whether every check is looked at directly first, as old ones are probably done. */
	lookDirectlyFirst: boolean;
	/** Hears how many of how many are done. */
	onProgress?: (done: number, total: number) => void;
}

/** Up to so many checks are looked at directly: no dearer than the history, and sooner. */
const FEW = 2;

/** Where the service doesn't accept the credentials so often in a row, waiting on makes no sense. */
const MAX_CREDENTIAL_REFUSALS = 3;

/** A look is short, and the next one comes anyway: one that hangs must not hold up the others. */
const LOOK = { timeoutMs: 10_000, maxAttempts: 2 };

/** The least time a look has, also when the run's own time is over. */
const MIN_LOOK_MS = 3_000;

/** How soon is looked again for what is left where everything else is being fetched. */
const FETCH_PATIENCE_MS = 500;

/** How soon it is noticed that the last result has come. */
const NAP_MS = 50;

/** Waits for many checks together. */
class Watch {
	private readonly outstanding: Map<string, Outstanding>;

	private readonly outcomes = new Map<string, WatchOutcome>();

	private readonly total: number;

	private readonly history: HistoryView;

	private readonly batchTimes: BatchTimes;

	/** How many the last look at the history showed to be done. */
	private found = 0;

	private credentialRefusals = 0;

	/** Results that are being fetched while the next look is waited for. */
	private readonly fetches = new Set<Promise<void>>();

	/** How long each check took is told at the end: until then only the short ones are known. */
	private readonly lessons: Array<() => void> = [];

	constructor(
		checks: readonly WatchedCheck[],
		private readonly options: WatchOptions,
	) {
		const now = Date.now();
		this.outstanding = new Map(checks.map((check) => [check.hash, outstandingOf(check, now)]));
		this.total = this.outstanding.size;
		this.history = new HistoryView(options.session, this.total);
		this.batchTimes = new BatchTimes(this.total);
	}

	async run(): Promise<Map<string, WatchOutcome>> {
		const { session, deadlineAt, lookDirectlyFirst } = this.options;
		if (lookDirectlyFirst) await this.lookAt(this.all());
		while (this.outstanding.size > 0 && !this.isStopped()) {
			this.tellProgress();
			await this.sleepUntil(Math.min(this.nextAt(), deadlineAt));
			if (this.outstanding.size === 0 || session.cancelSignal?.aborted) break;
			const isLast = Date.now() >= deadlineAt;
			await this.look(isLast);
			if (isLast) break;
		}
		await Promise.all(this.fetches);
		this.tellProgress();
		this.endOutstanding();
		for (const lesson of this.lessons) lesson();
		return this.outcomes;
	}

	private tellProgress(): void {
		this.options.onProgress?.(this.outcomes.size, this.total);
	}

	private get durations() {
		return this.options.session.knowledge.durations;
	}

	/** When the next look is worth it. */
	private nextAt(): number {
		const checks = this.waiting();
		if (checks.length === 0) return Date.now() + FETCH_PATIENCE_MS;
		if (this.outstanding.size <= FEW)
			return Math.min(...checks.map((check) => nextLookAt(check, this.durations)));
		const next = this.batchTimes.nextAt(checks, this.found, this.durations);
		if (this.history.isTrusted) return next;
		return Math.min(next, ...this.history.unseenOf(checks).map((check) => check.nextDirectAt));
	}

	/** Wakes up early when the last result has come. */
	private async sleepUntil(time: number): Promise<void> {
		const { cancelSignal } = this.options.session;
		for (let ms = time - Date.now(); ms > 0; ms = time - Date.now()) {
			if (this.outstanding.size === 0) return;
			if (!(await sleepUnlessCancelled(Math.min(ms, NAP_MS), cancelSignal))) return;
		}
	}

	private all(): Outstanding[] {
		return [...this.outstanding.values()];
	}

	/** Those whose result is not being asked for. */
	private waiting(): Outstanding[] {
		return this.all().filter(({ asked }) => !asked);
	}

	/** Of many, results are fetched while the next look comes: one that is done doesn't wait for the others. */
	private async look(isLast: boolean): Promise<void> {
		const checks = this.waiting();
		const isFew = this.outstanding.size <= FEW;
		if (isFew && !this.durations.wantsHistory()) {
			const now = Date.now();
			const isDue = (check: Outstanding) => isLast || nextLookAt(check, this.durations) <= now;
			return await this.lookAt(checks.filter(isDue));
		}
		const done = await this.doneInHistory(checks);
		this.found = done.length;
		if (isFew) return await this.lookAt(done);
		this.fetch(done);
		await this.lookAt(this.dueDirectly());
	}

	private fetch(checks: Outstanding[]): void {
		const fetching = this.lookAt(checks);
		this.fetches.add(fetching);
		void fetching.finally(() => this.fetches.delete(fetching));
	}

	private async doneInHistory(checks: Outstanding[]): Promise<Outstanding[]> {
		this.batchTimes.note(Date.now());
		try {
			return await this.history.doneOf(checks, { ...LOOK, deadlineAt: this.lookDeadline() });
		} catch (thrown) {
			this.noteFailure(toFailure(thrown), checks);
			return [];
		}
	}

	/**
	 * What the history doesn't show may be done all the same. The oldest such check is looked at in every round; once
	 * it proves the history wrong, all of them are, each at growing intervals. So are all where it can't be read.
	 */
	private dueDirectly(): Outstanding[] {
		const now = Date.now();
		const unseen = this.history.unseenOf(this.waiting());
		return unseen.filter(({ nextDirectAt }) => nextDirectAt <= now);
	}

	/** A look that is begun gets the time for its answer: the first one, and the last one at the deadline, count. */
	private lookDeadline(): number {
		return Math.max(this.options.deadlineAt, Date.now() + MIN_LOOK_MS);
	}

	private async lookAt(checks: Outstanding[]): Promise<void> {
		const { session } = this.options;
		const until = { ...LOOK, deadlineAt: this.lookDeadline() };
		const unasked = checks.filter(({ asked }) => !asked);
		for (const check of unasked) check.asked = true;
		await session.concurrently(unasked, async (check) => {
			if (this.isStopped()) return;
			const sentAt = Date.now();
			noteLook(check, sentAt, undefined);
			try {
				const result = await fetchResult(session, check.hash, check.isExpected, until);
				this.noteResult(check, result, sentAt);
			} catch (thrown) {
				this.noteFailure(toFailure(thrown), [check]);
			}
			check.asked = false;
			check.directLooks++;
			check.nextDirectAt = Date.now() + directInterval(check.directLooks);
		});
	}

	private noteResult(check: Outstanding, result: CheckResult, sentAt: number): void {
		this.credentialRefusals = 0;
		check.status = result.check.status;
		check.last = result;
		check.failure = undefined;
		noteLook(check, sentAt, result.terminal);
		if (!result.terminal) return;
		if (!check.shown) this.history.expect(check.hash);
		const { report } = result.check;
		if (check.historyScore !== undefined && isObject(report))
			this.options.session.knowledge.scales.notePair(check.historyScore, report.riskscore);
		const seen = seenDuration(check);
		if (seen) this.lessons.push(() => this.durations.noteSeen(seen, result.check));
		this.end(check, { result });
	}

	/** Only an answer about something else is final; what isn't found yet may be on its way (design 4). */
	private noteFailure(failure: AmlCheckError, checks: Outstanding[]): void {
		if (failure.kind === 'credentials') this.credentialRefusals++;
		for (const check of checks) {
			check.failure = failure;
			if (failure.kind === 'mismatch' && failure.hash)
				this.end(check, { failure, pending: false, last: check.last });
		}
	}

	private isRefused(): boolean {
		return this.credentialRefusals >= MAX_CREDENTIAL_REFUSALS;
	}

	private isStopped(): boolean {
		return this.options.session.cancelSignal?.aborted === true || this.isRefused();
	}

	private end(check: Outstanding, outcome: WatchOutcome): void {
		this.outcomes.set(check.hash, outcome);
		this.outstanding.delete(check.hash);
	}

	private endOutstanding(): void {
		const { session, timeoutSeconds } = this.options;
		const ended = this.isStopped() && { cancelled: session.cancelSignal?.aborted === true };
		for (const check of this.all())
			this.end(check, outcomeOfUnfinished(check, ended, timeoutSeconds));
	}
}

/**
 * Waits until checks are done, looking when their results are likely to be there, until one deadline. Many are watched
 * together through the history and fetched when they are done (design 5 and 9). Costs nothing.
 * @param checks what to wait for; a hash that is given twice is waited for once.
 * @param options session, deadline and concurrency.
 * @returns what became of each, by hash. It doesn't throw.
 */
export async function watchChecks(
	checks: readonly WatchedCheck[],
	options: WatchOptions,
): Promise<Map<string, WatchOutcome>> {
	return await new Watch(checks, options).run();
}

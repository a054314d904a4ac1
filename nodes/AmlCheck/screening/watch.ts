import { fetchResult } from '../../shared/checks/result';
import type { CheckResult, Expectation } from '../../shared/checks/result';
import { outcomeOf } from '../../shared/checks/status';
import { toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import type { HistoryItem } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { sleepUnlessCancelled } from '../../shared/sleep';
import { concurrently } from '../../shared/concurrently';
import { HistoryView } from './historyView';
import { directInterval, lookInterval } from './intervals';
import { notDoneInTime, stoppedWaiting } from './unfinished';

/** A check to wait for. */
export interface WatchedCheck {
	hash: string;
	/** Whether a result is about the right target, where that is known. */
	isExpected?: Expectation;
}

export type WatchOutcome =
	| { result: CheckResult }
	/** `pending` tells that the check goes on and only our time is over; `last` is what was last seen of it. */
	| { failure: AmlCheckError; pending: boolean; last?: CheckResult };

export interface WatchOptions {
	session: RpcSession;
	maxConcurrent: number;
	/** Unix milliseconds. */
	deadlineAt: number;
	/** The whole time there was, in seconds: for the message. */
	timeoutSeconds: number;
	/** Whether every check is looked at directly first, as old ones are probably done. */
	lookDirectlyFirst: boolean;
	/** Hears how many of how many are done. */
	onProgress?: (done: number, total: number) => void;
}

interface Outstanding extends WatchedCheck {
	status?: string;
	last?: CheckResult;
	failure?: AmlCheckError;
	/** Whether the history showed it at the last look: what others submit may push it out of sight again. */
	shown: boolean;
	/** Whether its result is being asked for. */
	asked: boolean;
	directLooks: number;
	nextDirectAt: number;
}

/** Up to so many checks are looked at directly: no dearer than the history, and sooner. */
const FEW = 2;

/** Where the service doesn't accept the credentials so often in a row, waiting on makes no sense. */
const MAX_CREDENTIAL_REFUSALS = 3;

/** A look is short, and the next one comes anyway: one that hangs must not hold up the others. */
const LOOK = { timeoutMs: 10_000, maxAttempts: 2 };

/** So many of the outstanding checks have to end at one look for the intervals to begin anew. */
const BURST_SHARE = 0.05;

/** The least time a look has, also when the run's own time is over. */
const MIN_LOOK_MS = 3_000;

/** How soon it is noticed that the last result has come. */
const NAP_MS = 50;

/** Waits for many checks together. */
class Watch {
	private readonly outstanding: Map<string, Outstanding>;

	private readonly outcomes = new Map<string, WatchOutcome>();

	private readonly total: number;

	private readonly history: HistoryView;

	/** Whether the last look at the history gave nothing. */
	private historyUnreadable = false;

	private credentialRefusals = 0;

	/** Results that are being fetched while the next look is waited for. */
	private readonly fetches = new Set<Promise<void>>();

	constructor(
		checks: readonly WatchedCheck[],
		private readonly options: WatchOptions,
	) {
		this.outstanding = new Map(
			checks.map((check) => [
				check.hash,
				{ ...check, shown: false, asked: false, directLooks: 0, nextDirectAt: 0 },
			]),
		);
		this.total = this.outstanding.size;
		this.history = new HistoryView(options.session, this.total);
	}

	async run(): Promise<Map<string, WatchOutcome>> {
		const { session, lookDirectlyFirst } = this.options;
		let isFirst = true;
		let before = this.outstanding.size;
		for (let look = 1; this.outstanding.size > 0; look++) {
			const begunAt = Date.now();
			await (isFirst && lookDirectlyFirst ? this.lookAt(this.all()) : this.look());
			isFirst = false;
			this.options.onProgress?.(this.outcomes.size, this.total);
			if (this.outstanding.size === 0) break;
			// Where many have ended others are about to: the next look comes soon.
			if (before - this.outstanding.size >= before * BURST_SHARE) look = 1;
			before = this.outstanding.size;
			const remainingMs = this.options.deadlineAt - Date.now();
			if (remainingMs <= 0 || session.cancelSignal?.aborted || this.isRefused()) break;
			const nextLookAt = begunAt + lookInterval(look, Math.random());
			await this.sleepUntil(Math.min(nextLookAt, this.options.deadlineAt));
		}
		await Promise.all(this.fetches);
		this.options.onProgress?.(this.outcomes.size, this.total);
		this.endOutstanding();
		return this.outcomes;
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

	/** Of many, results are fetched while the next look comes: one that is done doesn't wait for the others. */
	private async look(): Promise<void> {
		if (this.outstanding.size <= FEW) return await this.lookAt(this.all());
		this.fetch(await this.doneInHistory());
		await this.lookAt(this.dueDirectly());
	}

	private fetch(checks: Outstanding[]): void {
		const fetching = this.lookAt(checks);
		this.fetches.add(fetching);
		void fetching.finally(() => this.fetches.delete(fetching));
	}

	private async doneInHistory(): Promise<Outstanding[]> {
		const checks = this.all();
		this.historyUnreadable = false;
		try {
			const until = { ...LOOK, deadlineAt: this.lookDeadline() };
			const shown = await this.history.read(
				checks.map(({ hash }) => hash),
				until,
			);
			return this.all().filter((check) => this.isDoneIn(shown, check));
		} catch (thrown) {
			this.noteFailure(toFailure(thrown), checks);
			this.historyUnreadable = true;
			return [];
		}
	}

	private isDoneIn(history: Map<string, HistoryItem>, check: Outstanding): boolean {
		const item = history.get(check.hash);
		check.shown = item !== undefined;
		if (!item) return false;
		check.status = item.status;
		return outcomeOf(item.status) !== 'pending';
	}

	/**
	 * What the history doesn't show may be done all the same. The oldest such check is looked at in every round; once
	 * it proves the history wrong, all of them are, each at growing intervals. So are all where it can't be read.
	 */
	private dueDirectly(): Outstanding[] {
		const now = Date.now();
		const due = this.all().filter(({ nextDirectAt }) => nextDirectAt <= now);
		if (this.historyUnreadable) return due;
		const unseen = due.filter(({ shown }) => !shown);
		return this.history.isIncomplete ? unseen : unseen.slice(0, 1);
	}

	/** A look that is begun gets the time for its answer: the first one, and the last one at the deadline, count. */
	private lookDeadline(): number {
		return Math.max(this.options.deadlineAt, Date.now() + MIN_LOOK_MS);
	}

	private async lookAt(checks: Outstanding[]): Promise<void> {
		const { session, maxConcurrent } = this.options;
		const until = { ...LOOK, deadlineAt: this.lookDeadline() };
		const unasked = checks.filter(({ asked }) => !asked);
		for (const check of unasked) check.asked = true;
		await concurrently(unasked, maxConcurrent, async (check) => {
			if (session.cancelSignal?.aborted || this.isRefused()) return;
			try {
				const result = await fetchResult(session, check.hash, check.isExpected, until);
				this.noteResult(check, result);
			} catch (thrown) {
				this.noteFailure(toFailure(thrown), [check]);
			}
			check.asked = false;
			check.directLooks++;
			check.nextDirectAt = Date.now() + directInterval(check.directLooks);
		});
	}

	private noteResult(check: Outstanding, result: CheckResult): void {
		this.credentialRefusals = 0;
		check.status = result.check.status;
		check.last = result;
		check.failure = undefined;
		if (!result.terminal) return;
		if (!check.shown) this.history.expect(check.hash);
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

	private end(check: Outstanding, outcome: WatchOutcome): void {
		this.outcomes.set(check.hash, outcome);
		this.outstanding.delete(check.hash);
	}

	private endOutstanding(): void {
		const { session, timeoutSeconds } = this.options;
		const stopped = session.cancelSignal?.aborted || this.isRefused();
		for (const check of this.all()) {
			const failure = stopped
				? stoppedWaiting(check, session.cancelSignal?.aborted === true)
				: notDoneInTime(check, timeoutSeconds);
			this.end(check, { failure, pending: !stopped, last: check.last });
		}
	}
}

/**
 * Waits until checks are done: a look at once, then at growing intervals until one deadline. Many are watched
 * together through the history and fetched when they are done (design 5, wait). Costs nothing.
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

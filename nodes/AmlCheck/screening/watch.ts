import { toFailure } from '../../shared/rpc/failure';
import type { RpcSession } from '../../shared/rpc/session';
import { sleepUnlessCancelled } from '../../shared/sleep';
import { HistoryView } from './historyView';
import { BatchTimes, nextLookAt } from './lookTimes';
import type { Outstanding, WatchedCheck, WatchOutcome } from './outstanding';
import { ResultLooks } from './resultLooks';
import { outcomeOfUnfinished } from './unfinished';
import { WatchBoard } from './watchBoard';

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

/** How soon is looked again for what is left where everything else is being fetched. */
const FETCH_PATIENCE_MS = 500;

/** How soon it is noticed that the last result has come. */
const NAP_MS = 50;

/** Waits for many checks together: decides when to look, and where. */
class Watch {
	private readonly board: WatchBoard;

	private readonly history: HistoryView;

	private readonly results: ResultLooks;

	private readonly batchTimes: BatchTimes;

	/** How many the last look at the history showed to be done. */
	private found = 0;

	constructor(
		checks: readonly WatchedCheck[],
		private readonly options: WatchOptions,
	) {
		const { session, deadlineAt } = options;
		this.board = new WatchBoard(checks);
		this.history = new HistoryView(session, this.board.total);
		this.results = new ResultLooks(session, deadlineAt, this.board, this.history);
		this.batchTimes = new BatchTimes(this.board.total);
	}

	async run(): Promise<Map<string, WatchOutcome>> {
		const { session, deadlineAt, lookDirectlyFirst } = this.options;
		if (lookDirectlyFirst) await this.results.lookAt(this.board.all());
		while (this.board.left > 0 && !this.results.isStopped) {
			this.tellProgress();
			await this.sleepUntil(Math.min(this.nextAt(), deadlineAt));
			if (this.board.left === 0 || session.cancelSignal?.aborted) break;
			const isLast = Date.now() >= deadlineAt;
			await this.look(isLast);
			if (isLast) break;
		}
		await this.results.settle();
		this.tellProgress();
		this.endOutstanding();
		this.results.teach();
		return this.board.outcomes;
	}

	private tellProgress(): void {
		const { outcomes, total } = this.board;
		this.options.onProgress?.(outcomes.size, total);
	}

	private get durations() {
		return this.options.session.knowledge.durations;
	}

	/** When the next look is worth it. */
	private nextAt(): number {
		const checks = this.board.waiting();
		if (checks.length === 0) return Date.now() + FETCH_PATIENCE_MS;
		if (this.board.left <= FEW)
			return Math.min(...checks.map((check) => nextLookAt(check, this.durations)));
		const next = this.batchTimes.nextAt(checks, this.found, this.durations);
		if (this.history.isTrusted) return next;
		return Math.min(next, ...this.history.unseenOf(checks).map((check) => check.nextDirectAt));
	}

	/** Wakes up early when the last result has come. */
	private async sleepUntil(time: number): Promise<void> {
		const { cancelSignal } = this.options.session;
		for (let ms = time - Date.now(); ms > 0; ms = time - Date.now()) {
			if (this.board.left === 0) return;
			if (!(await sleepUnlessCancelled(Math.min(ms, NAP_MS), cancelSignal))) return;
		}
	}

	/** Of many, results are fetched while the next look comes: one that is done doesn't wait for the others. */
	private async look(isLast: boolean): Promise<void> {
		const checks = this.board.waiting();
		const isFew = this.board.left <= FEW;
		if (isFew && !this.durations.wantsHistory()) {
			const now = Date.now();
			const isDue = (check: Outstanding) => isLast || nextLookAt(check, this.durations) <= now;
			return await this.results.lookAt(checks.filter(isDue));
		}
		const done = await this.doneInHistory(checks);
		this.found = done.length;
		if (isFew) return await this.results.lookAt(done);
		this.results.begin(done);
		await this.results.lookAt(this.dueDirectly());
	}

	private async doneInHistory(checks: Outstanding[]): Promise<Outstanding[]> {
		this.batchTimes.note(Date.now());
		try {
			return await this.history.doneOf(checks, this.results.limits);
		} catch (thrown) {
			this.results.noteFailure(toFailure(thrown), checks);
			return [];
		}
	}

	/**
	 * What the history doesn't show may be done all the same. The oldest such check is looked at in every round; once
	 * it proves the history wrong, all of them are, each at growing intervals. So are all where it can't be read.
	 */
	private dueDirectly(): Outstanding[] {
		const now = Date.now();
		const unseen = this.history.unseenOf(this.board.waiting());
		return unseen.filter(({ nextDirectAt }) => nextDirectAt <= now);
	}

	private endOutstanding(): void {
		const { session, timeoutSeconds } = this.options;
		const isCancelled = session.cancelSignal?.aborted === true;
		const ended = this.results.isStopped && { cancelled: isCancelled };
		for (const check of this.board.all())
			this.board.end(check, outcomeOfUnfinished(check, ended, timeoutSeconds));
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

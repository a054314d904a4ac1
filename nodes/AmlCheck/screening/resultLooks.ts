import { fetchResult } from '../../shared/checks/result';
import type { CheckResult } from '../../shared/checks/result';
import { toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import type { CallOptions, RpcSession } from '../../shared/rpc/session';
import { isObject } from '../../shared/values';
import type { HistoryView } from './historyView';
import { directInterval } from './lookTimes';
import { noteLook, seenDuration } from './outstanding';
import type { Outstanding } from './outstanding';
import type { WatchBoard } from './watchBoard';

/** Where the service doesn't accept the credentials so often in a row, waiting on makes no sense. */
const MAX_CREDENTIAL_REFUSALS = 3;

/** A look is short, and the next one comes anyway: one that hangs must not hold up the others. */
const LOOK = { timeoutMs: 10_000, maxAttempts: 2 };

/** The least time a look has, also when the run's own time is over. */
const MIN_LOOK_MS = 3_000;

/** Asks for the results of checks that are waited for, and notes what comes of it; free. */
export class ResultLooks {
	private credentialRefusals = 0;

	/** Results that are being fetched while the next look is waited for. */
	private readonly fetches = new Set<Promise<void>>();

	/** How long each check took is told at the end: until then only the short ones are known. */
	private readonly lessons: Array<() => void> = [];

	/**
	 * @param session the way to the service.
	 * @param deadlineAt when the wait is over, in Unix milliseconds.
	 * @param board what is waited for.
	 * @param history hears what was done before the history showed it.
	 */
	constructor(
		private readonly session: RpcSession,
		private readonly deadlineAt: number,
		private readonly board: WatchBoard,
		private readonly history: HistoryView,
	) {}

	/** A look that is begun gets the time for its answer: the first one, and the last one at the deadline, count. */
	get limits(): CallOptions {
		return { ...LOOK, deadlineAt: Math.max(this.deadlineAt, Date.now() + MIN_LOOK_MS) };
	}

	/** Whether nobody waits any more, or the service refuses the credentials for good. */
	get isStopped(): boolean {
		const isRefused = this.credentialRefusals >= MAX_CREDENTIAL_REFUSALS;
		return this.session.cancelSignal?.aborted === true || isRefused;
	}

	/**
	 * Asks for results and doesn't wait for them.
	 * @param checks those that are known to be done.
	 */
	begin(checks: readonly Outstanding[]): void {
		const fetching = this.lookAt(checks);
		this.fetches.add(fetching);
		void fetching.finally(() => this.fetches.delete(fetching));
	}

	/** Waits for what was begun. */
	async settle(): Promise<void> {
		await Promise.all(this.fetches);
	}

	/** Tells what the wait has taught of how long checks take. */
	teach(): void {
		for (const lesson of this.lessons) lesson();
	}

	/**
	 * Asks for results.
	 * @param checks those to look at; one that is being asked for is left out.
	 * @returns when all have answered. It doesn't throw.
	 */
	async lookAt(checks: readonly Outstanding[]): Promise<void> {
		const limits = this.limits;
		const unasked = checks.filter(({ asked }) => !asked);
		for (const check of unasked) check.asked = true;
		await this.session.concurrently(unasked, async (check) => {
			if (this.isStopped) return;
			const sentAt = Date.now();
			noteLook(check, sentAt, undefined);
			try {
				const result = await fetchResult(this.session, check.hash, check.isExpected, limits);
				this.noteResult(check, result, sentAt);
			} catch (thrown) {
				this.noteFailure(toFailure(thrown), [check]);
			}
			check.asked = false;
			check.directLooks++;
			check.nextDirectAt = Date.now() + directInterval(check.directLooks);
		});
	}

	/**
	 * Notes that a look gave nothing. Only an answer about something else is final; what isn't found yet may be on its
	 * way (design 4).
	 * @param failure what came of the look.
	 * @param checks what it was about.
	 */
	noteFailure(failure: AmlCheckError, checks: readonly Outstanding[]): void {
		if (failure.kind === 'credentials') this.credentialRefusals++;
		for (const check of checks) {
			check.failure = failure;
			if (failure.kind === 'mismatch' && failure.hash)
				this.board.end(check, { failure, pending: false, last: check.last });
		}
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
		const { scales, durations } = this.session.knowledge;
		if (check.historyScore !== undefined && isObject(report))
			scales.notePair(check.historyScore, report.riskscore);
		const seen = seenDuration(check);
		if (seen) this.lessons.push(() => durations.noteSeen(seen, result.check));
		this.board.end(check, { result });
	}
}

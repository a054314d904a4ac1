import {
	fetchResult,
	findOddity,
	hashKey,
	isWorthAsking,
	type Oddity,
} from '../../shared/checks/result';
import { toFailure, type AmlCheckError } from '../../shared/failures/failure';
import { FAILURE_KINDS } from '../../shared/failures/kinds';
import type { HistoryItem } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { asksTooLong } from '../../shared/rpc/time';
import { mapInSlices } from '../../shared/slices';
import { readOutcome } from '../../shared/statuses';
import type { RunHistory } from './history';
import {
	chooseForResult,
	endUnfinished,
	firstMs,
	leastPauseMs,
	planNext,
	wayFor,
	type Outcome,
	type Outstanding,
	type WatchedCheck,
	type Way,
} from './looks';

/** A request for a result is short, and repeated for a while. */
const RESULT_CALL = { timeoutMs: 10_000, withinMs: 30_000 };

const MAX_CREDENTIAL_REFUSALS = 3;
const MAX_UNANSWERED = 3;

/**
 * Notes an odd answer; only one that stays odd ends the wait.
 * @returns whether to ask again.
 */
function noteOdd(check: Outstanding, oddity: Oddity, outcome: Outcome): boolean {
	const now = performance.now();
	const before = check.odd?.oddity === oddity ? check.odd : { count: 0, sinceMs: now };
	const odd = { oddity, count: before.count + 1, sinceMs: before.sinceMs, outcome };
	check.odd = odd;
	return isWorthAsking(oddity, { count: odd.count, forMs: now - odd.sinceMs });
}

/** Waits for checks, and takes more of them while it does; free. */
export class Watch {
	readonly outcomes = new Map<string, Outcome>();
	/** The records of finished checks in the history, by the key of the hash. */
	readonly items = new Map<string, HistoryItem>();
	private readonly open = new Map<string, Outstanding>();
	/** The checks whose results are being fetched, how many of them wait for their turn, and the end of all. */
	private readonly asked = new Set<Outstanding>();
	private queued = 0;
	private fetching: Promise<unknown> = Promise.resolve();
	/** From when on the next look is wanted, on the monotonic clock, and when the last one began. */
	private nextAt = Infinity;
	private lastAt = -Infinity;
	/** From when on results may be requested again. */
	private repeatAt = -Infinity;
	/** A request that is to be repeated so late that nobody sees what more is paid for. */
	refusal?: AmlCheckError;
	private isClosed = false;
	/** Found finished before the history showed it: until a page has it, the history is incomplete. */
	private expected: string | undefined;
	private isIncomplete = false;
	private credentialRefusals = 0;
	/** How many requests for results in a row were given up without an answer. */
	private unanswered = 0;

	private readonly way: Way;

	/**
	 * @param timeout the run's time without progress, in seconds.
	 * @param count how many checks will come.
	 */
	constructor(
		private readonly session: RpcSession,
		private readonly history: RunHistory,
		private readonly timeout: number,
		count: number,
	) {
		this.way = wayFor(count);
	}

	/** Takes a check; a hash that is given twice is waited for once. */
	add(check: WatchedCheck): void {
		if (this.open.has(check.hash) || this.outcomes.has(check.hash)) return;
		const beganAt = performance.now();
		const dueAt = beganAt + firstMs(this.way, check.isOld);
		this.open.set(check.hash, { ...check, beganAt, isShown: false, isAsked: false });
		if (dueAt >= this.nextAt) return;
		this.nextAt = dueAt;
		this.session.changes.notify();
	}

	/** No more checks will come. */
	close(): void {
		this.isClosed = true;
		this.session.changes.notify();
	}

	/** Nobody waits any more. */
	stop(): void {
		this.open.clear();
		this.close();
	}

	/** Waits until all checks are finished, or the run's time is over. It doesn't throw. */
	async waitForAll(): Promise<void> {
		const { changes } = this.session;
		const mustAct = () => this.isEnded || this.isOver || performance.now() >= this.dueAt;
		while ((await changes.waitFor(mustAct, () => this.dueAt)) && !this.isEnded) {
			const isLast = this.isOver;
			await this.look();
			if (!isLast) continue;
			// Nothing comes after the last look, so its results are waited for. They may give the run more time.
			await this.fetching;
			if (this.isOver) break;
		}
		await this.fetching;
		await this.endUnfinished();
	}

	/** Reads what the history alone shows of few finished checks, such as links; not worth a second request. */
	async readLinks(): Promise<void> {
		const finished = [...this.outcomes].filter(([, outcome]) => 'result' in outcome);
		const hashes = finished.map(([hash]) => hash).filter((hash) => !this.items.has(hashKey(hash)));
		if (this.way === 'pages' || hashes.length === 0) return;
		try {
			for (const [key, item] of await this.history.readItems(hashes)) this.items.set(key, item);
		} catch {
			// The results are there without them.
		}
	}

	/** Whether the run's time is over, and only one last look is left. */
	private get isOver(): boolean {
		return this.isClosed && this.session.deadline.leftMs() <= 0;
	}

	private get isEnded(): boolean {
		return this.isStopped || (this.isClosed && this.open.size === 0);
	}

	/** Whether nobody waits any more, or the service refuses the credentials for good. */
	private get isStopped(): boolean {
		const isRefused = this.credentialRefusals >= MAX_CREDENTIAL_REFUSALS;
		return this.session.cancelSignal?.aborted === true || isRefused;
	}

	/** Whether the run's time is over, and a request for a result would only wait. */
	private get isHopeless(): boolean {
		return this.unanswered >= MAX_UNANSWERED && this.session.deadline.leftMs() <= 0;
	}

	/** Reads the newest part of the history, and begins to fetch the results that it shows. */
	private async look(): Promise<void> {
		this.lastAt = performance.now();
		this.nextAt = Infinity;
		const tookBefore = this.history.tookMs;
		if (this.way === 'pages') await this.readPages();
		const checks = [...this.open.values()];
		if (checks.length === 0) return;
		const next = planNext(this.way, {
			at: this.lastAt,
			tookMs: this.history.tookMs - tookBefore,
			isLast: this.isOver,
			hasNews: checks.some((check) => !check.isAsked && this.hasEnded(check)),
			youngestAt: checks.reduce((most, { beganAt }) => Math.max(most, beganAt), -Infinity),
			repeatAt: this.repeatAt,
		});
		this.nextAt = Math.min(this.nextAt, next.nextAt);
		this.repeatAt = next.repeatAt;
		this.fetchAll(this.way === 'hashes' ? checks : this.chooseWanted(checks, next.mayRepeat));
	}

	/**
	 * When the next look is due. Nobody needs one while more results wait for their turn than may be in flight, or while
	 * all that is open is on its way.
	 */
	private get dueAt(): number {
		if (this.queued >= this.session.width || this.isAllAsked) return Infinity;
		return Math.max(this.nextAt, this.lastAt + leastPauseMs(this.way, this.isClosed));
	}

	private get isAllAsked(): boolean {
		return this.asked.size >= this.open.size;
	}

	/** Whether a page has shown that a check has ended. */
	private hasEnded({ hash }: Outstanding): boolean {
		return this.items.has(hashKey(hash));
	}

	private chooseWanted(checks: readonly Outstanding[], mayRepeat: boolean): Outstanding[] {
		const hasEnded = (check: Outstanding) => this.hasEnded(check);
		return chooseForResult(checks, hasEnded, { isIncomplete: this.isIncomplete, mayRepeat });
	}

	/** Begins to fetch results, beside the pages. One that turns out to be unfinished is fetched again after a later look. */
	private fetchAll(checks: readonly Outstanding[]): void {
		const { session } = this;
		const wanted = checks.filter((check) => !this.asked.has(check));
		for (const check of wanted) this.asked.add(check);
		this.queued += wanted.length;
		const fetched = session.concurrently(wanted, async (check) => {
			const isLast = --this.queued === 0;
			if (this.queued < session.width) session.changes.notify();
			// From now on a page may be due: it would wait until one of the results is back.
			await this.fetch(check, isLast && this.isClosed && !this.isAllAsked);
			this.asked.delete(check);
			if (this.isEnded) session.changes.notify();
		});
		this.fetching = Promise.all([this.fetching, fetched]);
	}

	/** When the oldest of the new checks left, in Unix milliseconds; undefined while others are open. */
	private get oldestAt(): number | undefined {
		const checks = [...this.open.values()];
		if (checks.some(({ isOld }) => isOld)) return undefined;
		const first = checks.reduce((least, { beganAt }) => Math.min(least, beganAt), Infinity);
		return Date.now() - (performance.now() - first);
	}

	private async readPages(): Promise<void> {
		const { expected } = this;
		let shown: Map<string, HistoryItem> | undefined;
		try {
			shown = await this.history.readItems([...this.open.keys()], this.oldestAt);
		} catch (thrown) {
			this.noteFailure([...this.open.values()], toFailure(thrown));
		}
		if (expected !== undefined) this.isIncomplete = !shown?.has(expected);
		if (!this.isIncomplete && this.expected === expected) this.expected = undefined;
		for (const check of this.open.values()) {
			const key = hashKey(check.hash);
			const item = shown?.get(key);
			check.isShown = item !== undefined;
			if (!item) continue;
			check.status = item.status;
			if (readOutcome(item.status) !== 'pending') this.items.set(key, item);
		}
	}

	private async fetch(check: Outstanding, leavesPlace: boolean): Promise<void> {
		if (this.isStopped || this.isHopeless) return;
		const { hash, isExpected, isShown, isOld } = check;
		Object.assign(check, { isOld: false, isAsked: true });
		try {
			const call = { ...RESULT_CALL, leavesPlace };
			const result = await fetchResult(this.session, hash, isExpected, call);
			this.credentialRefusals = 0;
			this.unanswered = 0;
			Object.assign(check, { status: result.check.status, last: result, failure: undefined });
			if (!result.terminal) return void delete check.odd;
			const oddity = findOddity(result.check);
			if (oddity && noteOdd(check, oddity, { result })) return;
			// The pages may end above an old one.
			if (!isShown && !isOld) this.expected = hashKey(hash);
			this.end(check, { result });
			this.session.deadline.progressed();
		} catch (thrown) {
			const failure = toFailure(thrown);
			this.noteFailure([check], failure);
			this.unanswered = FAILURE_KINDS[failure.kind].mayPass ? this.unanswered + 1 : 0;
			// Only an answer about something else can be final: a check that is not found yet may be on its way.
			const isOther = failure.kind === 'mismatch' && failure.hash !== undefined;
			const outcome = { failure, pending: false };
			if (isOther && !noteOdd(check, 'mismatch', outcome)) this.end(check, outcome);
		}
	}

	private noteFailure(checks: readonly Outstanding[], failure: AmlCheckError): void {
		if (failure.kind === 'credentials') this.credentialRefusals++;
		if (asksTooLong(failure)) this.refusal = failure;
		for (const check of checks) check.failure = failure;
	}

	private end(check: Outstanding, outcome: Outcome): void {
		this.outcomes.set(check.hash, outcome);
		this.open.delete(check.hash);
	}

	private async endUnfinished(): Promise<void> {
		const { session } = this;
		const isCancelled = session.cancelSignal?.aborted === true;
		const end = isCancelled ? 'cancelled' : this.isStopped ? 'credentials' : 'timeout';
		await mapInSlices([...this.open.values()], (check) =>
			this.outcomes.set(check.hash, endUnfinished(check, end, this.timeout)),
		);
	}
}

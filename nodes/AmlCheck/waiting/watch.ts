import { fetchResult, hashKey, outcomeOf } from '../../shared/checks/result';
import type { CheckResult, Expectation } from '../../shared/checks/result';
import { AmlCheckError, toFailure } from '../../shared/rpc/failure';
import { nextLook } from '../../shared/rpc/pool';
import { FAILURE_KINDS } from '../../shared/rpc/failureKinds';
import type { HistoryItem } from '../../shared/rpc/schemas';
import { sleepUnlessCancelled } from '../../shared/rpc/time';
import type { NodeRun } from '../run/nodeRun';
import type { RunHistory } from './history';

/** A check to wait for. */
interface WatchedCheck {
	hash: string;
	/** Whether a result is about the right target, where that is known. */
	isExpected?: Expectation;
	/** An older check may be finished already. */
	isOld?: boolean;
}

interface Seen {
	status?: string;
	last?: CheckResult;
	failure?: AmlCheckError;
}

/** The end of waiting for a check. `pending`: the check continues and only our time is over. */
type Outcome = { result: CheckResult } | (Seen & { failure: AmlCheckError; pending: boolean });

/** A check that is not known to be finished. Times are in milliseconds on the monotonic clock. */
interface Outstanding extends WatchedCheck, Seen {
	beganAt: number;
	/** When it is asked for by itself. */
	dueAt: number;
	/** Whether its result is being fetched. */
	isAsked: boolean;
	/** Whether the last page of the history had it. */
	isShown: boolean;
}

/** A request for a result is short, and repeated for a while. */
const LIMITS = { timeoutMs: 10_000, withinMs: 30_000 };

/** The least time between two pages, in milliseconds, and how soon a change is noticed. */
const LEAST_MS = 1_000;
const NAP_MS = 100;

/** Where requests have to wait for their turn, pages take a small share of them. */
const SHARE = 4;
const MAX_CREDENTIAL_REFUSALS = 3;

/** Whether the service refuses to show a result. One that is not found yet may be on its way. */
const isRefused = (failure: AmlCheckError | undefined): boolean =>
	failure !== undefined && failure.kind !== 'notFound' && !FAILURE_KINDS[failure.kind].mayPass;

/** The failure of a check whose result did not come in time; `end` says why, or after how many seconds. */
function notFinished(
	{ hash, status, failure }: Outstanding,
	end: 'cancelled' | 'refused' | number,
): AmlCheckError {
	const parts = [`Its hash is ${hash}`];
	if (status) parts.push(`its last status was ${status}`);
	if (failure) parts.push(`the last request said: ${failure.message}`);
	const advice = end === 'refused' ? failure?.description : 'It continues at the service.';
	const description = `${parts.join(', ')}. ${advice ?? ''} Read it with Get Result, which is free.`;
	const known = { code: failure?.code, hash, description };
	if (end === 'cancelled') {
		const message = 'The execution was canceled before the check was finished';
		return new AmlCheckError({ ...known, kind: 'cancelled', message });
	}
	if (end === 'refused') {
		const message = failure?.message ?? 'The AML service does not accept the credentials';
		return new AmlCheckError({ ...known, kind: 'credentials', message });
	}
	const message = `The check was not finished within ${end} seconds`;
	return new AmlCheckError({ ...known, kind: 'timeout', reason: 'notFinished', message });
}

/** Waits for checks, and takes more of them while it does; free. */
export class Watch {
	readonly outcomes = new Map<string, Outcome>();
	/** What the history has shown of the finished checks, by the key of the hash. */
	readonly items = new Map<string, HistoryItem>();
	private readonly open = new Map<string, Outstanding>();
	private readonly fetching = new Set<Promise<void>>();
	/** When the next page is read, on the monotonic clock, and when the last one was. */
	private nextAt = Infinity;
	private lastAt = -Infinity;
	private isClosed = false;
	/** The history leaves finished checks out, or can't be read while results can. */
	private isIncomplete = false;
	private isUnreadable = false;
	/** Found finished before the history showed it: the next page has to have it. */
	private expected: string | undefined;
	private credentialRefusals = 0;

	/** @param total how many checks there may be. */
	constructor(
		private readonly run: NodeRun,
		private readonly history: RunHistory,
		private readonly total: number,
	) {}

	/** Whether a check is not known to be finished. */
	get isWaiting(): boolean {
		return this.open.size > 0;
	}

	/** Takes a check; a hash that is given twice is waited for once. */
	add(check: WatchedCheck): void {
		if (this.open.has(check.hash) || this.outcomes.has(check.hash)) return;
		const beganAt = performance.now();
		const dueAt = beganAt + (check.isOld ? 0 : nextLook(0));
		this.open.set(check.hash, { ...check, beganAt, dueAt, isAsked: false, isShown: false });
		this.nextAt = Math.min(this.nextAt, Math.max(dueAt, this.lastAt + LEAST_MS));
	}

	/** No more checks will come. */
	close(): void {
		this.isClosed = true;
	}

	/** Nobody waits any more. */
	stop(): void {
		this.open.clear();
		this.close();
	}

	/** Waits until all checks are finished, or the run's time is over. It doesn't throw. */
	async waitForAll(): Promise<void> {
		while (!(this.isClosed && this.open.size === 0) && !this.isStopped) {
			const isLast = this.isOver && this.isClosed;
			const isDue = performance.now() >= this.nextAt && this.fetching.size === 0;
			if (isLast || isDue) await this.look();
			if (isLast) {
				await Promise.all(this.fetching);
				if (this.isOver) break;
			}
			await sleepUnlessCancelled(NAP_MS, this.run.session.cancelSignal);
		}
		await Promise.all(this.fetching);
		this.run.showProgress(this.outcomes.size, this.outcomes.size + this.open.size);
		this.endUnfinished();
	}

	private get isOver(): boolean {
		return this.run.session.deadline.leftMs() <= 0;
	}

	/** Whether nobody waits any more, or the service refuses the credentials for good. */
	private get isStopped(): boolean {
		const isRefused = this.credentialRefusals >= MAX_CREDENTIAL_REFUSALS;
		return this.run.session.cancelSignal?.aborted === true || isRefused;
	}

	private async look(): Promise<void> {
		this.run.showProgress(this.outcomes.size, Math.max(this.total, this.outcomes.size));
		const begun = performance.now();
		this.fetchAll(await this.readPages());
		const now = performance.now();
		// What a page doesn't show is asked for by itself: old checks, and the oldest of the others to find out.
		const unseen = this.unasked().filter(({ isShown }) => !isShown);
		const asked = unseen.filter(({ isOld }, index) => isOld || index === 0 || this.isIncomplete);
		this.fetchAll(asked.filter(({ dueAt }) => this.isOver || dueAt <= now));
		this.lastAt = now;
		const ages = [...this.open.values()].map(({ beganAt }) => now - beganAt);
		const age = ages.reduce((least, one) => Math.min(least, one), Infinity);
		const pauseMs = Math.max(LEAST_MS, SHARE * (now - begun), nextLook(age) - age);
		this.nextAt = this.open.size === 0 ? Infinity : now + pauseMs;
	}

	private unasked(): Outstanding[] {
		return [...this.open.values()].filter(({ isAsked }) => !isAsked);
	}

	/** @returns the checks that the newest part of the history shows to be finished. */
	private async readPages(): Promise<Outstanding[]> {
		const checks = this.unasked();
		let shown = new Map<string, HistoryItem>();
		try {
			shown = await this.history.readItems([...this.open.keys()]);
			if (this.expected) this.isIncomplete = !shown.has(hashKey(this.expected));
			this.expected = undefined;
			this.isUnreadable = false;
		} catch (thrown) {
			this.isUnreadable = true;
			this.noteFailure(checks, toFailure(thrown));
		}
		return checks.filter((check) => {
			const item = shown.get(hashKey(check.hash));
			check.isShown = item !== undefined;
			if (!item) return false;
			check.status = item.status;
			const isDone = outcomeOf(item.status) !== 'pending';
			if (isDone) this.items.set(hashKey(check.hash), item);
			return isDone;
		});
	}

	/** Fetches results, and doesn't wait for them. */
	private fetchAll(checks: readonly Outstanding[]): void {
		if (checks.length === 0) return;
		for (const check of checks) check.isAsked = true;
		const work = this.run.session.concurrently(checks, async (check) => await this.fetch(check));
		const fetching = work.finally(() => this.fetching.delete(fetching));
		this.fetching.add(fetching);
	}

	private async fetch(check: Outstanding): Promise<void> {
		if (this.isStopped) return;
		const { hash, isExpected } = check;
		try {
			this.note(check, await fetchResult(this.run.session, hash, isExpected, LIMITS));
		} catch (thrown) {
			const failure = toFailure(thrown);
			this.noteFailure([check], failure);
			// Only an answer about something else is final: a check that is not found yet may be on its way.
			const isFinal = failure.kind === 'mismatch' && failure.hash !== undefined;
			if (isFinal) this.end(check, { failure, pending: false });
		}
		const now = performance.now();
		check.isAsked = false;
		check.isOld = false;
		check.dueAt = check.beganAt + nextLook(now - check.beganAt);
		if (this.open.has(hash))
			this.nextAt = Math.min(this.nextAt, Math.max(check.dueAt, now + NAP_MS));
	}

	private note(check: Outstanding, result: CheckResult): void {
		this.credentialRefusals = 0;
		if (this.isUnreadable) this.isIncomplete = true;
		Object.assign(check, { status: result.check.status, last: result, failure: undefined });
		if (!result.terminal) return;
		if (!check.isShown) this.expected = check.hash;
		this.end(check, { result });
		this.run.session.deadline.progressed();
	}

	private noteFailure(checks: readonly Outstanding[], failure: AmlCheckError): void {
		if (failure.kind === 'credentials') this.credentialRefusals++;
		for (const check of checks) check.failure = failure;
	}

	private end(check: Outstanding, outcome: Outcome): void {
		this.outcomes.set(check.hash, outcome);
		this.open.delete(check.hash);
	}

	private endUnfinished(): void {
		const { session, options } = this.run;
		const isCancelled = session.cancelSignal?.aborted === true;
		const end = isCancelled ? 'cancelled' : this.isStopped ? 'refused' : options.timeout;
		for (const check of [...this.open.values()]) {
			const { last, status } = check;
			const pending = end === options.timeout && !isRefused(check.failure);
			this.end(check, { failure: notFinished(check, end), pending, last, status });
		}
	}
}

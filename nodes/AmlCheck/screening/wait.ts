import { hashKey } from '../../shared/checks/hash';
import { fetchResult } from '../../shared/checks/result';
import type { CheckResult, Expectation } from '../../shared/checks/result';
import { outcomeOf } from '../../shared/checks/status';
import { nextLook } from '../../shared/rpc/looks';
import { toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import { FAILURE_KINDS } from '../../shared/rpc/failureKinds';
import type { HistoryItem } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { sleepUnlessCancelled } from '../../shared/sleep';
import { notFinished } from './failures';
import type { RunHistory } from './history';

/** A check to wait for. */
export interface WatchedCheck {
	hash: string;
	/** Whether a result is about the right target, where that is known. */
	isExpected?: Expectation;
	/** An older check may be finished already. */
	isOld?: boolean;
}

/** The end of waiting for a check. */
export type WatchOutcome =
	| { result: CheckResult }
	/** `pending`: the check goes on and only our time is over; `last` is what was last seen of it. */
	| { failure: AmlCheckError; pending: boolean; last?: CheckResult };

/** A check that is not known to be finished. Times are in milliseconds on the monotonic clock. */
interface Outstanding extends WatchedCheck {
	beganAt: number;
	/** When it is asked for by itself. */
	dueAt: number;
	/** Whether its result is being fetched. */
	isAsked: boolean;
	/** Whether the last page of the history had it. */
	isShown: boolean;
	status?: string;
	last?: CheckResult;
	failure?: AmlCheckError;
}

/** Up to so many checks are asked for by themselves: no dearer than a page of the history, and sooner. */
const FEW = 2;

/** A request for a result is short, and repeated for a while. */
const LIMITS = { timeoutMs: 10_000, withinMs: 30_000 };

/** Room on a page for checks of others. */
const MARGIN = 100;

/** A first page while checks are unfinished shows whether the history has them, in milliseconds. */
const EARLY_MS = 200;

/** The least time between two pages, in milliseconds, and how soon a change is noticed. */
const LEAST_MS = 1_000;
const NAP_MS = 100;

/** Where requests have to wait for their turn, pages take a small share of them. */
const SHARE = 4;

/** A link is not worth more than this time, in milliseconds. */
const LINK_MS = 1_000;

const MAX_CREDENTIAL_REFUSALS = 3;

/** Whether the service refuses to show a result. One that is not found yet may be on its way. */
const isRefused = (failure: AmlCheckError | undefined): boolean =>
	failure !== undefined && failure.kind !== 'notFound' && !FAILURE_KINDS[failure.kind].mayPass;

/** Waits for checks, and takes more of them while it does; free. */
export class Watch {
	readonly outcomes = new Map<string, WatchOutcome>();

	/** What the history has shown of the finished checks, by the key of the hash. */
	readonly items = new Map<string, HistoryItem>();

	private readonly open = new Map<string, Outstanding>();

	private readonly fetching = new Set<Promise<void>>();

	/** When the next page is read, on the monotonic clock, and when the last one was. */
	private nextAt = Infinity;

	private lastAt = -Infinity;

	/** How long the last page took, its turn included, in milliseconds. */
	private tookMs = 0;

	private isClosed = false;

	/** The history leaves finished checks out, or can't be read while results can. */
	private isIncomplete = false;

	private isUnreadable = false;

	/** Found finished before the history showed it: the next page has to have it. */
	private expected: string | undefined;

	private credentialRefusals = 0;

	/**
	 * @param session the way to the service.
	 * @param history of the run.
	 * @param timeoutSeconds how long the run goes on without progress, for the message.
	 * @param total how many checks there may be.
	 * @param onProgress hears how many of how many are finished.
	 */
	constructor(
		private readonly session: RpcSession,
		private readonly history: RunHistory,
		private readonly timeoutSeconds: number,
		private readonly total: number,
		private readonly onProgress: (done: number, total: number) => void = () => {},
	) {}

	/** Whether a check is not known to be finished. */
	get isWaiting(): boolean {
		return this.open.size > 0;
	}

	/** Takes a check; a hash that is given twice is waited for once. */
	add(check: WatchedCheck): void {
		if (this.open.has(check.hash) || this.outcomes.has(check.hash)) return;
		const now = performance.now();
		const first = this.total > FEW ? EARLY_MS : nextLook(0);
		const dueAt = now + (check.isOld ? 0 : first);
		this.open.set(check.hash, {
			...check,
			...{ beganAt: now, dueAt, isAsked: false, isShown: false },
		});
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

	/**
	 * Waits until all checks are finished, or the run's time is over.
	 * @returns what became of each, by hash. It doesn't throw.
	 */
	async run(): Promise<void> {
		while (!(this.isClosed && this.open.size === 0)) {
			const isLast = this.isOver && this.isClosed;
			if (this.isStopped) break;
			const isBusy = this.total > FEW && this.fetching.size > 0;
			if (isLast || (performance.now() >= this.nextAt && !isBusy)) await this.look();
			if (isLast) {
				await Promise.all(this.fetching);
				if (this.isOver) break;
			}
			await sleepUnlessCancelled(NAP_MS, this.session.cancelSignal);
		}
		await Promise.all(this.fetching);
		await this.readLinks();
		this.onProgress(this.outcomes.size, this.outcomes.size + this.open.size);
		this.endUnfinished();
	}

	private get isOver(): boolean {
		return this.session.deadline.leftMs() <= 0;
	}

	/** Whether nobody waits any more, or the service refuses the credentials for good. */
	private get isStopped(): boolean {
		const isRefused = this.credentialRefusals >= MAX_CREDENTIAL_REFUSALS;
		return this.session.cancelSignal?.aborted === true || isRefused;
	}

	private get unasked(): Outstanding[] {
		return [...this.open.values()].filter(({ isAsked }) => !isAsked);
	}

	private async look(): Promise<void> {
		this.onProgress(this.outcomes.size, Math.max(this.total, this.outcomes.size));
		const isFew = this.total <= FEW;
		const begun = performance.now();
		if (!isFew) this.begin(await this.readPages(this.unasked));
		const now = performance.now();
		this.tookMs = now - begun;
		const isLast = this.isOver;
		this.begin(this.askedDirectly(isFew).filter(({ dueAt }) => isLast || dueAt <= now));
		this.plan(isFew);
	}

	/**
	 * Which checks are asked for by themselves: all where there are few; those that the history doesn't show where it is
	 * known to leave some out; otherwise old ones, and the oldest of those it doesn't show, to find out.
	 */
	private askedDirectly(isFew: boolean): Outstanding[] {
		const unasked = this.unasked;
		if (isFew) return unasked;
		const unseen = unasked.filter(({ isShown }) => !isShown || this.isUnreadable);
		if (this.isIncomplete) return unseen;
		return [...unseen.filter(({ isOld }) => isOld), ...unseen.slice(0, 1)];
	}

	/** Sets when to look next: as the youngest check demands, which is due first. */
	private plan(isFew: boolean): void {
		const now = performance.now();
		this.lastAt = now;
		const open = [...this.open.values()];
		if (open.length === 0) this.nextAt = Infinity;
		else if (isFew)
			this.nextAt = Math.min(...open.map(({ dueAt, isAsked }) => (isAsked ? now + NAP_MS : dueAt)));
		else {
			const age = open.reduce((least, { beganAt }) => Math.min(least, now - beganAt), Infinity);
			this.nextAt = now + Math.max(LEAST_MS, SHARE * this.tookMs, nextLook(age) - age);
		}
	}

	/** Fetches results, and doesn't wait for them. */
	private begin(checks: readonly Outstanding[]): void {
		const unasked = checks.filter(({ isAsked }) => !isAsked);
		if (unasked.length === 0) return;
		for (const check of unasked) check.isAsked = true;
		const work = this.session.concurrently(unasked, async (check) => await this.fetch(check));
		const fetching = work.finally(() => this.fetching.delete(fetching));
		this.fetching.add(fetching);
	}

	private async fetch(check: Outstanding): Promise<void> {
		if (this.isStopped) return;
		const { hash, isExpected } = check;
		try {
			this.note(check, await fetchResult(this.session, hash, isExpected, LIMITS));
		} catch (thrown) {
			this.noteFailure(check, toFailure(thrown));
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
		check.status = result.check.status;
		check.last = result;
		check.failure = undefined;
		if (!result.terminal) return;
		if (!check.isShown) this.expected = check.hash;
		this.end(check, { result });
		this.session.deadline.progressed();
	}

	/** Only an answer about something else is final: a check that is not found yet may be on its way. */
	private noteFailure(check: Outstanding, failure: AmlCheckError): void {
		if (failure.kind === 'credentials') this.credentialRefusals++;
		check.failure = failure;
		if (failure.kind === 'mismatch' && failure.hash)
			this.end(check, { failure, pending: false, last: check.last });
	}

	private end(check: Outstanding, outcome: WatchOutcome): void {
		this.outcomes.set(check.hash, outcome);
		this.open.delete(check.hash);
	}

	/** @returns the checks that the newest part of the history shows to be finished. */
	private async readPages(checks: readonly Outstanding[]): Promise<Outstanding[]> {
		let shown: Map<string, HistoryItem>;
		try {
			shown = await this.history.readItems([...this.open.keys()]);
			this.isUnreadable = false;
		} catch (thrown) {
			this.isUnreadable = true;
			const failure = toFailure(thrown);
			if (failure.kind === 'credentials') this.credentialRefusals++;
			for (const check of checks) check.failure = failure;
			return [];
		}
		if (this.expected && !shown.has(hashKey(this.expected))) this.isIncomplete = true;
		this.expected = undefined;
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

	/** Few checks were asked for by themselves: one page has their links. No link is worth a failure. */
	private async readLinks(): Promise<void> {
		const wanted = [...this.outcomes].filter(([, outcome]) => 'result' in outcome);
		if (this.total > FEW || this.isStopped || wanted.length === 0) return;
		try {
			const limits = { timeoutMs: LINK_MS, withinMs: LINK_MS };
			const { items } = await this.history.readPage(0, MARGIN, limits);
			for (const item of items) {
				const isWanted = wanted.some(([hash]) => hashKey(hash) === hashKey(item.hash));
				if (isWanted) this.items.set(hashKey(item.hash), item);
			}
		} catch {
			// The result is there.
		}
	}

	private endUnfinished(): void {
		const isCancelled = this.session.cancelSignal?.aborted === true;
		const { timeoutSeconds } = this;
		const end = isCancelled ? 'cancelled' : this.isStopped ? 'refused' : timeoutSeconds;
		for (const check of [...this.open.values()])
			this.end(check, {
				failure: notFinished(check, end),
				pending: end === timeoutSeconds && !isRefused(check.failure),
				last: check.last,
			});
	}
}

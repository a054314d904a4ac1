import { randomUUID } from 'node:crypto';

import type { IContextObject } from 'n8n-workflow';

import { hashKey, isSameHash } from '../../shared/checks/hash';
import type { Span } from '../../shared/rpc/serviceClock';
import { CONTEXT_KEY, entriesOf, readRuns } from './ledgerEntry';
import type { LedgerData, LedgerEntry } from './ledgerEntry';

/** A clock may be put back between two moments. */
const spanOf = (one: number, other: number): Span => ({
	from: Math.min(one, other),
	to: Math.max(one, other),
});

/** This process, among those that may work on an execution. */
const PROCESS = randomUUID();

/**
 * Remembers which wanted check was submitted under which request `id` and what came of it, before and after each
 * submission. One ledger serves one run of the node; runs of a loop have one each, so that a loop that wants the same
 * check twice gets two.
 */
export class Ledger {
	private readonly runs: Record<string, LedgerData>;

	/** Those of this run. */
	private readonly entries: LedgerData;

	/** Hashes that belong to a wanted check already, of this run and of all earlier ones. */
	private readonly claimed = new Set<string>();

	/** What was paid for under which request `id`. */
	private readonly hashById = new Map<string, string>();

	/** What other nodes of the execution remember. */
	private readonly ofOthers: Array<[key: string, entry: LedgerEntry]>;

	/**
	 * @param store the node's context, which n8n saves; an empty object where there is none.
	 * @param runIndex which run of the node this is.
	 * @param others the contexts of other nodes of the execution: read, never written.
	 * @param life the id of this execution.
	 */
	constructor(
		store: IContextObject,
		runIndex: number,
		others: readonly IContextObject[] = [],
		private readonly life?: string,
	) {
		this.runs = readRuns(store);
		store[CONTEXT_KEY] = this.runs;
		this.entries = this.runs[String(runIndex)] ??= {};
		for (const [, { id, hash }] of this.all()) if (hash) this.claim(id, hash);
		this.ofOthers = others.flatMap(entriesOf);
	}

	/** Whether this run began in an earlier life of the execution, as far as was saved. */
	get beganBefore(): boolean {
		return Object.values(this.entries).some(({ life }) => life !== this.life);
	}

	/**
	 * Takes over a check that an earlier run was left without an answer for: n8n counts the tries of an AI agent's tool
	 * as runs of their own, and so does a loop that a user built to try again.
	 * @param key the wanted check; one that this run knows already stays as it is.
	 */
	adopt(key: string): void {
		if (this.find(key)) return;
		const from = Object.values(this.runs).find(
			(run) => Object.hasOwn(run, key) && run[key].unanswered,
		);
		if (!from) return;
		this.entries[key] = from[key];
		delete from[key];
	}

	/**
	 * To be called at the end of a run.
	 * @param key the wanted check; one that was never asked for is passed over.
	 * @param isAnswered whether its result was given out.
	 */
	ended(key: string, isAnswered: boolean): void {
		const entry = this.entries[key];
		if (!entry) return;
		if (isAnswered) delete entry.unanswered;
		else entry.unanswered = true;
	}

	/** What is known of a wanted check, or undefined. */
	find(key: string): Readonly<LedgerEntry> | undefined {
		return Object.hasOwn(this.entries, key) ? this.entries[key] : undefined;
	}

	/**
	 * Gives a wanted check its request `id`, the same one whenever it is asked for. An `id` that another run has paid a
	 * check under, as an idempotency key makes it, comes with that check.
	 * @param key the wanted check.
	 * @param newId makes an `id`; called only for a check that has none yet.
	 * @param items the input items that want it.
	 */
	open(key: string, newId: () => string, items?: number[]): Readonly<LedgerEntry> {
		const known = this.find(key);
		if (known) {
			if (items) this.entries[key].items = items;
			return known;
		}
		const id = newId();
		const hash = this.hashById.get(id);
		return (this.entries[key] =
			hash === undefined
				? { id, items, life: this.life }
				: { id, items, life: this.life, hash, paidElsewhere: true });
	}

	/**
	 * To be called before a submission leaves: from now on it may have been taken.
	 * @param now in Unix milliseconds.
	 */
	sending(key: string, now: number): void {
		const entry = this.entries[key];
		// Of what was sent before, in a life or a machine that nobody knows, no moment can be proven.
		if (entry.sentAt === undefined) entry.process = PROCESS;
		entry.sentAt ??= now;
		entry.unsure = true;
	}

	/**
	 * To be called when nothing more is heard of a submission, or nothing that can be used.
	 * @param now in Unix milliseconds.
	 * @param named checks that the answer named all the same.
	 */
	lost(key: string, now: number, named: readonly string[] = []): void {
		const entry = this.entries[key];
		entry.endedAt = now;
		delete entry.moments;
		const all = new Set([...(entry.named ?? []), ...named]);
		if (all.size > 0) entry.named = [...all];
	}

	/**
	 * The history shows checks that it may be: a later try that can't look names them all the same.
	 * @param candidates their hashes; where there are none, what an earlier look has shown stays.
	 */
	mayBe(key: string, candidates: readonly string[]): void {
		if (candidates.length > 0) this.entries[key].candidates = [...candidates];
	}

	/**
	 * When a submission was under way, on this machine's clock.
	 * @param now in Unix milliseconds: one that was cut off by a death has no end.
	 */
	sentSpan(key: string, now: number): Span {
		const { sentAt = 0, endedAt = now } = this.entries[key];
		return spanOf(sentAt, endedAt);
	}

	/**
	 * When a submission was under way, on the service's clock.
	 * @param toService tells the service's time of a span of this machine's.
	 * @returns undefined where that isn't known, or was another machine's clock.
	 */
	moments(key: string, toService: (span: Span) => Span | undefined): Span | undefined {
		const entry = this.entries[key];
		if (entry.process === PROCESS && entry.sentAt !== undefined && entry.endedAt !== undefined)
			entry.moments ??= toService(spanOf(entry.sentAt, entry.endedAt));
		return entry.moments;
	}

	/**
	 * The service says that the `id` was used: an earlier life of the execution, or another one under the same key, has
	 * submitted this check.
	 * @param since when that can have been at the earliest, in Unix milliseconds.
	 * @param until when at the latest; left out where nobody can tell.
	 */
	sentBefore(key: string, since: number, until?: number): void {
		const entry = this.entries[key];
		entry.sentAt = Math.min(entry.sentAt ?? since, since);
		entry.unsure = true;
		delete entry.moments;
		delete entry.process;
		if (until !== undefined) Object.assign(entry, { endedAt: until, process: PROCESS });
	}

	/** The service can't have taken any submission of this check. */
	notTaken(key: string): void {
		const entry = this.entries[key];
		const facts = ['unsure', 'sentAt', 'endedAt', 'moments', 'process', 'candidates'] as const;
		for (const fact of facts) delete entry[fact];
	}

	/**
	 * The service took it.
	 * @param isPaidElsewhere whether somebody else paid for it; so it is where another entry has it already.
	 */
	taken(key: string, hash: string, isPaidElsewhere = false): void {
		const entry = this.entries[key];
		const isAnothers = entry.hash === undefined && this.claimed.has(hashKey(hash));
		if (isPaidElsewhere || isAnothers) entry.paidElsewhere = true;
		entry.hash = hash;
		delete entry.unsure;
		delete entry.candidates;
		this.claim(entry.id, hash);
	}

	/** Whether a hash belongs to a wanted check of this execution already, of whichever node. */
	isClaimed(hash: string): boolean {
		const isTheirs = ([, entry]: [string, LedgerEntry]) =>
			entry.hash !== undefined && isSameHash(entry.hash, hash);
		return this.claimed.has(hashKey(hash)) || this.ofOthers.some(isTheirs);
	}

	/**
	 * Whether another submission of the same wallet and asset, by whichever node of this execution, was not told from its
	 * answer either: then a record of the history may be of that one.
	 * @param key the wanted check.
	 * @param targetKey its wallet and asset.
	 */
	hasTwin(key: string, targetKey: string): boolean {
		const own = this.entries[key];
		return [...this.all(), ...this.ofOthers].some(
			([other, entry]) =>
				entry.unsure === true && entry.id !== own.id && other.startsWith(`${targetKey}#`),
		);
	}

	/**
	 * Checks that a history which can be trusted shows beside a lost one.
	 * @param keyPrefix only of checks whose key begins with it.
	 * @param since only of checks that were first sent then or later, in Unix milliseconds.
	 * @returns their hashes.
	 */
	hashesTaken(keyPrefix: string, since: number): string[] {
		return this.all()
			.filter(([key, { sentAt = 0 }]) => key.startsWith(keyPrefix) && sentAt >= since)
			.flatMap(([, { hash }]) => (hash === undefined ? [] : [hash]));
	}

	/** What is remembered of the input items of this run, by their index. */
	byItem(): Map<number, Readonly<LedgerEntry>> {
		return new Map(
			Object.values(this.entries).flatMap((entry) =>
				(entry.items ?? []).map((item): [number, LedgerEntry] => [item, entry]),
			),
		);
	}

	private claim(id: string, hash: string): void {
		this.claimed.add(hashKey(hash));
		this.hashById.set(id, hash);
	}

	private all(): Array<[key: string, entry: LedgerEntry]> {
		return Object.values(this.runs).flatMap((run) => Object.entries(run));
	}
}

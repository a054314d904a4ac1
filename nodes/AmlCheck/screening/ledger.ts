import type { IContextObject } from 'n8n-workflow';

/**
 * What is remembered of one wanted check. Plain data: n8n keeps it in the execution's data, across the tries of
 * "Retry On Fail" and across the retry of a failed execution (design 5).
 */
export interface LedgerEntry {
	/** The request `id`, for life. */
	id: string;
	/** When it was first sent, in Unix milliseconds of n8n's clock. */
	sentAt?: number;
	/** Sent, and not known whether the service took it. */
	unsure?: boolean;
	/** Taken: what was paid for. */
	hash?: string;
	/** The service answered with a check that another entry has paid for. */
	paidElsewhere?: boolean;
	/** Its run ended without giving its result out, so another try may come under another run index. */
	unanswered?: boolean;
}

type LedgerData = Record<string, LedgerEntry>;

const CONTEXT_KEY = 'paidChecks';

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

	/**
	 * @param store the node's context, which n8n saves; an empty object where there is none.
	 * @param runIndex which run of the node this is.
	 */
	constructor(store: IContextObject, runIndex: number) {
		this.runs = (store[CONTEXT_KEY] ??= {}) as Record<string, LedgerData>;
		this.entries = this.runs[String(runIndex)] ??= {};
		for (const [, { id, hash }] of this.all()) if (hash) this.claim(id, hash);
	}

	/** Whether this run has asked for nothing yet, as far as was saved. */
	get isEmpty(): boolean {
		return Object.keys(this.entries).length === 0;
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
	 */
	open(key: string, newId: () => string): Readonly<LedgerEntry> {
		const known = this.find(key);
		if (known) return known;
		const id = newId();
		const hash = this.hashById.get(id);
		return (this.entries[key] = hash === undefined ? { id } : { id, hash, paidElsewhere: true });
	}

	/**
	 * To be called before a submission leaves: from now on it may have been taken.
	 * @param now in Unix milliseconds.
	 */
	sending(key: string, now: number): void {
		const entry = this.entries[key];
		entry.sentAt ??= now;
		entry.unsure = true;
	}

	/**
	 * An earlier life of the execution, of which nothing was saved, may have submitted this check.
	 * @param since when it began, in Unix milliseconds.
	 */
	sentBefore(key: string, since: number): void {
		const entry = this.entries[key];
		entry.sentAt = Math.min(entry.sentAt ?? since, since);
		entry.unsure = true;
	}

	/** The service can't have taken any submission of this check. */
	notTaken(key: string): void {
		delete this.entries[key].unsure;
		delete this.entries[key].sentAt;
	}

	/** The service took it: paid, unless it is the check of another entry. */
	taken(key: string, hash: string): void {
		const entry = this.entries[key];
		if (entry.hash === undefined && this.claimed.has(hash)) entry.paidElsewhere = true;
		entry.hash = hash;
		delete entry.unsure;
		this.claim(entry.id, hash);
	}

	/** Whether a hash belongs to a wanted check already. */
	isClaimed(hash: string): boolean {
		return this.claimed.has(hash);
	}

	/** The keys, of this run and of all earlier ones, whose submission may or may not have been taken. */
	unsureKeys(): string[] {
		return this.all()
			.filter(([, { unsure }]) => unsure)
			.map(([key]) => key);
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

	private claim(id: string, hash: string): void {
		this.claimed.add(hash);
		this.hashById.set(id, hash);
	}

	private all(): Array<[key: string, entry: LedgerEntry]> {
		return Object.values(this.runs).flatMap((run) => Object.entries(run));
	}
}

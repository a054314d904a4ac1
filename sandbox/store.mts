/** The checks of the sandbox: submitted and added ones as objects, seeded ones as columns only. */
import { randomUUID } from 'node:crypto';
import { Columns } from './columns.mts';
import { HistoryIndex } from './historyIndex.mts';
import { CHECK_NETWORKS, targetKey } from './networks.mts';
import type { ResolvedOptions } from './options.mts';
import { digest, hashShape, mix32 } from './random.mts';
import { SeedBlock } from './seeds.mts';
import type { CheckRecord, Outcome, SeedOptions } from './types.mts';

export type { CheckRecord };

/**
 * When a check is done.
 * @param record the check
 * @returns service time in milliseconds; Infinity for a check that never is
 */
export function doneAt(record: CheckRecord): number {
	return record.outcome.terminal ? record.turnsAt : Infinity;
}

const filterScore = ({ status, riskscore }: Outcome) =>
	status === 'SUCCESS' && typeof riskscore === 'number' ? riskscore : NaN;

export class CheckStore {
	private columns = new Columns();
	private readonly records = new Map<number, CheckRecord>();
	private readonly byHash = new Map<string, number>();
	private readonly byTarget = new Map<string, CheckRecord[]>();
	private seeds: SeedBlock[] = [];
	/** Goes on through `clear()`, so that no hash of an earlier life comes back. */
	private made = 0;
	index: HistoryIndex;

	constructor(private readonly options: () => ResolvedOptions) {
		this.index = new HistoryIndex(this.columns, options().history);
	}

	clear(): void {
		this.columns = new Columns();
		this.index = new HistoryIndex(this.columns, this.options().history);
		this.records.clear();
		this.byHash.clear();
		this.byTarget.clear();
		this.seeds = [];
	}

	/**
	 * A hash for a new check: random, or by number where the sandbox has a `seed`, so that two sandboxes
	 * on one port do not hand out the same ones unless that is wanted.
	 */
	newHash(): string {
		const { seed } = this.options();
		this.made += 1;
		return seed === undefined ? randomUUID() : hashShape(digest(`check ${seed} ${this.made}`));
	}

	/** How long the next check takes, in milliseconds. */
	newProcessingMs(): number {
		const { processingMs, seed } = this.options();
		if (typeof processingMs === 'number') return processingMs;
		const fraction = mix32(Math.imul((seed ?? 1) + this.made, 0x9e3779b1)) / 4294967296;
		return Math.round(processingMs.min + fraction * (processingMs.max - processingMs.min));
	}

	/**
	 * Takes a check in.
	 * @throws Error when its hash is taken
	 */
	add(record: CheckRecord): void {
		if (this.find(record.hash)) throw new Error(`There is a check ${record.hash} already`);
		const network = CHECK_NETWORKS.findIndex((code) => code === record.currency);
		const score = filterScore(record.outcome);
		const isTransaction = record.transaction !== null;
		const seq = this.columns.push(record.initAt, doneAt(record), score, network, isTransaction);
		this.records.set(seq, record);
		this.byHash.set(record.hash, seq);
		for (const target of [record.address, record.transaction]) {
			if (target === null) continue;
			const key = `${record.currency}:${targetKey(record.currency, target)}`;
			const known = this.byTarget.get(key);
			if (known) known.push(record);
			else this.byTarget.set(key, [record]);
		}
		this.index.insert(seq);
	}

	/**
	 * Changes what comes of a check, and when.
	 * @throws Error when no submitted or added check has the hash
	 */
	update(hash: string, change: Partial<Pick<CheckRecord, 'turnsAt' | 'outcome'>>): CheckRecord {
		const seq = this.byHash.get(hash);
		const record = seq === undefined ? undefined : this.records.get(seq);
		if (seq === undefined || record === undefined) throw new Error(`There is no check ${hash}`);
		Object.assign(record, change);
		this.columns.doneMs[seq] = doneAt(record);
		this.columns.score[seq] = filterScore(record.outcome);
		this.index.invalidate();
		return record;
	}

	/**
	 * Adds finished checks that cost a few bytes each: everything but the columns is made up when asked for.
	 * @param count how many
	 * @param until service time of the newest, milliseconds
	 * @param everyMs distance between two, milliseconds
	 */
	seed(count: number, { until, everyMs }: Required<SeedOptions>): void {
		const block = new SeedBlock(this.seeds.length, this.columns.length, count);
		this.columns.reserve(this.columns.length + count);
		for (let number = 0; number < count; number++) {
			const initMs = until - (count - 1 - number) * everyMs;
			block.pushTo(this.columns, number, initMs, until);
		}
		this.seeds.push(block);
		this.index.invalidate();
	}

	/** The check with a hash, or undefined. */
	find(hash: string): CheckRecord | undefined {
		const seq = this.byHash.get(hash);
		if (seq !== undefined) return this.records.get(seq);
		for (const block of this.seeds) {
			const seeded = block.seqOf(hash);
			if (seeded !== undefined) return block.record(this.columns, seeded);
		}
		return undefined;
	}

	/** The check with a number of the history index. */
	at(seq: number): CheckRecord {
		const record =
			this.records.get(seq) ??
			this.seeds.find((block) => block.holds(seq))?.record(this.columns, seq);
		if (!record) throw new Error(`There is no check number ${seq}`);
		return record;
	}

	/** Submitted and added checks about an address or a transaction, newest first. */
	about(currency: string, target: string): CheckRecord[] {
		return [...(this.byTarget.get(`${currency}:${targetKey(currency, target)}`) ?? [])].reverse();
	}

	/** Submitted and added checks, oldest first. */
	all(): CheckRecord[] {
		return [...this.records.values()];
	}
}

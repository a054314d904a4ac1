/** The checks of the sandbox, in the order of their creation. */
import { randomUUID } from 'node:crypto';
import { targetKey } from './networks.mts';
import type { ResolvedOptions } from './options.mts';
import { countingHash, digest, hashShape, mix32, timeHash } from './random.mts';
import { SeededCheck, seededPlace } from './seeds.mts';
import type { CheckRecord, SeedOptions } from './record.mts';

export class CheckStore {
	private all: CheckRecord[] = [];
	private readonly byHash = new Map<string, CheckRecord>();
	private readonly byTarget = new Map<string, CheckRecord[]>();
	/** The place of each block of seeded checks in `all`, and its size. */
	private seeds: Array<{ first: number; count: number }> = [];
	/** Goes on through `clear()`, so that no hash of an earlier life comes back. */
	private made = 0;

	constructor(private readonly options: () => ResolvedOptions) {}

	clear(): void {
		this.all = [];
		this.byHash.clear();
		this.byTarget.clear();
		this.seeds = [];
	}

	/**
	 * A hash for a new check: random, or by number where the sandbox has a `seed`, so that two sandboxes
	 * on one port do not hand out the same ones unless that is wanted. Where `hashes` says so, by time or counting up.
	 */
	newHash(): string {
		const { seed, hashes, now } = this.options();
		this.made += 1;
		if (hashes === 'time') return timeHash(now(), this.made);
		if (hashes === 'count') return countingHash(this.made);
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
		this.all.push(record);
		this.byHash.set(record.hash, record);
		for (const target of [record.address, record.transaction]) {
			if (target === null) continue;
			const key = `${record.currency}:${targetKey(record.currency, target)}`;
			const known = this.byTarget.get(key);
			if (known) known.push(record);
			else this.byTarget.set(key, [record]);
		}
	}

	/**
	 * Changes what comes of a check, and when.
	 * @throws Error when no submitted or added check has the hash
	 */
	update(hash: string, change: Partial<Pick<CheckRecord, 'turnsAt' | 'outcome'>>): void {
		const record = this.byHash.get(hash);
		if (record === undefined) throw new Error(`There is no check ${hash}`);
		Object.assign(record, change);
	}

	/** Adds finished checks that are made up when somebody looks at them. */
	seed(count: number, { until, everyMs }: Required<SeedOptions>): void {
		const block = this.seeds.push({ first: this.all.length, count }) - 1;
		for (let number = 0; number < count; number++) {
			const initAt = until - (count - 1 - number) * everyMs;
			this.all.push(new SeededCheck(block, number, initAt, until));
		}
	}

	/** The check with a hash, or undefined. */
	find(hash: string): CheckRecord | undefined {
		const record = this.byHash.get(hash);
		if (record) return record;
		const place = seededPlace(hash);
		const seeds = place && this.seeds[place.block];
		return seeds && place.number < seeds.count ? this.all[seeds.first + place.number] : undefined;
	}

	/** Every check about an address or a transaction, the seeded ones last, newest first. */
	about(currency: string, target: string): CheckRecord[] {
		const key = targetKey(currency, target);
		const own = this.byTarget.get(`${currency}:${key}`) ?? [];
		return [...this.seededAbout(currency, key), ...own].reverse();
	}

	/** Seeded checks are in no index: a million of them would not fit into it. */
	private seededAbout(currency: string, key: string): CheckRecord[] {
		return this.seeds
			.flatMap(({ first, count }) => this.all.slice(first, first + count))
			.filter((record) => record.currency === currency)
			.filter(({ address, transaction }) =>
				[address, transaction].some((one) => one !== null && targetKey(currency, one) === key),
			);
	}

	/** Every check, oldest first. */
	everything(): readonly CheckRecord[] {
		return this.all;
	}

	/** Submitted and added checks, oldest first. */
	own(): CheckRecord[] {
		return [...this.byHash.values()];
	}
}

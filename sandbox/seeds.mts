/** A block of finished checks that are made up from their number whenever somebody looks at one. */
import { makeAddress, makeTransaction } from './addresses.mts';
import type { Columns } from './columns.mts';
import { CHECK_NETWORKS, REPORT_NETWORKS } from './networks.mts';
import { drawScore, makeSignals } from './risk.mts';
import { fractions, mix32 } from './random.mts';
import type { CheckRecord, Outcome } from './types.mts';

// Kept at hand for the same reason as in random.mts.
const { floor, max, min } = Math;
const NO_SCORE = NaN;

/** One seeded check in fifty has failed. */
const FAILED_SHARE = 0.02;
/** One seeded check in ten is of a transaction. */
const TRANSACTION_SHARE = 0.1;
const SHORTEST_MS = 1000;
const LONGEST_MS = 60_000;

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');

export class SeedBlock {
	/**
	 * @param block number of the block, part of its hashes
	 * @param firstSeq number of its first check in the columns
	 * @param count how many checks it has
	 */
	constructor(
		private readonly block: number,
		private readonly firstSeq: number,
		private readonly count: number,
	) {}

	/**
	 * Pushes a check of the block to the columns.
	 * @param number which one, from 0
	 * @param initMs service time of its submission
	 * @param until service time by which it must be done
	 */
	pushTo(columns: Columns, number: number, initMs: number, until: number): void {
		const draw = this.draw(number);
		const network = floor(draw() * REPORT_NETWORKS.length);
		const isTransaction = draw() < TRANSACTION_SHARE;
		const took = SHORTEST_MS + floor(draw() * (LONGEST_MS - SHORTEST_MS));
		const doneMs = max(initMs, min(initMs + took, until));
		const score = draw() < FAILED_SHARE ? NO_SCORE : drawScore(draw);
		columns.push(initMs, doneMs, score, network, isTransaction);
	}

	holds(seq: number): boolean {
		return seq >= this.firstSeq && seq < this.firstSeq + this.count;
	}

	/** The number in the columns of the check with a hash, or undefined when the hash is not of this block. */
	seqOf(hash: string): number | undefined {
		const number = parseInt(hash.slice(0, 8), 16);
		const isOurs = number < this.count && this.hashOf(number) === hash;
		return isOurs ? this.firstSeq + number : undefined;
	}

	/** Makes the whole check up. */
	record(columns: Columns, seq: number): CheckRecord {
		const number = seq - this.firstSeq;
		const currency = CHECK_NETWORKS[columns.network[seq]];
		const label = `${this.block}-${number}`;
		const score = columns.score[seq];
		return {
			hash: this.hashOf(number),
			currency,
			address: makeAddress(currency, label),
			transaction: columns.isTransaction[seq] ? makeTransaction(currency, label) : null,
			tokenId: null,
			requestId: null,
			initAt: columns.initMs[seq],
			turnsAt: columns.doneMs[seq],
			outcome: this.outcome(number, score),
		};
	}

	/** Signals only when somebody reads them: a page of the history has up to 1000 checks. */
	private outcome(number: number, score: number): Outcome {
		if (Number.isNaN(score)) {
			return { status: 'FAILED', terminal: true, riskscore: null, signals: null };
		}
		const draw = () => this.draw(number);
		return {
			status: 'SUCCESS',
			terminal: true,
			riskscore: score,
			get signals() {
				return makeSignals(score, draw());
			},
		};
	}

	private draw(number: number): () => number {
		return fractions(mix32(number + this.block * 0x01000193));
	}

	private hashOf(number: number): string {
		return `${hex(number, 8)}-5eed-4000-8000-${hex(this.block, 12)}`;
	}
}

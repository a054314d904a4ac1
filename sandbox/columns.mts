/** What the history needs of every check, in typed arrays: about 26 bytes a check, a million in 26 MB. */

const FIRST_CAPACITY = 1024;

export class Columns {
	length = 0;
	/** Service time of the submission, milliseconds. */
	initMs = new Float64Array(FIRST_CAPACITY);
	/** Service time of the result, milliseconds; Infinity for never. */
	doneMs = new Float64Array(FIRST_CAPACITY);
	/** Percent; NaN where there is no score to filter by. */
	score = new Float64Array(FIRST_CAPACITY);
	/** Index into `CHECK_NETWORKS`. */
	network = new Uint8Array(FIRST_CAPACITY);
	/** 1 for a transaction check. */
	isTransaction = new Uint8Array(FIRST_CAPACITY);

	/**
	 * Makes room.
	 * @param total how many checks must fit
	 */
	reserve(total: number): void {
		if (total <= this.initMs.length) return;
		const capacity = Math.max(total, this.initMs.length * 2);
		const grow = <T extends Float64Array | Uint8Array>(bigger: T, old: T): T => {
			bigger.set(old);
			return bigger;
		};
		this.initMs = grow(new Float64Array(capacity), this.initMs);
		this.doneMs = grow(new Float64Array(capacity), this.doneMs);
		this.score = grow(new Float64Array(capacity), this.score);
		this.network = grow(new Uint8Array(capacity), this.network);
		this.isTransaction = grow(new Uint8Array(capacity), this.isTransaction);
	}

	/**
	 * Appends a check.
	 * @returns its number, which is also its rank among equal dates
	 */
	push(
		initMs: number,
		doneMs: number,
		score: number,
		network: number,
		isTransaction: boolean,
	): number {
		this.reserve(this.length + 1);
		const seq = this.length++;
		this.initMs[seq] = initMs;
		this.doneMs[seq] = doneMs;
		this.score[seq] = score;
		this.network[seq] = network;
		this.isTransaction[seq] = isTransaction ? 1 : 0;
		return seq;
	}
}

import { sleepUnlessCancelled } from '../sleep';

/** Works on lists: on as many entries side by side as make sense, beside those that only rest. */
export class SideBySide {
	private resting = 0;

	private readonly hearers = new Set<() => void>();

	/** @param width how many entries make sense at once, right now. */
	constructor(private readonly width: () => number) {}

	/**
	 * Works on a list.
	 * @param entries what to work on, begun in this order.
	 * @param work must not throw: what goes wrong is part of its result.
	 */
	async each<T>(
		entries: readonly T[],
		work: (entry: T, index: number) => Promise<void>,
	): Promise<void> {
		const underWay = new Set<Promise<void>>();
		for (const [index, entry] of entries.entries()) {
			while (underWay.size - this.resting >= this.width()) await this.change(underWay);
			const working = work(entry, index).finally(() => underWay.delete(working));
			underWay.add(working);
		}
		await Promise.all(underWay);
	}

	/**
	 * Sleeps without a place: meanwhile other entries are begun.
	 * @param ms how long, in milliseconds.
	 * @param signal the execution's cancel signal.
	 * @returns whether the whole time was slept; false when cancelled.
	 */
	async rest(ms: number, signal?: AbortSignal): Promise<boolean> {
		this.resting++;
		for (const hear of this.hearers) hear();
		try {
			return await sleepUnlessCancelled(ms, signal);
		} finally {
			this.resting--;
		}
	}

	/** Waits until an entry is done or begins to rest. */
	private async change(underWay: ReadonlySet<Promise<void>>): Promise<void> {
		let hear = () => {};
		const resting = new Promise<void>((resolve) => (hear = resolve));
		this.hearers.add(hear);
		await Promise.race([...underWay, resting]);
		this.hearers.delete(hear);
	}
}

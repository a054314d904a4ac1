import { sleepUnlessCancelled } from '../sleep';

/**
 * How many calls are under way at once, and from when on: one pace for a whole run, so that a service that asks for
 * fewer calls slows the run and not just the item that was told (design 5, waiting).
 */
export class Pace {
	private inFlight = 0;

	private pausedUntil = 0;

	private readonly queue: Array<() => void> = [];

	/** @param maxConcurrent the most calls under way at once; at least 1. */
	constructor(private readonly maxConcurrent: number) {}

	/**
	 * Lets no new call start for a while.
	 * @param ms from now, in milliseconds; a shorter pause never cuts a longer one.
	 */
	pause(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, Date.now() + ms);
	}

	/**
	 * Runs a call when there is room for it.
	 * @param call what to run; it is told whether it comes too late, and decides what to do then.
	 * @param signal the cancel signal; the call itself finds out.
	 * @param startBy when it has to begin, in Unix milliseconds: no pause is waited for beyond that.
	 * @returns what the call returns; it throws what the call throws.
	 */
	async run<T>(
		call: (isLate: boolean) => Promise<T>,
		signal?: AbortSignal,
		startBy = Infinity,
	): Promise<T> {
		await this.enter();
		try {
			await this.waitForPause(startBy, signal);
			return await call(Math.max(Date.now(), this.pausedUntil) > startBy);
		} finally {
			this.leave();
		}
	}

	private async waitForPause(startBy: number, signal?: AbortSignal): Promise<void> {
		for (let ms = this.pausedUntil - Date.now(); ms > 0; ms = this.pausedUntil - Date.now())
			if (this.pausedUntil > startBy || !(await sleepUnlessCancelled(ms, signal))) return;
	}

	private async enter(): Promise<void> {
		if (this.inFlight >= this.maxConcurrent) await new Promise<void>((go) => this.queue.push(go));
		else this.inFlight++;
	}

	/** A place that is handed on stays taken, so nobody slips in between. */
	private leave(): void {
		const next = this.queue.shift();
		if (next) next();
		else this.inFlight--;
	}
}

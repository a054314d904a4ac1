import { sleep } from 'n8n-workflow';

import { monotonicNow } from './rpc/timing';

/** How soon a cancelled execution is noticed. */
const SLICE_MS = 200;

/**
 * Sleeps, and wakes up early when the execution is cancelled.
 * @param ms how long, in milliseconds.
 * @param signal the execution's cancel signal.
 * @returns whether the whole time was slept; false when cancelled.
 */
export async function sleepUnlessCancelled(ms: number, signal?: AbortSignal): Promise<boolean> {
	const end = monotonicNow() + ms;
	for (let left = ms; left > 0 && !signal?.aborted; left = end - monotonicNow())
		await sleep(Math.min(left, SLICE_MS));
	return !signal?.aborted;
}

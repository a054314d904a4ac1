import { HOUR_MS } from '../../shared/dates';
import type { Naps } from '../../shared/rpc/time';
import { keepRecent } from '../../shared/values';
import type { Entry } from './entry';
import type { Order } from './order';

/** The last submission under a request key in this process. */
interface KeyedSubmission {
	order: Order;
	isInFlight: boolean;
	/** On the monotonic clock, in milliseconds. */
	knownUntil: number;
}

/** How long it is known. */
const DAY_MS = 24 * HOUR_MS;
const MAX_KEYS = 100_000;

const byKey = new Map<string, KeyedSubmission>();

/** The submission that each order has taken into account. */
const considered = new WeakMap<Order, KeyedSubmission>();

/** What another execution has submitted before, and may have got: the order is not sent then. */
export interface Earlier {
	earlier: Exclude<Entry, { state: 'wanted' }>;
}

/**
 * Sends an order under a request key, unless another execution of this process has sent the same: a webhook that is
 * repeated brings the same key twice at the same moment, and one check is enough. Waits while another one is in flight.
 * @returns what `send` returns, what the other execution has come to, or undefined where it would have to wait longer.
 */
export async function sendOnce<T>(
	key: string,
	order: Order,
	{ naps, mayWait }: { naps: Naps; mayWait: () => boolean },
	send: () => Promise<T>,
): Promise<T | Earlier | undefined> {
	const isBusy = () => byKey.get(key)?.isInFlight === true;
	while (isBusy() && mayWait()) await naps.until(() => !isBusy() || !mayWait());
	if (isBusy()) return undefined;
	const last = byKey.get(key);
	if (last && last.knownUntil > performance.now() && last !== considered.get(order)) {
		considered.set(order, last);
		const { entry } = last.order;
		if (entry.state !== 'wanted') return { earlier: entry };
	}
	const own = { order, isInFlight: true, knownUntil: performance.now() + DAY_MS };
	keepRecent(byKey, key, own, MAX_KEYS);
	considered.set(order, own);
	try {
		return await send();
	} finally {
		own.isInFlight = false;
	}
}

/** Forgets everything, as the end of the process does. */
export const forgetKeys = (): void => byKey.clear();

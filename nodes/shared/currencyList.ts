import { keepRecent } from './recent';
import { toFailure } from './rpc/failure';
import type { CurrencyEntry } from './rpc/schemas';
import type { RpcSession } from './rpc/session';
import { monotonicNow } from './rpc/timing';

/** The service asks clients to read the list once and to keep it. */
const FRESH_MS = 3_600_000;

/** How long a new list is asked for while an older one could be used, and how long it is then used at least. */
const RENEW_WITHIN_MS = 10_000;
const RENEW_PAUSE_MS = 60_000;

interface Stored {
	/** When the list is to be renewed, on the monotonic clock. */
	renewAt: number;
	entries?: readonly CurrencyEntry[];
	/** The request for a new list that is on its way. */
	reading?: Promise<readonly CurrencyEntry[]>;
}

const MOST_SERVICES = 20;
const lists = new Map<string, Stored>();

async function readList(session: RpcSession, stored: Stored): Promise<readonly CurrencyEntry[]> {
	const options = stored.entries && { withinMs: RENEW_WITHIN_MS };
	try {
		const { result } = await session.call('checkup.currencylist', undefined, options);
		stored.entries = result;
		stored.renewAt = monotonicNow() + FRESH_MS;
		return result;
	} catch (thrown) {
		const failure = toFailure(thrown);
		const isForUser = failure.kind === 'cancelled' || failure.kind === 'credentials';
		if (!stored.entries || isForUser) throw failure;
		stored.renewAt = monotonicNow() + RENEW_PAUSE_MS;
		return stored.entries;
	} finally {
		stored.reading = undefined;
	}
}

/**
 * Returns the service's currencies and tokens (service 4.2). They are kept in the process for an hour, and longer while
 * a new list can't be had; executions that need them in the same moment share one request.
 * @param session the way to the service.
 * @returns the entries as the service sent them. All executions share them: copy what leaves the node.
 * @throws AmlCheckError if there is no list at all.
 */
export async function readCurrencies(session: RpcSession): Promise<readonly CurrencyEntry[]> {
	const { serviceKey, cancelSignal } = session;
	const found = lists.get(serviceKey) ?? { renewAt: -Infinity };
	const stored = keepRecent(lists, serviceKey, found, MOST_SERVICES);
	if (stored.entries && monotonicNow() < stored.renewAt) return stored.entries;
	stored.reading ??= readList(session, stored);
	try {
		return await stored.reading;
	} catch (thrown) {
		const failure = toFailure(thrown);
		// Another execution sent the request, and was canceled.
		const isOthers = failure.kind === 'cancelled' && cancelSignal?.aborted !== true;
		if (isOthers) return await readList(session, stored);
		throw failure;
	}
}

/**
 * Returns what this process knows of the list, without a request.
 * @returns no entries if it was never read.
 */
export function findCurrencies({ serviceKey }: RpcSession): readonly CurrencyEntry[] {
	return lists.get(serviceKey)?.entries ?? [];
}

/** Forgets every list, for tests. */
export function forgetCurrencies(): void {
	lists.clear();
}

import { HOUR_MS } from '../base/dates';
import { toFailure, type AmlCheckError } from '../failures/failure';
import { NETWORKS, type Network } from '../wallet/networks';
import type { CurrencyList } from '../wallet/tokens';
import type { CurrencyEntry } from './schemas';
import type { CallOptions, RpcSession } from './session';
import { keepRecent } from '../base/values';

/** The service asks clients to read the list once and to keep it. */
const FRESH_MS = HOUR_MS;

/** The time for an attempt where an older list, or none, will do, and the pause after one that failed. */
const TRY_WITHIN_MS = 2_000;
const TRY_AGAIN_MS = 600_000;

interface Stored {
	/** When the list is to be read again, on the monotonic clock. */
	renewAt: number;
	entries?: readonly CurrencyEntry[];
	/** Why the last attempt failed. */
	failure?: AmlCheckError;
	/** The short attempt, and the request for the first list, that are on their way. */
	trying?: Promise<void>;
	reading?: Promise<readonly CurrencyEntry[]>;
}

const MAX_LISTS = 20;
const lists = new Map<string, Stored>();

function openStored({ serviceKey }: RpcSession): Stored {
	const found = lists.get(serviceKey) ?? { renewAt: -Infinity };
	return keepRecent(lists, serviceKey, found, MAX_LISTS);
}

async function fetchList(session: RpcSession, stored: Stored, options?: CallOptions) {
	const { result } = await session.call('checkup.currencylist', undefined, options);
	stored.entries = result;
	stored.renewAt = performance.now() + FRESH_MS;
	return result;
}

/** Makes one short attempt, and says when to make the next. A canceled execution says nothing of the service. */
async function tryList(session: RpcSession, stored: Stored): Promise<void> {
	try {
		await fetchList(session, stored, { maxAttempts: 1, withinMs: TRY_WITHIN_MS });
	} catch (thrown) {
		stored.failure = toFailure(thrown);
		if (stored.failure.reason !== 'cancelled') stored.renewAt = performance.now() + TRY_AGAIN_MS;
	}
}

const NO_ENTRIES: readonly CurrencyEntry[] = [];

/**
 * Returns the service's currencies and tokens for what can do without them. It is one short attempt, and none for some
 * minutes after one that failed. A list is kept for an hour, and longer while a new one can't be had. A list that can't
 * be read is not one without the token: it has the reason.
 */
export async function tryFetchCurrencies(session: RpcSession): Promise<CurrencyList> {
	const stored = openStored(session);
	if (performance.now() >= stored.renewAt) {
		stored.trying ??= tryList(session, stored).finally(() => (stored.trying = undefined));
		await stored.trying;
	}
	const { entries, failure } = stored;
	return entries ? { entries } : { entries: NO_ENTRIES, failure };
}

/**
 * Returns the service's currencies and tokens, for what needs them. Executions that need the first list in
 * the same moment share one request, and all share the entries: copy what leaves the node.
 * @throws AmlCheckError if there is no list at all.
 */
export async function fetchCurrencies(session: RpcSession): Promise<readonly CurrencyEntry[]> {
	const stored = openStored(session);
	if (stored.entries) {
		await tryFetchCurrencies(session);
		return stored.entries;
	}
	const isOwn = stored.reading === undefined;
	stored.reading ??= fetchList(session, stored).finally(() => (stored.reading = undefined));
	try {
		return await stored.reading;
	} catch (thrown) {
		const failure = toFailure(thrown);
		// Another execution sent the request, and was canceled.
		if (isOwn || failure.reason !== 'cancelled') throw failure;
		return await fetchList(session, stored);
	}
}

/**
 * Reads which networks have tokens: those that the service lists, and those that are known before the list is read. A
 * check that names no asset may be of a token there, such as Omni USDT on Bitcoin. Without a list any network may have
 * some.
 * @param wanted the networks that the question is about.
 */
export async function fetchTokenNetworks(
	session: RpcSession,
	wanted: readonly Network[],
): Promise<(network: Network) => boolean> {
	const isKnown = wanted.every((network) => NETWORKS[network].hasTokens);
	const { entries, failure } = isKnown
		? { entries: NO_ENTRIES }
		: await tryFetchCurrencies(session);
	if (failure) return () => true;
	const listed = entries.filter(({ token_id }) => String(token_id) !== '0');
	const networks = new Set(listed.map(({ currency }) => currency.toUpperCase()));
	return (network) => NETWORKS[network].hasTokens || networks.has(network);
}

/** Forgets every list, for tests. */
export const forgetCurrencies = (): void => lists.clear();

import { HOUR_MS } from '../base/dates';
import { toFailure } from '../failures/failure';
import { NETWORKS, type Network } from '../wallet/networks';
import type { CurrencyList } from '../wallet/tokens';
import type { KnownList } from './known';
import type { CurrencyEntry } from './schemas';
import type { CallOptions, RpcSession } from './session';

/** The service asks clients to read the list once and to keep it. */
const FRESH_MS = HOUR_MS;

/** The time for an attempt where an older list, or none, will do, and the pause after one that failed. */
const TRY_WITHIN_MS = 2_000;
const TRY_AGAIN_MS = 600_000;

async function fetchList(session: RpcSession, list: KnownList, options?: CallOptions) {
	const { result } = await session.call('checkup.currencylist', undefined, options);
	list.entries = result;
	list.renewAt = performance.now() + FRESH_MS;
	return result;
}

/** Makes one short attempt, and says when to make the next. A canceled execution says nothing of the service. */
async function tryList(session: RpcSession, list: KnownList): Promise<void> {
	try {
		await fetchList(session, list, { maxAttempts: 1, withinMs: TRY_WITHIN_MS });
	} catch (thrown) {
		list.failure = toFailure(thrown);
		if (list.failure.reason !== 'cancelled') list.renewAt = performance.now() + TRY_AGAIN_MS;
	}
}

/**
 * Returns the service's currencies and tokens for what can do without them. It is one short attempt, and none for some
 * minutes after one that failed. A list is kept for an hour, and longer while a new one can't be had. A list that can't
 * be read is not one without the token: it has the reason.
 */
export async function tryFetchCurrencies(session: RpcSession): Promise<CurrencyList> {
	const { list } = session.service;
	if (performance.now() >= list.renewAt) {
		list.trying ??= tryList(session, list).finally(() => (list.trying = undefined));
		await list.trying;
	}
	const { entries, failure } = list;
	return entries ? { entries } : { entries: [], failure };
}

/**
 * Returns the service's currencies and tokens, for what needs them. Executions that need the first list in
 * the same moment share one request, and all share the entries: copy what leaves the node.
 * @throws AmlCheckError if there is no list at all.
 */
export async function fetchCurrencies(session: RpcSession): Promise<readonly CurrencyEntry[]> {
	const { list } = session.service;
	if (list.entries) {
		await tryFetchCurrencies(session);
		return list.entries;
	}
	const isOwn = list.reading === undefined;
	list.reading ??= fetchList(session, list).finally(() => (list.reading = undefined));
	try {
		return await list.reading;
	} catch (thrown) {
		const failure = toFailure(thrown);
		// Another execution sent the request, and was canceled.
		if (isOwn || failure.reason !== 'cancelled') throw failure;
		return await fetchList(session, list);
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
	const isKnown = (network: Network) => NETWORKS[network].hasTokens;
	if (wanted.every(isKnown)) return isKnown;
	const { entries, failure } = await tryFetchCurrencies(session);
	if (failure) return () => true;
	const listed = entries.filter(({ token_id }) => String(token_id) !== '0');
	const networks = new Set(listed.map(({ currency }) => currency.toUpperCase()));
	return (network) => isKnown(network) || networks.has(network);
}

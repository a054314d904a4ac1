import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { MAX_ID_LENGTH } from '../../shared/contract';
import { HOUR_MS } from '../../shared/dates';
import type { Changes } from '../../shared/rpc/time';
import { newRequestId } from '../../shared/rpc/transport';
import { keepRecent } from '../../shared/values';
import type { Entry } from '../run/entries';
import type { Order } from './order';

/** The members of n8n's context that identify a node and its execution. */
export type IdentityContext = Pick<IExecuteFunctions, 'getInstanceId' | 'getNode' | 'getWorkflow'> &
	Partial<Pick<IExecuteFunctions, 'getExecutionContext'>>;

/** @returns when the execution began, in Unix milliseconds, the same for a Retry; undefined where n8n doesn't say. */
export const readExecutionStart = (
	context: Pick<IdentityContext, 'getExecutionContext'>,
): number | undefined => context.getExecutionContext?.()?.establishedAt;

/**
 * Makes request `id`s from public facts. A repeated request has the same `id` in every try, in every process and after
 * a Retry, so that a service that honours it charges once. Under an idempotency key the `id` is the
 * same in every execution.
 * @returns the maker. `hour` counts how often an order was wanted before in this execution, more than an hour apart.
 * Without a key, and where n8n says no beginning of the execution, its `id`s are random.
 */
export function requestIdMaker(
	context: IdentityContext,
): (order: { key: string; requestKey: string; hour: number }) => string {
	const node = [context.getInstanceId(), context.getWorkflow().id ?? '', context.getNode().id];
	const start = readExecutionStart(context);
	return ({ key, requestKey, hour }) => {
		const scope = requestKey === '' ? ['execution', start, hour] : ['key', requestKey];
		if (scope[1] === undefined) return newRequestId();
		const facts = JSON.stringify([...node, ...scope, key]);
		return createHash('sha256').update(facts).digest('hex').slice(0, MAX_ID_LENGTH);
	};
}

const MAX_REQUESTS = 100_000;

/** The requests that this process has sent, and since when it knows all of them, in Unix milliseconds. */
const sentIds = new Map<string, true>();
let knownSince = Date.now();

/** Remembers that a request leaves. */
export function noteSent(id: string): void {
	if (sentIds.size >= MAX_REQUESTS && !sentIds.has(id)) knownSince = Date.now();
	keepRecent(sentIds, id, true, MAX_REQUESTS);
}

/**
 * Whether this process can say that a request never left: it has lived since before the execution began.
 * @param since when the execution began, in Unix milliseconds.
 */
export const hasNeverSent = (id: string, since: number): boolean =>
	knownSince < since && !sentIds.has(id);

/** Forgets everything, as the end of the process does. */
export function forgetRequests(): void {
	byKey.clear();
	sentIds.clear();
	knownSince = Date.now();
}

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
	{ changes, mayWait }: { changes: Changes; mayWait: () => boolean },
	send: () => Promise<T>,
): Promise<T | Earlier | undefined> {
	const isBusy = () => byKey.get(key)?.isInFlight === true;
	while (isBusy() && mayWait()) await changes.waitFor(() => !isBusy() || !mayWait());
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

import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { HOUR_MS } from '../../shared/dates';
import { keepRecent } from '../../shared/values';
import { newRequestId } from '../../shared/rpc/transport';
import type { Naps } from '../../shared/rpc/time';
import type { Entry } from './entry';

/** The members of n8n's context that identify a node and its execution. */
export type IdentityContext = Pick<IExecuteFunctions, 'getInstanceId' | 'getNode' | 'getWorkflow'> &
	Partial<Pick<IExecuteFunctions, 'getExecutionContext'>>;

/** The longest request `id` the service takes. */
const MAX_ID_LENGTH = 32;

/** @returns when the execution began, in Unix milliseconds, the same for a Retry; undefined where n8n doesn't say. */
export const readExecutionStart = (
	context: Pick<IdentityContext, 'getExecutionContext'>,
): number | undefined => context.getExecutionContext?.()?.establishedAt;

/**
 * Makes request `id`s from public facts. A repeated request has the same `id` in every try, in every process and after
 * a Retry, so that a service that honours it charges once. Under an idempotency key the `id` is the
 * same in every execution.
 * @returns the maker. `hour` counts how often a wish was wanted before in this execution, more than an hour apart.
 * Without a key, and where n8n says no beginning of the execution, its `id`s are random.
 */
export function requestIdMaker(
	context: IdentityContext,
): (wish: { key: string; idempotencyKey: string; hour: number }) => string {
	const node = [context.getInstanceId(), context.getWorkflow().id ?? '', context.getNode().id];
	const start = readExecutionStart(context);
	return ({ key, idempotencyKey, hour }) => {
		const scope = idempotencyKey === '' ? ['execution', start, hour] : ['key', idempotencyKey];
		if (scope[1] === undefined) return newRequestId();
		const facts = JSON.stringify([...node, ...scope, key]);
		return createHash('sha256').update(facts).digest('hex').slice(0, MAX_ID_LENGTH);
	};
}

/** The knowledge of this process about one idempotency key. */
interface Known {
	/** The entry of the execution that asked last; undefined while it is busy. */
	entry?: Entry;
	/** On the monotonic clock, in milliseconds. */
	until: number;
}

/** How long the check under a key is known. */
const DAY_MS = 24 * HOUR_MS;
const MAX_KEYS = 100_000;

const byKey = new Map<string, Known>();

/** The turn of one execution under an idempotency key, with the outcome of the one before. */
export interface KeyTurn {
	before?: Entry;
	end(entry: Entry): void;
}

/**
 * Waits until no other execution of this process is busy under the same key. A webhook that is repeated brings the same
 * key twice at the same moment, and one check is enough.
 * @param key the same for the same service, node, idempotency key and wish.
 * @returns the turn, or undefined where it did not come in time.
 */
export async function takeTurn(
	key: string,
	mayWait: () => boolean,
	naps: Naps,
): Promise<KeyTurn | undefined> {
	const isBusy = () => byKey.has(key) && !byKey.get(key)?.entry;
	await naps.until(() => !isBusy() || !mayWait());
	if (isBusy()) return undefined;
	let known = byKey.get(key);
	if (known && known.until < performance.now()) known = undefined;
	const own: Known = { until: known?.until ?? performance.now() + DAY_MS };
	keepRecent(byKey, key, own, MAX_KEYS);
	return { before: known?.entry, end: (entry) => void (own.entry = entry) };
}

/** The requests that this process has sent, and since when it knows all of them, in Unix milliseconds. */
const sentIds = new Map<string, true>();
let knownSince = Date.now();

/** Remembers that a request leaves. */
export function noteSent(id: string): void {
	if (sentIds.size >= MAX_KEYS && !sentIds.has(id)) knownSince = Date.now();
	keepRecent(sentIds, id, true, MAX_KEYS);
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

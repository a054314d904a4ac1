import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { dropOldest } from '../../shared/recent';
import { newRequestId } from '../../shared/rpc/transport';
import { sleepUnlessCancelled } from '../../shared/sleep';

/** The members of n8n's context that identify a node and its execution. */
export type IdentityContext = Pick<IExecuteFunctions, 'getInstanceId' | 'getNode' | 'getWorkflow'> &
	Partial<Pick<IExecuteFunctions, 'getExecutionContext'>>;

/** The longest request `id` the service takes (service 1). */
const MAX_ID_LENGTH = 32;

/**
 * When the execution began. A Retry has the same beginning.
 * @returns Unix milliseconds; undefined where n8n doesn't say.
 */
export function readExecutionStart(
	context: Pick<IdentityContext, 'getExecutionContext'>,
): number | undefined {
	return context.getExecutionContext?.()?.establishedAt;
}

/** Makes the request `id` of a wish. */
export type RequestIdMaker = (wish: {
	/** What is wanted. */
	key: string;
	/** The idempotency key of the user; empty for none. */
	idempotencyKey: string;
	/** How often it was wanted before in this execution, more than an hour apart. */
	hour: number;
}) => string;

/**
 * Makes request `id`s from public facts. A repeated request has the same `id` in every try, in every process and after
 * a Retry, so that a service that honours it charges once (service 1, rule 2). Under an idempotency key the `id` is the
 * same in every execution.
 * @param context the node's context.
 * @returns the maker; without a key, and where n8n says no beginning of the execution, its `id`s are random.
 */
export function requestIdMaker(context: IdentityContext): RequestIdMaker {
	const node = [context.getInstanceId(), context.getWorkflow().id ?? '', context.getNode().id];
	const start = readExecutionStart(context);
	return ({ key, idempotencyKey, hour }) => {
		const scope = idempotencyKey === '' ? ['execution', start, hour] : ['key', idempotencyKey];
		if (scope[1] === undefined) return newRequestId();
		const facts = JSON.stringify([...node, ...scope, key]);
		return createHash('sha256').update(facts).digest('hex').slice(0, MAX_ID_LENGTH);
	};
}

/** What this process knows of the requests under one idempotency key. */
interface Known {
	/** Whether an execution is busy with it. */
	isBusy: boolean;
	hash?: string;
	/** When a request left whose response was lost, in Unix milliseconds. */
	lostAt?: number;
	/** On the monotonic clock, in milliseconds. */
	until: number;
}

/** How long the hash under a key is known, in milliseconds. */
const DAY_MS = 24 * 3_600_000;

const MAX_KEYS = 100_000;

/** How soon it is noticed that another execution is done, in milliseconds. */
const NAP_MS = 100;

const byKey = new Map<string, Known>();

/** The turn of one execution under an idempotency key. */
export interface Turn {
	/** The check that another execution has under the key. */
	hash?: string;
	/** When another execution sent a request whose response was lost, in Unix milliseconds. */
	lostAt?: number;
	/** Ends the turn. */
	end(outcome: { hash?: string; lostAt?: number }): void;
}

/**
 * Waits until no other execution of this process is busy under the same key. A webhook that is repeated brings the same
 * key twice at the same moment, and one check is enough.
 * @param key the same for the same service, node, idempotency key and wish.
 * @param mayWait whether there is time.
 * @param signal the execution's cancel signal.
 * @returns the turn, or undefined where it did not come in time.
 */
export async function takeTurn(
	key: string,
	mayWait: () => boolean,
	signal?: AbortSignal,
): Promise<Turn | undefined> {
	while (byKey.get(key)?.isBusy)
		if (!mayWait() || !(await sleepUnlessCancelled(NAP_MS, signal))) return undefined;
	const before = byKey.get(key);
	const known = before && performance.now() < before.until ? before : undefined;
	const until = known?.until ?? performance.now() + DAY_MS;
	byKey.set(key, { ...known, isBusy: true, until });
	dropOldest(byKey, MAX_KEYS);
	return {
		hash: known?.hash,
		lostAt: known?.lostAt,
		end: ({ hash, lostAt }) => byKey.set(key, { hash, lostAt, isBusy: false, until }),
	};
}

/** Forgets everything, as the end of the process does. */
export function forgetKeys(): void {
	byKey.clear();
}

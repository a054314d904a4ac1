import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { MAX_ID_LENGTH } from '../../shared/contract';
import { keepRecent } from '../../shared/values';
import { newRequestId } from '../../shared/rpc/transport';
import { forgetKeys } from './keyed';

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
	forgetKeys();
	sentIds.clear();
	knownSince = Date.now();
}

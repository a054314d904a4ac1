import { randomUUID } from 'node:crypto';

import type { MethodName, MethodParams } from './schemas';

/** A request body (service 1). */
export interface Envelope<M extends MethodName = MethodName> {
	jsonrpc: '2.0';
	id: string;
	method: M;
	params?: MethodParams[M];
}

/**
 * A request `id` that nobody used before.
 * @returns 32 hexadecimal digits (service 1: new, unique, up to 32 characters).
 */
export function newRequestId(): string {
	return randomUUID().replace(/-/g, '');
}

/**
 * Builds a request body.
 * @param method one of the service's methods.
 * @param params its parameters; left out for methods that have none (service 1).
 * @param id the request `id`.
 * @returns the envelope of service 1.
 */
export function buildEnvelope<M extends MethodName>(
	method: M,
	params: MethodParams[M],
	id: string,
): Envelope<M> {
	return params === undefined
		? { jsonrpc: '2.0', id, method }
		: { jsonrpc: '2.0', id, method, params };
}

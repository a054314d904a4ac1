import { createHash, randomUUID } from 'node:crypto';

import type { MethodName, MethodParams } from './schemas';

/** The longest request `id` the service takes (spec 1). */
export const MAX_ID_LENGTH = 32;

/** A request body (spec 1). */
export interface Envelope<M extends MethodName = MethodName> {
	jsonrpc: '2.0';
	id: string;
	method: M;
	params?: MethodParams[M];
}

/**
 * A request `id` that nobody used before.
 * @returns 32 hexadecimal digits (spec 1: new, unique, up to 32 characters).
 */
export function newRequestId(): string {
	return randomUUID().replace(/-/g, '');
}

/**
 * A request `id` that is the same whenever the same parts are given: one wanted check keeps its `id` for life, also
 * on another worker of the same n8n (design 5).
 * @param parts what makes the wanted check the one it is.
 * @returns 32 hexadecimal digits.
 */
export function deriveRequestId(parts: ReadonlyArray<string | number>): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, MAX_ID_LENGTH);
}

/**
 * Builds a request body.
 * @param method one of the service's methods.
 * @param params its parameters; left out for methods that have none (spec 1).
 * @param id the request `id`.
 * @returns the envelope of spec 1.
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

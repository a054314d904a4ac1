import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { MAX_ID_LENGTH } from '../../shared/base/contract';
import { newRequestId } from '../../shared/service/transport';
import { keepRecent } from '../../shared/base/values';
import { SAME_UNDER_KEY_MS, type Entry } from './ledger';

/* What this process knows of the requests that it has sent, and the ids that they have. Moments are in Unix milliseconds. */

/** The members of n8n's context that identify an execution. */
export type IdentityContext = Pick<IExecuteFunctions, 'getInstanceId' | 'getWorkflow'> &
	Partial<Pick<IExecuteFunctions, 'getExecutionContext'>>;

/**
 * @returns when the execution began, the same for a Retry; undefined where n8n doesn't say. n8n 1.x forgets it with a
 * process that dies: the Retry then has a beginning of its own.
 */
export function findExecutionStart(
	context: Pick<IdentityContext, 'getExecutionContext'>,
): number | undefined {
	const { source, establishedAt } = context.getExecutionContext?.() ?? {};
	return (source as string | undefined) === 'retry' ? undefined : establishedAt;
}

/**
 * Makes request `id`s from public facts. A repeated request has the same `id` in every try, in every process and after
 * a Retry; under a Request Key in every node and execution of the workflow, too.
 * @returns the maker. Where n8n says no beginning of the execution, its `id`s without a key are random.
 */
export function requestIdMaker(
	context: IdentityContext,
): (key: string, requestKey: string) => string {
	const workflow = [context.getInstanceId(), context.getWorkflow().id ?? ''];
	const start = findExecutionStart(context);
	return (key, requestKey) => {
		if (requestKey === '' && start === undefined) return newRequestId();
		const scope = requestKey === '' ? ['execution', start] : ['key', requestKey];
		const facts = JSON.stringify([...workflow, ...scope, key]);
		return createHash('sha256').update(facts).digest('hex').slice(0, MAX_ID_LENGTH);
	};
}

/** A request as this process has sent it: the entry of its order, and when it left or ended last. */
export interface Request {
	entry: Entry;
	isInFlight: boolean;
	at: number;
}

const MAX_REQUESTS = 50_000;

/** By the service and the `id`. */
const requests = new Map<string, Request>();
/** Who says that a check was paid for: the `id` of the request, and the execution. */
interface Payer {
	id: string;
	execution: string;
}

/** By the service and the hash. */
const payers = new Map<string, Payer>();
/** When the process began. n8n loads a node long after that. */
let processBeganAt = performance.timeOrigin;

const nameOf = (serviceKey: string, what: string) => `${serviceKey}|${what}`;

/** Finds what this process has sent under an `id`, for whomever, within a day. */
export function findRequest(serviceKey: string, id: string): Request | undefined {
	const found = requests.get(nameOf(serviceKey, id));
	return found && Date.now() - found.at < SAME_UNDER_KEY_MS ? found : undefined;
}

/** Remembers that a request leaves. */
export function noteRequest(serviceKey: string, id: string, request: Request): void {
	keepRecent(requests, nameOf(serviceKey, id), request, MAX_REQUESTS);
}

/** Forgets a request that was surely not taken. */
export const forgetRequest = (serviceKey: string, id: string): void =>
	void requests.delete(nameOf(serviceKey, id));

/**
 * Until when a request may have been under way, as far as this process can know: until it was sent here last, or until
 * the process began.
 * @param since when the execution began: a process that is older than that knows all.
 */
export function lastSentAt(serviceKey: string, id: string, since: number): number {
	const sentAt = requests.get(nameOf(serviceKey, id))?.at ?? 0;
	const beganAt = processBeganAt < since ? 0 : processBeganAt;
	// A clock that was set back ends no wait.
	return Math.min(Math.max(sentAt, beganAt), Date.now());
}

/** Remembers who has paid for a check. */
export const notePayer = (serviceKey: string, hash: string, payer: Payer): void =>
	void keepRecent(payers, nameOf(serviceKey, hash), payer, MAX_REQUESTS);

/** Finds who has paid for a check, as far as this process knows. */
export const findPayer = (serviceKey: string, hash: string): Payer | undefined =>
	payers.get(nameOf(serviceKey, hash));

/** Forgets everything, as the end of the process does. */
export function forgetRequests(): void {
	requests.clear();
	payers.clear();
	processBeganAt = Date.now();
}

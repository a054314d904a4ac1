import { randomUUID } from 'node:crypto';

import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { AmlCheckError } from './failure';
import { adviceFor } from './failureKinds';
import type { FailureKind } from './failureKinds';
import type { HttpAnswer } from './interpret';
import { findNetworkCode, kindOfNetworkCode } from './networkCodes';
import { MEBIBYTE, readBody, type StreamedBody } from './readBody';
import { removeFromBody } from './redact';
import type { Redact } from './redact';
import type { MethodName, MethodParams } from './schemas';
import { abortAfter } from './timing';

/** Every context of n8n from which the service is called. */
export type RpcContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export const CREDENTIAL_NAME = 'amlCheckApi';

/** A request body (service 1). */
export interface Envelope<M extends MethodName = MethodName> {
	jsonrpc: '2.0';
	id: string;
	method: M;
	/** Left out for methods that have none. */
	params?: MethodParams[M];
}

/**
 * A request `id` that nobody used before.
 * @returns 32 hexadecimal digits (service 1: new, unique, up to 32 characters).
 */
export function newRequestId(): string {
	return randomUUID().replace(/-/g, '');
}

/** How one request is sent. */
export interface SendOptions {
	endpoint: string;
	/** Takes the token out of what comes back. */
	remove: Redact<unknown>;
	/** The most the whole exchange may take, in milliseconds. */
	timeoutMs: number;
	/** Aborts the request; left out for paid calls, which must not be cut between charge and hash (design 5). */
	cancelSignal?: AbortSignal;
}

/** The largest answer there should be is the list of all tokens, some megabytes. */
const MAX_ANSWER_MEBIBYTES = 64;

interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: StreamedBody;
}

/**
 * n8n's helper takes the execution's cancel signal from its `this`. It is given a `this` without one, so that the
 * signal of {@link SendOptions} holds, and with the credentials already decrypted.
 */
function helperThis(context: RpcContext, credentials: ICredentialDataDecryptedObject): RpcContext {
	const bare = {
		helpers: context.helpers,
		logger: context.logger,
		getNode: () => context.getNode(),
		getCredentials: async () => credentials,
	};
	return bare as unknown as RpcContext;
}

function requestOptions(
	envelope: Envelope,
	{ endpoint, timeoutMs }: SendOptions,
	abortSignal: AbortSignal,
): IHttpRequestOptions {
	return {
		method: 'POST',
		url: endpoint,
		headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
		body: JSON.stringify(envelope),
		// Read piece by piece: n8n's helper itself unpacks and keeps whatever comes, of any size.
		encoding: 'stream',
		timeout: timeoutMs,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal,
	};
}

/** Only facts leave here: what n8n's helper threw holds the request with the token (design 5). */
function describeThrown(
	thrown: unknown,
	envelope: Envelope,
	{ timeoutMs, cancelSignal }: SendOptions,
	timedOut: boolean,
): AmlCheckError {
	const code = findNetworkCode(thrown);
	let kind: FailureKind = kindOfNetworkCode(code);
	if (timedOut) kind = 'timeout';
	if (cancelSignal?.aborted) kind = 'cancelled';
	return new AmlCheckError({
		kind,
		...adviceFor(kind, { method: envelope.method, code, timeoutMs }),
		code,
		requestId: envelope.id,
	});
}

/** Reads an answer, and lets nobody behind this line see the token, wherever the service says it (design 8). */
async function readAnswer(response: FullResponse, remove: Redact<unknown>): Promise<HttpAnswer> {
	const bytes = await readBody(response.body, MAX_ANSWER_MEBIBYTES * MEBIBYTE);
	const text = bytes?.toString('utf8').replace(/^\ufeff/, '');
	return {
		statusCode: response.statusCode,
		headers: remove({ ...response.headers }) as FullResponse['headers'],
		body: removeFromBody(text, remove),
		unread: text === undefined ? `It is larger than ${MAX_ANSWER_MEBIBYTES} MiB.` : undefined,
		receivedAt: Date.now(),
	};
}

/**
 * Sends one request body to the service, through n8n's credential mechanism (design 8).
 * @param context the node's context.
 * @param credentials the decrypted credential.
 * @param envelope what to send.
 * @param options where to, for how long, and what cancels it.
 * @returns whatever came back, whatever its status, without the token.
 * @throws AmlCheckError of kind `notSent`, `connectionLost`, `timeout` or `cancelled`.
 */
export async function sendEnvelope(
	context: RpcContext,
	credentials: ICredentialDataDecryptedObject,
	envelope: Envelope,
	options: SendOptions,
): Promise<HttpAnswer> {
	const abort = abortAfter(options.timeoutMs, options.cancelSignal);
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			helperThis(context, credentials) as IExecuteFunctions,
			CREDENTIAL_NAME,
			requestOptions(envelope, options, abort.signal),
		)) as FullResponse;
		return await readAnswer(response, options.remove);
	} catch (thrown) {
		throw describeThrown(thrown, envelope, options, abort.hasTimedOut());
	} finally {
		abort.release();
	}
}

import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { breathe } from '../base/slices';
import { makeFailure, type AmlCheckError } from '../failures/failure';
import {
	CREDENTIAL_NAME,
	hideInData,
	parseBody,
	type RpcContext,
	type UsableCredential,
} from './credential';
import { findCandidates, type HttpAnswer } from './interpret';
import type { MethodName, MethodParams } from './schemas';
import { abortAfter } from './time';

interface RpcRequest {
	/** Unique, up to 32 characters. */
	id: string;
	method: MethodName;
	params: MethodParams[MethodName];
	/** The most the whole exchange may take, in milliseconds. */
	timeoutMs: number;
	/** Aborts the request. A paid request has none: cutting it short could lose the hash. */
	cancelSignal?: AbortSignal;
}

/** Makes a request `id` that nobody used before: 32 hexadecimal digits. */
export const newRequestId = (): string => randomUUID().replace(/-/g, '');

const MEBIBYTE = 1024 * 1024;

/** The largest response there should be is the list of all tokens, some megabytes. */
export const MAX_MEBIBYTES = 64;

/** The body of a response, which is read piece by piece and comes unpacked. */
type StreamedBody = AsyncIterable<Buffer> & { destroy?: () => void };

/**
 * Reads a body as n8n's helper returns it for `encoding: 'stream'`, and stops as soon as it is too large: the helper
 * itself has no limit. Throws whatever breaks the connection.
 * @param chunks takes what arrives, even if the rest doesn't.
 * @returns the bytes, unpacked; null if there are more.
 */
export async function collectBody(
	body: StreamedBody,
	maxBytes: number,
	chunks: Buffer[] = [],
): Promise<Buffer | null> {
	let size = 0;
	try {
		for await (const chunk of body) {
			size += chunk.length;
			if (size > maxBytes) return null;
			chunks.push(chunk);
		}
	} finally {
		body.destroy?.();
	}
	return Buffer.concat(chunks);
}

const isNetworkCode = (value: unknown): value is string =>
	typeof value === 'string' && /^[A-Z][A-Z0-9_]+$/.test(value);

/**
 * Finds the operating system's or TLS code, such as `ECONNRESET`, in whatever the HTTP helper threw. Only the code is
 * taken, since the rest holds the request with the token.
 * @param depth how deep the reason may be nested, by n8n and its HTTP client.
 */
export function findNetworkCode(thrown: unknown, depth = 6): string | undefined {
	if (typeof thrown !== 'object' || thrown === null || depth === 0) return undefined;
	// If n8n's error keeps no cause (1.123), it keeps the code in place of an HTTP status.
	const { code, httpCode, cause } = thrown as Record<'cause' | 'code' | 'httpCode', unknown>;
	return [code, httpCode].find(isNetworkCode) ?? findNetworkCode(cause, depth - 1);
}

/** n8n's own guard knows its errors by these names; they have no code of the network. */
const isOfGuard = (thrown: unknown, depth = 6): boolean =>
	thrown instanceof Error &&
	depth > 0 &&
	(thrown.name.startsWith('SsrfBlocked') || isOfGuard(thrown.cause, depth - 1));

/** Codes of a request that the service can't have seen: no name or connection, or no agreed TLS. */
const NOT_CONNECTED =
	/^(ECONNREFUSED|ENOTFOUND|EAI_(AGAIN|FAIL)|E(HOST|NET)UNREACH|EHOSTDOWN|EADDRNOTAVAIL|ERR_INVALID_URL)$/;
const NO_TLS =
	/^(ERR_TLS_CERT_ALTNAME_INVALID|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET|VERIFY)_\w+)$/;

/** TLS that is not agreed: a port that speaks plain http, or an old version. */
const OTHER_TLS = /^(EPROTO|ERR_SSL_\w+|ERR_TLS_\w+)$/;

/**
 * Whether no waiting cures a failure to connect, as long as the service has never answered: the host is not known, or TLS
 * is in the way.
 */
export const isWrongAddress = (code: unknown): boolean =>
	typeof code === 'string' &&
	(/^(ENOTFOUND|ERR_INVALID_URL)$/.test(code) || NO_TLS.test(code) || OTHER_TLS.test(code));

const TIMED_OUT = /^(ETIMEDOUT|ECONNABORTED)$/;

/** A request that got no response: what n8n's helper threw, and whether our own timeout ended it. */
interface Broken {
	thrown: unknown;
	host: string;
	timeoutMs: number;
	hasTimedOut: boolean;
}

/** The failure of a request that got no response: certainly not sent only where the service can't have seen it. */
export function makeBroken({ thrown, host, timeoutMs, hasTimedOut }: Broken): AmlCheckError {
	if (isOfGuard(thrown)) {
		const facts = { host, why: (thrown as Error).message };
		return makeFailure('unreachable', { fault: 'setup', charged: false, facts });
	}
	const code = findNetworkCode(thrown);
	const isUnsent = code !== undefined && (NOT_CONNECTED.test(code) || NO_TLS.test(code));
	if (isUnsent && !hasTimedOut)
		return makeFailure('unreachable', { charged: false, facts: { code, host } });
	// Such an error can also end a connection over which the request has left.
	if (OTHER_TLS.test(code ?? '') && !hasTimedOut)
		return makeFailure('unreachable', { facts: { code, host } });
	const isTimeout = hasTimedOut || TIMED_OUT.test(code ?? '');
	const facts = isTimeout ? { host, timeoutMs } : { code, host };
	return makeFailure('unavailable', { facts });
}

/**
 * n8n's helper takes the execution's cancel signal from its `this`. It is given a `this` without one, so that only the
 * signal of {@link RpcRequest} counts, and with the credentials already decrypted.
 */
function helperThis(context: RpcContext, { credentials }: UsableCredential): IExecuteFunctions {
	const bare = {
		helpers: context.helpers,
		logger: context.logger,
		getNode: () => context.getNode(),
		getCredentials: async () => credentials,
	};
	return bare as unknown as IExecuteFunctions;
}

/** No other header of a response is read. */
const READ_HEADERS = ['date', 'retry-after'];

/** Trimming takes out the mark of the byte order, too. */
const toText = (bytes: Buffer): string => bytes.toString('utf8').trim();

/** What n8n's helper returns for a request whose body is read piece by piece. */
type Streamed = Pick<HttpAnswer, 'headers' | 'statusCode'> & { body: StreamedBody };

/** The request as n8n's helper takes it. Redirects are not followed. */
const makeRequest = (
	{ endpoint }: UsableCredential,
	{ id, method, params, timeoutMs }: RpcRequest,
	abortSignal: AbortSignal,
): IHttpRequestOptions => ({
	method: 'POST',
	url: endpoint,
	headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
	body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
	// Read piece by piece: n8n's helper itself unpacks and keeps whatever comes, of any size.
	encoding: 'stream',
	timeout: timeoutMs,
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	abortSignal,
});

/**
 * Sends one request to the service, through n8n's credential mechanism.
 * @returns whatever came back, whatever its status. Nobody behind this function sees the token, wherever the service says it.
 * @throws AmlCheckError `unreachable`, `unavailable` or `cancelled`. It holds facts only: what n8n's helper throws holds
 * the request with the token.
 */
export async function sendRequest(
	context: RpcContext,
	credential: UsableCredential,
	request: RpcRequest,
): Promise<HttpAnswer> {
	const { host, hide } = credential;
	const { id, method, timeoutMs, cancelSignal } = request;
	const abort = abortAfter(timeoutMs, cancelSignal);
	const chunks: Buffer[] = [];
	try {
		const { body, headers, statusCode } = (await context.helpers.httpRequestWithAuthentication.call(
			helperThis(context, credential),
			CREDENTIAL_NAME,
			makeRequest(credential, request, abort.signal),
		)) as Streamed;
		const bytes = await collectBody(body, MAX_MEBIBYTES * MEBIBYTE, chunks);
		const receivedAt = Date.now();
		// Many answers may arrive in one moment.
		await breathe();
		const text = bytes && toText(bytes);
		const read = READ_HEADERS.map((name) => [name, hideInData(headers[name], hide)]);
		return {
			statusCode,
			headers: Object.fromEntries(read),
			body: text && parseBody(text, hide),
			unread: text === null ? `It is larger than ${MAX_MEBIBYTES} MiB.` : undefined,
			receivedAt,
			host,
		};
	} catch (thrown) {
		const failure = cancelSignal?.aborted
			? makeFailure('cancelled')
			: makeBroken({ thrown, host, timeoutMs, hasTimedOut: abort.hasTimedOut() });
		// A check that was paid for may be named before the connection broke.
		const hashes = findCandidates(method, hide(toText(Buffer.concat(chunks))));
		throw failure.with({ hashes, facts: { requestId: id } });
	}
}

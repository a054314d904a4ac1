import { readHttpDateMs } from '../dates';
import { readNumber } from '../risk/format';
import { isNothing, isObject } from '../values';
import { makeFailure } from './failure';
import type { AmlCheckError, FailureKind } from './failure';
import type { AdviceDetails } from './failureKinds';
import { readRefusalWords } from './refusalWords';
import { isPaid, RESULTS } from './schemas';
import type { MethodName, ResultOf } from './schemas';
import { parseRetryAfter } from './time';

/** A response over HTTP. */
export interface HttpAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	/** The body as text, or already parsed. */
	body: unknown;
	/** Why the body was not read to its end, if it was not. */
	unread?: string;
	/** In Unix milliseconds: `Retry-After` may be a date. */
	receivedAt: number;
}

/** A usable response. */
export interface RpcAnswer<M extends MethodName> {
	/** The `result`, without unusable optional members. */
	result: ResultOf<M>;
	/** A `meta` beside `result`, as sent. */
	outerMeta?: unknown;
	requestId: string;
}

interface Refusal {
	code: number | null;
	message: string;
}

function parseBody(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return undefined;
	}
}

/** Some services send an empty `error` with every result. */
function saysNothing(error: unknown): boolean {
	if (typeof error === 'object' && error !== null) return Object.keys(error).length === 0;
	return isNothing(error) || error === false || error === 0;
}

function readHash(check: unknown): string | undefined {
	const hash = isObject(check) && typeof check.hash === 'string' ? check.hash.trim() : '';
	return hash === '' ? undefined : hash;
}

/** The hash of a check in a result, whatever else is wrong with it: it may have been paid for. */
const findHash = (result: unknown) => readHash(isObject(result) ? result.check : undefined);

const MAX_DEPTH = 5;
const MAX_HASHES = 20;

/** Every hash that an unusable response names at any place, e.g. in the `data` of an `error`. */
function findHashes(response: unknown): string[] {
	const find = (value: unknown, depth: number): Array<string | undefined> => {
		if (typeof value !== 'object' || value === null || depth === 0) return [];
		return [readHash(value), ...Object.values(value).flatMap((one) => find(one, depth - 1))];
	};
	const hashes = find(response, MAX_DEPTH).filter((hash) => hash !== undefined);
	return [...new Set(hashes)].slice(0, MAX_HASHES);
}

/** The refusal in either of the service's forms: `{ error: { code, message } }` or flat `{ error, code }`. */
function readRefusal(body: Record<string, unknown>): Refusal | undefined {
	const { error, result } = body;
	if (findHash(result) !== undefined) return undefined;
	const isFlatCode = isNothing(result) && !isNothing(body.code);
	if (saysNothing(error) && !isFlatCode) return undefined;
	const words = saysNothing(error) ? body.message : error;
	const { code, message } = isObject(words) ? words : { code: body.code, message: words };
	return { code: readNumber(code), message: typeof message === 'string' ? message.trim() : '' };
}

const isServerStatus = (status: number) => status === 408 || (status >= 500 && status <= 599);

/** What an HTTP status says if the body is no JSON-RPC. */
function readStatus(status: number, hasWords: boolean): FailureKind {
	if (status === 429) return 'rateLimited';
	if (isServerStatus(status)) return 'unavailable';
	if (status === 401) return 'credentials';
	if (status === 402) return 'emptyPackage';
	return status >= 400 && hasWords ? 'blocked' : 'unreadable';
}

/** What a refusal means. The code in the body decides, and the HTTP status only if there is no code. */
function readKind({ code, message }: Refusal, status: number, method: MethodName): FailureKind {
	if (code === 429 || status === 429) return 'rateLimited';
	if (code === null) {
		if (status >= 400) return readStatus(status, message !== '');
		return message === '' ? 'malformed' : 'rejected';
	}
	if (code === 401 || code === 403) return 'credentials';
	if (isServerStatus(code)) return 'unavailable';
	if (code === 402) return 'emptyPackage';
	if (code === -40006 && !isPaid(method)) return 'notFound';
	if (code === -32700 || (code >= -32602 && code <= -32600)) return 'invalidRequest';
	if (code === -32603 || (code >= -32099 && code <= -32000)) return 'undecided';
	return 'rejected';
}

type Fail = (kind: FailureKind, details?: AdviceDetails) => AmlCheckError;

/** @returns a function that makes the failures of one response. */
function failWith(answer: HttpAnswer, method: MethodName, requestId: string): Fail {
	const { statusCode: httpStatus, headers, receivedAt } = answer;
	return (kind, details = {}) => {
		const hashes = isPaid(method) ? findHashes(parseBody(answer.body)) : [];
		return makeFailure(
			kind,
			{ method, httpStatus, ...details },
			{
				code: details.code,
				httpStatus,
				requestId,
				candidates: hashes.length > 0 ? hashes : undefined,
				// A date in the header is one of the clock that wrote the response's own date.
				retryAfterMs: parseRetryAfter(
					headers['retry-after'],
					readHttpDateMs(headers.date) ?? receivedAt,
				),
			},
		);
	};
}

/** The service's words may say more precisely whose turn it is than its codes. */
function refuse(fail: Fail, { code, message }: Refusal, kind: FailureKind): AmlCheckError {
	const reading = readRefusalWords(kind, code, message);
	return fail(reading.kind, { code: code ?? undefined, serviceMessage: message }).with(reading);
}

const NO_RESULT = 'It holds neither a result nor a reason why there is none.';

/**
 * Decides what a response means; pure. The body decides, whatever the HTTP status, and a result with a hash outranks an
 * `error` beside it.
 * @param answer the response.
 * @param method the method that was called.
 * @param requestId the `id` that was sent. A response with another one is refused.
 * @throws AmlCheckError for each of the service's refusals and for every unusable response.
 */
export function interpretAnswer<M extends MethodName>(
	answer: HttpAnswer,
	method: M,
	requestId: string,
): RpcAnswer<M> {
	const { statusCode, unread } = answer;
	const fail = failWith(answer, method, requestId);
	if (statusCode >= 300 && statusCode < 400) throw fail('redirected');
	const body = parseBody(answer.body);
	const status = statusCode >= 400 ? ` HTTP status ${statusCode}.` : '';
	const hasWords = isObject(body) || String(answer.body ?? '').trim() !== '';
	const failByStatus = (why: string) =>
		fail(readStatus(statusCode, hasWords), { why: `${why}${status}` });
	if (unread !== undefined) throw fail('malformed', { why: `${unread}${status}` });
	if (!isObject(body)) throw failByStatus('It is not JSON-RPC.');

	const { id, result } = body;
	const refusal = readRefusal(body);
	// A refusal may come without an id: the flat one always does.
	const lacksId = refusal ? isNothing(id) : id === undefined;
	if (!lacksId && String(id) !== requestId)
		throw fail('mismatch', { why: 'It carries the id of another request.' });
	if (refusal) throw refuse(fail, refusal, readKind(refusal, statusCode, method));
	if (isNothing(result))
		throw lacksId || statusCode >= 400
			? failByStatus(NO_RESULT)
			: fail('malformed', { why: NO_RESULT });
	if (lacksId) {
		const kind = readStatus(statusCode, true);
		const why = 'It does not carry the id of the request.';
		throw fail(kind === 'unreadable' ? 'mismatch' : kind, { why });
	}
	return { result: readResult(fail, method, result), outerMeta: body.meta, requestId };
}

function readResult<M extends MethodName>(fail: Fail, method: M, result: unknown): ResultOf<M> {
	const { data, error } = RESULTS[method].safeParse(result);
	if (error === undefined) return data as ResultOf<M>;
	// Paths and expectations of the schema, never the values.
	const lacking = error.issues
		.slice(0, 3)
		.map(({ path, message }) => `${path.join('.') || 'result'}: ${message}`);
	const why = `It lacks what it should hold (${lacking.join('; ')}).`;
	throw fail('malformed', { why }).with({ hash: findHash(result) });
}

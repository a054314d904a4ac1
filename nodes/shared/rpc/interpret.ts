import { readHttpDateMs } from '../dates';
import { readNumber } from '../risk/format';
import { isNothing, isObject } from '../values';
import type { z } from '../vendor/zod';
import { AmlCheckError } from './failure';
import { adviceFor } from './failureKinds';
import type { AdviceDetails, FailureKind } from './failureKinds';
import { readRefusalWords } from './refusalWords';
import { isPaid, METHODS } from './schemas';
import type { MethodName, ResultOf } from './schemas';
import { parseRetryAfter } from './serviceClock';

/** What came back over HTTP. */
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
	/** The `result` as the service sent it, of the method's shape. */
	result: ResultOf<M>;
	/** A `meta` beside `result` (service 2.2), as sent. */
	outerMeta?: unknown;
	requestId: string;
}

type Json = Record<string, unknown>;

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

/** The hash of a check in a result, whatever else is wrong with it: it may have been paid for. */
function findHash(result: unknown): string | undefined {
	const check = isObject(result) ? result.check : undefined;
	const hash = isObject(check) ? check.hash : undefined;
	return typeof hash === 'string' && hash.trim() !== '' ? hash.trim() : undefined;
}

const MAX_DEPTH = 5;
const MAX_HASHES = 20;

/** Every hash that an unusable response names, wherever it stands, e.g. in the `data` of an `error`. */
function findHashes(response: unknown): string[] {
	const find = (value: unknown, depth: number): string[] => {
		if (typeof value !== 'object' || value === null || depth === 0) return [];
		const own = findHash({ check: value });
		const inner = Object.values(value).flatMap((one) => find(one, depth - 1));
		return own === undefined ? inner : [own, ...inner];
	};
	return [...new Set(find(response, MAX_DEPTH))].slice(0, MAX_HASHES);
}

/** Paths and expectations of a schema, never the values. */
function describeIssues(issues: z.ZodIssue[]): string {
	const first = issues
		.slice(0, 3)
		.map(({ path, message }) => `${path.join('.') || 'result'}: ${message}`);
	return `It lacks what it should hold (${first.join('; ')}).`;
}

/** The refusal in either of the service's shapes: `{ error: { code, message } }` or flat `{ error, code }` (service 7). */
function readRefusal(body: Json): Refusal | undefined {
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

/** What a refusal means. The code in the body decides, and the HTTP status only if there is no code (service 7). */
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
	const { statusCode, headers, receivedAt } = answer;
	return (kind, details = {}) => {
		const hashes = isPaid(method) ? findHashes(parseBody(answer.body)) : [];
		return new AmlCheckError({
			kind,
			...adviceFor(kind, { method, httpStatus: statusCode, ...details }),
			code: details.code,
			httpStatus: statusCode,
			requestId,
			candidates: hashes.length > 0 ? hashes : undefined,
			// A date in the header is one of the clock that wrote the response's own date.
			retryAfterMs: parseRetryAfter(
				headers['retry-after'],
				readHttpDateMs(headers.date) ?? receivedAt,
			),
		});
	};
}

/** The service's words may say more precisely whose turn it is than its codes. */
function refuse(fail: Fail, refusal: Refusal, kind: FailureKind): AmlCheckError {
	const { code, message } = refusal;
	const reading = readRefusalWords(kind, code, message);
	const details = { code: code ?? undefined, serviceMessage: message };
	return fail(reading.kind, details).with(reading);
}

/**
 * Decides what a response means; pure. The body decides, whatever the HTTP status, and a result with a hash outranks an
 * `error` beside it (service 7).
 * @param answer what came back.
 * @param method the method that was called.
 * @param requestId the `id` that was sent. Another one in the response is refused (service 1, rule 1).
 * @returns the result, of the method's shape.
 * @throws AmlCheckError for each of the service's refusals and for whatever can't be used.
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
	// A refusal may come without an id: the flat one always does (service 7).
	const lacksId = refusal ? isNothing(id) : id === undefined;
	if (!lacksId && String(id) !== requestId)
		throw fail('mismatch', { why: 'It carries the id of another request.' });
	if (refusal) throw refuse(fail, refusal, readKind(refusal, statusCode, method));

	if (isNothing(result))
		throw lacksId || statusCode >= 400
			? failByStatus('It holds neither a result nor a reason why there is none.')
			: fail('malformed', { why: 'It holds neither a result nor a reason why there is none.' });
	if (lacksId) {
		const kind = readStatus(statusCode, true);
		const why = 'It does not carry the id of the request.';
		throw fail(kind === 'unreadable' ? 'mismatch' : kind, { why });
	}
	const checked = METHODS[method].answer.safeParse(result);
	if (!checked.success)
		throw fail('malformed', { why: describeIssues(checked.error.issues) }).with({
			hash: findHash(result),
		});
	return { result: result as ResultOf<M>, outerMeta: body.meta, requestId };
}

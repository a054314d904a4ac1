import { readHttpDateMs } from '../dates';
import { readNumber } from '../risk/numbers';
import { isNothing, isObject } from '../values';
import type { z } from '../vendor/zod';
import { AmlCheckError } from './failure';
import type { FailureFacts } from './failure';
import { adviceFor } from './failureKinds';
import type { AdviceDetails, FailureKind } from './failureKinds';
import { parseRetryAfter } from './retryAfter';
import { isPaid, METHODS } from './schemas';
import type { MethodName, ResultOf } from './schemas';

/** What came back over HTTP. */
export interface HttpAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	/** The body as text, or already parsed. */
	body: unknown;
	/** Why the body was not read to its end, where it was not. */
	unread?: string;
	/** When it came, in Unix milliseconds: `Retry-After` may be a date. */
	receivedAt: number;
}

/** A usable answer. */
export interface RpcAnswer<M extends MethodName> {
	/** The `result` as the service sent it, found to be of the method's shape. */
	result: ResultOf<M>;
	/** A `meta` that stood beside `result` (service 2.2), as sent. */
	outerMeta?: unknown;
	requestId: string;
}

type Json = Record<string, unknown>;

function parseBody(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return undefined;
	}
}

/** What an HTTP status says where the body says nothing (service 7 leaves the mapping open). */
function kindOfStatus(status: number): FailureKind {
	if (status === 429) return 'rateLimited';
	if (status === 408 || status >= 500) return 'unavailable';
	if (status === 401) return 'credentials';
	return status === 403 ? 'blocked' : 'unreadable';
}

/** JSON-RPC's codes for requests that can't be processed, and the service's own: nothing was taken (design 4). */
function saysNotTaken(code: number): boolean {
	const isOwn = code >= -40999 && code <= -40000;
	return Number.isInteger(code) && (code === -32700 || (code >= -32602 && code <= -32600) || isOwn);
}

function kindOfCode(code: number | null, status: number): FailureKind {
	if (code === 401 || code === 403) return 'credentials';
	if (code === 429 || status === 429) return 'rateLimited';
	if (code === -40006) return 'notFound';
	return code !== null && saysNotTaken(code) ? 'rejected' : 'undecided';
}

/** Some services send an empty `error` beside every result. */
function saysNothing(error: unknown): boolean {
	if (typeof error === 'object' && error !== null) return Object.keys(error).length === 0;
	return isNothing(error) || error === false || error === 0;
}

/** The hash of a check in a result, whatever else is wrong with it: it may have been paid for (design 1). */
function hashIn(result: unknown): string | undefined {
	const check = isObject(result) ? result.check : undefined;
	const hash = isObject(check) ? check.hash : undefined;
	return typeof hash === 'string' && hash.trim() !== '' ? hash.trim() : undefined;
}

/** How deep an answer is looked through for hashes, and how many are kept. */
const MAX_DEPTH = 5;
const MAX_HASHES = 20;

/** Every hash that an unusable answer names, wherever it stands, e.g. in the `data` of an `error`. */
function hashesNamed(answer: unknown): string[] {
	const found = (value: unknown, depth: number): string[] => {
		if (typeof value !== 'object' || value === null || depth === 0) return [];
		const own = hashIn({ check: value });
		const inner = Object.values(value).flatMap((one) => found(one, depth - 1));
		return own === undefined ? inner : [own, ...inner];
	};
	return [...new Set(found(answer, MAX_DEPTH))].slice(0, MAX_HASHES);
}

/** Where a schema was not met: paths and expectations, never the values themselves. */
function describeIssues(issues: z.ZodIssue[]): string {
	const first = issues
		.slice(0, 3)
		.map(({ path, message }) => `${path.join('.') || 'result'}: ${message}`);
	return `It lacks what it should hold (${first.join('; ')}).`;
}

/** The service's own words in either of its shapes: `{ error: { code, message } }` or flat `{ error, code }` (service 7). */
function readRefusal(body: Json): { code: number | null; message: string } | undefined {
	const { error, result } = body;
	if (hashIn(result) !== undefined) return undefined;
	const isFlatCode = isNothing(result) && !isNothing(body.code);
	if (saysNothing(error) && !isFlatCode) return undefined;
	const words = saysNothing(error) ? body.message : error;
	const { code, message } = isObject(words) ? words : { code: body.code, message: words };
	return { code: readNumber(code), message: typeof message === 'string' ? message : '' };
}

/** Reads the answer to one request; see {@link interpretAnswer}. */
class AnswerReader<M extends MethodName> {
	constructor(
		private readonly answer: HttpAnswer,
		private readonly method: M,
		private readonly requestId: string,
	) {}

	read(): RpcAnswer<M> {
		const { statusCode } = this.answer;
		if (statusCode >= 300 && statusCode < 400) throw this.failure('redirected');
		const body = parseBody(this.answer.body);
		if (!isObject(body)) throw this.failureOfStatus(this.answer.unread ?? 'It is not JSON-RPC.');
		const refusal = readRefusal(body);
		this.refuseOtherId(body, refusal !== undefined);
		if (refusal) {
			const { code, message } = refusal;
			throw this.failure(kindOfCode(code, statusCode), {
				code: code ?? undefined,
				serviceMessage: message,
			});
		}
		if (body.result === undefined || body.result === null)
			throw this.failureOfStatus('It holds neither a result nor a reason why there is none.');
		const checked = METHODS[this.method].answer.safeParse(body.result);
		if (!checked.success)
			throw this.failure('unreadable', { lack: describeIssues(checked.error.issues) }).with({
				hash: hashIn(body.result),
			});
		return {
			result: body.result as ResultOf<M>,
			outerMeta: body.meta,
			requestId: this.requestId,
		};
	}

	/** A refusal may come without an `id` (the flat one always does, service 7); a result may not. */
	private refuseOtherId({ id }: Json, isRefusal: boolean): void {
		if (isRefusal && (id === undefined || id === null)) return;
		if (id === undefined && !isRefusal) return this.refuseMissingId();
		if (String(id) !== this.requestId)
			throw this.failure('mismatch', { lack: 'It carries the id of another request.' });
	}

	private refuseMissingId(): void {
		const kind = kindOfStatus(this.answer.statusCode);
		throw kind === 'unreadable'
			? this.failure('mismatch', { lack: 'It does not carry the id of the request.' })
			: this.failure(kind);
	}

	private failureOfStatus(lack: string): AmlCheckError {
		const { statusCode } = this.answer;
		const status = statusCode >= 400 ? ` HTTP status ${statusCode}.` : '';
		return this.failure(kindOfStatus(statusCode), { lack: `${lack}${status}` });
	}

	private failure(kind: FailureKind, details: Partial<AdviceDetails> = {}): AmlCheckError {
		const { statusCode, headers, receivedAt } = this.answer;
		const body = parseBody(this.answer.body);
		const hashes = isPaid(this.method) ? hashesNamed(body) : [];
		const facts: FailureFacts = {
			kind,
			...adviceFor(kind, { method: this.method, httpStatus: statusCode, ...details }),
			code: details.code,
			httpStatus: statusCode,
			requestId: this.requestId,
			candidates: hashes.length > 0 ? hashes : undefined,
			// A date is one of the clock that the answer's own is of.
			retryAfterMs: parseRetryAfter(
				headers['retry-after'],
				readHttpDateMs(headers.date) ?? receivedAt,
			),
		};
		return new AmlCheckError(facts);
	}
}

/**
 * Decides what an answer means; pure. The body decides, whatever the HTTP status, and a result with a hash outranks
 * what stands beside it (service 7, design 4).
 * @param answer what came back.
 * @param method the method that was called.
 * @param requestId the `id` that was sent; another one in the answer is refused (service 1, rule 1).
 * @returns the result, found to be of the method's shape.
 * @throws AmlCheckError for each of the service's refusals and for whatever can't be used.
 */
export function interpretAnswer<M extends MethodName>(
	answer: HttpAnswer,
	method: M,
	requestId: string,
): RpcAnswer<M> {
	return new AnswerReader(answer, method, requestId).read();
}

import { parseHttpDateMs } from '../base/dates';
import type { Facts, Failure } from '../failures/facts';
import { makeFailure, type AmlCheckError } from '../failures/failure';
import { parseNumber } from '../base/format';
import { isNothing, isObject } from '../base/values';
import { isPaid, parseSent, RESULTS, type MethodName, type ResultOf } from './schemas';
import { parseRetryAfter } from './time';

export interface HttpAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	/** Parsed; the text if it is no JSON object or list. */
	body: unknown;
	/** Why the body was not read to its end, if it was not. */
	unread?: string;
	/** In Unix milliseconds: `Retry-After` may be a date. */
	receivedAt: number;
	/** Where the request went. */
	host?: string;
}

export interface RpcAnswer<M extends MethodName> {
	/** The `result`, without unusable optional members. */
	result: ResultOf<M>;
	/** A `meta` beside `result`, as sent. */
	outerMeta?: unknown;
}

/** What an answer that is no result means: `charged` is false where the service certainly took no check. */
type Meaning = Pick<Failure, 'reason'> & Partial<Pick<Failure, 'charged' | 'fault'>>;

const NO_CREDENTIAL: Meaning = { reason: 'badCredential', charged: false };
const NO_CHECKS: Meaning = { reason: 'noChecksLeft', charged: false };
const UNAVAILABLE: Meaning = { reason: 'unavailable' };
const MISMATCH: Meaning = { reason: 'mismatch' };
/** A firewall, a proxy or another server. */
const SOMETHING_ELSE: Meaning = { reason: 'unreachable', fault: 'setup' };

/** The meaning of one of HTTP's numbers, as the status or as a code in the body. */
function findHttpMeaning(code: number): Meaning | undefined {
	if (code === 401) return NO_CREDENTIAL;
	if (code === 402) return NO_CHECKS;
	if (code === 429) return { reason: 'rateLimited', charged: false };
	return code === 408 || (code >= 500 && code <= 599) ? UNAVAILABLE : undefined;
}

/** The meaning of a code in the body; undefined for the service's own. */
function findCodeMeaning(code: number, method: MethodName): Meaning | undefined {
	if (code === 403) return NO_CREDENTIAL;
	if (code === -40006 && !isPaid(method)) return { reason: 'notFound' };
	if (code === -32700) return { ...UNAVAILABLE, charged: false };
	if (code === -32603 || (code >= -32099 && code <= -32000)) return UNAVAILABLE;
	return findHttpMeaning(code);
}

interface ServiceRefusal {
	code: number | null;
	message: string;
}

/** Whether a refusal speaks of the account: of the package, of the token, the IP address or a limit. */
const ACCOUNT_WORDS =
	/\b(?:(?<package>packages?|tariffs?|subscriptions?|balance|credits|quota|checks? (?:left|remain\w*|available)|(?:not enough|insufficient|out of)(?: \w+){0,2} checks?)|ips?|access|auth\w*|unauthori[sz]ed|bearer|credentials?|forbidden|whitelist\w*|api keys?|your account|(?:invalid|expired|revoked|missing|wrong) token(?!\W?ids?)|limits?|too many)\b/i;

/** The meaning of a refusal. The code in the body decides, the HTTP status only if there is none, and then the words. */
function findRefusedMeaning(refusal: ServiceRefusal, status: number, method: MethodName): Meaning {
	const { code, message } = refusal;
	const isByStatus = code === null || status === 429;
	const byNumber = isByStatus ? findHttpMeaning(status) : findCodeMeaning(code, method);
	if (byNumber) return byNumber;
	if (code === null && message === '') return UNAVAILABLE;
	const words = ACCOUNT_WORDS.exec(message);
	if (words?.groups?.package !== undefined) return NO_CHECKS;
	const isOfSetup = words !== null || (status === 403 && code === null);
	const byMethod = isPaid(method) ? 'input' : 'service';
	return { reason: 'refused', charged: false, fault: isOfSetup ? 'setup' : byMethod };
}

/** The meaning of an answer that is not in the service's form. */
function findForeignMeaning(status: number, body: unknown): Meaning {
	const isRedirect = status >= 300 && status < 400;
	const isOfProxy = status === 403 || status === 407 || (status >= 400 && body !== '');
	return findHttpMeaning(status) ?? (isRedirect || isOfProxy ? SOMETHING_ELSE : UNAVAILABLE);
}

/** Some services send an empty `error` with every result. */
function saysNothing(error: unknown): boolean {
	if (typeof error === 'object' && error !== null) return Object.keys(error).length === 0;
	return isNothing(error) || error === false || error === 0;
}

/** The refusal in either of the service's forms: `{ error: { code, message } }` or flat `{ error, code }`. */
function findRefusal(body: Record<string, unknown>): ServiceRefusal | undefined {
	const { error, result } = body;
	// A result with a hash outranks an `error` beside it: it may have been paid for.
	if (findHash(result) !== undefined) return undefined;
	const isFlatCode = isNothing(result) && !isNothing(body.code);
	if (saysNothing(error) && !isFlatCode) return undefined;
	const words = saysNothing(error) ? body.message : error;
	const { code, message } = isObject(words) ? words : { code: body.code, message: words };
	return { code: parseNumber(code), message: typeof message === 'string' ? message.trim() : '' };
}

type Fail = (meaning: Meaning, facts: Facts, hash?: string) => AmlCheckError;

function failWith(answer: HttpAnswer, method: MethodName, requestId: string): Fail {
	const { statusCode: httpStatus, headers, body, receivedAt, host } = answer;
	// A date in the header is one of the clock that wrote the response's own date.
	const now = parseHttpDateMs(headers.date) ?? receivedAt;
	const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
	const known: Facts = { method, httpStatus, host, requestId, retryAfterMs };
	return ({ reason, fault, charged }, facts, hash) => {
		const own = hash === undefined ? [] : [hash];
		const hashes = isPaid(method) ? findCandidates(method, body) : own;
		const failure = makeFailure(reason, { hashes, facts: { ...known, ...facts } });
		// An answer that names a check may be about one that was taken, whatever else it says.
		const isCertain = isPaid(method) && hashes.length === 0;
		return failure.with({
			charged: isCertain ? charged : undefined,
			fault: fault ?? failure.fault,
		});
	};
}

/**
 * Decides what a response means; pure. The body decides, whatever the HTTP status, and a result with a hash outranks an
 * `error` beside it.
 * @param requestId the `id` that was sent. It refuses a response with another one.
 * @throws AmlCheckError for each of the service's refusals and for every unusable response.
 */
export function interpretAnswer<M extends MethodName>(
	answer: HttpAnswer,
	method: M,
	requestId: string,
): RpcAnswer<M> {
	const { statusCode, body, unread } = answer;
	const fail = failWith(answer, method, requestId);
	if (statusCode >= 300 && statusCode < 400)
		throw fail(SOMETHING_ELSE, { why: 'It is a redirect, and redirects are not followed.' });
	const failByStatus = (otherwise: Meaning, why: string) =>
		fail(statusCode < 400 ? otherwise : findForeignMeaning(statusCode, body), { why });
	if (unread !== undefined) throw failByStatus(MISMATCH, unread);
	if (!isObject(body)) throw failByStatus(UNAVAILABLE, 'It is not JSON-RPC.');
	const { id, result } = body;
	const refusal = findRefusal(body);
	// A refusal may come without an id: the flat one always does.
	const lacksId = refusal ? isNothing(id) : id === undefined;
	if (!lacksId && String(id) !== requestId)
		throw fail(MISMATCH, { why: 'It carries the id of another request.' });
	if (refusal) {
		const { code, message: said } = refusal;
		throw fail(findRefusedMeaning(refusal, statusCode, method), { code: code ?? undefined, said });
	}
	if (isNothing(result)) {
		const why = 'It holds neither a result nor a reason why there is none.';
		throw failByStatus(lacksId ? UNAVAILABLE : MISMATCH, why);
	}
	if (lacksId) throw failByStatus(MISMATCH, 'It does not carry the id of the request.');
	const parsed = parseSent<unknown>(RESULTS[method], result);
	if (!('lacking' in parsed)) return { result: parsed.data as ResultOf<M>, outerMeta: body.meta };
	const why = `It lacks what it should hold (${parsed.lacking}).`;
	throw fail(MISMATCH, { why }, findHash(result));
}

/** The hash of a check in a result, whatever else is wrong with it. */
function findHash(result: unknown): string | undefined {
	const check = isObject(result) ? result.check : undefined;
	const hash = isObject(check) && typeof check.hash === 'string' ? check.hash.trim() : '';
	return hash || undefined;
}

const MAX_HASHES = 20;

/** A hash in JSON, which may have broken off. */
const HASH_IN_JSON = /"hash"\s*:\s*("(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})+")/gu;

/**
 * Every hash that an unusable response to a paid method names at any place, e.g. in the `data` of an `error`: it may be
 * of the check that was paid for.
 * @param response parsed, or the text that has arrived.
 * @returns at most twenty.
 */
export function findCandidates(method: MethodName, response: unknown): string[] {
	const text = typeof response === 'string' ? response : (JSON.stringify(response) ?? '');
	// The page of a gateway may hold anything: only a text that begins as JSON is searched.
	if (!isPaid(method) || !/^\s*[[{]/.test(text)) return [];
	const found = [...text.matchAll(HASH_IN_JSON)].map(([, quoted]) => String(JSON.parse(quoted)));
	const hashes = found.map((hash) => hash.trim()).filter((hash) => hash !== '');
	return [...new Set(hashes)].slice(0, MAX_HASHES);
}

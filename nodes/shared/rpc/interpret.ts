import { readHttpDateMs, writeDate } from '../dates';
import {
	makeFailure,
	type AmlCheckError,
	type FailureFacts,
	type FailureKind,
} from '../failures/failure';
import { FAILURE_KINDS, type AdviceDetails } from '../failures/kinds';
import { readNumber } from '../format';
import { isNothing, isObject } from '../values';
import { isPaid, readSent, RESULTS, type MethodName, type ResultOf } from './schemas';
import { MAX_RETRY_AFTER_MS, parseRetryAfter } from './time';

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

interface ServiceRefusal {
	code: number | null;
	message: string;
}

/** HTTP 5xx that is not in the service's own form. */
const FROM_GATEWAY =
	"The response is not in the service's own form: it may come from the service's gateway or, if this n8n uses one, from its proxy (HTTPS_PROXY).";

/** Some services send an empty `error` with every result. */
function saysNothing(error: unknown): boolean {
	if (typeof error === 'object' && error !== null) return Object.keys(error).length === 0;
	return isNothing(error) || error === false || error === 0;
}

/** The hash of a check in a result, whatever else is wrong with it: it may have been paid for. */
const findHash = (result: unknown) => findOwnHash(isObject(result) ? result.check : undefined);

/** The refusal in either of the service's forms: `{ error: { code, message } }` or flat `{ error, code }`. */
function readRefusal(body: Record<string, unknown>): ServiceRefusal | undefined {
	const { error, result } = body;
	if (findHash(result) !== undefined) return undefined;
	const isFlatCode = isNothing(result) && !isNothing(body.code);
	if (saysNothing(error) && !isFlatCode) return undefined;
	const words = saysNothing(error) ? body.message : error;
	const { code, message } = isObject(words) ? words : { code: body.code, message: words };
	return { code: readNumber(code), message: typeof message === 'string' ? message.trim() : '' };
}

/** JSON-RPC servers use it for too many requests. */
const RATE_LIMIT = -32029;

const RATE_LIMIT_WORDS =
	/\b(too many (requests?|calls?)|(request|call)s? limit ((is|was|has been) )?(exceeded|reached)|rate[ -]?limit(ed|ing|s)?|throttl\w+|slow down)\b/i;

/** The meaning of one of HTTP's numbers, as the status or as a code in the body. */
function readHttpNumber(code: number): FailureKind | undefined {
	if (code === 401) return 'credentials';
	if (code === 402) return 'emptyPackage';
	if (code === 429) return 'rateLimited';
	return code === 408 || (code >= 500 && code <= 599) ? 'unavailable' : undefined;
}

/** A proxy refuses with these, with or without words. */
const isOfProxy = (status: number) => status === 403 || status === 407;

/** The meaning of an HTTP status if the body is no JSON-RPC. */
const readStatus = (status: number, hasWords: boolean): FailureKind =>
	readHttpNumber(status) ??
	(isOfProxy(status) || (status >= 400 && hasWords) ? 'blocked' : 'unreadable');

/** A page that asks for a password is somebody else's, whatever its status. */
const LOGIN_PAGE = /<input[^>]+type\s*=\s*["']?password\b/i;

/** The meaning of a code in the body. */
function readCode(code: number, method: MethodName): FailureKind {
	if (code === 403) return 'credentials';
	if (code === -40006 && !isPaid(method)) return 'notFound';
	if (code === -32700 || (code >= -32602 && code <= -32600)) return 'invalidRequest';
	if (code === -32603 || (code >= -32099 && code <= -32000)) return 'undecided';
	return readHttpNumber(code) ?? 'rejected';
}

/** The meaning of a refusal. The code in the body decides, and the HTTP status only if there is no code. */
function readKind(
	{ code, message }: ServiceRefusal,
	status: number,
	method: MethodName,
): FailureKind {
	if (status === 429) return 'rateLimited';
	if (code !== null) return readCode(code, method);
	const byStatus = readHttpNumber(status);
	if (byStatus) return byStatus;
	if (message !== '') return 'rejected';
	return status >= 400 ? readStatus(status, false) : 'malformed';
}

const CHECKS = '(checks?|credits?|balance|funds?|quota|package|tariff|subscription)';

/** An empty or expired package, in the words of a service. */
const EMPTY_PACKAGE = new RegExp(
	[
		`\\b(not enough|insufficient|out of|zero|0)( \\w+){0,2} ${CHECKS}\\b`,
		`\\bno( \\w+){0,2} ${CHECKS}( \\w+){0,2} (left|remains?|remaining|available)\\b`,
		`\\b${CHECKS}\\b.{0,30}\\b(empty|exhausted|exceeded|expired|insufficient|not enough|used up|ended|too low|is over|r[au]n out)\\b`,
		'\\b(payment required|top up|limit of checks|checks? limit|no checks? in)\\b',
	].join('|'),
	'i',
);

/** Words about the account, the token or the allowed addresses. They outrank those about a value. */
const SETUP_WORDS =
	/\b(ips?|access|allow(ed|list)|auth\w*|unauthori[sz]ed|bearer|credentials?|permissions?|forbidden|api|keys?|accounts?|licen[cs]es?|plans?|whitelist\w*|packages?|balance|limits?|(invalid|expired|revoked|missing|wrong) token(?![ _-]?ids?)|token (is |was |has )?(been )?(invalid|expired|revoked|missing))\b/i;

/** A value of the item that the service can't use. */
const INPUT_WORDS =
	/\b(addr(ess(es)?)?|wallets?|tx|transactions?|hash(es)?|currenc(y|ies)|coins?|tokens?([ _-]?ids?)?)\b/i;

/** The service had the request's `id` before. The document names no code for it. */
const REPEATED_ID =
	/\bid\b.*\b(already|exists?|repeated|unique|used)\b|\b(already|repeated|unique|used)\b.*\bid\b|\bduplicate|\balready (exists?|queued|received|submitted)\b/is;

const saysIdIsRepeated = (kind: FailureKind, { message }: ServiceRefusal): boolean =>
	kind !== 'notFound' && FAILURE_KINDS[kind].payment === 'refused' && REPEATED_ID.test(message);

/** The service's own sentence may say more precisely whose turn it is than its codes, where those leave it open. */
function readWords(
	kind: FailureKind,
	{ code, message }: ServiceRefusal,
	status: number,
): Pick<FailureFacts, 'kind' | 'fault' | 'reason'> {
	if (kind !== 'invalidRequest' && kind !== 'rejected' && kind !== 'undecided') return { kind };
	const saysRateLimit = code === RATE_LIMIT || RATE_LIMIT_WORDS.test(message);
	if (kind !== 'invalidRequest' && saysRateLimit) return { kind: 'rateLimited' };
	if (EMPTY_PACKAGE.test(message))
		// JSON-RPC's own codes say that nothing was taken, whatever the words.
		return kind === 'invalidRequest'
			? { kind, fault: 'setup', reason: 'emptyPackage' }
			: { kind: 'emptyPackage' };
	if (status === 403 || SETUP_WORDS.test(message)) return { kind, fault: 'setup' };
	return code === -32602 || INPUT_WORDS.test(message) ? { kind, fault: 'input' } : { kind };
}

type Fail = (kind: FailureKind, known?: AdviceDetails & Partial<FailureFacts>) => AmlCheckError;

function failWith(answer: HttpAnswer, method: MethodName, requestId: string): Fail {
	const { statusCode: httpStatus, headers, body, receivedAt, host } = answer;
	// A date in the header is one of the clock that wrote the response's own date.
	const now = readHttpDateMs(headers.date) ?? receivedAt;
	const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
	return (kind, known) => {
		const candidates = findCandidates(method, body);
		const facts = { method, httpStatus, host, requestId, candidates, retryAfterMs, ...known };
		const failure = makeFailure(kind, facts);
		if (!retryAfterMs || retryAfterMs <= MAX_RETRY_AFTER_MS) return failure;
		const until = writeDate(receivedAt + retryAfterMs);
		return failure.note('retry', `The service asks for no request before ${until}.`);
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
	if (statusCode >= 300 && statusCode < 400) throw fail('redirected');
	const failByStatus = (otherwise: FailureKind, why: string) => {
		const kind = readStatus(statusCode, body !== '');
		const status = statusCode >= 400 ? ` HTTP status ${statusCode}.` : '';
		const failure = fail(kind === 'unreadable' ? otherwise : kind, { why: `${why}${status}` });
		const isOfGateway = kind === 'unavailable' && !isObject(body);
		return isOfGateway ? failure.note('cause', FROM_GATEWAY) : failure;
	};
	if (unread !== undefined) throw failByStatus('malformed', unread);
	if (!isObject(body)) {
		const isLogin = typeof body === 'string' && LOGIN_PAGE.test(body);
		throw failByStatus(isLogin ? 'blocked' : 'unreadable', 'It is not JSON-RPC.');
	}

	const { id, result } = body;
	const refusal = readRefusal(body);
	// A refusal may come without an id: the flat one always does.
	const lacksId = refusal ? isNothing(id) : id === undefined;
	if (!lacksId && String(id) !== requestId)
		throw fail('mismatch', { why: 'It carries the id of another request.' });
	if (refusal) {
		const { kind, ...more } = readWords(readKind(refusal, statusCode, method), refusal, statusCode);
		const { code, message: serviceMessage } = refusal;
		const isRepeatedId = saysIdIsRepeated(kind, refusal);
		throw fail(kind, { code: code ?? undefined, serviceMessage, isRepeatedId, ...more });
	}
	if (isNothing(result)) {
		const why = 'It holds neither a result nor a reason why there is none.';
		throw failByStatus(lacksId ? 'unreadable' : 'malformed', why);
	}
	if (lacksId) throw failByStatus('mismatch', 'It does not carry the id of the request.');
	return { result: readResult(fail, method, result), outerMeta: body.meta };
}

function readResult<M extends MethodName>(fail: Fail, method: M, result: unknown): ResultOf<M> {
	const { data, error } = readSent(RESULTS[method], result);
	if (error === undefined) return data as ResultOf<M>;
	// Paths and expectations of the schema, never the values.
	const lacking = error.issues
		.slice(0, 3)
		.map(({ path, message }) => `${path.join('.') || 'result'}: ${message}`);
	const why = `It lacks what it should hold (${lacking.join('; ')}).`;
	throw fail('malformed', { why, hash: findHash(result) });
}

const SEARCH_DEPTH = 5;
const MAX_HASHES = 20;

/** The hash in the text of a response that broke off, or is no JSON for another reason. */
const HASH_IN_TEXT = /"hash"\s*:\s*"([^"\\]+)"/g;

/** The hash of a check; undefined where it has none. */
export function findOwnHash(check: unknown): string | undefined {
	const hash = isObject(check) && typeof check.hash === 'string' ? check.hash.trim() : '';
	return hash || undefined;
}

function findIn(value: unknown, depth = SEARCH_DEPTH): Array<string | undefined> {
	if (typeof value !== 'object' || value === null || depth === 0) return [];
	return [findOwnHash(value), ...Object.values(value).flatMap((one) => findIn(one, depth - 1))];
}

/** The page of a gateway may hold anything: only a text that begins as JSON is searched. */
function findInText(text: string): Array<string | undefined> {
	if (!/^\s*[[{]/.test(text)) return [];
	return [...text.matchAll(HASH_IN_TEXT)].map(([, hash]) => hash.trim() || undefined);
}

/**
 * Every hash that an unusable response to a paid method names at any place, e.g. in the `data` of an `error`: it may be
 * of the check that was paid for.
 * @param response parsed, or the text that has arrived.
 * @returns at most twenty; undefined for none.
 */
export function findCandidates(method: MethodName, response: unknown): string[] | undefined {
	if (!isPaid(method)) return undefined;
	const found = typeof response === 'string' ? findInText(response) : findIn(response);
	const hashes = [...new Set(found.filter((hash) => hash !== undefined))].slice(0, MAX_HASHES);
	return hashes.length > 0 ? hashes : undefined;
}

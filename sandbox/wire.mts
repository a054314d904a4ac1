/** Answers as they go out, and what each fault makes of them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FaultSpec } from './types.mts';

const LARGEST_BODY = 1024 * 1024;
const SLOW_MS = 2000;

/** An answer that is ready to be sent. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: string | Buffer;
}

/**
 * Makes a JSON answer.
 * @param value what the body says
 * @param status HTTP status
 */
export function json(value: unknown, status = 200): Answer {
	return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

/**
 * Makes an HTML answer.
 * @param body the page
 * @param status HTTP status
 */
export function html(body: string, status = 200): Answer {
	return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body };
}

const gatewayPage = (title: string) =>
	`<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;

/** The authentication failure, flat and by default with HTTP 200 (service 7). */
export function flat401(status: number): Answer {
	return json({ error: 'Your request was made with invalid credentials.', code: 401 }, status);
}

/**
 * Reads the body of a request.
 * @returns its text, or undefined when it is larger than 1 MB
 */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > LARGEST_BODY) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

/**
 * Sends an answer, unless the connection is gone.
 * @param response where it goes
 * @param answer what is sent
 */
export function send(response: ServerResponse, { status, headers, body }: Answer): void {
	if (response.destroyed) return;
	response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
	response.end(body);
}

/** What is to be done with a request that a fault struck. */
export type Delivery =
	{ how: 'send'; answer: Answer; delayMs?: number } | { how: 'destroy' } | { how: 'silence' };

/**
 * What goes out for a call.
 * @param fault the fault that strikes it, if any
 * @param id id to echo
 * @param redirectTo target of a redirect that names none
 * @param process processes the call; not called for a fault that strikes before
 */
export function deliveryOf(
	fault: FaultSpec | undefined,
	id: string | null,
	redirectTo: string,
	process: () => Answer,
): Delivery {
	if (!fault) return { how: 'send', answer: process() };
	return strikeBefore(fault, id, redirectTo) ?? strikeAfter(fault, process());
}

/**
 * What a fault makes of a call that is not processed.
 * @param fault the fault
 * @param id id to echo
 * @param redirectTo target of a redirect that names none
 * @returns what goes out, or undefined for a fault that strikes after processing
 */
function strikeBefore(
	fault: FaultSpec,
	id: string | null,
	redirectTo: string,
): Delivery | undefined {
	switch (fault.kind) {
		case 'resetBefore':
			return { how: 'destroy' };
		case 'hang':
			return { how: 'silence' };
		case 'serverErrorBefore':
			return { how: 'send', answer: serverError(fault) };
		case 'rateLimited':
			return { how: 'send', answer: rateLimited(fault) };
		case 'flat401':
			return { how: 'send', answer: flat401(fault.status ?? 200) };
		case 'rpcError': {
			const error = { code: fault.code ?? -40008, message: fault.message ?? 'Error message' };
			return { how: 'send', answer: json({ jsonrpc: '2.0', id, error }, fault.status ?? 200) };
		}
		case 'redirect':
			return {
				how: 'send',
				answer: {
					status: fault.status ?? 307,
					headers: { Location: fault.location ?? redirectTo },
					body: '',
				},
			};
		default:
			return undefined;
	}
}

/**
 * What a fault makes of the answer to a call that was processed.
 * @param fault the fault
 * @param answer what would have gone out
 */
function strikeAfter(fault: FaultSpec, answer: Answer): Delivery {
	switch (fault.kind) {
		case 'lostAnswer':
			return { how: 'destroy' };
		case 'hangAfter':
			return { how: 'silence' };
		case 'serverErrorAfter':
			return { how: 'send', answer: serverError(fault) };
		case 'brokenJson': {
			const text = answer.body.toString();
			return {
				how: 'send',
				answer: { ...answer, body: text.slice(0, Math.ceil(text.length / 2)) },
			};
		}
		case 'html':
			return { how: 'send', answer: html(gatewayPage('Please wait'), fault.status ?? 200) };
		case 'wrongId':
			return { how: 'send', answer: changed(answer, { id: 'another-request' }) };
		case 'emptyResult': {
			const result = 'result' in fault ? fault.result : {};
			return { how: 'send', answer: changed(answer, { result }) };
		}
		case 'slow':
			return { how: 'send', answer, delayMs: fault.delayMs ?? SLOW_MS };
		default:
			return { how: 'send', answer };
	}
}

function serverError(fault: FaultSpec): Answer {
	const status = fault.status ?? 503;
	const page = html(gatewayPage(`${status} Service Temporarily Unavailable`), status);
	if (!fault.retryAfter) return page;
	return { ...page, headers: { ...page.headers, 'Retry-After': fault.retryAfter } };
}

function rateLimited(fault: FaultSpec): Answer {
	const retryAfter = fault.retryAfter ?? '1';
	const headers: Record<string, string> = { 'Content-Type': 'text/plain' };
	if (retryAfter !== '') headers['Retry-After'] = retryAfter;
	return { status: fault.status ?? 429, headers, body: 'Too Many Requests' };
}

/** The answer with other members; a member that the answer doesn't have is not added. */
function changed(answer: Answer, members: Record<string, unknown>): Answer {
	const envelope = JSON.parse(answer.body.toString()) as Record<string, unknown>;
	const known = Object.entries(members).filter(([key]) => Object.hasOwn(envelope, key));
	return { ...answer, body: JSON.stringify({ ...envelope, ...Object.fromEntries(known) }) };
}

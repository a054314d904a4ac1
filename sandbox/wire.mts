/** Answers as they go out. */
import type { IncomingMessage, ServerResponse } from 'node:http';

const LARGEST_BODY = 1024 * 1024;

/** An answer that is ready to be sent. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: string | Buffer;
}

/** Makes a JSON answer. */
export function json(value: unknown, status = 200): Answer {
	return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

/** Makes an HTML answer. */
export function html(body: string, status = 200): Answer {
	return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body };
}

export const escapeHtml = (text: string) =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE =
	'body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}' +
	'table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}' +
	'code,pre{font:13px/1.5 ui-monospace,monospace;word-break:break-all}pre{background:#8882;padding:1rem}' +
	'form{display:inline}button{font:inherit;padding:.1rem .6rem;margin:0 .3rem .3rem 0}';

/** A page for people. */
export function page(title: string, body: string, status = 200): Answer {
	return html(
		`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
			`<style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`,
		status,
	);
}

/** The page of a proxy that answers in place of the service. */
export const gatewayPage = (title: string) =>
	`<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;

/** The authentication failure, flat and by default with HTTP 200. */
export function flat401(status: number): Answer {
	return json({ error: 'Your request was made with invalid credentials.', code: 401 }, status);
}

/** Reads the body of a request. */
export async function collectBody(request: IncomingMessage): Promise<string | undefined> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > LARGEST_BODY) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

/** Sends an answer, unless the connection is gone. */
export function send(response: ServerResponse, { status, headers, body }: Answer): void {
	if (response.destroyed) return;
	response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
	response.end(body);
}

/** The way in which a request is answered. */
export type Delivery =
	{ how: 'send'; answer: Answer; delayMs?: number } | { how: 'destroy' } | { how: 'silence' };

/** A bare client for the tests of the sandbox: it sends what it is told and judges nothing. */
import { request } from 'node:http';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server.mts';

export interface Answer {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	/** The body as JSON, undefined when it is none. */
	body: Body;
}

interface Body {
	jsonrpc?: string;
	id?: string | null;
	// The tests read many shapes out of it; each asserts the one it expects.
	result?: Result;
	meta?: Record<string, unknown>;
	error?: { code: number; message: string } | string;
	code?: number;
}

/** A check or an item of the history, as far as the tests read it. */
type Check = Record<
	'hash' | 'currency' | 'address' | 'status' | 'initDate' | 'pdfLink' | 'shareLink',
	string
> & {
	transaction: string | null;
	resultDate: string | null;
	riskscore: unknown;
	report: { riskscore: unknown; signals: Record<string, number>; [key: string]: unknown };
};

interface Result {
	check: Check;
	checks: Check[];
	history: Check[];
	meta: Record<string, unknown>;
}

export interface RawRequest {
	path?: string;
	httpMethod?: string;
	headers?: Record<string, string>;
	body?: string;
	/** Gives up after so many milliseconds (default 5000). */
	timeoutMs?: number;
}

let made = 0;

/** A fresh request id. */
export const newId = (): string => `test-${++made}`;

/** Sends a request as it is; rejects when the connection breaks or time is up. */
export async function raw(baseUrl: string, options: RawRequest): Promise<Answer> {
	const { path = '/rpc/v1/request', httpMethod = 'POST', headers = {}, body = '' } = options;
	return await new Promise((resolve, reject) => {
		const sent = request(
			`${baseUrl}${path}`,
			{ method: httpMethod, headers, agent: false, timeout: options.timeoutMs ?? 20_000 },
			(response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => chunks.push(chunk));
				response.on('error', reject);
				response.on('end', () => {
					const text = Buffer.concat(chunks).toString('latin1');
					const { statusCode = 0, headers: received } = response;
					resolve({ status: statusCode, headers: received, text, body: parsed(text) });
				});
			},
		);
		sent.on('timeout', () => sent.destroy(new Error('timed out')));
		sent.on('error', reject);
		sent.end(body);
	});
}

function parsed(text: string): Body {
	try {
		return JSON.parse(text) as Body;
	} catch {
		return {};
	}
}

/** Sends an envelope with the sandbox's token. */
export async function sendEnvelope(
	sandbox: Sandbox,
	envelope: unknown,
	more: RawRequest = {},
): Promise<Answer> {
	return await raw(sandbox.baseUrl, {
		...more,
		headers: {
			'Content-Type': 'application/json',
			Authorization: `Bearer ${sandbox.token}`,
			...more.headers,
		},
		body: typeof envelope === 'string' ? envelope : JSON.stringify(envelope),
	});
}

/** Calls a method; `params` left out is left out of the envelope. */
export async function call(
	sandbox: Sandbox,
	method: string,
	params?: unknown,
	id = newId(),
): Promise<Answer> {
	return await sendEnvelope(sandbox, { jsonrpc: '2.0', id, method, params });
}

/** Calls a method that must succeed, and returns its result. */
export async function result(sandbox: Sandbox, method: string, params?: unknown): Promise<Result> {
	const { body, text } = await call(sandbox, method, params);
	if (body.result === undefined) throw new Error(`${method} was refused: ${text}`);
	return body.result;
}

/** Code and message of a JSON-RPC error. */
export function errorOf({ body }: Answer): { code: number; message: string } {
	if (typeof body.error !== 'object') throw new Error(`No error: ${JSON.stringify(body)}`);
	return body.error;
}

/** A clock that stands still until it is moved. */
export function manualClock(start = Date.UTC(2026, 0, 15, 12, 0, 0)) {
	const clock = { at: start, now: () => clock.at, move: (ms: number) => (clock.at += ms) };
	return clock;
}

/** Starts a sandbox for a describe block; it is closed after its tests. */
export function useSandbox(options: () => SandboxOptions = () => ({})): () => Sandbox {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await startSandbox(options());
	});
	afterEach(async () => {
		await sandbox.close();
	});
	return () => sandbox;
}

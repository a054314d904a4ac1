/** The way to a sandbox without a port: takes the place of what n8n's HTTP helper would send over the network. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type { PortlessSandbox } from '../../../../sandbox/server.mts';
import { container } from '../platform.mts';
import type { Clock } from './clock.mts';

type Json = Record<string, unknown>;

/** A request as it was sent. */
export interface Call {
	/** From 1. */
	number: number;
	method: string;
	id: string;
	params: Json;
	/** When it was sent, in Unix ms of the service's clock. */
	at: number;
	/** Who sent it, where the wire is told of senders. */
	by?: unknown;
	/** What came of it on the way. */
	passage?: Passage;
	/** When its answer arrived, whatever it says; undefined if the sender had given up. */
	answeredAt?: number;
}

export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body: string;
}

/** A connection that breaks, in the words of the operating system, or never says anything. */
export type Breakage = 'ECONNREFUSED' | 'ECONNRESET' | 'ENOTFOUND' | 'silence';

/** What becomes of a request on its way. Times in ms from the moment it was sent. */
export interface Passage {
	/** When the service hears of it; `never` for one that it never hears of. 0 if left out. */
	reaches?: number | 'never';
	/** How long the service's answer then takes to come back. */
	returns?: number;
	/** What the sender gets in place of the service's answer, and when. */
	instead?: { after: number; answer: Answer | Breakage };
	/** Changes the text of the service's answer. */
	rewrites?: (body: string) => string;
	/** Seen before the request leaves, and once the service has dealt with it. */
	onReached?: () => void;
}

interface HttpOptions {
	body: string;
	headers: Record<string, string>;
	abortSignal?: AbortSignal;
}

interface HttpResponse {
	statusCode: number;
	headers: Record<string, string>;
	/** Piece by piece, as a stream gives it. */
	body: Buffer[];
}

/** Decides about a request. */
export type Way = (call: Call) => Passage | undefined;

/** Changes what the service says in the result of a method, in place. */
export type Says = (method: string, result: Json, call: Call) => void;

const HISTORY = 'checkup.getcheckshistory';

const JSON_TYPE = { 'content-type': 'application/json' };

/** An answer in JSON. */
export const jsonAnswer = (body: object, status = 200): Answer => ({
	status,
	headers: JSON_TYPE,
	body: JSON.stringify(body),
});

/** What a gateway shows in place of the service. */
export const gatewayAnswer = (status: number, title = `${status}`): Answer => ({
	status,
	headers: { 'content-type': 'text/html' },
	body: `<html><body><h1>${title}</h1></body></html>`,
});

/** The service deals with a request, and its sender gets this in place of the answer. */
export const lostAfter = (answer: Answer | Breakage = gatewayAnswer(502), after = 50): Passage => ({
	instead: { after, answer },
});

/** The service never hears of a request, and its sender gets this. */
export const lostBefore = (answer?: Answer | Breakage, after?: number): Passage => ({
	reaches: 'never',
	...lostAfter(answer, after),
});

/** The service does not take a request, for a reason in its own words. */
export const refused =
	(message: string, code = -40008): Way =>
	({ id }) =>
		lostBefore(jsonAnswer({ jsonrpc: '2.0', id, error: { code, message } }));

const broken = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code });

/** Takes the place of n8n's own way out, in this process and until another one does. */
export const replaceHttp = (request: (options: never) => Promise<unknown>): void => {
	container.set(OutboundHttp, { requests: () => ({ request }) });
};

export class Wire {
	readonly calls: Call[] = [];

	/** May be set at any time. */
	way: Way = () => undefined;

	/** May be set at any time. */
	says: Says | undefined;

	/** Who is sending, where somebody wants to know. */
	sender: () => unknown = () => undefined;

	constructor(
		private readonly clock: Clock,
		private readonly sandbox: PortlessSandbox,
	) {}

	/** Takes the place of n8n's own way out, in this process and until another wire does. */
	install(): void {
		replaceHttp(async (options: HttpOptions) => await this.send(options));
	}

	/** Sends a request as n8n's helper would. */
	async send({ body, headers, abortSignal }: HttpOptions): Promise<HttpResponse> {
		const { method, id, params = {} } = JSON.parse(body) as Call;
		const number = this.calls.length + 1;
		const call: Call = { number, method, id, params, at: this.clock.now, by: this.sender() };
		this.calls.push(call);
		const passage = this.way(call) ?? {};
		call.passage = passage;
		const { owner } = this.clock;
		return await new Promise<HttpResponse>((resolve, reject) => {
			const abort = () => reject(Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' }));
			if (abortSignal?.aborted) return abort();
			abortSignal?.addEventListener('abort', abort);
			const arrive = (answer: Answer | Breakage, after: number) => {
				if (answer === 'silence') return;
				this.clock.after(after, owner, () => {
					abortSignal?.removeEventListener('abort', abort);
					if (!abortSignal?.aborted) call.answeredAt ??= this.clock.now;
					if (typeof answer === 'string') reject(broken(answer));
					else resolve(responseOf(answer));
				});
			};
			const { reaches = 0, returns = 0, instead } = passage;
			if (instead) arrive(instead.answer, instead.after);
			if (reaches === 'never') return;
			this.clock.after(reaches, undefined, () => {
				this.handle(body, headers, (answer) => {
					passage.onReached?.();
					if (!instead) arrive(this.changed(answer, call), returns);
				});
			});
		});
	}

	private changed(answer: Answer | Breakage, call: Call): Answer | Breakage {
		if (typeof answer === 'string') return answer;
		let { body } = answer;
		if (this.says && body.startsWith('{')) {
			const json = JSON.parse(body) as { result?: Json };
			if (json.result) this.says(call.method, json.result, call);
			body = JSON.stringify(json);
		}
		return { ...answer, body: call.passage?.rewrites?.(body) ?? body };
	}

	/** Has the sandbox answer, as if the request had come over a connection. */
	private handle(
		body: string,
		headers: Record<string, string>,
		answered: (answer: Answer | Breakage) => void,
	): void {
		const request = Object.assign(Readable.from([Buffer.from(body)]), {
			method: 'POST',
			url: '/rpc/v1/request',
			headers: lowerCased(headers),
			socket: { remoteAddress: '127.0.0.1', destroy: () => answered('ECONNRESET') },
		});
		const response = new InMemoryResponse(answered);
		this.sandbox.handle(
			request as unknown as IncomingMessage,
			response as unknown as ServerResponse,
		);
	}
}

/** Has the service give so many records a page, whatever is asked for. */
export function capPages(wire: Wire, size: number): void {
	const inner = wire.send.bind(wire);
	wire.send = async (options) => {
		const body = JSON.parse(options.body) as { method: string; params?: { page_size: number } };
		if (body.method === HISTORY) body.params!.page_size = Math.min(body.params!.page_size, size);
		return await inner({ ...options, body: JSON.stringify(body) });
	};
}

/** What the sandbox uses of node's own response. */
class InMemoryResponse extends EventEmitter {
	sendDate = false;
	headersSent = false;
	destroyed = false;
	private status = 200;
	private readonly headers: Record<string, string> = {};

	constructor(private readonly answered: (answer: Answer) => void) {
		super();
	}

	setHeader(name: string, value: string): void {
		this.headers[name.toLowerCase()] = value;
	}

	writeHead(status: number, headers: Record<string, string>): void {
		this.status = status;
		Object.assign(this.headers, lowerCased(headers));
		this.headersSent = true;
	}

	end(body: string | Buffer = ''): void {
		const { status, headers } = this;
		this.answered({ status, headers, body: typeof body === 'string' ? body : body.toString() });
		this.emit('close');
	}
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
	);
}

const responseOf = ({ status, headers = JSON_TYPE, body }: Answer): HttpResponse => ({
	statusCode: status,
	headers,
	body: [Buffer.from(body)],
});

const fromCore = createRequire(require.resolve('n8n-core'));

const { OutboundHttp } = fromCore('@n8n/backend-network') as {
	OutboundHttp: new () => { requests(): unknown };
};

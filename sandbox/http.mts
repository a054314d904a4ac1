/** The HTTP front of the sandbox: routes, token and IP allow-list, faults, latency. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { control } from './control.mts';
import type { Counters } from './counters.mts';
import { glimpse, readEnvelope, type Glimpse } from './envelope.mts';
import type { FaultList } from './faultList.mts';
import { deliveryOf, tooMany, type FaultSpec } from './faults.mts';
import { answerCall } from './methods.mts';
import { isRecord, type ResolvedOptions } from './options.mts';
import { noReportPage, pdfReport, sharePage } from './pages.mts';
import { Refusal } from './refusal.mts';
import type { Service } from './service.mts';
import type { CheckStore } from './store.mts';
import type { Sandbox } from './types.mts';
import { flat401, html, json, collectBody, send, type Answer, type Delivery } from './wire.mts';

const ENDPOINT = '/rpc/v1/request';
const REDIRECTED = '/redirected';

export interface FrontParts {
	store: CheckStore;
	service: Service;
	counters: Counters;
	faults: FaultList;
	options: () => ResolvedOptions;
	sandbox: Sandbox;
}

/** The caller's address, with the IPv6 form of an IPv4 one undone. */
function callerOf(request: IncomingMessage): string {
	return (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}

export class HttpFront {
	private readonly timers = new Set<NodeJS.Timeout>();
	/** When the calls of the last second came, in service time. */
	private taken: number[] = [];

	constructor(private readonly parts: FrontParts) {}

	/** Forgets the calls of the last second: the limit of calls begins anew. */
	reset(): void {
		this.taken = [];
	}

	/** Drops every answer that waits. */
	close(): void {
		for (const timer of this.timers) clearTimeout(timer);
		this.timers.clear();
	}

	/** Answers a request. */
	handle(request: IncomingMessage, response: ServerResponse): void {
		this.route(request, response).catch((error: unknown) => {
			// A connection that breaks while its request is read needs no answer; what goes wrong in the
			// sandbox itself must not look like one of its faults.
			const text = `Sandbox: ${error instanceof Error ? error.stack : String(error)}`;
			if (!response.headersSent) send(response, { status: 500, headers: {}, body: text });
		});
	}

	private async route(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const path = (request.url ?? '/').split('?')[0];
		if (path === ENDPOINT) {
			this.countOpen(response);
			await this.rpc(request, response);
		} else if (path.startsWith('/reports/')) this.pdf(path, request, response);
		else if (path.startsWith('/share/')) {
			const record = this.parts.store.find(path.slice('/share/'.length));
			send(response, sharePage(record, this.parts.service.view()));
		} else if (path === REDIRECTED) {
			const carriesToken = request.headers.authorization !== undefined;
			this.parts.counters.redirected(request.method ?? '', carriesToken);
			send(response, html('<p>You followed a redirect.</p>'));
		} else if (path === '/sandbox' || path.startsWith('/sandbox/')) {
			await this.control(path, request, response);
		} else if (path === '/') {
			send(response, { status: 302, headers: { Location: '/sandbox' }, body: '' });
		} else send(response, noReportPage());
	}

	/** The control API, for programs and for the sandbox's own page: no other website may steer it. */
	private async control(
		path: string,
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<void> {
		const { sandbox } = this.parts;
		const { origin } = request.headers;
		const text = await collectBody(request);
		if (origin !== undefined && origin !== sandbox.baseUrl) {
			send(response, json({ error: 'Not for other websites' }, 403));
		} else if (text === undefined) {
			send(response, json({ error: 'Body larger than 1 MB' }, 413));
		} else send(response, control(sandbox, request.method ?? '', path, text));
	}

	private countOpen(response: ServerResponse): void {
		const { counters } = this.parts;
		counters.opened();
		response.once('close', () => counters.closed());
	}

	private async rpc(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { counters, options, sandbox } = this.parts;
		if (request.method !== 'POST') {
			counters.refused('', `HTTP method ${request.method}`);
			send(response, json({ error: 'POST only', code: 405 }, 405));
			return;
		}
		const text = await collectBody(request);
		if (text === undefined) {
			counters.refused('', 'body larger than 1 MB');
			send(response, json({ error: 'Request Entity Too Large', code: 413 }, 413));
			return;
		}
		const seen = glimpse(text);
		counters.received(seen.method, seen.id ?? '', seen.params, options().now());
		const fault = this.fault(seen.method, seen.params);
		const call = { id: seen.id, redirectTo: `${sandbox.baseUrl}${REDIRECTED}` };
		const process = () => (this.isTooMuch() ? tooMany() : this.answer(request, seen));
		this.deliver(request, response, deliveryOf(fault, call, process));
	}

	/** The fault that strikes a call; what is about a check is also about its address. */
	private fault(method: string, params: unknown): FaultSpec | undefined {
		const { addr, hash } = isRecord(params) ? params : {};
		const address = typeof hash === 'string' ? this.parts.store.find(hash)?.address : undefined;
		const fault = this.parts.faults.take(method, [addr, hash, address]);
		if (fault) this.parts.counters.struck(fault.kind);
		return fault;
	}

	private answer(request: IncomingMessage, seen: Glimpse): Answer {
		const { counters, options, service } = this.parts;
		if (!this.isAllowed(request)) {
			counters.refused(seen.method, 'invalid credentials');
			return flat401(options().authStatus);
		}
		try {
			const envelope = readEnvelope(request.headers['content-type'], seen);
			const { result, beside } = answerCall(service, envelope);
			return json({ jsonrpc: '2.0', id: envelope.id, result, ...beside });
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			if (error.isFault) counters.refused(seen.method, error.message);
			const { code, message } = error;
			return json({ jsonrpc: '2.0', id: seen.id, error: { code, message } }, options().errorStatus);
		}
	}

	/** Whether the limit of calls a second is reached; a call within it counts. */
	private isTooMuch(): boolean {
		const { callsPerSecond, now } = this.parts.options();
		if (callsPerSecond === 0) return false;
		const at = now();
		this.taken = this.taken.filter((time) => time > at - 1000 && time <= at);
		if (this.taken.length >= callsPerSecond) return true;
		this.taken.push(at);
		return false;
	}

	/** Token and IP allow-list. */
	private isAllowed(request: IncomingMessage): boolean {
		const { token, allowedIps } = this.parts.options();
		const isListed = allowedIps === undefined || allowedIps.includes(callerOf(request));
		return isListed && request.headers.authorization === `Bearer ${token}`;
	}

	private pdf(path: string, request: IncomingMessage, response: ServerResponse): void {
		const { counters, service, store, sandbox } = this.parts;
		const hash = path.slice('/reports/'.length).replace(/\.pdf$/, '');
		counters.pdfAsked(hash, request.headers.authorization !== undefined);
		const call = { id: null, redirectTo: `${sandbox.baseUrl}${REDIRECTED}` };
		const process = () => pdfReport(store.find(hash), service.view());
		const delivery = deliveryOf(this.fault('pdf', { hash }), call, process);
		this.deliver(request, response, delivery);
	}

	private deliver(request: IncomingMessage, response: ServerResponse, delivery: Delivery): void {
		if (delivery.how === 'silence') return;
		const { latencyMs, now } = this.parts.options();
		response.sendDate = false;
		const act = () => {
			if (delivery.how === 'destroy') {
				request.socket.destroy();
				return;
			}
			const isOpen = !response.headersSent && !response.destroyed;
			if (isOpen) response.setHeader('Date', new Date(now()).toUTCString());
			send(response, delivery.answer);
		};
		const extraMs = delivery.how === 'send' ? (delivery.delayMs ?? 0) : 0;
		const delayMs = latencyMs + extraMs;
		if (delayMs <= 0) {
			act();
			return;
		}
		const timer = setTimeout(() => {
			this.timers.delete(timer);
			act();
		}, delayMs);
		this.timers.add(timer);
	}
}

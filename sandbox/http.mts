/** The HTTP front of the sandbox: routes, token and IP allow-list, faults, latency. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { control } from './control.mts';
import type { Counters } from './counters.mts';
import { glimpse, readEnvelope, type Glimpse } from './envelope.mts';
import type { FaultList } from './faults.mts';
import type { ResolvedOptions } from './options.mts';
import { noReportPage, pdfReport, sharePage } from './pages.mts';
import { Refusal } from './refusal.mts';
import { readParams } from './rules.mts';
import type { Service } from './service.mts';
import type { CheckStore } from './store.mts';
import type { FaultSpec, Sandbox } from './types.mts';
import {
	flat401,
	html,
	json,
	readBody,
	send,
	strikeAfter,
	strikeBefore,
	type Answer,
	type Delivery,
} from './wire.mts';

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

	constructor(private readonly parts: FrontParts) {}

	/** Drops every answer that waits. */
	close(): void {
		for (const timer of this.timers) clearTimeout(timer);
		this.timers.clear();
	}

	/** Answers a request. */
	handle(request: IncomingMessage, response: ServerResponse): void {
		// A connection that breaks while its request is read needs no answer.
		this.route(request, response).catch(() => response.destroy());
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
			const text = (await readBody(request)) ?? '';
			send(response, control(this.parts.sandbox, request.method ?? '', path, text));
		} else if (path === '/') {
			send(response, { status: 302, headers: { Location: '/sandbox' }, body: '' });
		} else send(response, noReportPage());
	}

	private countOpen(response: ServerResponse): void {
		const { counters } = this.parts;
		counters.opened();
		response.once('close', () => counters.closed());
	}

	private async rpc(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { counters, faults, options, sandbox } = this.parts;
		if (request.method !== 'POST') {
			counters.refused('', `HTTP method ${request.method}`);
			send(response, { ...json({ error: 'POST only', code: 405 }, 405) });
			return;
		}
		const text = await readBody(request);
		if (text === undefined) {
			counters.refused('', 'body larger than 1 MB');
			send(response, json({ error: 'Request Entity Too Large', code: 413 }, 413));
			return;
		}
		const seen = glimpse(text);
		counters.received(seen.method, seen.id ?? '', seen.params, options().now());
		const fault = faults.take(seen.method, seen.params);
		if (fault) counters.struck(fault.kind);
		const delivery =
			(fault && strikeBefore(fault, seen.id, `${sandbox.baseUrl}${REDIRECTED}`)) ??
			this.processed(request, seen, fault);
		this.deliver(request, response, delivery);
	}

	private processed(
		request: IncomingMessage,
		seen: Glimpse,
		fault: FaultSpec | undefined,
	): Delivery {
		const answer = this.answer(request, seen);
		return fault ? strikeAfter(fault, answer) : { how: 'send', answer };
	}

	private answer(request: IncomingMessage, seen: Glimpse): Answer {
		const { counters, options, service } = this.parts;
		if (!this.isAllowed(request)) {
			counters.refused(seen.method, 'invalid credentials');
			return flat401(options().authStatus);
		}
		try {
			const envelope = readEnvelope(request.headers['content-type'], seen);
			const params = readParams(envelope.method, envelope.params, envelope.hasParams);
			const { result, beside } = service.call(envelope.method, params, envelope.id);
			return json({ jsonrpc: '2.0', id: envelope.id, result, ...beside });
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			if (error.isFault) counters.refused(seen.method, error.message);
			const { code, message } = error;
			return json({ jsonrpc: '2.0', id: seen.id, error: { code, message } }, options().errorStatus);
		}
	}

	/** Token and IP allow-list (spec 5). */
	private isAllowed(request: IncomingMessage): boolean {
		const { token, allowedIps } = this.parts.options();
		const isListed = allowedIps === undefined || allowedIps.includes(callerOf(request));
		return isListed && request.headers.authorization === `Bearer ${token}`;
	}

	private pdf(path: string, request: IncomingMessage, response: ServerResponse): void {
		const { counters, faults, service, store, sandbox } = this.parts;
		const hash = path.slice('/reports/'.length).replace(/\.pdf$/, '');
		counters.pdfAsked(hash, request.headers.authorization !== undefined);
		const fault = faults.take('pdf', { hash });
		if (fault) counters.struck(fault.kind);
		const answer = pdfReport(store.find(hash), service.view());
		const delivery =
			(fault && strikeBefore(fault, null, `${sandbox.baseUrl}${REDIRECTED}`)) ??
			(fault ? strikeAfter(fault, answer) : { how: 'send' as const, answer });
		this.deliver(request, response, delivery);
	}

	private deliver(request: IncomingMessage, response: ServerResponse, delivery: Delivery): void {
		if (delivery.how === 'silence') return;
		const act = () => {
			if (delivery.how === 'destroy') request.socket.destroy();
			else send(response, delivery.answer);
		};
		const extraMs = delivery.how === 'send' ? (delivery.delayMs ?? 0) : 0;
		const delayMs = this.parts.options().latencyMs + extraMs;
		if (delayMs <= 0) {
			act();
			return;
		}
		const timer = setTimeout(() => {
			this.timers.delete(timer);
			act();
		}, delayMs);
		timer.unref();
		this.timers.add(timer);
	}
}

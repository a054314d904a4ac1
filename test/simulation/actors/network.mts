/** The way to the service: what n8n's HTTP helper sends, and what becomes of it. */
import { createRequire } from 'node:module';
import { container } from '../../engine/harness/platform.mts';
import type { Clock } from './clock.mts';
import type { Process } from './processes.mts';
import type { Asker, Check } from './check.mts';
import type { Answer, Envelope, Service } from './service.mts';
import { spoilt } from './spoilt.mts';
import type { CallKind, Death, Fault, FaultKind } from './types.mts';

/** What n8n's helper is asked to send. */
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

/** Somebody's call as it was made, for the audit. */
export interface Call {
	asker: Asker;
	kind: CallKind;
	at: number;
	fault: FaultKind | undefined;
	/** What it charged. */
	check?: Check;
	params: Record<string, unknown>;
	/** Whether it is a submission whose answer can't be read, or never comes. */
	isLosing: boolean;
	/** Whether an answer came back that can be read, whatever it says. */
	isAnswered: boolean;
}

/** Who is asking, and whether it is to die over it. */
export interface Caller {
	asker: Asker;
	process: Process;
	death: Death | null;
	/** How many requests it has made. */
	requests: number;
}

const KINDS: Record<string, CallKind> = {
	'checkup.checkaddr': 'pay',
	'checkup.getresult': 'result',
	'checkup.getcheckshistory': 'history',
	'checkup.findreport': 'find',
	'checkup.currencylist': 'list',
};

/** The service has never heard of such a request. */
const BEFORE: ReadonlySet<FaultKind> = new Set([
	'busyBefore',
	'flat500Before',
	'internalBefore',
	'lostBefore',
	'notFoundHost',
	'proxyBefore',
	'rateLimited',
	'rateLimitedForAges',
	'refused',
	'rejected',
	'timeout408Before',
	'unauthorized',
]);

/** How the way breaks, in the words of the operating system. */
const BROKEN: Partial<Record<FaultKind, string>> = {
	lostBefore: 'ECONNRESET',
	lostAfter: 'ECONNRESET',
	notFoundHost: 'ENOTFOUND',
	refused: 'ECONNREFUSED',
};

/** Longer than anybody waits for the answer to a submission. */
const SLOW_MS = 25_000;

function networkError(code: string): Error {
	return Object.assign(new Error(`${code} of the network`), { code });
}

/** Such an answer holds the hash, and says it is the answer. */
const LEGIBLE: ReadonlySet<FaultKind | undefined> = new Set([
	undefined,
	'besideEmptyError',
	'besideError',
	'slow',
] as const);

export class Network {
	readonly calls: Call[] = [];

	private readonly faults: Fault[];

	constructor(
		private readonly clock: Clock,
		private readonly service: Service,
		faults: readonly Fault[],
		private readonly token: string,
		private readonly callerOf: () => Caller,
		private readonly kill: (process: Process) => void,
		private readonly notice: (call: Call) => void,
	) {
		this.faults = faults.map((fault) => ({ ...fault }));
	}

	/** From now on everything works. */
	heal(): void {
		this.faults.length = 0;
	}

	/** What n8n's HTTP helper is given in place of axios. */
	async request(options: HttpOptions): Promise<HttpResponse> {
		const caller = this.callerOf();
		const envelope = JSON.parse(options.body) as Envelope;
		const kind = KINDS[envelope.method] ?? 'any';
		const { asker } = caller;
		const fault = this.draw(kind);
		const call: Call = {
			...{ asker, kind, at: this.clock.now, fault, params: envelope.params ?? {} },
			isLosing: kind === 'pay' && !LEGIBLE.has(fault),
			isAnswered: false,
		};
		this.calls.push(call);
		this.notice(call);
		const number = ++caller.requests;
		return await new Promise<HttpResponse>((resolve, reject) => {
			let hasGivenUp = false;
			const abort = () => {
				hasGivenUp = true;
				reject(Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' }));
			};
			options.abortSignal?.addEventListener('abort', abort);
			if (options.abortSignal?.aborted) return abort();
			if (this.dies(caller, number, 'before')) return;
			const { latencyMs } = this.service.ways;
			this.clock.after(latencyMs / 2, undefined, () => {
				const respond = this.handle(envelope, call);
				if (this.dies(caller, number, 'after') || !respond) return;
				this.clock.after(call.fault === 'slow' ? SLOW_MS : latencyMs / 2, caller.process, () => {
					respond(resolve, reject);
					call.isAnswered = !hasGivenUp && LEGIBLE.has(call.fault);
					if (call.check?.by?.root === asker.root && call.isAnswered)
						call.check.toldAt = Math.min(call.check.toldAt, this.clock.now);
					// It lives on for what it does with the answer at once.
					this.clock.after(1, undefined, () => void this.dies(caller, number, 'answered'));
				});
			});
		});
	}

	/** The next fault that is meant for such a call. */
	private draw(kind: CallKind): FaultKind | undefined {
		for (const fault of this.faults) {
			if ((fault.on !== kind && fault.on !== 'any') || fault.times <= 0) continue;
			if (fault.skip-- > 0) continue;
			fault.times--;
			return fault.kind;
		}
		return undefined;
	}

	/** Ends the process if this is the moment. */
	private dies({ death, process }: Caller, request: number, when: Death['when']): boolean {
		if (!death || death.request !== request || death.when !== when) return false;
		this.kill(process);
		return true;
	}

	/** Lets the service do what it is asked for. @returns how it answers; undefined where it never does. */
	private handle(
		envelope: Envelope,
		call: Call,
	):
		| ((resolve: (response: HttpResponse) => void, reject: (error: Error) => void) => void)
		| undefined {
		const { fault } = call;
		let answer: Answer = { result: null };
		if (!fault || !BEFORE.has(fault)) {
			const done = this.service.answer(envelope, call.asker, this.clock.now);
			({ answer } = done);
			call.check = done.check;
			if (fault === 'anothersResult' && call.kind === 'result')
				answer = this.service.anothersResult(String(call.params.hash), this.clock.now);
		}
		if (fault === 'hang') return undefined;
		const broken = fault && BROKEN[fault];
		if (broken) return (_, reject) => reject(networkError(broken));
		const response = this.responseTo(envelope, answer, fault);
		return (resolve) => resolve(response);
	}

	private responseTo({ id }: Envelope, answer: Answer, fault: FaultKind | undefined): HttpResponse {
		const quoted = this.service.ways.quotesToken ? this.token : '';
		const isAsIs = !fault || fault === 'slow' || fault === 'anothersResult';
		const [statusCode, body] =
			fault && !isAsIs
				? spoilt(fault, id, answer, quoted)
				: [200, JSON.stringify({ jsonrpc: '2.0', id, ...answer })];
		const headers: Record<string, string> = { 'content-type': 'application/json' };
		if (this.service.ways.hasDateHeader) headers.date = new Date(this.clock.now).toUTCString();
		if (fault === 'rateLimited') headers['retry-after'] = '2';
		if (fault === 'rateLimitedForAges') headers['retry-after'] = '1000000000';
		return { statusCode, headers, body: [Buffer.from(body)] };
	}

	/** Takes the place of n8n's own way out. */
	install(): void {
		container.set(OutboundHttp, {
			requests: () => ({ request: async (options: HttpOptions) => await this.request(options) }),
		});
	}
}

const fromCore = createRequire(require.resolve('n8n-core'));

const { OutboundHttp } = fromCore('@n8n/backend-network') as {
	OutboundHttp: new () => { requests(): unknown };
};

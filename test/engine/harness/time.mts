/**
 * A clock for tests on the engine that skips idle waiting. Real HTTP and the sandbox stay as they are; when the process
 * has nothing to do but wait for a timer, the clock jumps to that timer. A wait of a minute takes milliseconds.
 * Intervals and the time limits of jest stay real.
 */
import { AsyncResource } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent, ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';

type Action = (...values: unknown[]) => void;

/** Node.js hands each request to an agent when it is made; its types don't know. */
const agents = Agent.prototype as unknown as {
	addRequest: (request: ClientRequest, ...options: unknown[]) => void;
};

const real = {
	setTimeout,
	clearTimeout,
	setImmediate,
	Date,
	dateNow: Date.now,
	performance,
	abortAfter: AbortSignal.timeout,
	setRequestTimeout: ClientRequest.prototype.setTimeout,
	addRequest: agents.addRequest,
};

/** The process is idle after so many turns of the loop in which it found nothing to do. */
const IDLE_TURNS = 12;

/** A turn that takes longer than this did something, or had to wait for the processor. */
const EMPTY_TURN_MS = 0.15;

/** A request that is neither with a server of this process nor answered after so much real time waits for something else. */
const TRAVEL_MS = 150;

/** How much real time the unpacking of an answer may take on a busy machine. */
const UNPACK_MS = 2_000;

/** What Node.js calls work that ends without a timer. */
const PENDING_WORK: ReadonlySet<string> = new Set([
	'FSReqCallback',
	'FSReqPromise',
	'GetAddrInfoReqWrap',
]);

/** Requests without a whole answer, or whose answer is being unpacked: other threads do that, and nothing tells when. */
const open = new Set<unknown>();

/** Requests that a server of this process has and hasn't answered: only a timer can bring them on. */
const held = new Set<ServerResponse>();

/** When a request last left, reached a server, was answered or ended. */
let lastTraffic = 0;

const noteTraffic = () => (lastTraffic = real.performance.now());

function noteRequest(request: ClientRequest): void {
	let isPacked = false;
	noteTraffic();
	open.add(request);
	// Before those who unpack the answer and take the header away.
	request.prependOnceListener('response', ({ headers }: IncomingMessage) => {
		isPacked = 'content-encoding' in headers;
	});
	request.once('close', () => {
		noteTraffic();
		if (isPacked) real.setTimeout(() => open.delete(request), UNPACK_MS);
		else open.delete(request);
	});
}

function noteArrival(message: unknown): void {
	const { response } = message as { response: ServerResponse };
	const leave = () => {
		if (held.delete(response)) noteTraffic();
	};
	noteTraffic();
	held.add(response);
	response.once('prefinish', leave);
	response.once('close', leave);
}

const noteFetch = (message: unknown) => {
	noteTraffic();
	open.add((message as { request: unknown }).request);
};

const noteFetched = (message: unknown) => {
	noteTraffic();
	open.delete((message as { request: unknown }).request);
};

/** What Node.js tells of its servers and of `fetch`. */
const CHANNELS = {
	'http.server.request.start': noteArrival,
	'undici:request:create': noteFetch,
	'undici:request:trailers': noteFetched,
	'undici:request:error': noteFetched,
};

class Timer {
	private isReferenced = true;

	constructor(
		readonly dueAt: number,
		readonly run: () => void,
	) {}

	ref = () => this.setReferenced(true);

	unref = () => this.setReferenced(false);

	hasRef = () => this.isReferenced;

	private setReferenced(isReferenced: boolean): this {
		this.isReferenced = isReferenced;
		return this;
	}
}

let skippedMs = 0;
let timers: Timer[] = [];
let isWatching = false;

const now = (): number => real.performance.now() + skippedMs;

/** The timer that is due first; of two with the same time the one that was set first. */
const findNext = (): Timer | undefined =>
	timers.reduce<Timer | undefined>(
		(first, timer) => (first && first.dueAt <= timer.dueAt ? first : timer),
		undefined,
	);

/** Sees how long the loop has had nothing to do. */
class Idleness {
	private turns = 0;
	private lastTurn = real.performance.now();

	/** Counts a turn of the loop. */
	count(): void {
		const before = this.lastTurn;
		this.lastTurn = real.performance.now();
		this.turns++;
		if (this.lastTurn - before > EMPTY_TURN_MS) this.reset();
	}

	/** Forgets what it has seen: a timer fires. */
	reset(): void {
		this.turns = 0;
	}

	/** Whether nothing but the passing of time can happen next. */
	allowsJump(): boolean {
		if (this.turns < IDLE_TURNS) return false;
		if (open.size > held.size && this.lastTurn - lastTraffic < TRAVEL_MS) return false;
		return !process.getActiveResourcesInfo().some((resource) => PENDING_WORK.has(resource));
	}
}

/** Turns the loop as long as there are timers. */
function watch(): void {
	if (isWatching) return;
	isWatching = true;
	const idleness = new Idleness();
	const turn = () => {
		const timer = findNext();
		isWatching = timer !== undefined;
		if (!timer) return;
		real.setImmediate(turn);
		idleness.count();
		const jumpMs = timer.dueAt - now();
		if (jumpMs > 0 && !idleness.allowsJump()) return;
		skippedMs += Math.max(0, jumpMs);
		timers = timers.filter((other) => other !== timer);
		idleness.reset();
		timer.run();
	};
	real.setImmediate(turn);
}

function set(action: Action, ms = 0, ...values: unknown[]): Timer {
	// As Node.js does: what is no delay becomes a millisecond.
	const delay = ms >= 1 && ms <= 2 ** 31 - 1 ? ms : 1;
	const timer = new Timer(
		now() + delay,
		AsyncResource.bind(() => action(...values)),
	);
	timers.push(timer);
	watch();
	return timer;
}

function clear(timer: unknown): void {
	if (timer instanceof Timer) timers = timers.filter((other) => other !== timer);
	else real.clearTimeout(timer as NodeJS.Timeout);
}

/** HTTP requests have timers of Node.js's own, which no global replaces. */
function setRequestTimeout(this: ClientRequest, ms: number, action?: () => void): ClientRequest {
	if (action) this.once('timeout', action);
	if (ms > 0) {
		const timer = set(() => this.emit('timeout'), ms);
		this.once('close', () => clear(timer));
	}
	return this;
}

function abortAfter(ms: number): AbortSignal {
	// As strict as Node.js itself.
	if (!Number.isInteger(ms)) throw new RangeError(`The delay ${ms} is not an integer.`);
	const controller = new AbortController();
	set(() => controller.abort(new DOMException('The time is up', 'TimeoutError')), ms);
	return controller.signal;
}

const epoch = real.dateNow() - real.performance.now();

const SkippingDate = new Proxy(real.Date, {
	construct: (target, values: []) =>
		values.length > 0 ? new target(...values) : new target(target.now()),
});

const skippingPerformance = new Proxy(real.performance, {
	get: (target, key) => {
		if (key === 'now') return now;
		const value: unknown = Reflect.get(target, key);
		return typeof value === 'function' ? (value.bind(target) as unknown) : value;
	},
});

function install(): void {
	const globals = { setTimeout: set, clearTimeout: clear, Date: SkippingDate };
	Object.assign(globalThis, globals);
	real.Date.now = () => Math.floor(epoch + now());
	Object.defineProperty(globalThis, 'performance', {
		value: skippingPerformance,
		configurable: true,
	});
	Object.assign(AbortSignal, { timeout: abortAfter });
	ClientRequest.prototype.setTimeout = setRequestTimeout;
	for (const [channel, note] of Object.entries(CHANNELS)) subscribe(channel, note);
	agents.addRequest = function (request, ...options) {
		noteRequest(request);
		real.addRequest.call(this, request, ...options);
	};
}

function uninstall(): void {
	const { setTimeout, clearTimeout, Date, performance } = real;
	Object.assign(globalThis, { setTimeout, clearTimeout, Date });
	Date.now = real.dateNow;
	Object.defineProperty(globalThis, 'performance', { value: performance, configurable: true });
	Object.assign(AbortSignal, { timeout: real.abortAfter });
	ClientRequest.prototype.setTimeout = real.setRequestTimeout;
	for (const [channel, note] of Object.entries(CHANNELS)) unsubscribe(channel, note);
	agents.addRequest = real.addRequest;
	open.clear();
	held.clear();
	// Timers that nobody waits for any more must not keep the process alive.
	for (const { run, dueAt } of timers) setTimeout(run, dueAt - now()).unref();
	timers = [];
}

let isFileOver = false;

/** Runs the tests of a file in real time: those that measure work, or wait for what the process can't see. */
export function useRealTime(): void {
	beforeAll(uninstall);
	afterAll(() => {
		// The whole file's last hook has run before those of the file itself. The next file in the process has a clock of its own.
		if (!isFileOver) install();
	});
}

/** Skips idle waiting in all tests of a file; jest calls it for each file of the project "engine". */
export function useSkippingClock(): void {
	install();
	afterAll(() => {
		isFileOver = true;
		uninstall();
	});
}

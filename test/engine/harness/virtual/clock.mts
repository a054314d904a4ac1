/**
 * Virtual time for everything that runs in this thread: the engine, the nodes and the service. A history of an hour
 * takes milliseconds, and the same one takes the same course every time.
 */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { fractions } from '../../../../sandbox/random.mts';

/** Whoever has a clock of its own and can die. */
export interface Owner {
	/** How far its clock is ahead, in ms. */
	skewMs: number;
	isDead: boolean;
}

interface Timer {
	at: number;
	order: number;
	owner: Owner | undefined;
	run(): void;
	isCleared: boolean;
}

const owners = new AsyncLocalStorage<Owner>();

const real = {
	setTimeout,
	clearTimeout,
	Date,
	timeout: AbortSignal.timeout,
	random: Math.random,
	performance,
};

function setPerformance(value: object): void {
	Object.defineProperty(globalThis, 'performance', { value, configurable: true, writable: true });
}

/** The action, to be run later as if it were run now. */
function inThisContext(action: () => void): () => void {
	const resource = new AsyncResource('virtual timer');
	return () => resource.runInAsyncScope(action);
}

/** A heap of timers by their time, then by the order in which they were set. */
class Timers {
	private readonly heap: Timer[] = [];

	push(timer: Timer): void {
		let index = this.heap.push(timer) - 1;
		for (let up = (index - 1) >> 1; index > 0 && this.isBefore(index, up); up = (index - 1) >> 1) {
			this.swap(index, up);
			index = up;
		}
	}

	pop(): Timer | undefined {
		const top = this.heap[0];
		const last = this.heap.pop();
		if (last === undefined || this.heap.length === 0) return top;
		this.heap[0] = last;
		for (let index = 0; ;) {
			let least = index;
			for (const down of [2 * index + 1, 2 * index + 2])
				if (down < this.heap.length && this.isBefore(down, least)) least = down;
			if (least === index) return top;
			this.swap(index, least);
			index = least;
		}
	}

	private isBefore(a: number, b: number): boolean {
		const [one, other] = [this.heap[a]!, this.heap[b]!];
		return one.at < other.at || (one.at === other.at && one.order < other.order);
	}

	private swap(a: number, b: number): void {
		[this.heap[a], this.heap[b]] = [this.heap[b]!, this.heap[a]!];
	}
}

/** Where the monotonic clock begins, in Unix ms. */
const ORIGIN = Date.UTC(2026, 0, 1);

/** One world's time. Only one can be installed at a time. */
export class Clock {
	private readonly timers = new Timers();

	private order = 0;

	/** How far the clock of this machine is ahead, in ms; it may be set at any time. Owners have clocks of their own. */
	skewMs = 0;

	/** @param now where it begins, in Unix ms of the service's clock. */
	constructor(public now: number) {}

	/** Runs `action` as a process: its clock is the process's, and what it waits for ends with the process. */
	as<T>(owner: Owner, action: () => T): T {
		return owners.run(owner, action);
	}

	/** Whose code is running. */
	get owner(): Owner | undefined {
		return owners.getStore();
	}

	/** Calls back later, unless the owner is dead by then; what nobody owns happens in any case. */
	after(ms: number, owner: Owner | undefined, action: () => void): Timer {
		const run = owner ? inThisContext(action) : () => owners.exit(action);
		const at = this.now + Math.max(0, Number.isFinite(ms) ? ms : 0);
		const timer = { at, order: this.order++, owner, run, isCleared: false };
		this.timers.push(timer);
		return timer;
	}

	/** Waits, in nobody's name. */
	async wait(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.after(ms, undefined, resolve));
	}

	/**
	 * Lets time pass until something has happened.
	 * @throws when nothing is left that could make it happen.
	 */
	async runUntil(hasHappened: () => boolean): Promise<void> {
		for (;;) {
			await new Promise<void>((resolve) => setImmediate(resolve));
			if (hasHappened()) return;
			const timer = this.nextTimer();
			if (!timer) throw new Error('Nothing is left to wait for, and somebody still waits');
			this.now = Math.max(this.now, timer.at);
			timer.run();
		}
	}

	private nextTimer(): Timer | undefined {
		let timer = this.timers.pop();
		while (timer && (timer.isCleared || timer.owner?.isDead)) timer = this.timers.pop();
		return timer;
	}

	/** Takes the place of the real time, and of chance, until the returned function is called. */
	install(seed: number): () => void {
		const now = () => Math.floor(this.now + (this.owner?.skewMs ?? this.skewMs));
		const set = (action: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
			// As Node.js does: what is too short or too long for a timer becomes a millisecond.
			this.after(ms >= 1 && ms <= 2 ** 31 - 1 ? Math.ceil(ms) : 1, this.owner, () =>
				action(...args),
			);
		const clear = (timer: unknown) => {
			if (typeof timer === 'object' && timer !== null) (timer as Timer).isCleared = true;
		};
		const VirtualDate = new Proxy(real.Date, {
			get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
			construct: (target, args: []) => (args.length > 0 ? new target(...args) : new target(now())),
		});
		const timeout = (ms: number): AbortSignal => {
			if (!Number.isInteger(ms) || ms < 0) throw new RangeError(`${ms} is no delay for a signal`);
			const controller = new AbortController();
			set(() => controller.abort(new DOMException('The time is up', 'TimeoutError')), ms);
			return controller.signal;
		};
		Object.assign(globalThis, { setTimeout: set, clearTimeout: clear, Date: VirtualDate });
		Object.assign(AbortSignal, { timeout });
		// Monotonic: a clock that is set doesn't move it.
		setPerformance({ now: () => this.now - ORIGIN });
		Math.random = fractions(seed);
		return () => {
			const { timeout: realTimeout, random, performance: realPerformance, ...globals } = real;
			setPerformance(realPerformance);
			Object.assign(globalThis, globals);
			Object.assign(AbortSignal, { timeout: realTimeout });
			Math.random = random;
		};
	}
}

import { fingerprintOf, knowledgeOf } from '../knowledge/knowledge';
import type { Knowledge } from '../knowledge/knowledge';
import { sleepUnlessCancelled } from '../sleep';
import { timeLeft } from './abort';
import type { CallOutcome } from './adaptiveLimit';
import { openCredential } from './credential';
import type { UsableCredential } from './credential';
import { buildEnvelope, newRequestId } from './envelope';
import { AmlCheckError, toFailure } from './failure';
import { interpretAnswer } from './interpret';
import type { RpcAnswer } from './interpret';
import type { Lane, Limiter } from './limiter';
import { loadOf } from './load';
import { decideRetry } from './retryPolicy';
import { isPaid } from './schemas';
import type { FreeMethod, MethodName, MethodParams } from './schemas';
import { ServiceClock } from './serviceClock';
import { SideBySide } from './sideBySide';
import { sendEnvelope } from './transport';
import type { RpcContext } from './transport';
import { cancelled, tooLate } from './unsent';

const DEFAULT_MAX_ATTEMPTS = 4;

/** The most requests of a run under way at once, unless its user says otherwise. */
export const DEFAULT_MAX_CONCURRENT = 50;

/** By how much a call that costs nothing may outlive the run's own time, in milliseconds. */
const GRACE_MS = 15_000;

/** The least time a free call has, also where the run's own time is short, in milliseconds. */
const MIN_CALL_MS = 10_000;

export interface SessionOptions {
	/** The most requests of this run under way at once; 50 unless given. */
	maxConcurrent?: number;
	/** The execution's cancel signal: nothing new is sent once it is aborted. */
	cancelSignal?: AbortSignal;
}

export interface AttemptOptions {
	/** The request `id`; a new one unless given. */
	requestId?: string;
	/** The most this exchange may take, in milliseconds. */
	timeoutMs?: number;
	/** When it has to be over, in Unix milliseconds, however long it waits for its turn. */
	deadlineAt?: number;
	/** When it has to leave, in Unix milliseconds; whatever left may still come back. */
	startBy?: number;
	/** Whether cancelling the execution cuts the request short; paid calls say no. */
	cancellable?: boolean;
	/** Called when there is room for the request and it is about to leave. */
	beforeSend?: () => void;
}

export interface CallOptions {
	timeoutMs?: number;
	/** The most times the call is sent; 4 unless given. */
	maxAttempts?: number;
	/** When to be done at the latest, in Unix milliseconds. */
	deadlineAt?: number;
}

/** The one way to the service for a run of a node (design 3: one way in, one way out). */
export class RpcSession {
	/** The service's clock, as far as its answers told. */
	readonly clock = new ServiceClock();

	/** What this process knows of the service under this credential (design 9). */
	readonly knowledge: Knowledge;

	private readonly lane: Lane;

	private readonly sideBySide = new SideBySide(() => this.limiter.width(this.lane));

	/** When the run's own time is over, in Unix milliseconds; see `endAt`. */
	private deadlineAt = Infinity;

	private constructor(
		private readonly context: RpcContext,
		private readonly credential: UsableCredential,
		private readonly options: SessionOptions,
	) {
		this.knowledge = knowledgeOf(credential.endpoint, credential.token);
		this.lane = { most: options.maxConcurrent ?? DEFAULT_MAX_CONCURRENT, inFlight: 0 };
	}

	/**
	 * Reads the credential once and gets ready to call.
	 * @param context the node's context.
	 * @param options concurrency and cancelling.
	 * @returns a session for one run.
	 * @throws AmlCheckError of kind `configuration` where the credential can't be used.
	 */
	static async open(context: RpcContext, options: SessionOptions = {}): Promise<RpcSession> {
		return new RpcSession(context, await openCredential(context), options);
	}

	/** Shared with everybody who calls the same service with the same token. */
	private get limiter(): Limiter {
		return this.knowledge.limiter;
	}

	/** Hostname of the service, as in `URL.hostname`. */
	get serviceHost(): string {
		return new URL(this.credential.endpoint).hostname;
	}

	/** The same for the same service and credential, and no other: only a fingerprint of the token is in it. */
	get serviceKey(): string {
		return fingerprintOf(this.credential.endpoint, this.credential.token);
	}

	/** The execution's cancel signal. */
	get cancelSignal(): AbortSignal | undefined {
		return this.options.cancelSignal;
	}

	/**
	 * Sets the end of the run's own time. No call, back-off or pause outlives it by more than 15 s, except a paid call
	 * that is on its way (design 5).
	 * @param deadlineAt Unix milliseconds.
	 */
	endAt(deadlineAt: number): void {
		this.deadlineAt = deadlineAt;
	}

	/**
	 * Works on a list, on as many entries side by side as calls make sense at once: no entry is begun whose calls would
	 * only wait.
	 * @param entries what to work on, begun in this order.
	 * @param work must not throw: what goes wrong is part of its result.
	 */
	async concurrently<T>(
		entries: readonly T[],
		work: (entry: T, index: number) => Promise<void>,
	): Promise<void> {
		await this.sideBySide.each(entries, work);
	}

	/**
	 * Sleeps in an entry that is worked on {@link concurrently}, in nobody's place: meanwhile others are begun.
	 * @param ms how long, in milliseconds.
	 * @returns whether the whole time was slept; false when the execution is canceled.
	 */
	async rest(ms: number): Promise<boolean> {
		return await this.sideBySide.rest(ms, this.cancelSignal);
	}

	/**
	 * Calls a method that costs nothing, again where the retry policy says so.
	 * @param method one of the free methods (service 1).
	 * @param params its parameters.
	 * @param options timeouts and attempts.
	 * @returns the answer.
	 * @throws AmlCheckError when no usable answer could be had.
	 */
	async call<M extends FreeMethod>(
		method: M,
		params: MethodParams[M],
		options: CallOptions = {},
	): Promise<RpcAnswer<M>> {
		const { timeoutMs, maxAttempts = DEFAULT_MAX_ATTEMPTS } = options;
		const ownEnd = Math.max(this.deadlineAt, Date.now() + MIN_CALL_MS);
		const deadlineAt = this.latest(options.deadlineAt ?? ownEnd);
		let answered: AmlCheckError | undefined;
		for (let attempt = 1; ; attempt++) {
			try {
				return await this.attempt(method, params, { timeoutMs, deadlineAt });
			} catch (thrown) {
				const failure = toFailure(thrown);
				const decision = decideRetry({
					paid: false,
					failure,
					attempt,
					maxAttempts,
					remainingMs: deadlineAt - Date.now(),
					random: Math.random(),
				});
				// What the service said says more than a last try that the deadline cut short.
				if (failure.kind !== 'timeout') answered = failure;
				if (decision.action !== 'retry') throw answered ?? failure;
				await this.backOff(failure, decision.delayMs);
			}
		}
	}

	/**
	 * Sends a call once.
	 * @param method any method of the service.
	 * @param params its parameters.
	 * @param options id, timeout, and whether it may be cut short.
	 * @returns the answer.
	 * @throws AmlCheckError when it gave no usable answer; the limiter already honours a `Retry-After`.
	 */
	async attempt<M extends MethodName>(
		method: M,
		params: MethodParams[M],
		options: AttemptOptions = {},
	): Promise<RpcAnswer<M>> {
		const { requestId = newRequestId(), cancellable = true, beforeSend } = options;
		const envelope = buildEnvelope(method, params, requestId);
		const until = Math.min(this.latest(options.deadlineAt), options.startBy ?? Infinity);
		const patience = { signal: this.cancelSignal, until, isPaid: isPaid(method) };
		const turn = await this.limiter.run(this.lane, patience, async (wasFull) => {
			if (this.cancelSignal?.aborted) throw cancelled(method, requestId);
			beforeSend?.();
			const sentAt = Date.now();
			const note = (kind: CallOutcome['kind']) =>
				this.limiter.note({ method, sentAt, now: Date.now(), kind, wasFull, most: this.lane.most });
			try {
				const answer = await sendEnvelope(this.context, this.credential.credentials, envelope, {
					endpoint: this.credential.endpoint,
					redact: this.credential.redact,
					timeoutMs: timeLeft(options.timeoutMs, options.deadlineAt),
					cancelSignal: cancellable ? this.cancelSignal : undefined,
				});
				this.clock.note(answer.headers.date, sentAt, answer.receivedAt);
				const read = interpretAnswer(answer, method, requestId);
				note('answered');
				return read;
			} catch (thrown) {
				const failure = toFailure(thrown);
				note(loadOf(failure));
				if (failure.retryAfterMs !== undefined) this.limiter.pause(failure.retryAfterMs);
				throw failure;
			}
		});
		if (turn === 'cancelled') throw cancelled(method, requestId);
		if (turn === 'late') throw tooLate(requestId);
		return turn.value;
	}

	/** When a call has to be over, whatever it is for, in Unix milliseconds. */
	private latest(deadlineAt = Infinity): number {
		return Math.min(deadlineAt, this.deadlineAt + GRACE_MS);
	}

	/**
	 * Waits before a call is sent again; where the service asked for it, everybody waits who uses it with this token.
	 * @param failure what came of the last try.
	 * @param delayMs how long, in milliseconds.
	 * @throws AmlCheckError of kind `cancelled` when the execution is canceled meanwhile.
	 */
	async backOff(failure: AmlCheckError, delayMs: number): Promise<void> {
		if (failure.kind === 'rateLimited') this.limiter.pause(delayMs);
		const leftMs = Math.max(0, this.latest() - Date.now());
		if (!(await sleepUnlessCancelled(Math.min(delayMs, leftMs), this.cancelSignal)))
			throw cancelled(undefined, failure.requestId);
	}
}

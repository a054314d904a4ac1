import { openCredential } from './credential';
import type { RpcContext, UsableCredential } from './credential';
import { makeFailure, toFailure } from './failure';
import type { AmlCheckError } from './failure';
import { MORE_TIME } from './failureKinds';
import { interpretAnswer } from './interpret';
import type { RpcAnswer } from './interpret';
import { findPool, pauseBeforeRetry } from './pool';
import type { Lane, Pool } from './pool';
import { isPaid } from './schemas';
import type { FreeMethod, MethodName, MethodParams } from './schemas';
import { Deadline, ServiceClock, sleepUnlessCancelled } from './time';
import { newRequestId, sendEnvelope } from './transport';

/** The most requests of a run at once, unless its user says otherwise. */
export const DEFAULT_MAX_CONCURRENT = 50;

/** How long a run without a time of its own repeats free requests after the last usable response, in milliseconds. */
const PATIENCE_MS = 60_000;

/** How long a single exchange may take, in milliseconds. */
const EXCHANGE_MS = 30_000;

/** The least time of a free request, even if the run's own time is short or over, in milliseconds. */
const LEAST_CALL_MS = 10_000;

/** Members of an item that are texts for people. */
const ITEM_TEXTS = ['summary', 'riskReasons', 'signals', 'reportMissing'];

interface SessionOptions {
	/** The most requests of this run at once. */
	maxConcurrent?: number;
	/** The execution's cancel signal: nothing new is sent once it is aborted. */
	cancelSignal?: AbortSignal;
}

interface AttemptOptions {
	/** The request `id`; a new one unless given. */
	requestId?: string;
	/** The most this exchange may take, in milliseconds; 30 seconds unless given. */
	timeoutMs?: number;
	/** Whether cancelling the execution cuts the request short; paid requests say no. */
	cancellable?: boolean;
	/** How long the request may wait for its turn, in milliseconds; as long as the run's time lasts unless given. */
	leftMs?: () => number;
	/** Called when it is the request's turn and it is about to leave. */
	beforeSend?: () => void;
}

export interface CallOptions {
	/** The most one exchange may take, in milliseconds. */
	timeoutMs?: number;
	/** The most times the request is sent; as often as there is time unless given. */
	maxAttempts?: number;
	/** How long all attempts may take together, in milliseconds; as long as the run's time lasts unless given. */
	withinMs?: number;
}

function cancelled(method: MethodName, requestId?: string): AmlCheckError {
	return makeFailure('cancelled', { method }, { requestId });
}

/** The service asks to wait longer than there is time, or other requests took all of it. */
function tooLate(requestId: string): AmlCheckError {
	const message = 'There was no time left for a request to the AML service';
	const words = { message, description: MORE_TIME };
	return makeFailure('notSent', {}, { ...words, reason: 'noTimeLeft', requestId });
}

/** The one way to the service for a run of a node. */
export class RpcSession {
	/** The service's clock, as far as its responses show it. */
	readonly clock = new ServiceClock();

	/** The run's time; see {@link limitTime}. */
	deadline = new Deadline(PATIENCE_MS);

	private hasOwnTime = false;

	private readonly pool: Pool;

	private readonly lane: Lane;

	private constructor(
		private readonly context: RpcContext,
		private readonly credential: UsableCredential,
		private readonly options: SessionOptions,
	) {
		this.pool = findPool(credential.serviceKey);
		this.lane = { most: options.maxConcurrent ?? DEFAULT_MAX_CONCURRENT, inFlight: 0 };
	}

	/**
	 * Reads the credential, once for a run.
	 * @throws AmlCheckError of kind `configuration` if the credential can't be used.
	 */
	static async open(context: RpcContext, options: SessionOptions = {}): Promise<RpcSession> {
		return new RpcSession(context, await openCredential(context), options);
	}

	/** The same for the same service and token, and for no other; neither can be read from it. */
	get serviceKey(): string {
		return this.credential.serviceKey;
	}

	/** Hostname of the service, as in `URL.hostname`. */
	get serviceHost(): string {
		return new URL(this.credential.endpoint).hostname;
	}

	/** How the scores of this service are read, as the credential says. */
	get riskScoreScale(): UsableCredential['riskScoreScale'] {
		return this.credential.riskScoreScale;
	}

	/**
	 * Hides the token in texts for people. Data of the service lacks the whole token only, so every text that may hold
	 * some of it passes here: a message, a hint, a line of a log.
	 */
	hide(text: string): string {
		return this.credential.hide(text);
	}

	/** Hides the token in the words of a failure; see {@link hide}. */
	hideIn(failure: AmlCheckError): AmlCheckError {
		const { message, description } = failure;
		return failure.with({ message: this.hide(message), description: this.hide(description) });
	}

	/** Hides the token in the texts of an item; see {@link hide}. */
	hideInItem(json: Record<string, unknown>): void {
		for (const key of ITEM_TEXTS) {
			const text = json[key];
			if (typeof text === 'string') json[key] = this.hide(text);
		}
	}

	/** The execution's cancel signal. */
	get cancelSignal(): AbortSignal | undefined {
		return this.options.cancelSignal;
	}

	/**
	 * Starts the run's own time. Free requests are repeated, and submissions wait for their turn, until it is over.
	 * @param seconds how long the run may go on without progress.
	 * @returns the deadline: whoever submits a check or reads a result calls its `progressed`.
	 */
	limitTime(seconds: number): Deadline {
		this.hasOwnTime = true;
		this.deadline = new Deadline(seconds * 1000);
		return this.deadline;
	}

	/**
	 * Runs a callback over a list with bounded concurrency.
	 * @param entries the list; entries are started in this order.
	 * @param work must not throw: what goes wrong is part of its result.
	 */
	async concurrently<T>(
		entries: readonly T[],
		work: (entry: T, index: number) => Promise<void>,
	): Promise<void> {
		const left = entries.entries();
		const workNext = async () => {
			for (const [index, entry] of left) await work(entry, index);
		};
		const workers = Math.min(this.lane.most, entries.length);
		await Promise.all(Array.from({ length: workers }, workNext));
	}

	/**
	 * Calls a method that costs nothing, and repeats the request after whatever may pass while there is time.
	 * @throws AmlCheckError if there was no usable response.
	 */
	async call<M extends FreeMethod>(
		method: M,
		params: MethodParams[M],
		options: CallOptions = {},
	): Promise<RpcAnswer<M>> {
		const { timeoutMs, maxAttempts = Infinity } = options;
		const leftMs = this.timeFor(options.withinMs);
		let answered: AmlCheckError | undefined;
		for (let attempt = 1; ; attempt++) {
			try {
				return await this.attempt(method, params, { timeoutMs, leftMs });
			} catch (thrown) {
				const failure = this.hideIn(toFailure(thrown));
				// A response says more than a last attempt that had no time.
				const isCut = failure.kind === 'timeout' || failure.reason === 'noTimeLeft';
				if (!isCut) answered = failure;
				const pauseMs = pauseBeforeRetry(failure, attempt, Math.random());
				const isLast = failure.reason === 'noTimeLeft' || attempt >= maxAttempts;
				if (isLast || pauseMs === undefined || pauseMs >= leftMs()) throw answered ?? failure;
				if (!(await sleepUnlessCancelled(pauseMs, this.cancelSignal)))
					throw cancelled(method, failure.requestId);
			}
		}
	}

	/**
	 * Sends a request once.
	 * @throws AmlCheckError if there was no usable response, with the reason `noTimeLeft` if it was not sent in time.
	 * After a refusal for too many requests, the pool holds the next attempt as long as it has to.
	 */
	async attempt<M extends MethodName>(
		method: M,
		params: MethodParams[M],
		options: AttemptOptions = {},
	): Promise<RpcAnswer<M>> {
		const { requestId = newRequestId(), cancellable = true, timeoutMs = EXCHANGE_MS } = options;
		const { context, credential, cancelSignal: signal } = this;
		const { leftMs = () => this.deadline.leftMs(), beforeSend } = options;
		const turn = { method, isPaid: isPaid(method), signal, leftMs };
		const sent = await this.pool.run(this.lane, turn, async () => {
			if (signal?.aborted) throw cancelled(method, requestId);
			beforeSend?.();
			const sentAt = Date.now();
			const envelope = { jsonrpc: '2.0', id: requestId, method, params } as const;
			const answer = await sendEnvelope(context, credential, envelope, {
				timeoutMs: isPaid(method) ? timeoutMs : Math.max(1, Math.min(timeoutMs, leftMs())),
				cancelSignal: cancellable ? signal : undefined,
			});
			const value = interpretAnswer(answer, method, requestId);
			// Only now: the page of a gateway has the date of another clock.
			this.clock.note(answer.headers.date, sentAt, answer.receivedAt);
			return value;
		});
		if (sent === 'cancelled') throw cancelled(method, requestId);
		if (sent === 'late') throw tooLate(requestId);
		if (!this.hasOwnTime) this.deadline.progressed();
		return sent.value;
	}

	/** @returns a function that says how long a free request still has, in milliseconds. */
	private timeFor(withinMs?: number): () => number {
		const own = new Deadline(withinMs ?? LEAST_CALL_MS);
		if (withinMs !== undefined) return () => own.leftMs();
		return () => Math.max(this.deadline.leftMs(), own.leftMs());
	}
}

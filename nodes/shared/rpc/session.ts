import { openCredential } from './credential';
import type { RpcContext, UsableCredential } from './credential';
import { makeFailure, toFailure } from './failure';
import type { AmlCheckError } from './failure';
import { interpretAnswer } from './interpret';
import type { RpcAnswer } from './interpret';
import { findPool, pauseBeforeRetry } from './pool';
import type { Lane } from './pool';
import { isPaid } from './schemas';
import type { MethodName, MethodParams, PaidMethod } from './schemas';
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

/** The one way to the service for a run of a node. */
export class RpcSession {
	/** The same for the same service and token, and for no other; neither can be read from it. */
	readonly serviceKey: string;

	/** Hostname of the service, as in `URL.hostname`. */
	readonly serviceHost: string;

	/** How the scores of this service are read, as the credential says. */
	readonly riskScoreScale: UsableCredential['riskScoreScale'];

	/** The execution's cancel signal. */
	readonly cancelSignal?: AbortSignal;

	/**
	 * Hides the token in texts for people. Data of the service lacks the whole token only, so every text that may hold
	 * some of it passes here: a message, a hint, a line of a log.
	 */
	readonly hide: (text: string) => string;

	/** The service's clock, as far as its responses show it. */
	readonly clock = new ServiceClock();

	private readonly patience = new Deadline(PATIENCE_MS);

	/** The run's time. Whoever submits a check or reads a result calls its `progressed`. */
	deadline = this.patience;

	private readonly lane: Lane;

	private constructor(
		private readonly context: RpcContext,
		private readonly credential: UsableCredential,
		{ maxConcurrent: most = DEFAULT_MAX_CONCURRENT, cancelSignal }: SessionOptions,
	) {
		this.serviceKey = credential.serviceKey;
		this.serviceHost = new URL(credential.endpoint).hostname;
		this.riskScoreScale = credential.riskScoreScale;
		this.cancelSignal = cancelSignal;
		this.hide = credential.hide;
		this.lane = { most, inFlight: 0 };
	}

	/**
	 * Reads the credential, once for a run.
	 * @throws AmlCheckError of kind `configuration` if the credential can't be used.
	 */
	static async open(context: RpcContext, options: SessionOptions = {}): Promise<RpcSession> {
		return new RpcSession(context, await openCredential(context), options);
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

	/**
	 * Starts the run's own time. Free requests are repeated, and submissions wait for their turn, until it is over.
	 * @param seconds how long the run may go on without progress.
	 */
	limitTime(seconds: number): void {
		this.deadline = new Deadline(seconds * 1000);
	}

	/**
	 * Runs a callback over a list with bounded concurrency; entries are started in order.
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
	async call<M extends Exclude<MethodName, PaidMethod>>(
		method: M,
		params: MethodParams[M],
		{ timeoutMs, maxAttempts = Infinity, withinMs }: CallOptions = {},
	): Promise<RpcAnswer<M>> {
		const own = new Deadline(withinMs ?? LEAST_CALL_MS);
		const leftMs = () =>
			Math.max(own.leftMs(), withinMs === undefined ? this.deadline.leftMs() : 0);
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
					throw makeFailure('cancelled', { requestId: failure.requestId });
			}
		}
	}

	/**
	 * Sends a request once. A paid request that has left is cut short by its own timeout alone: its hash would be lost.
	 * @throws AmlCheckError if there was no usable response, with the reason `noTimeLeft` if it was not sent in time.
	 * After a refusal for too many requests, the pool holds the next attempt as long as it has to.
	 */
	async attempt<M extends MethodName>(
		method: M,
		params: MethodParams[M],
		options: AttemptOptions = {},
	): Promise<RpcAnswer<M>> {
		const { requestId = newRequestId(), timeoutMs: mostMs = EXCHANGE_MS, beforeSend } = options;
		const { leftMs = () => this.deadline.leftMs() } = options;
		const { context, credential, cancelSignal: signal } = this;
		const turn = { method, requestId, isPaid: isPaid(method), signal, leftMs };
		return await findPool(this.serviceKey).run(this.lane, turn, async () => {
			beforeSend?.();
			const sentAt = Date.now();
			const envelope = { jsonrpc: '2.0', id: requestId, method, params } as const;
			const timeoutMs = turn.isPaid ? mostMs : Math.max(1, Math.min(mostMs, leftMs()));
			const cancelSignal = turn.isPaid ? undefined : signal;
			const limits = { timeoutMs, cancelSignal };
			const answer = await sendEnvelope(context, credential, envelope, limits);
			const value = interpretAnswer(answer, method, requestId);
			// Only now: the page of a gateway has the date of another clock.
			this.clock.note(answer.headers.date, sentAt, answer.receivedAt);
			this.patience.progressed();
			return value;
		});
	}
}

import type { Facts } from '../failures/facts';
import { isGeneral, makeFailure, toFailure, type AmlCheckError } from '../failures/failure';
import { hideInData, openCredential, type RpcContext, type UsableCredential } from './credential';
import { interpretAnswer, type RpcAnswer } from './interpret';
import { findService } from './known';
import { pauseBeforeRetry, type Lane } from './pool';
import { isPaid, type MethodName, type MethodParams, type PaidMethod } from './schemas';
import { Changes, Deadline, sleepUnlessCancelled } from './time';
import { isWrongAddress, newRequestId, sendRequest } from './transport';

/** The most requests of a run at once, unless its user says otherwise. */
export const DEFAULT_MAX_CONCURRENT = 50;

/** How long a run without a time of its own repeats free requests after the last usable response, in milliseconds. */
const RETRY_FOR_MS = 60_000;

/** The least time of a free request, even if the run's own time is short or over, in milliseconds. */
const MIN_CALL_MS = 10_000;

/** Limits of a request. Unless given, it is sent as often as the run's time allows. */
export interface CallOptions {
	/** The most one exchange may take, in milliseconds; 30 seconds unless given. */
	timeoutMs?: number;
	maxAttempts?: number;
	/** How long all attempts may take together, in milliseconds. */
	withinMs?: number;
}

interface AttemptOptions extends Pick<CallOptions, 'timeoutMs'> {
	/** Called when it is the request's turn and it is about to leave. */
	beforeSend?: () => void;
	/** How long the exchange of a paid request may outlast the run's time, in milliseconds. */
	graceMs?: number;
	/** A new one unless given. */
	requestId?: string;
	/** How long the request may wait for its turn, in milliseconds. */
	leftMs: () => number;
}

/** The one way to the service for a run of a node. */
export class RpcSession {
	/** The same for the same service and token, and for no other; neither can be read from it. */
	readonly serviceKey: string;
	readonly service: ReturnType<typeof findService>;
	/** In which everything sleeps that waits for a change in this run. */
	readonly changes = new Changes();

	/** Why the last request had no usable answer; undefined if it had one. */
	lastFailure?: AmlCheckError;

	private readonly ownDeadline = new Deadline(RETRY_FOR_MS);
	/** The run's time. Whoever submits a check or reads a result calls its `progressed`. */
	deadline = this.ownDeadline;

	private readonly lane: Lane;

	constructor(
		private readonly context: RpcContext,
		readonly credential: UsableCredential,
		/** The execution's signal: nothing new is sent once it is aborted. */
		readonly cancelSignal?: AbortSignal,
		most = DEFAULT_MAX_CONCURRENT,
	) {
		this.serviceKey = credential.serviceKey;
		this.service = findService(credential.serviceKey);
		this.lane = { most, inFlight: 0 };
	}

	/** Reads the credential, once for a run. Throws `badCredential` if it can't be used. */
	static async open(context: RpcContext): Promise<RpcSession> {
		return new RpcSession(context, await openCredential(context));
	}

	/** Hides the token in the words of a failure: what was thrown elsewhere may hold it. */
	hideIn(failure: AmlCheckError): AmlCheckError {
		const { hide } = this.credential;
		return failure.with({ facts: hideInData(failure.facts, hide) as Facts });
	}

	/** How many requests of the run may be in flight at most. */
	get most(): number {
		return this.lane.most;
	}

	/** Starts the run's own time. Free requests are repeated until so many seconds have passed without progress. */
	limitTime(seconds: number): void {
		this.deadline = new Deadline(seconds * 1000);
	}

	/** Runs a callback that doesn't throw over a list with bounded concurrency; entries are started in order. */
	async concurrently<T>(entries: readonly T[], work: (entry: T) => Promise<void>): Promise<void> {
		const left = entries.values();
		const workNext = async () => {
			for (const entry of left) await work(entry);
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
		{ maxAttempts = Infinity, withinMs, ...limits }: CallOptions = {},
	): Promise<RpcAnswer<M>> {
		const own = new Deadline(withinMs ?? MIN_CALL_MS);
		const leftMs = () =>
			Math.max(own.leftMs(), withinMs === undefined ? this.deadline.leftMs() : 0);
		let answered: AmlCheckError | undefined;
		for (let attempt = 1; ; attempt++) {
			try {
				return await this.attempt(method, params, { ...limits, leftMs });
			} catch (thrown) {
				const failure = toFailure(thrown);
				const { isLate, timeoutMs, requestId } = failure.facts;
				// A response says more than a last attempt that had no time.
				if (!isLate && timeoutMs === undefined) answered = failure;
				const pauseMs = pauseBeforeRetry(failure, attempt, Math.random()) ?? Infinity;
				if (isLate || attempt >= maxAttempts || pauseMs >= leftMs()) throw answered ?? failure;
				if (!(await sleepUnlessCancelled(pauseMs, this.cancelSignal)))
					throw makeFailure('cancelled', { facts: { requestId } });
			}
		}
	}

	/** An address that was never right needs somebody who corrects it: no waiting cures it. */
	private blame(failure: AmlCheckError): AmlCheckError {
		const isSetup = !this.service.hasAnswered && isWrongAddress(failure.facts.code);
		return isSetup ? failure.with({ fault: 'setup' }) : failure;
	}

	/**
	 * Sends a request once. A paid request that has left is cut short by its own timeout alone: its hash would be lost.
	 * @throws AmlCheckError if there was no usable response, with the fact `isLate` if it was not sent in time.
	 * After a refusal for too many requests, the pool holds the next attempt as long as it has to.
	 */
	async attempt<M extends MethodName>(
		method: M,
		params: MethodParams[M],
		{
			requestId: id = newRequestId(),
			timeoutMs = 30_000,
			graceMs = Infinity,
			leftMs,
			beforeSend,
		}: AttemptOptions,
	): Promise<RpcAnswer<M>> {
		const { context, credential, cancelSignal: signal } = this;
		const isPayment = isPaid(method);
		const turn = { requestId: id, signal, leftMs };
		return await this.service.pool.run(this.lane, turn, async () => {
			beforeSend?.();
			const limits = isPayment
				? { timeoutMs: Math.min(timeoutMs, this.deadline.leftMs() + graceMs) }
				: { timeoutMs: Math.min(timeoutMs, leftMs()), cancelSignal: signal };
			const request = { id, method, params, ...limits };
			try {
				const answer = await sendRequest(context, credential, request);
				const value = interpretAnswer(answer, method, id);
				this.ownDeadline.progressed();
				this.lastFailure = undefined;
				this.service.hasAnswered = true;
				if (!isPayment) this.service.freeAnsweredAt = performance.now();
				return value;
			} catch (thrown) {
				const failure = this.blame(toFailure(thrown));
				// A refusal that can be read is an answer.
				this.lastFailure = isGeneral(failure) ? failure : undefined;
				throw failure;
			}
		});
	}
}

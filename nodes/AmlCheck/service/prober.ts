import { makeFailure, toFailure, type AmlCheckError } from '../../shared/failures/failure';
import { FAILURE_KINDS } from '../../shared/failures/kinds';
import { pauseBeforeRetry } from '../../shared/rpc/pool';
import type { CallOptions, RpcSession } from '../../shared/rpc/session';
import { Deadline, sleepUnlessCancelled } from '../../shared/rpc/time';
import { noTimeLeft, type Exchange, type Seen } from './observations';

/** The most requests of the free part, and its time in milliseconds. */
const MAX_REQUESTS = 40;
const TIME_MS = 60_000;

/** The most requests at a time. */
const AT_ONCE = 2;

/** The time of one request in milliseconds, and how often it is sent. */
const PATIENT = { requestMs: 20_000, attempts: 3 };

/** The same of a ping: a service that keeps silent is not waited for. */
export const PING = { requestMs: 10_000, attempts: 2 };

/** Asks free questions, each once or again after what may pass, and keeps count of requests and time. */
export class Prober {
	readonly requests: Exchange[];
	private readonly deadline = new Deadline(TIME_MS);

	/** @param earlier requests that count too. */
	constructor(
		private readonly session: RpcSession,
		earlier: readonly Exchange[],
	) {
		this.requests = [...earlier];
		session.limitRequests(AT_ONCE);
	}

	/**
	 * Asks one question. An outage in the middle costs this answer and no other one.
	 * @param send sends one request under limits.
	 * @throws AmlCheckError of kind `cancelled` alone.
	 */
	async ask<T>(
		method: Exchange['method'],
		send: (limits: CallOptions) => Promise<T>,
		{ requestMs, attempts } = PATIENT,
	) {
		let failure = noTimeLeft();
		for (let attempt = 1; attempt <= attempts && this.mayAsk; attempt++) {
			const timeoutMs = Math.min(requestMs, this.deadline.leftMs());
			const limits = { maxAttempts: 1, timeoutMs, withinMs: timeoutMs };
			const begun = performance.now();
			const note = (thrown?: AmlCheckError) =>
				this.requests.push({ method, tookMs: performance.now() - begun, failure: thrown });
			try {
				const value = await send(limits);
				note();
				return { value } satisfies Seen<T>;
			} catch (thrown) {
				failure = toFailure(thrown);
				if (failure.kind === 'cancelled') throw failure;
				if (failure.reason === 'noTimeLeft') break;
				note(failure);
				const pauseMs = pauseBeforeRetry(failure, attempt, Math.random());
				if (pauseMs === undefined || !FAILURE_KINDS[failure.kind].mayPass) break;
				const { cancelSignal } = this.session;
				if (!(await sleepUnlessCancelled(pauseMs, cancelSignal))) throw makeFailure('cancelled');
			}
		}
		return { failure } satisfies Seen<T>;
	}

	private get mayAsk(): boolean {
		return this.requests.length < MAX_REQUESTS && this.deadline.leftMs() > 0;
	}
}

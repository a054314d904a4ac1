import type { AmlCheckError, FailureKind } from '../../shared/rpc/failure';
import type { Submission } from './submit';

/** Pauses after one, two, three … responses in a row that were no check, in milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000];

/** So many unusable responses to submissions in a row stop the run. */
const MAX_UNUSABLE = 5;

/** Lost without any response. Every other response that can't be used is unusable. */
const NO_RESPONSE: readonly FailureKind[] = ['connectionLost', 'timeout', 'unavailable'];

/**
 * Decides when submissions may leave: after a response that is no check none does until a free request is answered, and
 * after an unusable one they leave one at a time until one is usable.
 */
export class Gate {
	private isClosed = false;

	private inFlight = 0;

	private failedInARow = 0;

	private unusableInARow = 0;

	/** An unusable response since the last free request. */
	private unusable: AmlCheckError | undefined;

	private notBefore = 0;

	get isOpen(): boolean {
		const isAlone = this.unusableInARow === 0 || this.inFlight === 0;
		return !this.isClosed && isAlone && performance.now() >= this.notBefore;
	}

	/** Whether a free request has to be answered first. */
	get isShut(): boolean {
		return this.isClosed;
	}

	/** A submission leaves. */
	passed(): void {
		this.inFlight++;
	}

	/** Nothing is submitted until a free request is answered. */
	close(): void {
		this.isClosed = true;
	}

	/** @returns whether the history has to be read before anything else is submitted. */
	returned(submission: Submission): boolean {
		this.inFlight--;
		if (submission.kind === 'unsent') return false;
		if (submission.kind === 'taken' || submission.kind === 'refused') {
			this.failedInARow = 0;
			this.unusableInARow = 0;
			this.unusable = undefined;
			return false;
		}
		const { kind, failure } = submission;
		// The pool of requests holds all of them as long as the service asks for.
		if (failure.kind === 'rateLimited') return false;
		const pause = PAUSES_MS[Math.min(this.failedInARow++, PAUSES_MS.length - 1)];
		this.notBefore = performance.now() + pause;
		const isUnusable = kind === 'lost' && !NO_RESPONSE.includes(failure.kind);
		if (isUnusable) this.unusable = failure;
		return kind === 'lost' || failure.kind === 'notSent';
	}

	/** A free request failed too: it is an outage, and the responses before it were part of it. */
	outage(): void {
		this.unusable = undefined;
	}

	/**
	 * A free request was answered.
	 * @returns why the run stops, where it does.
	 */
	answered(): AmlCheckError | undefined {
		const { unusable } = this;
		this.isClosed = false;
		this.unusable = undefined;
		return unusable && ++this.unusableInARow >= MAX_UNUSABLE ? unusable : undefined;
	}
}

import type { AmlCheckError, FailureKind } from '../../shared/rpc/failure';
import type { SubmittedCheck, UsageMeta } from '../../shared/rpc/schemas';

/**
 * The result of one request for a check.
 * - `unsent`: it did not leave.
 * - `notTaken`: the service did not take it, so it may be sent again.
 * - `refused`: the service said no. It is never sent again.
 * - `lost`: it may have been taken.
 */
export type Submission =
	| { kind: 'taken'; check: SubmittedCheck; sentAt?: number; usage: UsageMeta | null | undefined }
	| { kind: 'unsent' | 'notTaken' | 'refused'; failure: AmlCheckError }
	| { kind: 'lost'; failure: AmlCheckError; tookMs: number };

/** Pauses after one, two, three … responses in a row that were no check, in milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000];

/** So many unusable responses to submissions in a row stop the run. */
const MAX_UNUSABLE = 5;

/** There was no response, so the history may still show the right check. */
const NO_RESPONSE: readonly FailureKind[] = ['connectionLost', 'timeout', 'unavailable'];

/**
 * Decides when submissions may leave. After a response that is no check, none leaves until a free request is answered.
 * After a lost one they leave one at a time until one is usable.
 */
export class Gate {
	/** Whether a free request has to be answered first. */
	isShut = false;
	private inFlight = 0;
	private failedInARow = 0;
	private unusableInARow = 0;
	/** A lost submission since the last free request. */
	private unusable: AmlCheckError | undefined;
	private notBefore = 0;

	get isOpen(): boolean {
		const isAlone = this.unusableInARow === 0 || this.inFlight === 0;
		return !this.isShut && isAlone && performance.now() >= this.notBefore;
	}

	/** A submission leaves. */
	passed(): void {
		this.inFlight++;
	}

	/** @returns whether the history has to be read before anything else is submitted. */
	returned(submission: Submission): boolean {
		this.inFlight--;
		const { kind } = submission;
		if (kind === 'taken' || kind === 'refused') {
			this.failedInARow = this.unusableInARow = 0;
			this.unusable = undefined;
			return false;
		}
		const { failure } = submission;
		// The pool of requests holds all of them as long as the service asks for.
		if (failure.kind === 'rateLimited') return false;
		const pause = PAUSES_MS[Math.min(this.failedInARow++, PAUSES_MS.length - 1)];
		this.notBefore = performance.now() + pause;
		if (kind === 'lost') this.unusable = failure;
		return kind === 'lost' || failure.kind === 'notSent';
	}

	/** The history proved the check of a lost submission: without a response that is as good as one. */
	proved({ kind }: AmlCheckError): void {
		if (!NO_RESPONSE.includes(kind)) return;
		this.unusableInARow = 0;
		if (this.unusable?.kind === kind) this.unusable = undefined;
	}

	/** A free request failed too: it is an outage, and the responses before it were part of it. */
	outage(): void {
		this.unusable = undefined;
	}

	/** A free request was answered. @returns why the run stops, where it does. */
	answered(): AmlCheckError | undefined {
		const { unusable } = this;
		this.isShut = false;
		this.unusable = undefined;
		return unusable && ++this.unusableInARow >= MAX_UNUSABLE ? unusable : undefined;
	}
}

import type { AmlCheckError, FailureKind } from '../../shared/rpc/failure';
import { FAILURE_KINDS } from '../../shared/rpc/failureKinds';
import type { NodeRun } from '../run/nodeRun';
import { isFinal, notSubmitted } from './failures';
import type { Submission } from './submit';

/** So many unusable responses to submissions in a row stop the run. */
const MAX_UNUSABLE = 5;

/** There was no response, so the history may still show the right check. */
const NO_RESPONSE: readonly FailureKind[] = ['connectionLost', 'timeout', 'unavailable'];

/**
 * Decides when submissions may leave. After a response that is no check, none leaves until a free request is answered.
 * After a lost one they leave one at a time until one is usable.
 */
export class Gate {
	/** The reason of what is held back after the first failure in Stop mode. */
	readonly stopped = notSubmitted.stopped();
	unusableInARow = 0;
	/** Whether a free request has to be answered first. */
	isShut = false;
	private hold: AmlCheckError | undefined;
	private inFlight = 0;
	/** A lost submission that counts as unusable if the next free request is answered. */
	private unusable: AmlCheckError | undefined;

	constructor(private readonly run: NodeRun) {}

	/** Why nothing is submitted any more. */
	get reasonToHold(): AmlCheckError | undefined {
		const { session, options } = this.run;
		if (session.cancelSignal?.aborted) return notSubmitted.cancelled();
		if (this.hold) return this.hold;
		const isOver = session.deadline.leftMs() <= 0 && options.timeout > 0;
		return isOver ? notSubmitted.late(options.timeout) : undefined;
	}

	get isOpen(): boolean {
		const isAlone = this.unusableInARow === 0 || this.inFlight === 0;
		return !this.isShut && isAlone && !this.reasonToHold;
	}

	/** @returns whether a submission may leave now. */
	letGo(): boolean {
		const { isOpen } = this;
		if (isOpen) this.inFlight++;
		return isOpen;
	}

	/** Nothing is submitted any more. */
	stop(cause?: AmlCheckError): void {
		this.hold ??= cause ? notSubmitted.unusable(cause) : this.stopped;
	}

	/** A submission that left has ended. */
	returned(submission: Submission): void {
		this.inFlight--;
		const isTaken = submission.kind === 'taken';
		// A refusal that can be read is usable, even if it says that the request was taken before.
		if (isTaken || FAILURE_KINDS[submission.failure.kind].payment === 'refused') {
			this.unusable = undefined;
			this.unusableInARow = 0;
			return;
		}
		const { kind, failure } = submission;
		if (kind === 'notTaken' && isFinal(failure)) this.stop(failure);
		if (kind !== 'lost') return;
		if (FAILURE_KINDS[failure.kind].mayPass) this.unusable = failure;
		else this.countUnusable(failure);
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

	/** A free request was answered. */
	answered(): void {
		this.isShut = false;
		if (this.unusable) this.countUnusable(this.unusable);
		this.unusable = undefined;
	}

	private countUnusable(failure: AmlCheckError): void {
		if (++this.unusableInARow >= MAX_UNUSABLE) this.stop(failure);
	}
}

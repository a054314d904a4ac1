import type { AmlCheckError, FailureKind } from '../../shared/failures/failure';
import { FAILURE_KINDS } from '../../shared/failures/kinds';
import type { MethodName } from '../../shared/rpc/schemas';
import { PATIENCE_MS } from '../../shared/rpc/session';
import type { NodeRun } from '../run/nodeRun';
import { asksTooLong, isFinal, notSubmitted } from './failures';
import type { Submission } from './submit';

/** The most unusable responses to submissions in a row: then the run stops. */
const MAX_UNUSABLE = 5;

const HISTORY: MethodName = 'checkup.getcheckshistory';

/** The methods without which nobody sees what was paid for. */
const NEEDED: readonly MethodName[] = [HISTORY, 'checkup.getresult'];

/** There was no response, so the history may still show the right check. */
const NO_RESPONSE: readonly FailureKind[] = ['connectionLost', 'timeout', 'unavailable'];

/**
 * The one place that decides whether a submission may leave. After a response that is no check, none leaves until a free
 * request that left later is answered. After a lost one they leave one at a time until one is usable.
 */
export class Gate {
	/** The reason of what is held back after the first failure in Stop mode. */
	readonly stopped = notSubmitted.stopped();
	private unusableInARow = 0;
	/** How often in a row it was shut although nothing was lost. */
	private notTakenInARow = 0;
	private hold: AmlCheckError | undefined;
	private inFlight = 0;
	private isCareful = false;
	/** Since when nothing leaves, on the monotonic clock; undefined while the gate is open. */
	private shutAt: number | undefined;
	/** When it was opened last: requests that left before show nothing new. */
	private openedAt = -Infinity;
	/** A lost submission that counts as unusable if the question about it is answered: until then nothing else leaves. */
	private unusable: AmlCheckError | undefined;
	/** When the last submission was lost. */
	private lostAt = -Infinity;
	/** Whether a question about a lost submission is open, and how many of its requests failed. */
	private isAsking = false;
	private failedReadings = 0;
	/** The free methods whose last request failed. */
	private readonly down = new Set<MethodName>();
	/** Turns follow the order of arrival, as many at once as the run may send requests. */
	private turns = 0;
	private readonly queue: Array<() => void> = [];

	constructor(private readonly run: NodeRun) {
		run.session.whenEnded = (method, leftAt, failure) => {
			if (failure && NEEDED.includes(method) && asksTooLong(failure)) this.stop(failure);
			if (failure) return this.outage(method);
			this.down.delete(method);
			if (this.isProof(method)) this.answered(leftAt);
		};
	}

	/** The reason why the run submits nothing any more. */
	get reasonToHold(): AmlCheckError | undefined {
		const { session, options } = this.run;
		if (session.cancelSignal?.aborted) return notSubmitted.cancelled();
		if (this.hold) return this.hold;
		const isOver = session.deadline.leftMs() <= 0 && (options.timeout > 0 || this.isDown);
		return isOver ? notSubmitted.late(options.timeout || PATIENCE_MS / 1000) : undefined;
	}

	/** Whether nothing but the answer to a free request is missing before submissions may leave. */
	get needsAnswer(): boolean {
		return (this.shutAt !== undefined || this.unusable !== undefined) && !this.reasonToHold;
	}

	/** How often in a row no submission was taken: the more often, the later the next free request leaves. */
	get failuresInARow(): number {
		return this.unusableInARow + this.notTakenInARow;
	}

	/** Whether another method than the history has to show that submissions may leave. */
	get isUnread(): boolean {
		return !this.isAsking || this.failedReadings > 1;
	}

	/** Waits until a submission may leave; `leave` ends its turn. @returns why it is held back, if it is. */
	async enter(): Promise<AmlCheckError | undefined> {
		if (this.turns < this.run.options.maxConcurrent) this.turns++;
		else await new Promise<void>((go) => this.queue.push(go));
		await this.run.session.naps.until(() => this.isOpen || this.reasonToHold !== undefined);
		return this.reasonToHold;
	}

	leave(): void {
		const next = this.queue.shift();
		if (next) next();
		else this.turns--;
	}

	/** @returns whether a submission may leave at this moment. */
	letGo(): boolean {
		const { isOpen } = this;
		if (isOpen) this.inFlight++;
		return isOpen;
	}

	/** From now on the run submits nothing. */
	stop(cause?: AmlCheckError): void {
		this.hold ??= cause ? notSubmitted.unusable(cause) : this.stopped;
	}

	/** A submission has ended. Before anybody else acts, nothing leaves any more where its response was no check. */
	returned(submission: Submission): void {
		if (submission.kind === 'unsent') return;
		this.inFlight--;
		// A refusal that can be read is usable, even if it says that the request was taken before.
		if (
			submission.kind === 'taken' ||
			FAILURE_KINDS[submission.failure.kind].payment === 'refused'
		) {
			this.unusable = undefined;
			this.unusableInARow = 0;
			this.notTakenInARow = 0;
			this.isCareful = false;
			return;
		}
		const { kind, failure } = submission;
		const { mayPass } = FAILURE_KINDS[failure.kind];
		if (kind === 'notTaken' && isFinal(failure)) this.stop(failure);
		// After too many requests, the pool of requests holds all of them.
		if (kind === 'lost' || (mayPass && failure.kind !== 'rateLimited')) {
			if (kind === 'notTaken' && this.shutAt === undefined) this.notTakenInARow++;
			this.shut();
		}
		if (kind !== 'lost') return;
		this.isCareful = true;
		this.isAsking = true;
		this.failedReadings = 0;
		this.lostAt = performance.now();
		if (!mayPass) this.countUnusable(failure);
		else if (submission.leftAt >= this.openedAt) this.unusable = failure;
	}

	/** The history proved the check of a lost submission: without a response that is as good as one. */
	proved({ kind }: AmlCheckError): void {
		if (!NO_RESPONSE.includes(kind)) return;
		this.unusableInARow = 0;
		this.isCareful = false;
		if (this.unusable?.kind === kind) this.unusable = undefined;
	}

	/** The question after a lost submission was answered, which left at this moment: it was no outage. */
	confirmed(leftAt: number): void {
		if (leftAt < this.lostAt) return;
		if (this.unusable) this.countUnusable(this.unusable);
		this.unusable = undefined;
	}

	/**
	 * The question after a lost submission failed too: it is an outage, and the responses before it were part of it. A
	 * method that is down alone excuses those of its beginning only.
	 */
	private outage(method: MethodName): void {
		if (!this.down.has(method)) this.unusable = undefined;
		this.down.add(method);
		if (method === HISTORY) this.failedReadings++;
	}

	/** Whether a run that doesn't wait for results has waited long enough for any usable response. */
	private get isDown(): boolean {
		return this.shutAt !== undefined && this.run.session.isSilent;
	}

	private get isOpen(): boolean {
		const isAlone = !this.isCareful || this.inFlight === 0;
		return this.shutAt === undefined && !this.unusable && isAlone && !this.reasonToHold;
	}

	private shut(): void {
		this.shutAt = performance.now();
	}

	/**
	 * Whether an answer shows that submissions may leave. After a lost one the run asks the history: the answer to
	 * another method counts only once the history has failed twice. A ping is sent only then, or if there is no question.
	 */
	private isProof(method: MethodName): boolean {
		if (method === HISTORY || method === 'checkup.ping') return true;
		return this.isUnread;
	}

	/** A free request was answered that left at this moment of the monotonic clock. */
	private answered(leftAt: number): void {
		if (this.shutAt === undefined || leftAt < this.shutAt) return;
		this.openedAt = performance.now();
		this.shutAt = undefined;
		this.isAsking = false;
	}

	private countUnusable(failure: AmlCheckError): void {
		if (++this.unusableInARow >= MAX_UNUSABLE) this.stop(failure);
	}
}

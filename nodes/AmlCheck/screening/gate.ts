import type { AmlCheckError } from '../../shared/failures/failure';
import type { RpcSession } from '../../shared/service/session';

/** So many submissions are in flight before the first usable answer of the run. */
const FIRST_WIDTH = 5;

/** So many submissions in a row without a usable answer are enough for a service. */
const MAX_UNUSABLE = 10;

/** How long that, and the answer to a free request, says something about the service, in milliseconds. */
const KNOWN_MS = 600_000;

/** Each look in a row that brought nothing makes the pause before the next one longer, in milliseconds. */
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 8_000;

/** Says when submissions of a run may leave, from what the last answers say about the service. */
export class Gate {
	/** So many may be in flight: a few at first, one after an unusable answer, any number after a usable one. */
	private allowed = FIRST_WIDTH;
	/** After an unusable answer nothing leaves until a look that began later was answered; on the monotonic clock. */
	private heldAt: number | undefined;
	/** How many looks in a row brought nothing. */
	private idle = 0;

	constructor(private readonly session: RpcSession) {}

	/** Whether nothing may leave until a look was answered. */
	get isShut(): boolean {
		const sinceMs = performance.now() - this.session.service.freeAnsweredAt;
		return this.heldAt !== undefined || sinceMs >= KNOWN_MS || this.hopeless !== undefined;
	}

	/** How many submissions may be in flight. */
	get width(): number {
		const { count = 0 } = this.session.service.unusable ?? {};
		if (this.isOnTrial && count >= FIRST_WIDTH) return 1;
		return Math.min(this.allowed, this.session.most);
	}

	/** How long after a look the next one may begin, in milliseconds. */
	get pauseMs(): number {
		return Math.min(this.idle * PAUSE_MS, MAX_PAUSE_MS);
	}

	/**
	 * The last answer of a service that has given no usable one to so many submissions, of whichever run, that they are
	 * enough; undefined as long as there is hope.
	 */
	get hopeless(): AmlCheckError | undefined {
		const { unusable } = this.session.service;
		if (!unusable || unusable.count < MAX_UNUSABLE) return undefined;
		return performance.now() - unusable.at < KNOWN_MS ? unusable.failure : undefined;
	}

	/** Whether a submission that leaves now is to show that the service gives usable answers. */
	get isOnTrial(): boolean {
		return this.allowed !== Infinity;
	}

	/** A look begins. @param isNeeded whether an order waits for its answer. */
	look(isNeeded: boolean): void {
		this.idle = isNeeded ? this.idle + 1 : 0;
	}

	/** A look that began at a moment was answered. */
	open(beganAt: number): void {
		if (this.heldAt !== undefined && beganAt >= this.heldAt) this.heldAt = undefined;
	}

	/** An answer to a submission is usable, or the history proves what it would have said. */
	noteUsable(): void {
		this.session.service.unusable = undefined;
		// What left before a loss proves nothing about the service after it.
		if (this.heldAt !== undefined) return;
		this.allowed = Infinity;
	}

	/** An answer to a submission is lost. @param isTrial whether the service was on trial when it left. */
	noteLost(failure: AmlCheckError, isTrial: boolean): void {
		const { service } = this.session;
		const { count = 0 } = service.unusable ?? {};
		service.unusable = { count: count + Number(isTrial), failure, at: performance.now() };
		this.hold();
	}

	/** A submission was not taken. After too many requests the pool of requests holds all of them. */
	noteNotTaken({ reason }: AmlCheckError): void {
		if (reason !== 'rateLimited') this.hold();
	}

	private hold(): void {
		this.heldAt = performance.now();
		if (!this.isOnTrial) this.idle = 0;
		this.allowed = 1;
	}
}

/** A clock that nobody sets, in milliseconds. */
export const monotonicNow = (): number => performance.now();

/** The time of a run: so long after its last progress. A batch of any size continues as long as results come. */
export class Deadline {
	private lastProgress = monotonicNow();

	/** @param ms how long the run may go on without progress, in milliseconds. */
	constructor(private readonly ms: number) {}

	/** To be called when a check was submitted or a result was read. */
	progressed(): void {
		this.lastProgress = monotonicNow();
	}

	/** @returns how long is left, in milliseconds; 0 when the time is over. */
	leftMs(): number {
		return Math.max(0, this.lastProgress + this.ms - monotonicNow());
	}
}

/** A signal that fires at a deadline or when the execution is canceled, whichever comes first. */
export interface Abort {
	signal: AbortSignal;
	hasTimedOut(): boolean;
	/** To be called at the end, so that a long execution doesn't collect listeners. */
	release(): void;
}

/**
 * Bounds a request from beginning to end; n8n's own timeout only bounds its silences.
 * @param ms the most it may take, in milliseconds.
 * @param cancelSignal the execution's cancel signal, if the request may be cut short.
 */
export function abortAfter(ms: number, cancelSignal?: AbortSignal): Abort {
	const controller = new AbortController();
	const abort = () => controller.abort();
	// Node.js refuses fractions of a millisecond here.
	const timeout = AbortSignal.timeout(Math.ceil(ms));
	timeout.addEventListener('abort', abort);
	cancelSignal?.addEventListener('abort', abort);
	if (cancelSignal?.aborted) abort();
	return {
		signal: controller.signal,
		hasTimedOut: () => timeout.aborted,
		release: () => {
			timeout.removeEventListener('abort', abort);
			cancelSignal?.removeEventListener('abort', abort);
		},
	};
}

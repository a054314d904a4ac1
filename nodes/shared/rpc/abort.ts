/** A signal that fires at a deadline or when the execution is canceled, whichever comes first. */
export interface Abort {
	signal: AbortSignal;
	/** Whether the deadline has passed. */
	timedOut(): boolean;
	/** To be called at the end, so that a long execution doesn't collect listeners. */
	release(): void;
}

/**
 * Bounds a request from beginning to end; n8n's own timeout only bounds its silences.
 * @param ms the most it may take, in milliseconds.
 * @param cancelSignal the execution's cancel signal, where it is to be heard.
 */
export function abortAfter(ms: number, cancelSignal?: AbortSignal): Abort {
	const controller = new AbortController();
	const abort = () => controller.abort();
	const deadline = AbortSignal.timeout(ms);
	deadline.addEventListener('abort', abort);
	cancelSignal?.addEventListener('abort', abort);
	if (cancelSignal?.aborted) abort();
	return {
		signal: controller.signal,
		timedOut: () => deadline.aborted,
		release: () => {
			deadline.removeEventListener('abort', abort);
			cancelSignal?.removeEventListener('abort', abort);
		},
	};
}

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * How long one exchange may take.
 * @param timeoutMs the most; 30 seconds unless the caller says otherwise.
 * @param deadlineAt when it has to be over, in Unix milliseconds.
 * @returns whole milliseconds, never none: what is late is told apart from what was not tried.
 */
export function timeLeft(timeoutMs = DEFAULT_TIMEOUT_MS, deadlineAt = Infinity): number {
	return Math.max(1, Math.round(Math.min(timeoutMs, deadlineAt - Date.now())));
}

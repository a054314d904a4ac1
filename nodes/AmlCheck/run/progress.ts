import type { IExecuteFunctions } from 'n8n-workflow';

/** The editor need not hear more often. */
const MIN_INTERVAL_MS = 1_000;

/**
 * Tells how far a run is: the editor in a manual run, the log in production (design 5, waiting).
 * @param context the node's context.
 * @returns a function that takes how many of how many are done; it doesn't throw.
 */
export function progressReporter(
	context: IExecuteFunctions,
): (done: number, total: number) => void {
	const { name } = context.getNode();
	let lastAt = 0;
	let lastDone = -1;
	return (done, total) => {
		const isNews = done !== lastDone && (done === total || Date.now() - lastAt >= MIN_INTERVAL_MS);
		if (!isNews) return;
		lastAt = Date.now();
		lastDone = done;
		const message = `${name}: ${done} of ${total} checks done`;
		if (context.getMode() === 'manual') context.sendMessageToUI?.(message);
		else context.logger.info(message);
	};
}

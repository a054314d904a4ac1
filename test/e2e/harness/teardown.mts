/** Stops the n8n that the end-to-end tests shared. */
import { rm } from 'node:fs/promises';

/** How long jest may take to end after the last test. */
const GRACE_MS = 30_000;

/** A server that a test forgot to close would keep jest from ending, until CI runs out of time. */
function endSoon(): void {
	const giveUp = () => {
		const left = process.getActiveResourcesInfo().join(', ');
		console.error(`The tests left something open: ${left}`);
		process.exit(1);
	};
	setTimeout(giveUp, GRACE_MS).unref();
}

export default async function teardown(): Promise<void> {
	if (!globalThis.sharedInstance) return;
	const { instance, userFolder } = globalThis.sharedInstance;
	await instance.stop();
	await rm(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	endSoon();
}

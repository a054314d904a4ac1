/** Stops the n8n that the end-to-end tests shared. */
import { rm } from 'node:fs/promises';

export default async function teardown(): Promise<void> {
	if (!globalThis.sharedDemo) return;
	const { demo, userFolder } = globalThis.sharedDemo;
	await demo.stop();
	await rm(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

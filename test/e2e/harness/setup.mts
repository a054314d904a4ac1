/** Starts the n8n that the end-to-end tests share; jest runs this once, before the first of them. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startDemo, type Demo } from '../../../demo/lib/instance.mts';
import { STATE } from '../../../demo/lib/paths.mts';
import { createProgress } from '../../../demo/lib/progress.mts';

declare global {
	var sharedDemo: { demo: Demo; userFolder: string } | undefined;
}

/** Where the shared n8n is goes to the tests in this environment variable: they run in a context of their own. */
export const URL_VARIABLE = 'AML_CHECK_E2E_URL';

export default async function setup(): Promise<void> {
	const userFolder = path.join(STATE, `e2e-${process.pid}`);
	await rm(userFolder, { recursive: true, force: true });
	const demo = await startDemo({ userFolder, progress: createProgress() });
	globalThis.sharedDemo = { demo, userFolder };
	process.env[URL_VARIABLE] = demo.n8n.url;
}

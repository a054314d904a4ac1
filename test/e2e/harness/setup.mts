/** Starts the n8n that the end-to-end tests share; jest runs this once, before the first of them. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { buildTarball, startDemo, type Demo } from '../../../demo/lib/instance.mts';
import { STATE } from '../../../demo/lib/paths.mts';
import { createProgress } from '../../../demo/lib/progress.mts';

declare global {
	var sharedDemo: { demo: Demo; userFolder: string } | undefined;
}

/** Where the shared n8n is goes to the tests in this environment variable: they run in a context of their own. */
export const URL_VARIABLE = 'AML_CHECK_E2E_URL';

/** And in this one the session that the set-up signed in. */
export const SESSION_VARIABLE = 'AML_CHECK_E2E_SESSION';

/** And in this one where the packed package is, so that every n8n of a run gets the same. */
export const TARBALL_VARIABLE = 'AML_CHECK_E2E_TARBALL';

export default async function setup(): Promise<void> {
	const userFolder = path.join(STATE, `e2e-${process.pid}`);
	await rm(userFolder, { recursive: true, force: true });
	const progress = createProgress();
	const tarball = await buildTarball(path.join(userFolder, 'tarball'), progress);
	const demo = await startDemo({ userFolder, progress, tarball });
	globalThis.sharedDemo = { demo, userFolder };
	process.env[URL_VARIABLE] = demo.n8n.url;
	process.env[SESSION_VARIABLE] = demo.rest.cookie;
	process.env[TARBALL_VARIABLE] = tarball;
}

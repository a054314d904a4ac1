/** Starts the n8n that the end-to-end tests share; jest runs this once, before the first of them. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { buildTarball, startInstance, type Instance } from '../../../instance/start.mts';
import { STATE } from '../../../instance/paths.mts';
import { createProgress } from '../../../instance/progress.mts';

declare global {
	var sharedInstance: { instance: Instance; userFolder: string } | undefined;
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
	const instance = await startInstance({ userFolder, progress, tarball });
	globalThis.sharedInstance = { instance, userFolder };
	process.env[URL_VARIABLE] = instance.n8n.url;
	process.env[SESSION_VARIABLE] = instance.rest.cookie;
	process.env[TARBALL_VARIABLE] = tarball;
}

/** One n8n for the tests of all examples: with the sandbox, the stand-ins for other machines, and a browser. */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { startInstance, type Instance } from '../../../instance/start.mts';
import type { Outside } from '../../../instance/outside/index.mts';
import { STATE } from '../../../instance/paths.mts';
import { silent } from '../../../instance/progress.mts';
import type {
	Execution,
	StoredCredential,
	StoredWorkflow,
	Workflow,
} from '../../../instance/rest.mts';
import { Editor } from '../../../scripts/browser/editor.mts';
import { TARBALL_VARIABLE } from '../harness/setup.mts';
import { importExample } from './support.mts';

/** n8n takes headless Chromium for a robot that previews links, and ignores its approvals. */
export const PERSON =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export class World {
	private constructor(
		readonly instance: Instance,
		readonly outside: Outside,
		readonly editor: Editor,
		readonly userFolder: string,
	) {}

	/**
	 * Starts everything.
	 *
	 * @param isSignedIn whether the tests use n8n's editor; forms and pictures need no account
	 */
	static async open({ isSignedIn = true } = {}): Promise<World> {
		const userFolder = path.join(STATE, `e2e-examples-${process.pid}`);
		await rm(userFolder, { recursive: true, force: true });
		await mkdir(userFolder, { recursive: true });
		const tarball = process.env[TARBALL_VARIABLE];
		const sandbox = { processingMs: 200 };
		const instance = await startInstance({ userFolder, progress: silent, tarball, sandbox });
		if (!instance.outside) throw new Error('The stand-ins need the program "openssl".');
		const session = isSignedIn ? instance.rest.cookie : undefined;
		const editor = await Editor.open({ url: instance.n8n.url, session });
		await editor.page.setExtraHTTPHeaders({ 'User-Agent': PERSON });
		return new World(instance, instance.outside, editor, userFolder);
	}

	get rest() {
		return this.instance.rest;
	}

	get sandbox() {
		return this.instance.sandbox;
	}

	/** Checks that were paid for so far. */
	get charges(): number {
		return this.sandbox.stats().charges;
	}

	/** The accounts that the examples name. */
	get credentials(): StoredCredential[] {
		return this.instance.credentials;
	}

	/** Imports an example anew, as a user does, and publishes it. */
	async publish(file: string, change?: (workflow: Workflow) => Workflow): Promise<StoredWorkflow> {
		const stored = await importExample(this.rest, file, this.credentials, change);
		await this.rest.activate(stored);
		return stored;
	}

	/**
	 * Runs a workflow by hand from one of its triggers, as its schedule does.
	 *
	 * @throws Error with n8n's message when the run fails
	 */
	async run(workflow: StoredWorkflow, trigger: string): Promise<Execution> {
		const execution = await this.rest.run(workflow, trigger);
		if (execution.status === 'success') return execution;
		throw new Error(`${workflow.name}: ${execution.data.resultData.error?.message}`);
	}

	/**
	 * Ends everything.
	 *
	 * @throws Error when something was asked of other machines
	 */
	async close(): Promise<void> {
		await this.editor.close();
		await this.instance.stop();
		await rm(this.userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
		expect(this.outside.strangers).toEqual([]);
	}
}

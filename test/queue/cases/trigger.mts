/** The trigger on the main process: every new check exactly once, whatever dies, with n8n's durable cursors and without. */
import { CREDENTIAL_TYPE } from '../../../instance/start.mts';
import {
	outputOf,
	type StoredCredential,
	type StoredWorkflow,
	type WorkflowNode,
} from '../../../instance/rest.mts';
import type { Sandbox } from '../../../sandbox/server.mts';
import { credentialFor, eventually, executionsOf, type Listed } from '../lib/batches.mts';
import type { Cluster } from '../../../instance/queue/cluster.mts';
import type { Case, Setting } from '../lib/setting.mts';

/** n8n keeps the cursor of a poll in the database, written together with the execution. */
const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

const NODE = 'New Check';

/**
 * n8n refuses a schedule of less than a minute, but takes several: together they poll every five seconds. With durable
 * cursors n8n makes up for the polls that a restart has missed, one for each schedule, all at once and from one cursor.
 */
const EVERY_FIVE_SECONDS = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));

const triggerNode = (credential: StoredCredential): WorkflowNode => ({
	id: 'trigger-id',
	name: NODE,
	type: 'n8n-nodes-aml-check.amlCheckTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: { pollTimes: { item: EVERY_FIVE_SECONDS }, triggerOn: 'checkCompleted' },
	credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
});

const endNode: WorkflowNode = {
	id: 'end-id',
	name: 'End',
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	position: [220, 0],
	parameters: {},
};

/** An active trigger, the checks that it has to deliver, and what it has delivered. */
class WatchedTrigger {
	readonly wanted: string[] = [];

	private constructor(
		private readonly cluster: Cluster,
		private readonly sandbox: Sandbox,
		readonly workflow: StoredWorkflow,
	) {}

	static async start(cluster: Cluster, name: string, sandbox: Sandbox): Promise<WatchedTrigger> {
		const credential = await credentialFor(cluster.rest, name, sandbox);
		const workflow = await cluster.rest.createWorkflow({
			name,
			nodes: [triggerNode(credential), endNode],
			connections: { [NODE]: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		});
		await cluster.rest.activate(workflow);
		return new WatchedTrigger(cluster, sandbox, workflow);
	}

	/** Checks come in that are done at once. */
	add(count: number): void {
		for (let one = 0; one < count; one++) this.wanted.push(this.sandbox.addCheck());
	}

	async executions(): Promise<Listed[]> {
		return await executionsOf(this.cluster.rest, { stored: this.workflow, webhook: '' });
	}

	/** The hashes that executions went through with, one for each time. */
	async delivered(): Promise<string[]> {
		const ended = (await this.executions()).filter(({ status }) => status === 'success');
		const all = await Promise.all(
			ended.map(async ({ id }) => await this.cluster.rest.execution(id)),
		);
		return all.flatMap((one) => outputOf(one, 'End').map(({ json }) => String(json.hash)));
	}

	/** Waits until everything has been delivered. */
	async arrived(): Promise<void> {
		await eventually(`${this.wanted.length} checks delivered`, async () => {
			const got = new Set(await this.delivered());
			return this.wanted.every((hash) => got.has(hash));
		});
	}

	/** Waits for so many more polls. */
	async polled(count: number): Promise<void> {
		const polls = () => this.sandbox.stats().calls['checkup.getcheckshistory'] ?? 0;
		const before = polls();
		await eventually(`${count} more polls`, () => polls() >= before + count);
	}
}

/** Polled, and nobody there to execute it: the worker has died in between. */
async function workerDies({ workers }: Cluster, watched: WatchedTrigger): Promise<void> {
	const [, worker] = workers;
	await worker.kill();
	watched.add(3);
	// n8n calls it new, with durable cursors running.
	await eventually('an execution that nobody takes', async () =>
		(await watched.executions()).some(({ status }) => status === 'new' || status === 'running'),
	);
	await worker.start();
	await watched.arrived();
}

/** The main process is killed, and checks come in just before, meanwhile and just after. */
async function mainDies(
	cluster: Cluster,
	watched: WatchedTrigger,
	env: Record<string, string>,
): Promise<void> {
	watched.add(2);
	await cluster.main.kill();
	watched.add(3);
	await cluster.main.start(env);
	await cluster.signIn();
	watched.add(2);
	await watched.arrived();
}

async function exactlyOnce(
	{ cluster, report, sandbox: newSandbox }: Setting,
	what: string,
	env: Record<string, string>,
): Promise<void> {
	const [first, second] = cluster.workers;
	await first.stop();
	await cluster.main.stop();
	await cluster.main.start(env);
	await cluster.signIn();
	if (!second.isAlive) await second.start();
	const sandbox = await newSandbox();
	sandbox.addCheck();
	const watched = await WatchedTrigger.start(cluster, what, sandbox);
	// With durable cursors n8n 2.41 saves nothing of the poll that publishes.
	watched.add(3);
	await watched.arrived();
	await workerDies(cluster, watched);
	await mainDies(cluster, watched, env);
	// Another poll, so that a second delivery had its chance.
	await watched.polled(1);
	const { wanted } = watched;
	const got = await watched.delivered();
	const missing = wanted.filter((hash) => !got.includes(hash));
	const isEachOnce = got.length === wanted.length && new Set(got).size === got.length;
	report.check(`${what}: ${wanted.length} checks, none missed`, missing.length === 0, missing);
	report.check(`${what}: each delivered exactly once`, isEachOnce, got);
	await cluster.rest.deactivate(watched.workflow);
}

export const trigger: Case = {
	name: 'trigger',
	steps: [
		async (setting) => await exactlyOnce(setting, 'Trigger', {}),
		async (setting) => await exactlyOnce(setting, 'Trigger with durable cursors', DURABLE),
	],
};

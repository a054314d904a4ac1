/** The trigger on the main process: every new check exactly once, whatever dies, with n8n's durable cursors and without. */
import { CREDENTIAL_TYPE } from '../../../demo/lib/instance.mts';
import { outputOf, type StoredWorkflow } from '../../../demo/lib/rest.mts';
import type { Sandbox } from '../../../sandbox/server.mts';
import { credentialFor, eventually, executionsOf } from '../lib/batches.mts';
import type { Case, Setting } from '../lib/setting.mts';

/** n8n keeps the cursor of a poll in the database, written together with the execution. */
const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

const NODE = 'New Check';

/** n8n refuses a schedule of less than a minute, but takes several: together they poll every five seconds. */
const POLL_TIMES = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));

async function createTrigger(
	{ cluster }: Setting,
	name: string,
	sandbox: Sandbox,
): Promise<StoredWorkflow> {
	const credential = await credentialFor(cluster.rest, name, sandbox);
	const stored = await cluster.rest.createWorkflow({
		name,
		nodes: [
			{
				id: 'trigger-id',
				name: NODE,
				type: 'n8n-nodes-aml-check.amlCheckTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {
					pollTimes: { item: POLL_TIMES },
					triggerOn: 'checkCompleted',
				},
				credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
			},
			{
				id: 'end-id',
				name: 'End',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [220, 0],
				parameters: {},
			},
		],
		connections: { [NODE]: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	await cluster.rest.activate(stored);
	return stored;
}

/** The hashes that executions of a workflow went through with, one for each time. */
async function delivered({ cluster }: Setting, stored: StoredWorkflow): Promise<string[]> {
	const listed = await executionsOf(cluster.rest, { stored, webhook: '' });
	const ended = listed.filter(({ status }) => status === 'success');
	const executions = await Promise.all(
		ended.map(async ({ id }) => await cluster.rest.execution(id)),
	);
	return executions.flatMap((one) => outputOf(one, 'End').map(({ json }) => String(json.hash)));
}

async function exactlyOnce(
	setting: Setting,
	what: string,
	env: Record<string, string>,
): Promise<void> {
	const { cluster, report, sandbox: newSandbox } = setting;
	const [first, second] = cluster.workers;
	await first.stop();
	await cluster.main.stop();
	await cluster.main.start(env);
	await cluster.signIn();
	if (!second.isAlive) await second.start();
	const sandbox = await newSandbox();
	sandbox.addCheck();
	const stored = await createTrigger(setting, what, sandbox);
	const polled = async (count: number) => {
		const polls = () => sandbox.stats().calls['checkup.getcheckshistory'] ?? 0;
		const before = polls();
		await eventually(`${what}: ${count} more polls`, () => polls() >= before + count);
	};
	// With durable cursors n8n 2.41 forgets what the poll of the activation remembered: the next one sets the baseline.
	await polled(2);
	const wanted: string[] = [];
	const add = (count: number) => {
		for (let one = 0; one < count; one++) wanted.push(sandbox.addCheck());
	};
	const arrived = async () =>
		await eventually(`${what}: ${wanted.length} checks delivered`, async () => {
			const got = new Set(await delivered(setting, stored));
			return wanted.every((hash) => got.has(hash));
		});
	add(3);
	await arrived();
	// Polled, and nobody there to execute it: the worker has died in between.
	await second.kill();
	add(3);
	await eventually(`${what}: the poll's execution waits`, async () => {
		const listed = await executionsOf(cluster.rest, { stored, webhook: '' });
		return listed.some(({ status }) => status === 'new');
	});
	await second.start();
	await arrived();
	// The main process is killed, and checks arrive while it is gone.
	add(2);
	await cluster.main.kill();
	add(3);
	await cluster.main.start(env);
	await cluster.signIn();
	add(2);
	await arrived();
	// Two more polls, so that a second delivery had its chance.
	await polled(2);
	const got = await delivered(setting, stored);
	const missing = wanted.filter((hash) => !got.includes(hash));
	const isEachOnce = got.length === wanted.length && new Set(got).size === got.length;
	report.check(`${what}: ${wanted.length} checks, none missed`, missing.length === 0, missing);
	report.check(`${what}: each delivered exactly once`, isEachOnce, got);
	await cluster.rest.deactivate(stored);
}

export const trigger: Case = {
	name: 'trigger',
	steps: [
		async (setting) => await exactlyOnce(setting, 'Trigger', {}),
		async (setting) => await exactlyOnce(setting, 'Trigger with durable cursors', DURABLE),
	],
};

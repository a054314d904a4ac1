/** Processes that are killed in the middle of a batch. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { INSTALL } from '../../../instance/paths.mts';
import { audit } from '../lib/audit.mts';
import { endedOf, executionsOf, resultsOf, send } from '../lib/batches.mts';
import { bringHome, fateOf, hold, type Held } from '../lib/held.mts';
import { PHASES, REPEATED_ID } from '../lib/phases.mts';
import type { Case, Setting } from '../lib/setting.mts';

const MOMENTS = Object.keys(PHASES) as Array<keyof typeof PHASES>;

/** Long enough for a worker to know that it is to stop, and shorter than it is given. */
const STOPPING_MS = 3000;

/** Everything runs on the first worker, so that it can be killed. */
async function firstWorkerAlone({ cluster }: Setting): Promise<void> {
	const [first, second] = cluster.workers;
	await second.stop();
	if (!first.isAlive) await first.start();
}

interface BullQueue {
	add(name: string, data: unknown): Promise<unknown>;
	close(): Promise<void>;
}

/** Puts an execution into n8n's queue a second time, as a Redis does that has lost its last writes. */
async function deliverAgain({ cluster }: Setting, held: Held): Promise<void> {
	const load = createRequire(path.join(INSTALL, 'node_modules/n8n/package.json'));
	const Bull = load('bull') as new (name: string, options: unknown) => BullQueue;
	const [{ id }] = await executionsOf(cluster.rest, held.workflow);
	const queue = new Bull('jobs', {
		prefix: 'bull',
		redis: { host: '127.0.0.1', port: cluster.redis.port },
	});
	const { id: workflowId } = held.workflow.stored;
	await queue.add('job', { executionId: id, workflowId, loadStaticData: false });
	await queue.close();
}

/**
 * What n8n makes of an execution whose worker is gone while the main process lives on. It pays nothing by itself; what
 * then brings the results depends on which of its clean-ups came first.
 */
async function isCleanedUp(setting: Setting, batch: Held, killedAt: number): Promise<void> {
	const { report } = setting;
	const { charges } = batch.sandbox.stats();
	const fate = await fateOf(setting, batch);
	const seconds = Math.round((Date.now() - killedAt) / 1000);
	const { error, runData } = fate.data.resultData;
	const says = error ? `"${error.message.slice(0, 60)}…"` : 'without a message';
	report.note(
		`${batch.what}: after ${seconds} s n8n ended the execution as ${fate.status}, ${says}, with the data of ${Object.keys(runData).length} nodes`,
	);
	const isPaid = batch.sandbox.stats().charges > charges;
	report.check(`${batch.what}: n8n pays nothing by itself`, !isPaid);
	batch.phase.release(batch.sandbox);
}

/** A batch under an idempotency key, of a network whose reports can't be searched: only the `id`s can tell. */
async function isSentAgainUnderItsKey(setting: Setting, batch: Held): Promise<void> {
	const { cluster, report } = setting;
	await send(batch.workflow, batch.batch);
	const ended = await endedOf(cluster.rest, batch.workflow, 2);
	const results = resultsOf(await cluster.rest.execution(String(ended.at(-1)?.id)));
	audit(report, { ...batch, what: `${batch.what}, sent again`, results });
}

/** The second worker begins from the start, with the same ids. */
async function isDoneBySecond(setting: Setting, batch: Held): Promise<void> {
	const way = await bringHome(setting, batch);
	setting.report.check(`${batch.what}: the second worker succeeds`, way === 'n8n: success', way);
}

/** A worker dies. What it had is closed by the main process, unless its job comes to another worker in time. */
async function workerDies(setting: Setting): Promise<void> {
	const { cluster } = setting;
	const [first, second] = cluster.workers;
	await firstWorkerAlone(setting);
	const twice = await Promise.all(
		(['replay', 'refuse'] as const).map(async (repeatedId) => {
			const service = { repeatedId };
			return await hold(setting, `Job delivered twice (${repeatedId})`, 'waiting', { service });
		}),
	);
	const keyed = await hold(setting, 'Worker killed, Idempotency Key', 'submitting', {
		parameters: { network: 'BSC', options: { requestKey: 'batch 1' } },
	});
	const held = await Promise.all(
		MOMENTS.map(async (moment) => await hold(setting, `Worker killed while ${moment}`, moment)),
	);
	const killedAt = Date.now();
	await first.kill();
	for (const batch of twice) {
		batch.phase.release(batch.sandbox);
		await deliverAgain(setting, batch);
	}
	await second.start();
	await Promise.all([
		...twice.map(async (batch) => await isDoneBySecond(setting, batch)),
		...[...held, keyed].map(async (batch) => await isCleanedUp(setting, batch, killedAt)),
	]);
	await isSentAgainUnderItsKey(setting, keyed);
	for (const batch of held) await bringHome(setting, batch);
}

/** A worker that is asked to stop finishes what it has. */
async function workerStops(setting: Setting): Promise<void> {
	const { cluster, report } = setting;
	const [first] = cluster.workers;
	await firstWorkerAlone(setting);
	const held = await hold(setting, 'Worker asked to stop while waiting', 'waiting');
	const stopping = first.stop();
	await sleep(STOPPING_MS);
	held.phase.release(held.sandbox);
	await stopping;
	const way = await bringHome(setting, held);
	report.check(`${held.what}: it finishes what it has`, way === 'n8n: success', way);
}

/** Everything dies, as when the machine does: n8n calls the executions crashed at its next start, and keeps them. */
async function machineDies(setting: Setting): Promise<void> {
	const { cluster, report } = setting;
	const [first, second] = cluster.workers;
	await firstWorkerAlone(setting);
	const held: Held[] = [];
	for (const repeatedId of REPEATED_ID)
		held.push(
			...(await Promise.all(
				MOMENTS.map(
					async (moment) =>
						await hold(setting, `Machine died while ${moment} (${repeatedId})`, moment, {
							service: { repeatedId },
						}),
				),
			)),
		);
	await Promise.all([cluster.main.kill(), first.kill()]);
	await Promise.all([cluster.main.start(), second.start()]);
	await cluster.signIn();
	for (const { phase, sandbox } of held) phase.release(sandbox);
	await Promise.all(
		held.map(async (batch) => {
			const fate = await fateOf(setting, batch);
			report.check(`${batch.what}: n8n calls it crashed`, fate.status === 'crashed', fate.status);
			await bringHome(setting, batch);
		}),
	);
}

/** Only the main process dies: the worker carries on. */
async function mainDies(setting: Setting): Promise<void> {
	const { cluster, report } = setting;
	const [, second] = cluster.workers;
	if (!second.isAlive) await second.start();
	const held = await hold(setting, 'Main killed while waiting', 'waiting');
	await cluster.main.kill();
	held.phase.release(held.sandbox);
	await cluster.main.start();
	await cluster.signIn();
	const way = await bringHome(setting, held);
	report.check(`${held.what}: nobody has to do anything`, way === 'n8n: success', way);
}

export const deaths: Case = {
	name: 'deaths',
	steps: [workerDies, workerStops, machineDies, mainDies],
};

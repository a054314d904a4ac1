/** Redis, PostgreSQL and the service are gone for a while in the middle of a batch. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../lib/batches.mts';
import { bringHome, fateOf, hold } from '../lib/held.mts';
import { openProxy, type Proxy } from '../../../instance/queue/proxy.mts';
import type { Case, Setting } from '../lib/setting.mts';

const OUTAGE_MS = 60_000;

/** All requests have reached the service by then: one that it never saw stays a question for an hour. */
const ARRIVED_MS = 1_000;

async function redisGone(setting: Setting): Promise<void> {
	const { cluster, report } = setting;
	const held = await hold(setting, 'Redis gone for a minute', 'waiting');
	await cluster.redis.stop();
	await sleep(OUTAGE_MS / 2);
	held.phase.release(held.sandbox);
	await sleep(OUTAGE_MS / 2);
	await cluster.redis.start();
	const isUp = cluster.main.isAlive && cluster.workers.some((worker) => worker.isAlive);
	report.check(`${held.what}: n8n is still there`, isUp);
	await bringHome(setting, held);
}

/** The batch ends while n8n can't save it: n8n calls it crashed when it looks for what nobody works on any more. */
async function postgresRestarted(setting: Setting): Promise<void> {
	const { cluster } = setting;
	const held = await hold(setting, 'PostgreSQL restarted', 'waiting');
	await cluster.postgres.stop();
	await sleep(2000);
	held.phase.release(held.sandbox);
	await sleep(3000);
	await cluster.postgres.start();
	await eventually('n8n has its database again', async () => await cluster.rest.workflows());
	await bringHome(setting, held);
}

/** A batch in the middle of its submissions whose way to the service is cut. */
async function cutOff(setting: Setting, what: string, parameters?: Record<string, unknown>) {
	let way: Proxy | undefined;
	const held = await hold(setting, what, 'submitting', {
		throughPort: async ({ baseUrl }) => {
			way = await openProxy(Number(new URL(baseUrl).port));
			return way.port;
		},
		parameters,
	});
	await sleep(ARRIVED_MS);
	await way?.close();
	held.phase.release(held.sandbox);
	return { held, way };
}

async function serviceGone(setting: Setting): Promise<void> {
	const { held, way } = await cutOff(setting, 'Service gone for a minute');
	await sleep(OUTAGE_MS);
	await way?.open();
	const ending = await bringHome(setting, held);
	setting.report.check(`${held.what}: the run waits`, ending === 'n8n: success', ending);
	await way?.close();
}

async function serviceGoneForLong(setting: Setting): Promise<void> {
	const { report } = setting;
	const timeout = { options: { timeout: 20 } };
	const { held, way } = await cutOff(setting, 'Service gone longer than the timeout', timeout);
	const { error } = (await fateOf(setting, held)).data.resultData;
	const says = `${error?.message} ${error?.description}`;
	const isSaid = /could not be reached|connection/.test(says);
	report.check(`${held.what}: says what happened`, isSaid, says);
	report.check(`${held.what}: says what was paid`, /Paid for so far/.test(says), says);
	await way?.open();
	await bringHome(setting, held);
	await way?.close();
}

async function startWorkers({ cluster }: Setting): Promise<void> {
	for (const worker of cluster.workers) if (!worker.isAlive) await worker.start();
}

export const outages: Case = {
	name: 'outages',
	steps: [startWorkers, serviceGone, serviceGoneForLong, postgresRestarted, redisGone],
};

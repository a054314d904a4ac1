/** A schedule whose time passes while n8n is down: with n8n's durable scheduler it runs once afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readExamples } from '../../../instance/examples.mts';
import type { StoredWorkflow } from '../../../instance/rest.mts';
import { withParameters } from '../../e2e/examples/support.mts';
import { eventually, executionsOf } from '../lib/batches.mts';
import type { Case, Setting } from '../lib/setting.mts';

/** docs/scale.md names it. */
const DURABLE = { N8N_SCHEDULER_ENABLED: 'true' };
const MINUTE_MS = 60_000;
const EVERY = 4;

/** Resolves so many minutes after the last time of the schedule, whose second n8n draws at random. */
async function untilMinute(minute: number): Promise<void> {
	const since = Date.now() % (EVERY * MINUTE_MS);
	const wait = minute * MINUTE_MS - since;
	await sleep(wait > 0 ? wait : wait + EVERY * MINUTE_MS);
}

/** The examples' own schedule, every few minutes and with nothing behind it. */
async function publish({ rest }: Setting['cluster']): Promise<StoredWorkflow> {
	const example = (await readExamples()).get('watch-wallets');
	if (!example) throw new Error('The example is gone.');
	const rule = { interval: [{ field: 'minutes', minutesInterval: EVERY }] };
	const { nodes, settings } = withParameters(example, 'Every Day', { rule });
	const schedule = nodes.filter(({ name }) => name === 'Every Day');
	const workflow = { name: 'Missed', nodes: schedule, connections: {}, settings };
	const stored = await rest.createWorkflow(workflow);
	await rest.activate(stored);
	return stored;
}

async function runsOnce({ cluster, report }: Setting): Promise<void> {
	for (const worker of cluster.workers) if (!worker.isAlive) await worker.start();
	await cluster.main.stop();
	await cluster.main.start(DURABLE);
	await cluster.signIn();
	const stored = await publish(cluster);
	const runs = async () => await executionsOf(cluster.rest, { stored, webhook: '' });
	await untilMinute(EVERY - 0.2);
	const before = (await runs()).length;
	await cluster.main.kill();
	await untilMinute(2);
	await cluster.main.start(DURABLE);
	await cluster.signIn();
	await eventually('the missed run', async () => (await runs()).length > before, MINUTE_MS);
	await sleep(MINUTE_MS / 3);
	const after = (await runs()).length - before;
	report.check('A missed schedule runs once', after === 1, await runs());
	await cluster.rest.deactivate(stored);
}

export const missed: Case = { name: 'missed', steps: [runsOnce] };

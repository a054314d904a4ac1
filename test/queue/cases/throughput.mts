/** Batches of a thousand addresses, ten at once, on one worker and on two; and one that takes a worker for minutes. */
import {
	addresses,
	createBatchWorkflow,
	credentialFor,
	endedOf,
	executionsOf,
	resultsOf,
	send,
	type BatchWorkflow,
} from '../lib/batches.mts';
import type { ExecutionItem } from '../../../instance/rest.mts';
import { audit } from '../lib/audit.mts';
import type { Cluster } from '../../../instance/queue/cluster.mts';
import type { Case, Setting } from '../lib/setting.mts';

const BATCHES = 10;
const SIZE = 1000;
/** The lock of a worker's job is a fifth of n8n's own here, so this is as five times as many. */
const LARGE = 12_000;
const TIMEOUT_MS = 1_200_000;

/** The most calls that a check may cost, submission and everything else taken together. */
const MAX_CALLS = 2.1;

/** The results of all executions, in the order of the batches that they belong to. */
async function resultsInOrder(
	{ rest }: Cluster,
	workflow: BatchWorkflow,
	batches: readonly string[][],
): Promise<ExecutionItem[]> {
	const byFirst = new Map<string, ExecutionItem[]>();
	for (const { id } of await endedOf(rest, workflow, batches.length)) {
		const items = resultsOf(await rest.execution(id));
		byFirst.set(String(items[0]?.json.address).toLowerCase(), items);
	}
	return batches
		.flatMap((batch) => byFirst.get(batch[0].toLowerCase()) ?? [])
		.map((item, index) => rePair(item, index, batches[0].length));
}

async function carryThrough(
	setting: Setting,
	what: string,
	count: number,
	size = SIZE,
): Promise<void> {
	const { cluster, report } = setting;
	const sandbox = await setting.sandbox({ processingMs: { min: 500, max: 3000 }, latencyMs: 20 });
	const credential = await credentialFor(cluster.rest, what, sandbox);
	const workflow = await createBatchWorkflow(cluster.rest, what, credential);
	const batches = Array.from({ length: count }, (_, index) => addresses(`${what} ${index}`, size));
	const began = Date.now();
	for (const batch of batches) await send(workflow, batch);
	await endedOf(cluster.rest, workflow, count, TIMEOUT_MS);
	const seconds = (Date.now() - began) / 1000;
	const { calls, peakInFlight } = sandbox.stats();
	const checks = count * size;
	const perCheck = Object.values(calls).reduce((sum, one) => sum + one, 0) / checks;
	const results = await resultsInOrder(cluster, workflow, batches);
	const executions = await executionsOf(cluster.rest, workflow);
	report.check(
		`${what}: each worker keeps its job`,
		executions.length === count && executions.every(({ status }) => status === 'success'),
		executions,
	);
	audit(report, { what, sandbox, batch: batches.flat(), results });
	report.check(`${what}: at most ${MAX_CALLS} calls a check`, perCheck <= MAX_CALLS, calls);
	report.note(
		`${what}: ${count} × ${size} checks in ${seconds.toFixed(1)} s, ${(checks / seconds).toFixed(0)} checks a second, ${perCheck.toFixed(3)} calls a check, ${peakInFlight} requests in flight at most`,
	);
}

/** Counts on through the batches what each of them counts from 0. */
function rePair(item: ExecutionItem, index: number, size: number): ExecutionItem {
	const paired = (item.pairedItem as { item?: number } | undefined)?.item;
	return { ...item, pairedItem: { item: paired === index % size ? index : -1 } };
}

async function oneWorker(setting: Setting): Promise<void> {
	const [first, second] = setting.cluster.workers;
	await second.stop();
	if (!first.isAlive) await first.start();
	await carryThrough(setting, 'One batch', 1);
	await carryThrough(setting, 'Ten batches, one worker', BATCHES);
}

async function twoWorkers(setting: Setting): Promise<void> {
	for (const worker of setting.cluster.workers) if (!worker.isAlive) await worker.start();
	await carryThrough(setting, 'Ten batches, two workers', BATCHES);
}

async function oneLarge(setting: Setting): Promise<void> {
	const [first] = setting.cluster.workers;
	if (!first.isAlive) await first.start();
	await carryThrough(setting, 'One large batch', 1, LARGE);
}

export const large: Case = { name: 'large', steps: [oneLarge] };

export const throughput: Case = { name: 'throughput', steps: [oneWorker, twoWorkers] };

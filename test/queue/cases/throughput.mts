/** Batches of a thousand addresses: ten at once, on one worker and on two. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
	addresses,
	createBatchWorkflow,
	credentialFor,
	endedOf,
	resultsOf,
	send,
	type BatchWorkflow,
} from '../lib/batches.mts';
import { audit } from '../lib/audit.mts';
import type { Cluster } from '../lib/cluster.mts';
import type { Case, Setting } from '../lib/setting.mts';

const BATCHES = 10;
const SIZE = Number(process.env.QUEUE_BATCH_SIZE ?? 1000);
const TIMEOUT_MS = 600_000;

/** The most calls that a check may cost, submission and everything else taken together. */
const MAX_CALLS = 2.1;

async function carryThrough(
	{ cluster, report, sandbox: newSandbox }: Setting,
	label: string,
	count: number,
): Promise<void> {
	const sandbox = await newSandbox({ processingMs: { min: 500, max: 3000 }, latencyMs: 20 });
	const credential = await credentialFor(cluster.rest, label, sandbox);
	const workflow: BatchWorkflow = await createBatchWorkflow(cluster.rest, label, credential);
	const batches = Array.from({ length: count }, (_, index) => addresses(`${label} ${index}`, SIZE));
	const memory = watchMemory(cluster);
	const sizeBefore = await databaseSize(cluster);
	const began = Date.now();
	for (const batch of batches) await send(workflow, batch);
	const ended = await endedOf(cluster.rest, workflow, count, TIMEOUT_MS);
	const seconds = (Date.now() - began) / 1000;
	const peaks = await memory.stop();
	const grown = ((await databaseSize(cluster)) - sizeBefore) / count / 1e6;
	const { calls } = sandbox.stats();
	const perCheck = Object.values(calls).reduce((sum, one) => sum + one, 0) / (count * SIZE);
	const results = new Map<string, ReturnType<typeof resultsOf>>();
	for (const { id } of ended) {
		const items = resultsOf(await cluster.rest.execution(id));
		results.set(String(items[0]?.json.address).toLowerCase(), items);
	}
	const inOrder = batches.map((batch) => results.get(batch[0].toLowerCase()) ?? []);
	audit(report, {
		what: label,
		sandbox,
		batch: batches.flat(),
		results: inOrder.flat().map(rePair),
	});
	report.check(`${label}: at most ${MAX_CALLS} calls a check`, perCheck <= MAX_CALLS, {
		perCheck,
		calls,
	});
	report.note(
		`${label}: ${count} × ${SIZE} checks in ${seconds.toFixed(1)} s, ${((count * SIZE) / seconds).toFixed(0)} checks a second, ${perCheck.toFixed(3)} calls a check, ${sandbox.stats().peakInFlight} requests in flight at most; memory at most ${peaks.join(' + ')} MB (main + workers); ${grown.toFixed(2)} MB of database a batch`,
	);
}

async function databaseSize({ postgres }: Cluster): Promise<number> {
	return Number(await postgres.query('select pg_database_size(current_database())'));
}

/** Looks at the memory of main and workers once a second. */
function watchMemory({ main, workers }: Cluster): { stop(): Promise<number[]> } {
	const members = [main, ...workers].filter(({ isAlive }) => isAlive);
	const peaks = members.map(() => 0);
	let watching = true;
	const look = async () => {
		while (watching) {
			const now = await Promise.all(members.map(async (member) => await member.memory()));
			now.forEach((megabytes, index) => (peaks[index] = Math.max(peaks[index], megabytes)));
			await sleep(1000);
		}
	};
	const done = look();
	return {
		async stop() {
			watching = false;
			await done;
			return peaks;
		},
	};
}

/** Counts on through the batches what each of them counts from 0. */
function rePair<T extends { pairedItem?: unknown }>(item: T, index: number): T {
	const paired = (item.pairedItem as { item?: number } | undefined)?.item;
	return { ...item, pairedItem: { item: paired === index % SIZE ? index : -1 } };
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

export const throughput: Case = { name: 'throughput', steps: [oneWorker, twoWorkers] };

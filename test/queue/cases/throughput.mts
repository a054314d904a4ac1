/** Batches of a thousand addresses: ten at once, on one worker and on two. */
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
	const began = Date.now();
	for (const batch of batches) await send(workflow, batch);
	const ended = await endedOf(cluster.rest, workflow, count, TIMEOUT_MS);
	const seconds = (Date.now() - began) / 1000;
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
		`${label}: ${count} × ${SIZE} checks in ${seconds.toFixed(1)} s, ${((count * SIZE) / seconds).toFixed(0)} checks a second, ${perCheck.toFixed(3)} calls a check, ${sandbox.stats().peakInFlight} requests in flight at most`,
	);
}

/** Counts on through the batches what each of them counts from 0. */
function rePair<T extends { pairedItem?: unknown }>(item: T, index: number): T {
	const paired = (item.pairedItem as { item?: number } | undefined)?.item;
	return { ...item, pairedItem: { item: paired === index % SIZE ? index : -1 } };
}

export const throughput: Case = {
	name: 'throughput',
	async run(setting) {
		const [first, second] = setting.cluster.workers;
		if (second.isAlive) await second.stop();
		if (!first.isAlive) await first.start();
		await carryThrough(setting, 'One batch', 1);
		await carryThrough(setting, 'Ten batches, one worker', BATCHES);
		await second.start();
		await carryThrough(setting, 'Ten batches, two workers', BATCHES);
	},
};

/**
 * `npm run bench [-- --sizes 10,100] [-- --write]`: batches through a real n8n against the sandbox, with this package
 * and with n8n's own HTTP Request node. `--write` puts the table into docs/benchmarks.md.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startDemo, type Demo } from '../../demo/lib/instance.mts';
import { createProgress } from '../../demo/lib/progress.mts';
import { measure } from './processes.mts';
import { markdownTable, page, type Measurement } from './report.mts';
import { MEASURED, TRIGGER, withoutPackage, withPackage, type Way } from './workflows.mts';
import type { Execution } from '../../demo/lib/rest.mts';

const LATENCY_MS = 20;
const MAX_CONCURRENT = 10;
const TIMEOUT_MS = 15 * 60_000;
const SEED = 20_260_115;

const PROFILES = [
	{ name: '3 s', processingMs: 3_000 },
	{ name: '2 to 60 s', processingMs: { min: 2_000, max: 60_000 } },
];

const WAYS: ReadonlyArray<[Way, Measurement['way']]> = [
	['node', 'this package'],
	['http', 'HTTP Request node'],
];

/** Distinct addresses that every try of the benchmark has in common. */
function addresses(count: number, label: string): string[] {
	return Array.from({ length: count }, (_, index) => {
		const digest = createHash('sha256').update(`${label}:${index}`).digest('hex');
		return `0x${digest.slice(0, 40)}`;
	});
}

/** From the first measured node's start to the last one's end. */
function wallSeconds(execution: Execution, nodes: readonly string[]): number {
	const runs = nodes.flatMap((name) => execution.data.resultData.runData[name] ?? []);
	const starts = runs.map((run) => Number(run.startTime));
	const ends = runs.map((run) => Number(run.startTime) + Number(run.executionTime));
	return (Math.max(...ends) - Math.min(...starts)) / 1000;
}

function resultsOf(execution: Execution, way: Way): number {
	const name = way === 'node' ? 'AML Check' : 'Results';
	const runs = execution.data.resultData.runData[name] ?? [];
	return runs.reduce((sum, run) => sum + (run.data?.main?.[0]?.length ?? 0), 0);
}

async function batch(
	{ rest, sandbox, credential, n8n }: Demo,
	way: Way,
	count: number,
	profile: (typeof PROFILES)[number],
): Promise<Omit<Measurement, 'way'>> {
	sandbox.reset();
	sandbox.configure({ processingMs: profile.processingMs, seed: SEED });
	const link = { id: credential.id, name: credential.name };
	const list = addresses(count, profile.name);
	const workflow = await rest.createWorkflow(
		way === 'node'
			? withPackage(list, link, MAX_CONCURRENT)
			: withoutPackage(list, link, sandbox.baseUrl),
	);
	const used = await measure(n8n.pid);
	const execution = await rest.run(workflow, TRIGGER, TIMEOUT_MS);
	const { cpuSeconds, peakMebibytes } = await used();
	if (execution.status !== 'success')
		throw new Error(
			`The batch ended with ${execution.status}: ${execution.data.resultData.error?.message}`,
		);
	const stats = sandbox.stats();
	const calls = Object.values(stats.calls).reduce((sum, number) => sum + number, 0);
	const slowestMs = Math.max(...sandbox.checks().map(({ doneAt, initAt }) => doneAt - initAt));
	const submitMs = Math.ceil(count / MAX_CONCURRENT) * LATENCY_MS;
	return {
		profile: profile.name,
		checks: count,
		callsPerCheck: calls / count,
		wallSeconds: wallSeconds(execution, MEASURED[way]),
		lowerBoundSeconds: (submitMs + slowestMs + LATENCY_MS) / 1000,
		peakInFlight: stats.peakInFlight,
		peakMebibytes,
		cpuMillisecondsPerItem: (cpuSeconds * 1000) / count,
		charges: stats.charges,
		results: resultsOf(execution, way),
	};
}

async function runAll(demo: Demo, sizes: readonly number[]): Promise<Measurement[]> {
	const rows: Measurement[] = [];
	for (const profile of PROFILES)
		for (const size of sizes)
			for (const [key, way] of WAYS) {
				const row = { way, ...(await batch(demo, key, size, profile)) };
				rows.push(row);
				console.log(markdownTable([row]).split('\n').at(-1));
			}
	return rows;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { sizes: { type: 'string' }, write: { type: 'boolean' } },
	});
	const sizes = (values.sizes ?? '10,100,1000').split(',').map(Number);
	const userFolder = await mkdtemp(path.join(os.tmpdir(), 'aml-check-bench-'));
	const demo = await startDemo({
		userFolder,
		progress: createProgress(),
		sandbox: { latencyMs: LATENCY_MS, packageSize: 1_000_000, seed: SEED },
	});
	try {
		const rows = await runAll(demo, sizes);
		console.log(`\n${markdownTable(rows)}`);
		const facts = [
			`Service latency ${LATENCY_MS} ms, Max Concurrent Requests ${MAX_CONCURRENT}, all checks on Ethereum.`,
			`n8n 2.41.0, ${os.cpus().length} cores (${os.cpus()[0]?.model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, sandbox on the same machine.`,
		];
		if (values.write)
			await writeFile(
				path.join(import.meta.dirname, '../../docs/benchmarks.md'),
				page(rows, facts),
			);
	} finally {
		await demo.stop();
		await rm(userFolder, { recursive: true, force: true });
	}
}

await main();

/**
 * `npm run bench [-- --sizes 10,100] [-- --only single] [-- --write]`: batches through a real n8n against the sandbox, with this package,
 * with n8n's own HTTP Request node and with nothing but the calls. `--write` puts the table into docs/maintainers/benchmarks.md, `--profile` the CPU profiles of
 * n8n's processes into a folder.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
	CREDENTIAL_NAME,
	CREDENTIAL_TYPE,
	startInstance,
	type Instance,
} from '../instance/start.mts';
import { createProgress } from '../instance/progress.mts';
import { benchCases, type BenchCase } from './cases.mts';
import { measure } from './processes.mts';
import { makeCertificate, openTlsDoor } from './tls.mts';
import { markdownTable, withTable, type Measurement } from './report.mts';
import {
	MEASURED,
	TRIGGER,
	withBareCalls,
	withoutPackage,
	withPackage,
	type CredentialLink,
	type Way,
} from './workflows.mts';
import type { Execution } from '../instance/rest.mts';

const TIMEOUT_MS = 15 * 60_000;
const SEED = 20_260_115;

const WAYS: ReadonlyArray<[Way, Measurement['way']]> = [
	['node', 'this package'],
	['http', 'HTTP Request node'],
	['bare', 'bare calls'],
];

/** How long all checks of a case take, in milliseconds, if that can be known: bare calls don't look. */
const knownTime = ({ processingMs, callsPerSecond, checks, executions }: BenchCase) =>
	typeof processingMs === 'number' && callsPerSecond === 0 && checks > 1 && executions === 1
		? processingMs
		: undefined;

function workflowOf(way: Way, bench: BenchCase, list: string[], link: CredentialLink, url: string) {
	const { maxConcurrentRequests } = bench;
	if (way === 'node') return withPackage(list, link, maxConcurrentRequests);
	if (way === 'http') return withoutPackage(list, link, url);
	const takesMs = knownTime(bench) ?? 0;
	return withBareCalls(list, link, url, { atOnce: maxConcurrentRequests, takesMs });
}

/** Distinct addresses that every try of the benchmark has in common. */
function addresses(count: number, label: string): string[] {
	return Array.from({ length: count }, (_, index) => {
		const digest = createHash('sha256').update(`${label}:${index}`).digest('hex');
		return `0x${digest.slice(0, 40)}`;
	});
}

/** From the first measured node's start to the last one's end. */
function wallSeconds(executions: readonly Execution[], nodes: readonly string[]): number {
	const runs = executions.flatMap(({ data }) =>
		nodes.flatMap((name) => data.resultData.runData[name] ?? []),
	);
	const starts = runs.map((run) => Number(run.startTime));
	const ends = runs.map((run) => Number(run.startTime) + Number(run.executionTime));
	return (Math.max(...ends) - Math.min(...starts)) / 1000;
}

function resultsOf(execution: Execution, way: Way): number {
	const name = way === 'http' ? 'Results' : MEASURED[way][0];
	const runs = execution.data.resultData.runData[name] ?? [];
	return runs.reduce((sum, run) => sum + (run.data?.main?.[0]?.length ?? 0), 0);
}

/** A token that n8n's process has never seen: whatever it learned before belongs to another credential. */
async function freshCredential({ rest, sandbox }: Instance, baseUrl: string) {
	const accessToken = randomUUID();
	sandbox.configure({ token: accessToken });
	const data = { baseUrl, accessToken, allowHttp: false };
	const { id, name } = await rest.putCredential(CREDENTIAL_NAME, CREDENTIAL_TYPE, data);
	return { id, name };
}

const KNOWN_CHECKS = 30;

/** Checks that others made before, which tell how long one takes. */
function fillHistory({ sandbox }: Instance, { processingMs }: BenchCase): void {
	const { min, max } =
		typeof processingMs === 'number' ? { min: processingMs, max: processingMs } : processingMs;
	for (let n = 0; n < KNOWN_CHECKS; n++) {
		const initAt = Date.now() - 3_600_000 + n * 60_000;
		const doneAt = initAt + min + ((max - min) * n) / KNOWN_CHECKS;
		sandbox.addCheck({ initAt, doneAt });
	}
}

/**
 * No way is quicker: the first submissions, the slowest check, and then for all of them a result and an owner, so many at
 * a time as may be; or three requests a check, so many at a time; or what the service takes a second.
 */
function lowerBound(instance: Instance, bench: BenchCase): number {
	const { latencyMs, callsPerSecond, checks, executions, maxConcurrentRequests } = bench;
	const rounds = Math.ceil((checks * executions) / maxConcurrentRequests);
	const submitted = instance.sandbox.checks().filter(({ requestId }) => requestId !== null);
	const slowestMs = Math.max(0, ...submitted.map(({ doneAt, initAt }) => doneAt - initAt));
	const widthMs = (3 * checks * executions * latencyMs) / maxConcurrentRequests;
	const limitMs = callsPerSecond > 0 ? (3000 * checks * executions) / callsPerSecond : 0;
	return Math.max(slowestMs + (1 + 2 * rounds) * latencyMs, widthMs, limitMs) / 1000;
}

async function measureCase(
	instance: Instance,
	way: Way,
	bench: BenchCase,
	tlsUrl: string,
): Promise<Omit<Measurement, 'way'>> {
	const { rest, sandbox, n8n } = instance;
	const { name, latencyMs, processingMs, callsPerSecond, checks, executions } = bench;
	sandbox.reset();
	sandbox.configure({ latencyMs, processingMs, callsPerSecond, seed: SEED });
	const baseUrl = bench.hasTls ? tlsUrl : sandbox.baseUrl;
	const link = await freshCredential(instance, baseUrl);
	if (bench.isWarm) fillHistory(instance, bench);
	const workflows = await Promise.all(
		Array.from({ length: executions }, async (_, n) => {
			const list = addresses(checks, `${name} ${n}`);
			return await rest.createWorkflow(workflowOf(way, bench, list, link, baseUrl));
		}),
	);
	const used = await measure(n8n.pid);
	const ended = await Promise.all(
		workflows.map(async (workflow) => await rest.run(workflow, TRIGGER, TIMEOUT_MS)),
	);
	const { cpuSeconds, peakMebibytes } = await used();
	const { calls, charges, peakInFlight } = sandbox.stats();
	const all = checks * executions;
	return {
		name,
		checks: all,
		callsPerCheck: Object.values(calls).reduce((sum, number) => sum + number, 0) / all,
		wallSeconds: wallSeconds(ended, MEASURED[way]),
		lowerBoundSeconds: lowerBound(instance, bench),
		peakInFlight,
		peakMebibytes,
		cpuMillisecondsPerItem: (cpuSeconds * 1000) / all,
		charges,
		results: ended.reduce((sum, execution) => sum + resultsOf(execution, way), 0),
		failed: ended.filter(({ status }) => status !== 'success').length,
	};
}

async function runAll(
	instance: Instance,
	cases: readonly BenchCase[],
	tlsUrl: string,
): Promise<Measurement[]> {
	const rows: Measurement[] = [];
	for (const bench of cases)
		for (const [key, way] of WAYS) {
			if (key === 'bare' && knownTime(bench) === undefined) continue;
			const row = { way, ...(await measureCase(instance, key, bench, tlsUrl)) };
			rows.push(row);
			console.log(markdownTable([row]).split('\n').at(-1));
		}
	return rows;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			sizes: { type: 'string' },
			only: { type: 'string' },
			profile: { type: 'string' },
			write: { type: 'boolean' },
		},
	});
	const sizes = (values.sizes ?? '10,100,1000').split(',').map(Number);
	const userFolder = await mkdtemp(path.join(os.tmpdir(), 'aml-check-bench-'));
	const profiling = values.profile && {
		NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${path.resolve(values.profile)}`,
	};
	const certificate = await makeCertificate(userFolder);
	const instance = await startInstance({
		userFolder,
		env: {
			NODE_EXTRA_CA_CERTS: certificate.certFile,
			N8N_CUSTOM_EXTENSIONS: path.join(import.meta.dirname, 'bare'),
			...profiling,
		},
		progress: createProgress(),
		sandbox: { packageSize: 1_000_000, seed: SEED },
	});
	const door = await openTlsDoor(certificate, instance.sandbox.baseUrl);
	try {
		const cases = benchCases(sizes).filter(({ name }) => name.includes(values.only ?? ''));
		const rows = await runAll(instance, cases, door.baseUrl);
		console.log(`\n${markdownTable(rows)}`);
		const page = path.join(import.meta.dirname, '../docs/maintainers/benchmarks.md');
		if (values.write) await writeFile(page, withTable(await readFile(page, 'utf8'), rows));
	} finally {
		door.close();
		await instance.stop();
		await rm(userFolder, { recursive: true, force: true });
	}
}

await main();

/**
 * `npm run ci:queue`: n8n's queue mode with workers, servers and a service that die. Installs or finds Redis and
 * PostgreSQL, keeps everything on loopback and in a temporary folder, and leaves nothing behind, also when interrupted.
 * The last line says how many checks passed and failed; docs/scale.md says what is looked at.
 */
import { endAll } from '../../instance/children.mts';
import { createProgress } from '../../instance/progress.mts';
import { deaths } from './cases/deaths.mts';
import { deposits } from './cases/deposits.mts';
import { missed } from './cases/missed.mts';
import { outages } from './cases/outages.mts';
import { large, throughput } from './cases/throughput.mts';
import { trigger } from './cases/trigger.mts';
import { startCluster } from '../../instance/queue/cluster.mts';
import { makeFolder, removeFolder } from '../../instance/queue/folder.mts';
import { Report } from './lib/report.mts';
import { makeSetting, type Case } from './lib/setting.mts';

const CASES: Case[] = [throughput, large, deaths, outages, deposits, missed, trigger];

/** With the reason behind it: "fetch failed" alone tells nothing. */
function inWords(thrown: unknown): string {
	if (!(thrown instanceof Error)) return String(thrown);
	return thrown.cause === undefined
		? thrown.message
		: `${thrown.message}: ${inWords(thrown.cause)}`;
}

/** Runs the cases one after another; one that can't be carried through counts as a failure. */
async function runCases(folder: string, report: Report, names: string[]): Promise<void> {
	const cluster = await startCluster(folder, createProgress());
	const { setting, close } = makeSetting(cluster, report);
	try {
		for (const one of CASES) {
			if (names.length > 0 && !names.includes(one.name)) continue;
			const began = Date.now();
			console.log(`\n${one.name}`);
			for (const step of one.steps)
				await step(setting).catch((error: unknown) => {
					report.check(one.name, false, inWords(error));
				});
			console.log(`  took ${Math.round((Date.now() - began) / 1000)} s`);
		}
	} finally {
		await cluster.stop();
		await close();
	}
}

/** Resolves when somebody wants the run to end, or when whoever started it has died. */
async function untilInterrupted(): Promise<'interrupted'> {
	const parent = process.ppid;
	return await new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
			process.on(signal, () => resolve('interrupted'));
		setInterval(() => {
			if (process.ppid !== parent) resolve('interrupted');
		}, 1000);
	});
}

const report = new Report();
const interrupted = untilInterrupted();
const folder = await makeFolder();
let failure: unknown;
try {
	const end = await Promise.race([runCases(folder, report, process.argv.slice(2)), interrupted]);
	if (end === 'interrupted') throw new Error('Interrupted');
} catch (error) {
	failure = error;
} finally {
	await endAll();
	await removeFolder(folder);
}
if (failure !== undefined) {
	report.check('the run', false, inWords(failure));
}
report.end();
process.exit(report.failed === 0 && report.passed > 0 ? 0 : 1);

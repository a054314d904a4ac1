/** What the operating system says of a process and those that it started (Linux). */
import { readdir, readFile, writeFile } from 'node:fs/promises';

/** Clock ticks a second in /proc; Linux has it fixed for programs. */
const TICKS_PER_SECOND = 100;

interface ProcessStat {
	pid: number;
	parent: number;
	cpuSeconds: number;
}

async function statOf(pid: number): Promise<ProcessStat | undefined> {
	try {
		const text = await readFile(`/proc/${pid}/stat`, 'utf8');
		const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
		const ticks = Number(fields[11]) + Number(fields[12]);
		return { pid, parent: Number(fields[1]), cpuSeconds: ticks / TICKS_PER_SECOND };
	} catch {
		return undefined;
	}
}

async function family(root: number): Promise<ProcessStat[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
	const all = (await Promise.all(pids.map(statOf))).filter((stat) => stat !== undefined);
	const members = new Set([root]);
	for (let size = 0; size < members.size;) {
		size = members.size;
		for (const { pid, parent } of all) if (members.has(parent)) members.add(pid);
	}
	return all.filter(({ pid }) => members.has(pid));
}

async function peakMebibytes(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
	return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

/** CPU and memory of a process family from one moment to another. */
export interface Usage {
	cpuSeconds: number;
	/** Of the largest single process. */
	peakMebibytes: number;
}

/** Begins to measure a process and those that it started. */
export async function measure(root: number): Promise<() => Promise<Usage>> {
	const before = await family(root);
	for (const { pid } of before) await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {});
	const total = (stats: ProcessStat[]) => stats.reduce((sum, stat) => sum + stat.cpuSeconds, 0);
	return async () => {
		const after = await family(root);
		const peaks = await Promise.all(after.map(({ pid }) => peakMebibytes(pid)));
		return { cpuSeconds: total(after) - total(before), peakMebibytes: Math.max(0, ...peaks) };
	};
}

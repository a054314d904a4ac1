/** The temporary folder of a run, and what runs that were killed have left behind. */
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = 'aml-check-queue-';

/** @param folder one that a run has made */
export async function removeFolder(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** A run that was ended with SIGKILL could not remove its folder: its processes are gone, its folder goes now. */
async function removeLeftovers(): Promise<void> {
	for (const name of await readdir(tmpdir())) {
		const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0;
		if (pid > 0 && !isRunning(pid)) await removeFolder(path.join(tmpdir(), name));
	}
}

/** Makes the folder that everything of this run is kept in. */
export async function makeFolder(): Promise<string> {
	await removeLeftovers();
	const folder = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
	await chmod(folder, 0o755);
	return folder;
}

/** Ends processes together with all that they have started. */
import { setTimeout as sleep } from 'node:timers/promises';

/** A killed process is gone long before that. If nobody collects it, the wait ends here. */
const PATIENCE_MS = 30_000;

const STEP_MS = 50;

/**
 * Kills a process group and waits until all of it is gone: until then it may hold a port. On Windows, which has no
 * groups, it is the process alone.
 */
export async function killGroup(pid: number): Promise<void> {
	for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
		try {
			process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
		} catch {
			return;
		}
		await sleep(STEP_MS);
	}
}

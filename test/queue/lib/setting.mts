/** What every case is given. */
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server.mts';
import type { Cluster } from '../../../instance/queue/cluster.mts';
import type { Report } from './report.mts';

export interface Setting {
	cluster: Cluster;
	report: Report;
	/** Starts a sandbox that is closed at the end of the run. */
	sandbox(options?: SandboxOptions): Promise<Sandbox>;
}

/** What is seen together; a step that can't be carried through does not keep the next one from being tried. */
export interface Case {
	name: string;
	steps: Array<(setting: Setting) => Promise<void>>;
}

/** Makes what the cases are given. */
export function makeSetting(
	cluster: Cluster,
	report: Report,
): { setting: Setting; close: () => Promise<void> } {
	const sandboxes: Sandbox[] = [];
	const sandbox = async (options: SandboxOptions = {}) => {
		const started = await startSandbox({ packageSize: 1_000_000, ...options });
		sandboxes.push(started);
		return started;
	};
	const close = async () => {
		await Promise.all(sandboxes.map(async (one) => await one.close()));
	};
	return { setting: { cluster, report, sandbox }, close };
}

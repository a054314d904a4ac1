/** Batches that are held at a moment of their lives. */
import type { ExecutionItem } from '../../../instance/rest.mts';
import type { Sandbox, SandboxOptions } from '../../../sandbox/server.mts';
import {
	addresses,
	createBatchWorkflow,
	credentialFor,
	endedOf,
	eventually,
	executionsOf,
	resultsOf,
	retryOf,
	send,
	type BatchWorkflow,
} from './batches.mts';
import { audit } from './audit.mts';
import { PHASES, type Phase } from './phases.mts';
import type { Setting } from './setting.mts';

/** A batch that is held. */
export interface Held {
	what: string;
	phase: Phase;
	sandbox: Sandbox;
	workflow: BatchWorkflow;
	batch: readonly string[];
}

const SIZE = 100;

/** What is out of the usual in a held batch. */
export interface HoldOptions {
	/** Of its sandbox, beyond those of the moment. */
	service?: SandboxOptions;
	/** Where the way to the sandbox is not the straight one. */
	throughPort?: (sandbox: Sandbox) => Promise<number>;
	/** Of the check node. */
	parameters?: Record<string, unknown>;
}

/** Starts a batch and waits until it is at a moment of its life. */
export async function hold(
	{ cluster, sandbox: newSandbox }: Setting,
	what: string,
	moment: keyof typeof PHASES,
	{ service, throughPort, parameters }: HoldOptions = {},
): Promise<Held> {
	const phase = PHASES[moment];
	const sandbox = await newSandbox({ ...phase.options, ...service });
	phase.hold(sandbox);
	const port = await throughPort?.(sandbox);
	const { token } = sandbox;
	const baseUrl = port ? `http://127.0.0.1:${port}` : sandbox.baseUrl;
	const credential = await credentialFor(cluster.rest, what, { baseUrl, token });
	const workflow = await createBatchWorkflow(cluster.rest, what, credential, parameters);
	const batch = addresses(what, SIZE, parameters?.network as string | undefined);
	await send(workflow, batch);
	await eventually(`${what} is ${phase.name}`, () => phase.isCaught(sandbox, SIZE));
	return { what, phase, sandbox, workflow, batch };
}

/** What became of a batch without anybody's doing. */
export async function fateOf({ cluster }: Setting, { workflow }: Held, timeoutMs?: number) {
	const [first] = await endedOf(cluster.rest, workflow, 1, timeoutMs);
	return await cluster.rest.execution(first.id);
}

/** Uses the editor's "Retry" on a batch's last execution. */
async function retried({ cluster }: Setting, { workflow }: Held) {
	const last = (await executionsOf(cluster.rest, workflow)).at(-1);
	const id = await retryOf(cluster.rest, String(last?.id));
	return await cluster.rest.execution(id);
}

/** Sends a batch again, as whoever sent it first would, with recent reports reused: n8n has lost it. */
async function sentAgain({ cluster }: Setting, held: Held): Promise<readonly ExecutionItem[]> {
	const { what, sandbox, batch } = held;
	const credential = await credentialFor(cluster.rest, what, sandbox);
	const again = await createBatchWorkflow(cluster.rest, `${what} again`, credential, {
		options: { reuseWithinHours: 1 },
	});
	await send(again, batch);
	const [ended] = await endedOf(cluster.rest, again, 1);
	return resultsOf(await cluster.rest.execution(ended.id));
}

/** Brings a batch to its end, by the shortest way there is, and enters it into the report. */
export async function bringHome(setting: Setting, held: Held): Promise<string> {
	const { what, sandbox, batch } = held;
	const fate = await fateOf(setting, held);
	let way = `n8n: ${fate.status}`;
	let results: readonly ExecutionItem[] = resultsOf(fate);
	if (fate.status !== 'success') {
		const again = await retried(setting, held);
		way += `, Retry: ${again.status}`;
		results = resultsOf(again);
		if (results.length === 0) {
			results = await sentAgain(setting, held);
			way += ', sent again with Reuse Within Hours';
		}
	}
	audit(setting.report, { what, sandbox, batch, results });
	setting.report.note(`${what}: ${way}`);
	return way;
}

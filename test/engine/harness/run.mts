/** Running nodes and workflows to their end. */
import { startExecution } from './execution.mts';
import { startNode } from './nodeTypes.mts';
import type {
	HarnessConnection,
	HarnessItems,
	HarnessNode,
	NodeView,
	RetryChanges,
	RunSettings,
	StartedRun,
	WorkflowRun,
} from './types.mts';
import type { WorkflowPlan } from './workflow.mts';

const START = 'Start';
const NODE = 'Node';

export interface WorkflowOptions extends RunSettings {
	/** What a node named "Start", put before the first of `nodes`, yields. */
	items?: HarnessItems;
	nodes: readonly HarnessNode[];
	/** Lines between nodes; without any, each node is connected to the next. */
	connections?: readonly HarnessConnection[];
	binaryMode?: WorkflowPlan['binaryMode'];
}

/** Starts a workflow that begins with a node "Start" yielding `items` (one empty item by default). */
function startWorkflow(options: WorkflowOptions): StartedRun {
	const { items = [{}], nodes, connections = [], binaryMode, ...settings } = options;
	const first = { name: START, node: startNode(items) };
	const all = [first, ...nodes];
	const inARow = all.slice(1).map((node, index) => ({ from: all[index]!.name, to: node.name }));
	const lines = connections.length > 0 ? connections : inARow;
	return startExecution({ nodes: all, connections: lines, binaryMode }, settings);
}

/** Runs a workflow to its end; see {@link startWorkflow}. A failed execution is a result, not an exception. */
export async function runWorkflow(options: WorkflowOptions): Promise<WorkflowRun> {
	return await startWorkflow(options).result;
}

export interface NodeOptions extends RunSettings, Omit<HarnessNode, 'name'> {
	items?: HarnessItems;
	binaryMode?: WorkflowPlan['binaryMode'];
}

/** A finished execution of one node after "Start", seen from that node. */
export interface NodeRun extends Omit<NodeView, 'status'>, Omit<WorkflowRun, 'failure' | 'retry'> {
	/** The editor's "Retry"; `parameters` are what the node has been changed to before it. */
	retry(
		changes?: Omit<RetryChanges, 'parameters'> & Pick<HarnessNode, 'parameters'>,
	): Promise<NodeRun>;
}

function fromNode(run: WorkflowRun): NodeRun {
	const view = run.node(NODE);
	return {
		...run,
		...view,
		status: run.status,
		failure: view.failure ?? run.failure,
		retry: async ({ parameters, ...changes } = {}) =>
			fromNode(
				await run.retry({
					...changes,
					parameters: parameters ? { [NODE]: parameters } : undefined,
				}),
			),
	};
}

/** Starts one node on `items`; see {@link startWorkflow}. */
export function startNodeRun(options: NodeOptions): {
	result: Promise<NodeRun>;
	cancel(): void;
} {
	const { node, parameters, settings, ...rest } = options;
	const started = startWorkflow({ ...rest, nodes: [{ name: NODE, node, parameters, settings }] });
	return { cancel: started.cancel, result: started.result.then(fromNode) };
}

/** Runs one node on `items` to the end. A failed execution is a result, not an exception. */
export async function runNode(options: NodeOptions): Promise<NodeRun> {
	return await startNodeRun(options).result;
}

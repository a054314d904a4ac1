/** A node as the tool of an AI agent, on both ways n8n has of calling it. */
import {
	type IDataObject,
	type IExecuteFunctions,
	NodeConnectionTypes,
	type NodeOutput,
} from 'n8n-workflow';
import { startExecution } from './execution.mts';
import { defineNode, startNode } from './nodeTypes.mts';
import type { HarnessNode, NodeView, RunSettings, WorkflowRun } from './types.mts';

const TOOL = 'Tool';
const AGENT = 'Agent';

export interface ToolOptions extends RunSettings, Omit<HarnessNode, 'asTool' | 'name'> {
	/** What the model fills in for the parameters set to `={{ $fromAI('key', …) }}`, by key. */
	args?: IDataObject;
	/** The same for further calls of the same execution. */
	more?: IDataObject[];
	/** Whether all calls are made at the same moment, as agents may; otherwise one after the other. */
	together?: boolean;
	/**
	 * `agent`: the agent calls the tool itself, on a context of its own (older agents, sub-agents, MCP).
	 * `engine`: it asks the engine to run the node as any other (n8n's present agent).
	 */
	through?: 'agent' | 'engine';
}

export interface ToolRun {
	/** How the model knows the tool. Only with `through: 'agent'`. */
	name?: string;
	description?: string;
	/** What the model reads: JSON text. With `through: 'agent'` only. */
	response?: string;
	/** What the model reads of each call, or what stopped it. With `through: 'agent'` only. */
	responses: string[];
	/** What stopped a call, if anything did. */
	failure: Error | undefined;
	/** What the tool's node left behind in the execution. */
	tool: NodeView;
	run: WorkflowRun;
}

interface AgentTool {
	name: string;
	description: string;
	invoke(args: IDataObject): Promise<string>;
}

type Calls = Pick<ToolRun, 'description' | 'failure' | 'name' | 'response' | 'responses'>;

/** Calls the tool as an agent does that runs its tools itself. */
async function callItself(
	context: IExecuteFunctions,
	calls: readonly IDataObject[],
	together: boolean,
): Promise<Calls> {
	const tools = (await context.getInputConnectionData(
		NodeConnectionTypes.AiTool,
		0,
	)) as AgentTool[];
	const [tool] = tools;
	if (!tool) throw new Error('The agent has no tool');
	const { name, description } = tool;
	let failure: Error | undefined;
	const call = async (args: IDataObject): Promise<string> => {
		try {
			return await tool.invoke(args);
		} catch (error) {
			failure ??= error as Error;
			return (error as Error).message;
		}
	};
	const responses: string[] = [];
	if (together) responses.push(...(await Promise.all(calls.map(call))));
	else for (const args of calls) responses.push(await call(args));
	return { name, description, response: failure ? undefined : responses[0], responses, failure };
}

/** Asks the engine to run the tool's node, once for each call. */
function askEngine(calls: readonly IDataObject[]): NodeOutput {
	const action = { actionType: 'ExecutionNodeAction' as const, nodeName: TOOL, metadata: {} };
	const type = NodeConnectionTypes.AiTool;
	const actions = calls.map((input, at) => ({ ...action, type, input, id: `call-${at + 1}` }));
	return { actions, metadata: {} };
}

/**
 * Runs a workflow in which an agent calls the node as its tool.
 *
 * @throws if the node isn't `usableAsTool`
 */
export async function runTool(options: ToolOptions): Promise<ToolRun> {
	const { node, parameters, settings, args = {}, more = [], ...others } = options;
	const { through = 'agent', together = false, ...rest } = others;
	const calls = [args, ...more];
	let call: Calls = { responses: [], failure: undefined };
	let asked = false;
	const agent = defineNode(
		'agent',
		async function () {
			if (through === 'agent') call = await callItself(this, calls, together);
			else if (!asked) {
				asked = true;
				return askEngine(calls);
			}
			return [this.getInputData()];
		},
		{ inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }] },
	);
	const nodes = [
		{ name: 'Start', node: startNode([{}]) },
		{ name: AGENT, node: agent },
		{ name: TOOL, node, parameters, settings, asTool: true },
	];
	const connections = [
		{ from: 'Start', to: AGENT },
		{ from: TOOL, to: AGENT, type: NodeConnectionTypes.AiTool },
	];
	const run = await startExecution({ nodes, connections }, rest).result;
	const tool = run.node(TOOL);
	return { ...call, failure: call.failure ?? tool.failure ?? run.failure, tool, run };
}

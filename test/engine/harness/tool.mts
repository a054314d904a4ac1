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
	/** What stopped the call, if anything did. */
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

type Call = Pick<ToolRun, 'description' | 'failure' | 'name' | 'response'>;

/** Calls the tool as an agent does that runs its tools itself. */
async function callItself(context: IExecuteFunctions, args: IDataObject): Promise<Call> {
	const tools = (await context.getInputConnectionData(
		NodeConnectionTypes.AiTool,
		0,
	)) as AgentTool[];
	const [tool] = tools;
	if (!tool) throw new Error('The agent has no tool');
	const { name, description } = tool;
	try {
		return { name, description, response: await tool.invoke(args), failure: undefined };
	} catch (error) {
		return { name, description, failure: error as Error };
	}
}

/** Asks the engine to run the tool's node. */
function askEngine(args: IDataObject): NodeOutput {
	const action = { actionType: 'ExecutionNodeAction' as const, nodeName: TOOL, input: args };
	const type = NodeConnectionTypes.AiTool;
	return { actions: [{ ...action, type, id: 'call-1', metadata: {} }], metadata: {} };
}

/**
 * Runs a workflow in which an agent calls the node once as its tool.
 *
 * @throws if the node isn't `usableAsTool`
 */
export async function runTool(options: ToolOptions): Promise<ToolRun> {
	const { node, parameters, settings, args = {}, through = 'agent', ...rest } = options;
	let call: Call = { failure: undefined };
	let asked = false;
	const agent = defineNode(
		'agent',
		async function () {
			if (through === 'agent') call = await callItself(this, args);
			else if (!asked) {
				asked = true;
				return askEngine(args);
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

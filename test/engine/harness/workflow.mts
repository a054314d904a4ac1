/** A workflow and its surroundings as n8n builds them for an execution. */
import type { ExternalSecretsProxy } from 'n8n-core';
import {
	type IConnections,
	type INode,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import { chosenCredentials, HarnessCredentialsHelper } from './credentials.mts';
import { instanceOf, latestVersion, nodeTypesOf, typeName } from './nodeTypes.mts';
import type { HarnessConnection, HarnessCredential, HarnessNode } from './types.mts';

/** A workflow as saved in n8n; the first node is the one it starts from. */
export interface WorkflowPlan {
	nodes: readonly HarnessNode[];
	connections: readonly HarnessConnection[];
	/** The workflow's own zone, in which n8n shows dates to expressions. */
	timezone?: string;
	/** The workflow's setting for files: beside the json unless it is `combined`. */
	binaryMode?: 'combined';
}

/** How the hooks of an execution know the workflow. */
export const WORKFLOW_DATA: IWorkflowBase = {
	id: 'workflow-1',
	name: 'Harness',
	active: true,
	activeVersionId: null,
	isArchived: false,
	createdAt: new Date(0),
	updatedAt: new Date(0),
	nodes: [],
	connections: {},
};

const URL_BASE = 'http://localhost:5678';

/** The services n8n hands to an execution, as far as nodes without sub-workflows need them. */
export function additionalDataFor(
	credentials: readonly HarnessCredential[],
	extra: Partial<IWorkflowExecuteAdditionalData> = {},
): IWorkflowExecuteAdditionalData {
	const unsupported = async (): Promise<never> => {
		throw new Error('Not part of the harness');
	};
	return {
		credentialsHelper: new HarnessCredentialsHelper(credentials),
		currentNodeExecutionIndex: 0,
		executeWorkflow: unsupported,
		getRunExecutionData: unsupported,
		getRuntimeCredential: unsupported,
		startRunnerTask: unsupported,
		externalSecretsProxy: { hasProvider: () => false } as unknown as ExternalSecretsProxy,
		logAiEvent: () => {},
		variables: {},
		restApiUrl: `${URL_BASE}/rest`,
		instanceBaseUrl: `${URL_BASE}/`,
		formBaseUrl: `${URL_BASE}/form`,
		formTestBaseUrl: `${URL_BASE}/form-test`,
		formWaitingBaseUrl: `${URL_BASE}/form-waiting`,
		webhookBaseUrl: `${URL_BASE}/webhook`,
		webhookTestBaseUrl: `${URL_BASE}/webhook-test`,
		webhookWaitingBaseUrl: `${URL_BASE}/webhook-waiting`,
		mcpBaseUrl: `${URL_BASE}/mcp`,
		mcpTestBaseUrl: `${URL_BASE}/mcp-test`,
		...extra,
	};
}

/** A node as it is in a saved workflow, with every given credential chosen that its type asks for. */
function toNode(
	node: HarnessNode,
	index: number,
	credentials: readonly HarnessCredential[],
): INode {
	const { description } = instanceOf(node.node);
	const asked = (description.credentials ?? []).map(({ name }) => name);
	const chosen = Object.entries(chosenCredentials(credentials));
	return {
		id: `node-${index}`,
		name: node.name,
		type: typeName(node),
		typeVersion: latestVersion(description),
		position: [200 * index, 0],
		parameters: structuredClone(node.parameters ?? {}),
		credentials: Object.fromEntries(chosen.filter(([name]) => asked.includes(name))),
		...node.settings,
	};
}

function toConnections(connections: readonly HarnessConnection[]): IConnections {
	const result: IConnections = {};
	for (const { from, output = 0, to, input = 0, type = NodeConnectionTypes.Main } of connections) {
		const outputs = ((result[from] ??= {})[type] ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]?.push({ node: to, type, index: input });
	}
	return result;
}

/** The workflow as n8n builds it for an execution. */
export function buildWorkflow(
	plan: WorkflowPlan,
	credentials: readonly HarnessCredential[],
): Workflow {
	return new Workflow({
		id: WORKFLOW_DATA.id,
		name: WORKFLOW_DATA.name,
		nodes: plan.nodes.map((node, index) => toNode(node, index, credentials)),
		connections: toConnections(plan.connections),
		active: true,
		nodeTypes: nodeTypesOf(plan.nodes),
		settings: { executionOrder: 'v1', timezone: plan.timezone, binaryMode: plan.binaryMode },
	});
}

/** What n8n's editor asks of a node or credential outside of an execution: lists to choose from, credential tests. */
import { ExecuteContext, LoadOptionsContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type ICredentialTestRequest,
	type INodeCredentialTestResult,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import { chosenCredentials } from './credentials.mts';
import { instanceOf } from './nodeTypes.mts';
import { withLogs } from './platform.mts';
import type { HarnessCredential, LogEntry, NodeClass } from './types.mts';
import { additionalDataFor, buildWorkflow } from './workflow.mts';

export interface ListOptions {
	node: NodeClass;
	/** The name under `methods.listSearch`. */
	method: string;
	/** The form as filled in so far. */
	parameters?: INodeParameters;
	credentials?: readonly HarnessCredential[];
	/** What the user typed into the list's search box. */
	filter?: string;
	paginationToken?: string;
	/** The parameter the list belongs to, such as `token`. */
	path?: string;
	/** Is given what is logged meanwhile. */
	logs?: LogEntry[];
}

function listContext(options: ListOptions): LoadOptionsContext {
	const { node, parameters = {}, credentials = [], path = '' } = options;
	const plan = { nodes: [{ name: 'Temp-Node', node, parameters }], connections: [] };
	const workflow = buildWorkflow(plan, credentials);
	const additionalData = additionalDataFor(credentials, { currentNodeParameters: parameters });
	return new LoadOptionsContext(workflow, workflow.getNode('Temp-Node')!, additionalData, path);
}

/**
 * The list behind a resource locator's "From list".
 *
 * @throws what the node's method throws: n8n shows its message in the list
 */
export async function searchList(options: ListOptions): Promise<INodeListSearchResult> {
	const method = instanceOf(options.node).methods?.listSearch?.[options.method];
	if (!method) throw new Error(`No list search method ${options.method}`);
	const { filter, paginationToken, logs = [] } = options;
	const context = listContext(options);
	return await withLogs(logs, async () => await method.call(context, filter, paginationToken));
}

/** The node n8n makes up to send the request of a credential's `test`. */
function testNodeType(name: string, request: ICredentialTestRequest['request']): INodeType {
	return {
		description: {
			displayName: 'No Operation',
			name: 'noOp',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: { name: 'No Operation' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' },
			],
		},
	};
}

async function sendTestRequest(
	credential: HarnessCredential,
	request: ICredentialTestRequest['request'],
): Promise<unknown> {
	const { name } = new credential.type();
	const nodeType = testNodeType(name, request);
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const credentials = chosenCredentials([credential]);
	const node = { id: 'temp', name: 'Temp-Node', type: 'n8n-nodes-base.noOp', typeVersion: 1 };
	const nodes = [{ ...node, position: [0, 0] as [number, number], parameters: {}, credentials }];
	const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes });
	const context = new ExecuteContext(
		workflow,
		nodes[0]!,
		additionalDataFor([credential], { currentNodeParameters: {} }),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node: nodes[0]!, data: {}, source: null },
		[],
	);
	const output = await new RoutingNode(context, nodeType).runNode();
	return output?.[0]?.[0]?.json;
}

/** What n8n's credential tester makes of a request that failed. */
function failedTest(error: FailedRequest, test: ICredentialTestRequest): INodeCredentialTestResult {
	const response = error.cause?.response;
	const byCode = test.rules?.find(
		({ type, properties }) =>
			type === 'responseCode' && response && properties.value === response.status,
	);
	const byHttp =
		response && (response.statusText || `Received HTTP status code: ${response.status}`);
	const message = byCode?.properties.message ?? byHttp ?? error.cause?.code ?? error.message;
	return { status: 'Error', message };
}

interface FailedRequest extends Error {
	cause?: { code?: string; response?: { status: number; statusText?: string } };
}

/** The value at a dotted path, as n8n's tester looks it up in the answer. */
const valueAt = (body: unknown, path: string): unknown =>
	path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], body);

/** The verdict under "Test" in the credential's form, by the request and rules of its `test`. */
export async function testCredential(
	credential: HarnessCredential,
	logs: LogEntry[] = [],
): Promise<INodeCredentialTestResult> {
	const { test } = new credential.type();
	if (!test) throw new Error('The credential has no test');
	let body: unknown;
	try {
		body = await withLogs(logs, async () => await sendTestRequest(credential, test.request));
	} catch (error) {
		return failedTest(error as FailedRequest, test);
	}
	const broken = test.rules?.find(
		({ type, properties }) =>
			type === 'responseSuccessBody' && valueAt(body, properties.key) === properties.value,
	);
	return broken
		? { status: 'Error', message: broken.properties.message }
		: { status: 'OK', message: 'Connection successful!' };
}

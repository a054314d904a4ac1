/** The ways to screen a batch that the benchmark compares, as workflows for a real n8n. */
import type { Workflow, WorkflowNode } from '../instance/rest.mts';

/** The node that starts each workflow. */
export const TRIGGER = 'Run by Hand';

/** The nodes whose work is measured, by workflow. */
export const MEASURED = {
	node: ['AML Check'],
	bare: ['Bare Calls'],
	http: ['Submit', 'Wait', 'Ask', 'Done?', 'Owner'],
} as const;

export type Way = keyof typeof MEASURED;

/** How a node names its credential. */
export interface CredentialLink {
	id: string;
	name: string;
}

interface Step extends Partial<WorkflowNode> {
	name: string;
	type: string;
}

/** How long the workflow without this package waits between two rounds, in seconds. */
const WAIT_SECONDS = 2;

const step = (node: Step, index: number): WorkflowNode => ({
	id: `step-${index}`,
	typeVersion: 1,
	position: [index * 220, 0],
	parameters: {},
	...node,
});

/** The list of addresses, one item each. */
function source(addresses: readonly string[]): Step[] {
	return [
		{ name: TRIGGER, type: 'n8n-nodes-base.manualTrigger' },
		{
			name: 'Addresses',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ address: addresses }), options: {} },
		},
		{
			name: 'One Item Each',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'address', options: {} },
		},
	];
}

const to = (node: string) => ({ node, type: 'main', index: 0 });

function workflow(name: string, steps: Step[], links: Record<string, string[][]>): Workflow {
	const connections = Object.fromEntries(
		Object.entries(links).map(([from, outputs]) => [
			from,
			{ main: outputs.map((targets) => targets.map(to)) },
		]),
	);
	return { name, nodes: steps.map(step), connections, settings: { executionOrder: 'v1' } };
}

/** The batch as one node. */
const oneNode = (title: string, addresses: readonly string[], node: Step): Workflow =>
	workflow(`Bench: ${title}`, [...source(addresses), node], {
		[TRIGGER]: [['Addresses']],
		Addresses: [['One Item Each']],
		'One Item Each': [[node.name]],
	});

/** The batch with this package: one node. */
export function withPackage(
	addresses: readonly string[],
	credential: CredentialLink,
	maxConcurrentRequests: number,
): Workflow {
	return oneNode('with the package', addresses, {
		name: 'AML Check',
		type: 'n8n-nodes-aml-check.amlCheck',
		parameters: {
			resource: 'check',
			operation: 'checkAddress',
			network: 'ETH',
			asset: 'coin',
			address: '={{ $json.address }}',
			options: { timeout: 900, maxConcurrentRequests },
		},
		credentials: { amlCheckApi: credential },
	});
}

const endpointOf = (url: string) => `${url}/rpc/v1/request`;

/** The batch with the least that a node can do: bare/BareCalls.node.js. */
export function withBareCalls(
	addresses: readonly string[],
	credential: CredentialLink,
	url: string,
	{ atOnce, takesMs }: { atOnce: number; takesMs: number },
): Workflow {
	return oneNode('bare calls', addresses, {
		name: 'Bare Calls',
		type: 'CUSTOM.bareCalls',
		parameters: { url: endpointOf(url), address: '={{ $json.address }}', atOnce, takesMs },
		credentials: { amlCheckApi: credential },
	});
}

const call = (url: string, credential: CredentialLink, body: string): Partial<WorkflowNode> => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url: endpointOf(url),
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'amlCheckApi',
		sendBody: true,
		specifyBody: 'json',
		jsonBody: body,
		options: {},
	},
	credentials: { amlCheckApi: credential },
});

/**
 * The batch without this package: submit, wait, ask, loop with what is not done, and search for the owner, as n8n's own
 * nodes do it.
 */
export function withoutPackage(
	addresses: readonly string[],
	credential: CredentialLink,
	url: string,
): Workflow {
	const id = '{{ $now.toMillis() }}-{{ $itemIndex }}-{{ Math.random().toString(36).slice(2, 8) }}';
	const submit = `={"jsonrpc":"2.0","id":"${id}","method":"checkup.checkaddr","params":{"addr":"{{ $json.address }}","currency":"ETH"}}`;
	const ask = `={"jsonrpc":"2.0","id":"${id}","method":"checkup.getresult","params":{"hash":"{{ $json.result.check.hash }}"}}`;
	const owner = `={"jsonrpc":"2.0","id":"${id}","method":"checkup.findreport","params":{"hash":"{{ $json.result.check.address }}","currency":"ETH"}}`;
	const steps: Step[] = [
		...source(addresses),
		{ name: 'Submit', type: '', ...call(url, credential, submit) } as Step,
		{
			name: 'Wait',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			parameters: { amount: WAIT_SECONDS, unit: 'seconds' },
		},
		{ name: 'Ask', type: '', ...call(url, credential, ask) } as Step,
		{
			name: 'Done?',
			type: 'n8n-nodes-base.if',
			typeVersion: 2.2,
			parameters: {
				conditions: {
					options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
					combinator: 'and',
					conditions: [
						{
							leftValue: '={{ $json.result.check.status }}',
							rightValue: 'PENDING',
							operator: { type: 'string', operation: 'notEquals' },
						},
					],
				},
				options: {},
			},
		},
		{ name: 'Owner', type: '', ...call(url, credential, owner) } as Step,
		{ name: 'Results', type: 'n8n-nodes-base.noOp' },
	];
	return workflow('Bench: with n8n alone', steps, {
		[TRIGGER]: [['Addresses']],
		Addresses: [['One Item Each']],
		'One Item Each': [['Submit']],
		Submit: [['Wait']],
		Wait: [['Ask']],
		Ask: [['Done?']],
		'Done?': [['Owner'], ['Wait']],
		Owner: [['Results']],
	});
}

/** Workflows that take a batch of addresses through a webhook, and what becomes of the batches. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CREDENTIAL_TYPE } from '../../../instance/start.mts';
import {
	ONE_CONNECTION_EACH,
	outputOf,
	type Execution,
	type N8nRest,
	type StoredCredential,
	type StoredWorkflow,
	type WorkflowNode,
} from '../../../instance/rest.mts';
import { makeAddress, type Sandbox } from '../../../sandbox/server.mts';

/** A workflow that waits for batches. */
export interface BatchWorkflow {
	stored: StoredWorkflow;
	webhook: string;
}

/** The node under test, in every workflow. */
const CHECK_NODE = 'Check';

/** No tokens there: after a death the history can prove whose check a record is, and reports can be reused. */
const PROVABLE = 'BTC';

/** Another set of addresses for each name; the same for the same name. */
export function addresses(name: string, count: number, place: string = PROVABLE): string[] {
	const network = place === 'BSC' ? 'ETH' : place;
	return Array.from({ length: count }, (_, index) => makeAddress(network, `${name} ${index}`));
}

/** A credential for a sandbox. */
export async function credentialFor(
	rest: N8nRest,
	name: string,
	sandbox: Pick<Sandbox, 'baseUrl' | 'token'>,
): Promise<StoredCredential> {
	const data = { baseUrl: sandbox.baseUrl, accessToken: sandbox.token, allowHttp: false };
	return await rest.putCredential(name, CREDENTIAL_TYPE, data);
}

function node(
	name: string,
	type: string,
	parameters: Record<string, unknown>,
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	return { id: `${name}-id`, name, type, typeVersion: 1, position: [0, 0], parameters, ...more };
}

/** Imports and activates a workflow: webhook, one item for each address, check, done. */
export async function createBatchWorkflow(
	rest: N8nRest,
	name: string,
	credential: StoredCredential,
	parameters: Record<string, unknown> = {},
): Promise<BatchWorkflow> {
	const path = name.toLowerCase().replace(/\W+/g, '-');
	const nodes = [
		node(
			'Batch',
			'n8n-nodes-base.webhook',
			{ httpMethod: 'POST', path },
			{ typeVersion: 2, webhookId: path },
		),
		node('Split', 'n8n-nodes-base.splitOut', {
			fieldToSplitOut: 'body.addresses',
			options: { destinationFieldName: 'address' },
		}),
		node(
			CHECK_NODE,
			'n8n-nodes-aml-check.amlCheck',
			{
				resource: 'check',
				operation: 'checkAddress',
				network: PROVABLE,
				asset: 'coin',
				address: '={{ $json.address }}',
				...parameters,
			},
			{ credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } } },
		),
	];
	const to = (target: string) => ({ main: [[{ node: target, type: 'main', index: 0 }]] });
	const stored = await rest.createWorkflow({
		name,
		nodes,
		connections: { Batch: to('Split'), Split: to(CHECK_NODE) },
		settings: { executionOrder: 'v1' },
	});
	await rest.activate(stored);
	return { stored, webhook: `${rest.url}/webhook/${path}` };
}

/** Sends a batch; the webhook answers before it is worked on. */
export async function send({ webhook }: BatchWorkflow, batch: readonly string[]): Promise<void> {
	const response = await fetch(webhook, {
		method: 'POST',
		headers: { ...ONE_CONNECTION_EACH, 'Content-Type': 'application/json' },
		body: JSON.stringify({ addresses: batch }),
	});
	if (!response.ok)
		throw new Error(`The webhook answered ${response.status}: ${await response.text()}`);
}

/** What n8n lists of an execution. */
export interface Listed {
	id: string;
	status: string;
	mode: string;
}

/** All executions of a workflow, running ones included, oldest first. */
export async function executionsOf(rest: N8nRest, { stored }: BatchWorkflow): Promise<Listed[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: stored.id }));
	const { results } = await rest.request<{ results: Listed[] }>(
		'GET',
		`/executions?filter=${filter}&limit=100`,
	);
	return results.sort((a, b) => Number(a.id) - Number(b.id));
}

const ENDED = new Set(['success', 'error', 'canceled', 'crashed']);

/**
 * Waits until something holds. Whatever can't be asked, because n8n or what it stands on is gone, doesn't hold yet.
 * @throws Error when it does not hold in time
 */
export async function eventually<T>(
	what: string,
	holds: () => Promise<T | null | undefined | false> | T | null | undefined | false,
	timeoutMs = 120_000,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	let thrown: unknown = '';
	while (Date.now() < deadline) {
		try {
			const value = await holds();
			if (value) return value;
			thrown = '';
		} catch (error) {
			thrown = error;
		}
		await sleep(250);
	}
	throw new Error(`Not within ${timeoutMs / 1000} s: ${what} ${String(thrown)}`.trim());
}

/** Waits until so many executions of a workflow have ended; returns them, oldest first. */
export async function endedOf(
	rest: N8nRest,
	workflow: BatchWorkflow,
	count: number,
	timeoutMs?: number,
): Promise<Listed[]> {
	return await eventually(
		`${count} ended executions of ${workflow.stored.name}`,
		async () => {
			const ended = (await executionsOf(rest, workflow)).filter(({ status }) => ENDED.has(status));
			return ended.length >= count && ended;
		},
		timeoutMs,
	);
}

/** The results of a batch: what the check node put out. */
export const resultsOf = (execution: Execution) => outputOf(execution, CHECK_NODE);

/**
 * The editor's "Retry" of an execution; resolves when the new execution has ended.
 * @throws N8nRestError with n8n's reason where it can't be retried
 */
export async function retryOf(rest: N8nRest, id: string): Promise<string> {
	const { id: next } = await rest.request<{ id: string }>('POST', `/executions/${id}/retry`, {
		loadWorkflow: false,
	});
	return String(next);
}

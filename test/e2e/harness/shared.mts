/** What every end-to-end test needs: a session in the shared n8n, a sandbox of its own, small workflows. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CREDENTIAL_TYPE, OWNER, type Sandbox } from '../../../instance/start.mts';
import {
	N8nRest,
	type StoredCredential,
	type Workflow,
	type WorkflowNode,
} from '../../../instance/rest.mts';
import { SESSION_VARIABLE, URL_VARIABLE } from './setup.mts';

/** How long everything may take to start where others use the machine, in milliseconds. */
export const START_UP_MS = 360_000;

/** Opens a session with an n8n. With the shared one all tests have one, since n8n allows five sign-ins a minute. */
export async function session(url = process.env[URL_VARIABLE]): Promise<N8nRest> {
	if (!url) throw new Error('The shared n8n was not started.');
	if (url === process.env[URL_VARIABLE]) return new N8nRest(url, process.env[SESSION_VARIABLE]);
	const rest = new N8nRest(url);
	await rest.signIn(OWNER);
	return rest;
}

/** Puts a credential for a sandbox into an n8n, under a name that nobody else uses. */
export async function credentialFor(rest: N8nRest, sandbox: Sandbox): Promise<StoredCredential> {
	const data = { baseUrl: sandbox.baseUrl, accessToken: sandbox.token, allowHttp: false };
	return await rest.putCredential(`Credential ${randomUUID()}`, CREDENTIAL_TYPE, data);
}

/** A node for a test's workflow. */
export function node(
	name: string,
	type: string,
	parameters: Record<string, unknown> = {},
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	const builtIn: Record<string, number> = { 'n8n-nodes-base.code': 2 };
	return {
		id: randomUUID(),
		name,
		type,
		typeVersion: builtIn[type] ?? 1,
		position: [0, 0],
		parameters,
		...more,
	};
}

/** A node of this package, with a credential. */
export function amlNode(
	name: string,
	type: 'amlCheck' | 'amlCheckTrigger',
	credential: StoredCredential,
	parameters: Record<string, unknown>,
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	return node(name, `n8n-nodes-aml-check.${type}`, parameters, {
		credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
		...more,
	});
}

/** A Code node that puts out the given items. */
export function listNode(name: string, items: Array<Record<string, unknown>>): WorkflowNode {
	const jsCode = `return ${JSON.stringify(items.map((json) => ({ json })))};`;
	return node(name, 'n8n-nodes-base.code', { jsCode });
}

/** A workflow whose nodes follow each other in a line. */
export function chain(name: string, nodes: WorkflowNode[]): Workflow {
	const placed = nodes.map((item, index) => ({
		...item,
		position: [index * 220, 0] as [number, number],
	}));
	const connections = Object.fromEntries(
		placed
			.slice(0, -1)
			.map((item, index) => [
				item.name,
				{ main: [[{ node: placed[index + 1].name, type: 'main', index: 0 }]] },
			]),
	);
	return { name, nodes: placed, connections, settings: { executionOrder: 'v1' } };
}

/**
 * Waits until something holds.
 *
 * @throws Error when it does not hold in time
 */
export async function eventually<T>(
	what: string,
	holds: () => Promise<T | null | undefined | false>,
	timeoutMs = 60_000,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	while (Date.now() < deadline) {
		const value = await holds();
		if (value) return value;
		await sleep(250);
	}
	throw new Error(`Not within ${timeoutMs / 1000} s: ${what}`);
}

/** What the tests of the examples share: importing one as a user does, filling in its form, and reading what became of it. */
import { readExamples, withCredentials } from '../../../instance/examples.mts';
import {
	outputOf,
	type Execution,
	type N8nRest,
	type StoredCredential,
	type StoredWorkflow,
	type Workflow,
} from '../../../instance/rest.mts';
import type { Editor } from '../../../scripts/browser/editor.mts';

/** A test that is registered nowhere. */
const none = Object.assign(() => undefined, { each: () => () => undefined });

/**
 * The stories of an example beyond its first ones: `npm run ci:stories` plays them, weekly and before a release, so
 * that each change waits for the first ones only.
 */
export const atLength = (process.env.ALL_STORIES ? it : none) as typeof it;

/** The forms of the examples wait for a service that answers within milliseconds here, and for a busy machine. */
const PAGE_TIMEOUT_MS = 120_000;

/**
 * Imports an example as it is in the repository, with the credentials that a user picks after importing.
 *
 * @throws Error when there is no such example
 */
export async function importExample(
	rest: N8nRest,
	file: string,
	credentials: StoredCredential[],
	change: (workflow: Workflow) => Workflow = (workflow) => workflow,
): Promise<StoredWorkflow> {
	const example = (await readExamples()).get(file);
	if (!example) throw new Error(`There is no example "${file}".`);
	return await rest.createWorkflow(change(withCredentials(example, credentials)));
}

/** A copy of a workflow in which some parameters of one node are others. */
export function withParameters(
	workflow: Workflow,
	name: string,
	parameters: Record<string, unknown>,
): Workflow {
	if (!workflow.nodes.some((node) => node.name === name))
		throw new Error(`The workflow "${workflow.name}" has no node "${name}".`);
	const nodes = workflow.nodes.map((node) =>
		node.name === name ? { ...node, parameters: { ...node.parameters, ...parameters } } : node,
	);
	return { ...workflow, nodes };
}

/** A copy of a workflow in which some options of one node are others, such as how many seconds it waits at most. */
export const withOptions =
	(name: string, options: Record<string, unknown>) =>
	(workflow: Workflow): Workflow => {
		const { options: old } = workflow.nodes.find((one) => one.name === name)?.parameters ?? {};
		return withParameters(workflow, name, { options: { ...(old as object), ...options } });
	};

/** The last part of the address of a workflow's form or webhook. */
export function webhookIdOf(workflow: Workflow, name: string): string {
	const node = workflow.nodes.find((one) => one.name === name);
	const { path } = (node?.parameters.options ?? {}) as { path?: string };
	const id = path ?? node?.webhookId;
	if (typeof id !== 'string') throw new Error(`"${name}" has no address.`);
	return id;
}

/** Opens a published form in the browser and waits until it can be filled in. */
export async function openForm(editor: Editor, workflow: Workflow, name: string): Promise<void> {
	await editor.go(`/form/${webhookIdOf(workflow, name)}`);
	await editor.page.locator('#n8n-form').waitFor();
}

/** Submits the open form and waits for one of its ending pages; returns the page's heading and text. */
export async function submitForm(editor: Editor): Promise<string> {
	await editor.page.locator('#submit-btn').click();
	await editor.page.locator('#n8n-form').waitFor({ state: 'detached', timeout: PAGE_TIMEOUT_MS });
	const heading = editor.page.locator('.header h1');
	await heading.waitFor({ timeout: PAGE_TIMEOUT_MS });
	return await editor.page.locator('.card').innerText();
}

/** The names of the nodes that ran in an execution. */
export const ranIn = (execution: Execution): string[] =>
	Object.keys(execution.data.resultData.runData);

/** The json of the items that a node put out. */
export const jsonOf = (execution: Execution, node: string, output = 0) =>
	outputOf(execution, node, output).map(({ json }) => json);

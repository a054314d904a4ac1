/** The example workflows, made ready for one n8n. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { EXAMPLES } from './paths.mts';
import type { N8nRest, StoredCredential, StoredWorkflow, Workflow, WorkflowNode } from './rest.mts';

/**
 * Reads the example workflows.
 *
 * @throws SyntaxError when one is not JSON
 */
export async function readExamples(): Promise<Map<string, Workflow>> {
	const files = (await readdir(EXAMPLES)).filter((file) => file.endsWith('.json')).sort();
	const texts = await Promise.all(files.map((file) => readFile(path.join(EXAMPLES, file), 'utf8')));
	return new Map(
		files.map((file, index) => [
			path.basename(file, '.json'),
			JSON.parse(texts[index]) as Workflow,
		]),
	);
}

/** Fills in the credentials that exported workflows only name, as the editor does when somebody imports a file. */
export function withCredentials(workflow: Workflow, credentials: StoredCredential[]): Workflow {
	const nodes = workflow.nodes.map((node) => {
		const filled = Object.entries(node.credentials ?? {}).map(([type, named]) => {
			const found = credentials.find((candidate) => candidate.type === type);
			return [type, found ? { id: found.id, name: found.name } : named] as const;
		});
		return filled.length > 0 ? { ...node, credentials: Object.fromEntries(filled) } : node;
	});
	return { ...workflow, nodes };
}

const SHEETS = 'n8n-nodes-base.googleSheets';

/** The document and the sheet that the stand-in for Google Sheets answers for. */
const CHOSEN = {
	documentId: { __rl: true, mode: 'id', value: 'the-sheet-of-the-demo' },
	sheetName: { __rl: true, mode: 'name', value: 'Sheet1' },
};

/** Chooses the document of the stand-in in the nodes that leave it open, as a person does after importing. */
function withDemoSheet(workflow: Workflow): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.type === SHEETS && typeof node.parameters.documentId === 'object'
			? { ...node, parameters: { ...node.parameters, ...CHOSEN } }
			: node,
	);
	return { ...workflow, nodes };
}

const FORM = 'n8n-nodes-base.formTrigger';

/** The options of a form with an address that people can read; n8n draws one at random. */
function nameForm({ name, parameters }: WorkflowNode): { path: string } {
	return {
		path: name.toLowerCase().replaceAll(' ', '-'),
		...(parameters.options as { path?: string }),
	};
}

/** Gives the forms addresses that people can read. */
function withFormNames(workflow: Workflow): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.type === FORM
			? { ...node, parameters: { ...node.parameters, options: nameForm(node) } }
			: node,
	);
	return { ...workflow, nodes };
}

/** The forms of the examples, as the demo has them: their names and the ends of their addresses. */
export async function listForms(): Promise<Array<{ name: string; path: string }>> {
	const nodes = [...(await readExamples()).values()].flatMap((example) => example.nodes);
	return nodes
		.filter(({ type }) => type === FORM)
		.map((node) => ({ name: node.name, path: nameForm(node).path }));
}

/**
 * Imports the examples that the instance doesn't have yet; one that somebody has changed there stays as it is.
 */
export async function importExamples(
	rest: N8nRest,
	credentials: StoredCredential[],
): Promise<Map<string, Pick<StoredWorkflow, 'id' | 'name'>>> {
	const known: Array<Pick<StoredWorkflow, 'id' | 'name'>> = await rest.workflows();
	const imported = new Map<string, Pick<StoredWorkflow, 'id' | 'name'>>();
	for (const [file, example] of await readExamples()) {
		const old = known.find((workflow) => workflow.name === example.name);
		const ready = withFormNames(withDemoSheet(withCredentials(example, credentials)));
		const stored = old ?? (await rest.createWorkflow(ready));
		known.push(stored);
		imported.set(file, stored);
	}
	return imported;
}

/** The example workflows, made ready for one n8n. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { EXAMPLES } from './paths.mts';
import type { N8nRest, StoredCredential, StoredWorkflow, Workflow } from './rest.mts';

/**
 * Reads the example workflows.
 *
 * @returns them by file name, without ".json", in alphabetical order
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

/**
 * Fills in the credentials that exported workflows only name, as the editor does when somebody imports a file.
 *
 * @param credentials what the instance has; others are left as they are
 * @returns a copy of the workflow
 */
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

/**
 * Imports the examples that the instance doesn't have yet; one that somebody has changed there stays as it is.
 *
 * @returns the instance's workflow for each example, by file name without ".json"
 */
export async function importExamples(
	rest: N8nRest,
	credentials: StoredCredential[],
): Promise<Map<string, Pick<StoredWorkflow, 'id' | 'name'>>> {
	const known = await rest.workflows();
	const imported = new Map<string, Pick<StoredWorkflow, 'id' | 'name'>>();
	for (const [file, example] of await readExamples()) {
		const old = known.find((workflow) => workflow.name === example.name);
		imported.set(file, old ?? (await rest.createWorkflow(withCredentials(example, credentials))));
	}
	return imported;
}

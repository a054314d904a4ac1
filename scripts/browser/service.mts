/** The result of Check Service, as the picture of the page on services shows it. */
import type { StoredCredential, Workflow, WorkflowNode } from '../../demo/lib/rest.mts';
import { checkServiceOperation } from '../../nodes/AmlCheck/operations/checkService.ts';
import type { Editor } from './editor.mts';

const CHECK = checkServiceOperation.name;

/** The workflow: the operation behind a manual trigger. */
export function serviceWorkflow({ id, name, type }: StoredCredential): Workflow {
	const { resource, value: operation } = checkServiceOperation;
	const nodes: WorkflowNode[] = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{
			name: CHECK,
			type: 'n8n-nodes-aml-check.amlCheck',
			typeVersion: 1,
			parameters: { resource, operation },
			credentials: { [type]: { id, name } },
		},
	].map((node, index) => ({
		...node,
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		position: [index * 220, 0] as [number, number],
	}));
	const connections = { Start: { main: [[{ node: CHECK, type: 'main', index: 0 }]] } };
	return { name: 'Check of the service', nodes, connections, settings: { executionOrder: 'v1' } };
}

/** Runs the stored workflow in the editor and shows its lines as a table. */
export async function openServiceTable(editor: Editor, id: string): Promise<void> {
	await editor.openWorkflow(id);
	await editor.execute();
	await editor.dismissMessages();
	await editor.openNode(CHECK);
	await editor.showOutputAs('Table');
}

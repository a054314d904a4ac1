/** A workflow with one node per operation, each filled in as its example: what the pictures of the forms show. */
import type { StoredCredential, Workflow, WorkflowNode } from '../../demo/lib/rest.mts';
import { OPERATIONS } from '../../nodes/AmlCheck/operations/index.ts';

/** An action as part of a file's name, without what it costs. */
const pictureNameOf = (action: string): string =>
	action
		.replace(/ \(.*\)$/, '')
		.toLowerCase()
		.replaceAll(' ', '-');

/** A form to be pictured: the picture's name, the node type, its parameters. */
interface Form {
	picture: string;
	type: 'amlCheck' | 'amlCheckTrigger';
	parameters: Record<string, unknown>;
}

/** The forms, in the order of the operations in the documentation. */
export const FORMS: readonly Form[] = [
	...OPERATIONS.map(({ resource, value, action, example }): Form => ({
		picture: `form-${pictureNameOf(action)}`,
		type: 'amlCheck',
		parameters: { resource, operation: value, ...example.parameters },
	})),
	{
		picture: 'form-trigger',
		type: 'amlCheckTrigger',
		parameters: { triggerOn: 'checkCompleted', filters: { riskScoreFrom: 75 } },
	},
];

/** The name of a form's node on the canvas. */
export const nodeOf = (form: Form): string =>
	form.picture.replace('form-', '').replaceAll('-', ' ');

/** The workflow with all the forms. */
export function formsWorkflow(credential: StoredCredential): Workflow {
	const nodes = FORMS.map((form, index): WorkflowNode => ({
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		name: nodeOf(form),
		type: `n8n-nodes-aml-check.${form.type}`,
		typeVersion: 1,
		position: [(index % 3) * 240, Math.floor(index / 3) * 200],
		parameters: form.parameters,
		credentials: { [credential.type]: { id: credential.id, name: credential.name } },
	}));
	return { name: 'Forms', nodes, connections: {}, settings: { executionOrder: 'v1' } };
}

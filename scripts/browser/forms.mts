/** A workflow with the nodes whose forms are pictured, filled in as an example. */
import type { StoredCredential, Workflow, WorkflowNode } from '../../instance/rest.mts';
import { screenAddress } from '../../nodes/AmlCheck/operations/screen.ts';
import { exampleOf } from '../declared.mts';

/** A form to be pictured: the picture's name, the node type, its parameters. */
interface Form {
	picture: string;
	type: 'amlCheck' | 'amlCheckTrigger';
	parameters: Record<string, unknown>;
}

const { resource, value: operation } = screenAddress;

/** A choice from a list. */
const choose = (value: string, cachedResultName: string) => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});

/** The forms that the documentation shows. */
export const FORMS: readonly Form[] = [
	{
		picture: 'form-check-address',
		type: 'amlCheck',
		parameters: {
			resource,
			operation,
			...exampleOf(screenAddress),
			network: choose('ETH', 'Ethereum (ETH)'),
			asset: choose('all', 'All Assets: Own Coin, USDT and USDC'),
		},
	},
	{
		picture: 'form-trigger',
		type: 'amlCheckTrigger',
		parameters: { triggerOn: 'checkCompleted', filters: { riskLevel: ['high', 'unknown'] } },
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

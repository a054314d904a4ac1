/** A workflow with one node per operation, each filled in as a user would: what the pictures of the forms show. */
import type { StoredCredential, Workflow, WorkflowNode } from '../../demo/lib/rest.mts';
import { bookAddress } from '../../sandbox/server.mts';

/** A form to be pictured: the picture's name, the node type, its parameters. */
interface Form {
	picture: string;
	type: 'amlCheck' | 'amlCheckTrigger';
	parameters: Record<string, unknown>;
}

const TRANSACTION = '6f7cf9580f1c2dfb3c4d5d043cdbb128c640e3f20161245aa7372e9666168516';
const HASH = '0b8a3c1e-58d1-4c52-9f0e-6f1d2c3b4a59';

/** The forms, in the order of the operations in the documentation. */
export const FORMS: readonly Form[] = [
	{
		picture: 'form-check-address',
		type: 'amlCheck',
		parameters: {
			resource: 'check',
			operation: 'checkAddress',
			currency: 'ETH',
			address: bookAddress('ETH', 'low'),
			options: { idempotencyKey: '', maxPaidChecks: 100, reuseWithinHours: 24 },
		},
	},
	{
		picture: 'form-check-transaction',
		type: 'amlCheck',
		parameters: {
			resource: 'check',
			operation: 'checkTransaction',
			currency: 'BTC',
			transaction: TRANSACTION,
			address: bookAddress('BTC', 'low'),
		},
	},
	{
		picture: 'form-get-result',
		type: 'amlCheck',
		parameters: { resource: 'check', operation: 'getResult', checkHash: HASH },
	},
	{
		picture: 'form-find-reports',
		type: 'amlCheck',
		parameters: {
			resource: 'report',
			operation: 'find',
			currency: 'BTC',
			target: bookAddress('BTC', 'high'),
		},
	},
	{
		picture: 'form-download-pdf',
		type: 'amlCheck',
		parameters: { resource: 'report', operation: 'downloadPdf', pdfLink: '={{ $json.pdfLink }}' },
	},
	{
		picture: 'form-get-history',
		type: 'amlCheck',
		parameters: {
			resource: 'history',
			operation: 'getAll',
			filters: { currency: 'BTC', riskScoreFrom: 75 },
		},
	},
	{
		picture: 'form-get-currencies',
		type: 'amlCheck',
		parameters: { resource: 'currency', operation: 'getAll' },
	},
	{
		picture: 'form-ping',
		type: 'amlCheck',
		parameters: { resource: 'account', operation: 'ping' },
	},
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

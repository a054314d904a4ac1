/** Types of n8n's REST API: workflows, credentials, executions. */

/** The person who owns the n8n instance. */
export interface Account {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

/** A node of a workflow, as in an exported file. */
export interface WorkflowNode {
	id?: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id?: string | null; name: string }>;
	[key: string]: unknown;
}

/** A workflow, as in an exported file. */
export interface Workflow {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	[key: string]: unknown;
}

/** A workflow that n8n keeps. */
export interface StoredWorkflow extends Workflow {
	id: string;
	versionId: string;
	active: boolean;
}

/** A credential that n8n keeps; its data are written, never read. */
export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

/** An item of an execution. */
export interface ExecutionItem {
	json: Record<string, unknown>;
	binary?: Record<string, Record<string, unknown>>;
	pairedItem?: unknown;
}

/** One run of one node. */
interface NodeRun {
	data?: { main?: Array<ExecutionItem[] | null> };
	error?: { message: string; description?: string | null; [key: string]: unknown };
	executionStatus?: string;
	[key: string]: unknown;
}

/** An execution with its data. */
export interface Execution {
	id: string;
	status: string;
	mode: string;
	workflowId: string;
	data: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			error?: { message: string; description?: string | null; [key: string]: unknown };
		};
		[key: string]: unknown;
	};
}

/** An execution as a list shows it. */
export type ExecutionSummary = Omit<Execution, 'data'>;

/** The state of a workflow's triggers. */
export interface Publication {
	status: 'published' | 'partial' | 'failed' | 'in_progress' | 'not_published';
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

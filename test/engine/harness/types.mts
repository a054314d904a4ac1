/** The words the harness uses for what n8n's editor and database would hold. */
import type {
	ExecutionError,
	ExecutionStatus,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	IRunExecutionData,
	ITaskData,
	NodeConnectionType,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';

/** A node as it is exported from its file. n8n makes one instance of it per process, and so does the harness. */
export type NodeClass = new () => INodeType;

/** A saved credential: its type and what the user typed into it. */
export interface HarnessCredential {
	type: new () => ICredentialType;
	data: ICredentialDataDecryptedObject;
}

/** The "Settings" tab of a node. Times are milliseconds; n8n caps them at 5 tries and 5000 ms, and reads 0 ms as 1000. */
export type NodeSettings = Pick<
	INode,
	| 'alwaysOutputData'
	| 'disabled'
	| 'executeOnce'
	| 'maxTries'
	| 'onError'
	| 'retryOnFail'
	| 'waitBetweenTries'
>;

/** A node on the canvas. */
export interface HarnessNode {
	name: string;
	node: NodeClass;
	parameters?: INodeParameters;
	settings?: NodeSettings;
	/** Put on the canvas as an AI agent's tool, as n8n derives one from a node that is `usableAsTool`. */
	asTool?: boolean;
}

/** A line between two nodes; output and input count from 0. */
export interface HarnessConnection {
	from: string;
	output?: number;
	to: string;
	input?: number;
	type?: NodeConnectionType;
}

/** Plain objects stand for items with that json. */
export type HarnessItems = ReadonlyArray<IDataObject | INodeExecutionData>;

export interface RunSettings {
	credentials?: readonly HarnessCredential[];
	/** `trigger` (a production execution) by default; `manual` is the editor's "Execute workflow". */
	mode?: WorkflowExecuteMode;
	/** Stops the execution, as the editor's stop button does, that many milliseconds after its start. */
	cancelAfterMs?: number;
}

export interface LogEntry {
	level: 'debug' | 'error' | 'info' | 'warn';
	message: string;
	metadata?: unknown;
}

/** What one node of a finished execution left behind; the last of its runs, where a loop made several. */
export interface NodeView {
	/** The items of its first output. */
	main: INodeExecutionData[];
	/** The items of its second output: with "Continue (using error output)" the failed ones. */
	error: INodeExecutionData[];
	hints: NodeExecutionHint[];
	status: ExecutionStatus | undefined;
	failure: ExecutionError | undefined;
	/** Every run of the node, in order. */
	runs: ITaskData[];
}

/** What may differ when a failed execution is retried with the currently saved workflow. */
export interface RetryChanges {
	credentials?: readonly HarnessCredential[];
	/** By node name. */
	parameters?: Readonly<Record<string, INodeParameters>>;
	cancelAfterMs?: number;
	/** `retry` unless given. Another one is n8n's queue that gives the execution to another worker. */
	mode?: WorkflowExecuteMode;
}

/** A finished execution. */
export interface WorkflowRun {
	executionId: string;
	status: ExecutionStatus;
	failure: ExecutionError | undefined;
	uiMessages: unknown[];
	logs: LogEntry[];
	execution: IRun;
	/** The execution's data as n8n has it in its database: written when it ended or was cancelled, read back from JSON. */
	saved: IRunExecutionData;
	node(name: string): NodeView;
	/** The editor's "Retry": a new execution on the saved data of this one. */
	retry(changes?: RetryChanges): Promise<WorkflowRun>;
	/** Everything that anybody could see of this execution, in one text: to look for what must not be in it. */
	text(): string;
}

/** An execution under way. */
export interface StartedRun {
	result: Promise<WorkflowRun>;
	/** The editor's stop button. */
	cancel(): void;
	/**
	 * The execution's data as n8n has it in its database while it runs: what is left of one whose process dies.
	 * Undefined until it has begun.
	 */
	savedAtStart(): IRunExecutionData | undefined;
}

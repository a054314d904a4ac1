/** One execution on n8n's engine: started, cancelled, saved and retried as n8n does it. */
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ExecutionError,
	type IRun,
	type IRunExecutionData,
	jsonParse,
	jsonStringify,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { inspect } from 'node:util';
import { judgeErrorItems } from './errorItems.mts';
import { withLogs } from './platform.mts';
import type { LogEntry, NodeView, RunSettings, StartedRun, WorkflowRun } from './types.mts';
import { additionalDataFor, buildWorkflow, WORKFLOW_DATA, type WorkflowPlan } from './workflow.mts';

let lastExecutionId = 0;

/** What n8n writes to its database and reads back. */
const asSaved = (data: IRunExecutionData): IRunExecutionData =>
	jsonParse(jsonStringify(data, { replaceCircularRefs: true }));

function viewOf(execution: IRun, name: string): NodeView {
	const runs = execution.data.resultData.runData[name] ?? [];
	const last = runs.at(-1);
	return {
		main: last?.data?.main?.[0] ?? [],
		error: last?.data?.main?.[1] ?? [],
		hints: last?.hints ?? [],
		status: last?.executionStatus,
		failure: last?.error,
		runs,
	};
}

/** The data a retry starts from: n8n takes the failure and the last node's failed run out of what it saved. */
function retryData(saved: IRunExecutionData, workflow: Workflow): IRunExecutionData {
	const data = asSaved(saved);
	// "Retry with currently saved workflow": the node as it is now takes the place of the saved one.
	for (const waiting of data.executionData?.nodeExecutionStack ?? []) {
		waiting.node = workflow.getNode(waiting.node.name) ?? waiting.node;
	}
	const { lastNodeExecuted, runData } = data.resultData;
	if (lastNodeExecuted) {
		delete data.resultData.error;
		const runs = runData[lastNodeExecuted];
		if (runs?.at(-1)?.error !== undefined) runs?.pop();
	}
	return data;
}

async function runToEnd(
	started: () => PromiseLike<IRun>,
	data: IRunExecutionData,
	mode: WorkflowExecuteMode,
): Promise<IRun> {
	const startedAt = new Date();
	try {
		return await started();
	} catch (error) {
		// A workflow that n8n refuses to start, such as one with a required parameter left empty.
		data.resultData.error = error as ExecutionError;
		const end = { startedAt, stoppedAt: new Date(), storedAt: 'db' as const };
		return { data, mode, status: 'error', ...end };
	}
}

/** Starts it at its first node, or where the failed execution stopped. */
function launch(
	engine: WorkflowExecute,
	workflow: Workflow,
	plan: WorkflowPlan,
	isRetry: boolean,
): ReturnType<WorkflowExecute['run']> {
	if (isRetry) return engine.processRunExecutionData(workflow);
	const startNode = workflow.getNode(plan.nodes[0]?.name ?? '') ?? undefined;
	return engine.run({ workflow, startNode });
}

const SHOW_ALL = { depth: null, showHidden: true, maxArrayLength: null, maxStringLength: null };

/** A finished execution as tests look at it. */
function describeRun(
	plan: WorkflowPlan,
	settings: RunSettings,
	execution: IRun,
	seen: Pick<WorkflowRun, 'executionId' | 'logs' | 'saved' | 'uiMessages'>,
): WorkflowRun {
	const { logs, uiMessages } = seen;
	return {
		...seen,
		execution,
		status: execution.status,
		failure: execution.data.resultData.error,
		node: (name) => viewOf(execution, name),
		retry: async ({ parameters = {}, ...changes } = {}) => {
			const nodes = plan.nodes.map((node) => ({
				...node,
				parameters: parameters[node.name] ?? node.parameters,
			}));
			const { credentials } = settings;
			const next = { credentials, mode: 'retry' as const, ...changes };
			return await startExecution({ ...plan, nodes }, next, seen.saved).result;
		},
		text: () => {
			const json = jsonStringify(execution.data, { replaceCircularRefs: true });
			return inspect({ execution, logs, uiMessages, json }, SHOW_ALL);
		},
	};
}

/** Starts a workflow on n8n's engine. */
export function startExecution(
	plan: WorkflowPlan,
	settings: RunSettings,
	retryOf?: IRunExecutionData,
): StartedRun {
	const { credentials = [], mode = 'trigger', cancelAfterMs } = settings;
	const executionId = String(++lastExecutionId);
	const logs: LogEntry[] = [];
	const uiMessages: unknown[] = [];
	const workflow = buildWorkflow(plan, credentials);
	const data = retryOf ? retryData(retryOf, workflow) : createRunExecutionData();

	let begun: IRunExecutionData | undefined;
	let saved: IRunExecutionData | undefined;
	const hooks = new ExecutionLifecycleHooks(mode, executionId, { ...WORKFLOW_DATA });
	hooks.addHandler('workflowExecuteBefore', (_workflow, own) => {
		begun = asSaved(own ?? data);
	});
	hooks.addHandler('workflowExecuteAfter', (run) => {
		saved ??= asSaved(run.data);
	});
	const sendDataToUI = (_type: string, message: unknown): void => void uiMessages.push(message);
	const additionalData = additionalDataFor(credentials, { executionId, hooks, sendDataToUI });
	const engine = new WorkflowExecute(additionalData, mode, data);

	let cancel = (): void => {};
	const result = withLogs(logs, async (): Promise<WorkflowRun> => {
		const start = (): ReturnType<WorkflowExecute['run']> => {
			const running = launch(engine, workflow, plan, retryOf !== undefined);
			cancel = () => running.cancel();
			return running;
		};
		const execution = await runToEnd(start, data, mode);
		judgeErrorItems(execution.data, plan.nodes[0]?.name);
		const seen = { executionId, logs, uiMessages, saved: saved ?? asSaved(execution.data) };
		return describeRun(plan, settings, execution, seen);
	});
	const timer = cancelAfterMs === undefined ? undefined : setTimeout(() => cancel(), cancelAfterMs);
	void result.finally(() => clearTimeout(timer));
	return { result, cancel: () => cancel(), savedAtStart: () => begun };
}

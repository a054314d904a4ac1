/** Polls of a trigger node as n8n makes them: one at a time, with the static data of the polls before. */
import { PollContext, TriggersAndPollers } from 'n8n-core';
import {
	deepCopy,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { inspect } from 'node:util';
import { container, withLogs } from './platform.mts';
import type { HarnessCredential, LogEntry, NodeClass } from './types.mts';
import { additionalDataFor, buildWorkflow } from './workflow.mts';

const NAME = 'Trigger';

/** As long as possible: the node takes no more. */
const SCHEDULED_MS = 600_000;

export interface PollOptions {
	node: NodeClass;
	parameters?: INodeParameters;
	credentials?: readonly HarnessCredential[];
	/** What the polls before left behind; it isn't changed. */
	staticData?: IDataObject;
	/** `trigger` by default; `manual` is the editor's "Fetch test event". */
	mode?: 'manual' | 'trigger';
	/** The poll that activation makes, and why: `activate`, `update` or `init`; a scheduled poll unless given. */
	activation?: WorkflowActivateMode;
	/** How long the poll may take in milliseconds; null is an n8n before 2.38, which doesn't say. */
	budgetMs?: number | null;
	/** The context of an earlier poll with the same parameters: n8n's own timer has one for all polls. */
	context?: PollContext;
	/** False is an n8n before 2.36: changes of the static data stay although the poll fails. */
	staged?: boolean;
}

export interface PollRun {
	/** The emitted items; null if the poll found nothing. */
	items: INodeExecutionData[] | null;
	/** What the next poll gets. */
	staticData: IDataObject;
	failure: Error | undefined;
	logs: LogEntry[];
	context: PollContext;
	/** Everything that anybody could see of this poll, in one text. */
	text(): string;
}

function pollContext(options: PollOptions, staticData: IDataObject): PollContext {
	const { node, parameters = {}, credentials = [], mode = 'trigger' } = options;
	const { activation, budgetMs } = options;
	const plan = { nodes: [{ name: NAME, node, parameters }], connections: [] };
	const workflow = buildWorkflow(plan, credentials);
	const context = new PollContext(
		workflow,
		workflow.getNode(NAME)!,
		additionalDataFor(credentials),
		mode,
		mode === 'manual' ? 'manual' : (activation ?? 'update'),
		undefined,
		undefined,
		undefined,
		undefined,
		() => staticData,
		typeof budgetMs === 'number' ? () => budgetMs : undefined,
	);
	if (budgetMs === null) Object.assign(context, { getPollBudgetMs: undefined });
	// n8n's scheduler sets a time, and an activation has none.
	else if (budgetMs === undefined && !activation && 'getPollBudgetMs' in context)
		Object.assign(context, { getPollBudgetMs: () => SCHEDULED_MS });
	return context;
}

/** Makes one poll. */
export async function runPoll(options: PollOptions): Promise<PollRun> {
	const { mode = 'trigger', staged = true } = options;
	const before = options.staticData ?? {};
	const working = deepCopy(before);
	const { context = pollContext(options, working) } = options;
	if (options.context) Object.assign(context, { getWorkflowStaticData: () => working });
	const logs: LogEntry[] = [];
	let items: INodeExecutionData[] | null = null;
	let failure: Error | undefined;
	try {
		const { workflow, node } = context;
		const poller = container.get(TriggersAndPollers);
		const output = await withLogs(
			logs,
			async () => await poller.runPollFunction(workflow, node, context),
		);
		items = output?.[0] ?? null;
	} catch (error) {
		failure = error as Error;
	}
	const keeps = mode !== 'manual' && (failure === undefined || !staged);
	return {
		items,
		staticData: deepCopy(keeps ? working : before),
		failure,
		logs,
		context,
		text: () => inspect({ items, working, failure, logs }, { depth: null, showHidden: true }),
	};
}

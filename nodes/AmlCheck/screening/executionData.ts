import type { IContextObject, IRunExecutionData, ITaskData } from 'n8n-workflow';

import type { AmlCheckError } from '../../shared/rpc/failure';
import { isObject } from '../../shared/values';
import type { NodeRun } from '../run/nodeRun';

type Context = NodeRun['context'];

/**
 * What n8n's context objects hold beyond their interface: the execution's data and the number of node runs of this life
 * of the execution. Not promised by n8n: whatever is not as expected here counts as not known.
 */
interface Inside {
	runExecutionData?: Partial<IRunExecutionData> | null;
	additionalData?: { currentNodeExecutionIndex?: number };
}

const insideOf = (context: Context) => context as unknown as Inside;

/**
 * The contexts of the other nodes of this execution, as n8n keeps them in its data, those of an earlier life included.
 * @returns none where n8n doesn't let them be seen.
 */
export function contextsOfOtherNodes(context: Context): IContextObject[] {
	const contexts = insideOf(context).runExecutionData?.executionData?.contextData;
	if (!isObject(contexts)) return [];
	const own = `node:${context.getNode().name}`;
	return Object.entries(contexts)
		.filter(([name, value]) => name !== own && isObject(value))
		.map(([, value]) => value as IContextObject);
}

/** Every run of a node in the execution's data, the latest last; undefined where n8n doesn't let them be seen. */
function allRuns(context: Context): ITaskData[] | undefined {
	const { runExecutionData } = insideOf(context);
	const runData = runExecutionData?.resultData?.runData;
	if (!isObject(runData)) return undefined;
	const runs = Object.values(runData).flat() as ITaskData[];
	return runs.sort(
		(a, b) => a.startTime - b.startTime || (a.executionIndex ?? 0) - (b.executionIndex ?? 0),
	);
}

/**
 * Whether an earlier life of the execution may have paid for what nobody remembers: n8n saves the ledger with the
 * execution's data when a run ends, and only a "Retry" can come after that (design 5). Where an AI agent's tool calls
 * have no context, nothing of them is ever saved.
 * @param context the node's context.
 */
export function mayHaveForgotten(context: Context): boolean {
	return context.getMode() === 'retry' && typeof context.getContext === 'function';
}

/**
 * What stops an item before the history was asked doesn't know that nothing was paid for it in an earlier life.
 * @param context the node's context.
 * @param failure of the item.
 */
export function withoutDenial(context: Context, failure: AmlCheckError): AmlCheckError {
	const isDenied = failure.charged === false && mayHaveForgotten(context);
	return isDenied ? failure.with({ charged: undefined }) : failure;
}

/** The runs of nodes of earlier lives, as far as they were saved, and of this one; undefined where nobody can tell. */
function runsByLife(
	context: Context,
): { ofEarlierLife: ITaskData[]; ofThisLife: ITaskData[] } | undefined {
	const runs = allRuns(context);
	const index = insideOf(context).additionalData?.currentNodeExecutionIndex;
	if (runs === undefined || index === undefined || index < 1) return undefined;
	// Numbered from 0 in each life, this run of the node included.
	const ofThisLife = runs.slice(Math.max(0, runs.length - (index - 1)));
	return { ofThisLife, ofEarlierLife: runs.slice(0, runs.length - ofThisLife.length) };
}

/**
 * When the last of the earlier lives ended of which anything was saved: a Retry that was cut off since has begun later.
 * @param context the node's context.
 * @returns Unix milliseconds, or undefined where nobody can tell.
 */
export function savedUntil(context: Context): number | undefined {
	const ends = runsByLife(context)?.ofEarlierLife.map(
		({ startTime, executionTime }) => startTime + executionTime,
	);
	return ends && ends.length > 0 ? Math.max(...ends) : undefined;
}

/** When an earlier life of the execution had the input of this node. */
export interface InputReadiness {
	/** Unix milliseconds. */
	readyAt: number;
	/** How long the nodes before this one took in this life, in milliseconds; 0 where they did not run in it. */
	tookMs: number;
	/** When this life began, in Unix milliseconds: the earlier one was over by then. */
	overAt: number;
}

/**
 * Tells whether this node can have begun in an earlier life of the execution: in a "Retry", its input came out of a
 * run of that life, or nothing at all was saved of that life, as after the death of its process (design 5).
 * @param context the node's context.
 * @param began when the execution began, in Unix milliseconds.
 * @param now in Unix milliseconds.
 * @returns `never` where it can't have begun then; undefined where nobody can tell.
 */
export function earlierInput(
	context: Context,
	began: number,
	now: number,
): InputReadiness | 'never' | undefined {
	const runs = runsByLife(context);
	if (!runs) return undefined;
	const { ofThisLife, ofEarlierLife } = runs;
	const overAt = ofThisLife[0]?.startTime ?? now;
	if (ofEarlierLife.length === 0) return { readyAt: began, tookMs: now - overAt, overAt };
	const source = context.getInputSourceData?.();
	const { lastNodeExecuted, runData: data } = insideOf(context).runExecutionData?.resultData ?? {};
	const run = data?.[source?.previousNode ?? '']?.[source?.previousNodeRun ?? 0];
	if (!run) return undefined;
	if (!ofEarlierLife.includes(run)) return 'never';
	// Where that life ended at this very node, it was saved with all that the node had paid for. What runs before the
	// node in this life takes the place of the name.
	const isFirst = insideOf(context).additionalData?.currentNodeExecutionIndex === 1;
	if (!isFirst || lastNodeExecuted === context.getNode().name) return undefined;
	return { readyAt: run.startTime + run.executionTime, tookMs: 0, overAt };
}

import type { IContextObject, IRunExecutionData, ITaskData } from 'n8n-workflow';

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

/** When an earlier life of the execution had the input of this node. */
export interface InputReadiness {
	/** Unix milliseconds. */
	readyAt: number;
	/** How long the nodes before this one took in this life, in milliseconds; 0 where they did not run in it. */
	tookMs: number;
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
	const runs = allRuns(context);
	const index = insideOf(context).additionalData?.currentNodeExecutionIndex;
	if (runs === undefined || index === undefined || index < 1) return undefined;
	// Numbered from 0 in each life, this run of the node included.
	const ofThisLife = runs.slice(Math.max(0, runs.length - (index - 1)));
	const ofEarlierLife = runs.slice(0, runs.length - ofThisLife.length);
	if (ofEarlierLife.length === 0) {
		const tookMs = now - (ofThisLife[0]?.startTime ?? now);
		return { readyAt: began, tookMs };
	}
	const source = context.getInputSourceData?.();
	const data = insideOf(context).runExecutionData?.resultData?.runData;
	const run = data?.[source?.previousNode ?? '']?.[source?.previousNodeRun ?? 0];
	if (!run) return undefined;
	if (!ofEarlierLife.includes(run)) return 'never';
	return { readyAt: run.startTime + run.executionTime, tookMs: 0 };
}

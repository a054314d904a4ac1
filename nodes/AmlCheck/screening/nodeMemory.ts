import type { IContextObject } from 'n8n-workflow';

import { keepRecent } from '../../shared/recent';
import type { NodeRun } from '../run/nodeRun';

/** So many nodes are remembered; the oldest go first. */
const MAX_NODES = 1_000;

const nodes = new Map<string, IContextObject>();

/** What tells a node of an execution from all others of this process; undefined where n8n doesn't say. */
function nodeKey(context: NodeRun['context']): string | undefined {
	const executionId: string | undefined = context.getExecutionId();
	if (!executionId) return undefined;
	return JSON.stringify([context.getInstanceId(), executionId, context.getNode().id]);
}

/**
 * Where a node keeps what it has paid for (design 5): in the context that n8n saves with the execution, or, where n8n has
 * none for the tool calls of an AI agent, in this process, so that the tries of one execution know of each other.
 * @param context the node's context.
 * @returns the store, to be written to.
 */
export function nodeMemory(context: NodeRun['context']): IContextObject {
	if (typeof context.getContext === 'function') return context.getContext('node');
	const key = nodeKey(context);
	if (key === undefined) return {};
	return keepRecent(nodes, key, nodes.get(key) ?? {}, MAX_NODES);
}

import type { IBinaryKeyData, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { toNodeApiError } from '../../shared/nodeErrors';
import type { AmlCheckError } from '../../shared/rpc/failure';
import { errorOutputMarker } from './errorOutput';

export interface ItemOutput {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** Why an item has no outputs. */
export interface ItemFailure {
	failure: AmlCheckError;
	/** Whether it was only held back because of what happened to another item. */
	isConsequence?: boolean;
}

/** What became of one input item: its outputs, or why there are none. */
export type ItemOutcome = { outputs: ItemOutput[] } | ItemFailure;

/** Without the keys that hold nothing. */
function compact(data: Record<string, unknown>): IDataObject {
	return Object.fromEntries(
		Object.entries(data).filter(([, value]) => value !== undefined),
	) as IDataObject;
}

/**
 * An item for either Continue mode. Its json has exactly these keys: one more, and n8n keeps it off the error output
 * (design 5).
 * @param failure what happened.
 * @param item the input item's index.
 */
export function errorItem(failure: AmlCheckError, item: number): INodeExecutionData {
	const { message, code, description, requestId, hash, charged } = failure;
	const details = compact({ code, description, requestId, hash, charged });
	return { json: { error: message, details }, pairedItem: { item } };
}

/**
 * Puts the outcomes in the order of the input, each output paired with its item.
 * @param outcomes one for each input item.
 * @param node for the error of the Stop mode, and for its setting On Error.
 * @param continueOnFail whether items that did not work out become error items.
 * @returns the node's output.
 * @throws NodeApiError for the first item that did not work out, in Stop mode.
 */
export function collectOutcomes(
	outcomes: ItemOutcome[],
	node: INode,
	continueOnFail: boolean,
): INodeExecutionData[] {
	if (!continueOnFail) throwFirst(outcomes, node);
	const mark = errorOutputMarker(node);
	return outcomes.flatMap((outcome, item) =>
		'outputs' in outcome
			? outcome.outputs.map((output) => ({ ...output, pairedItem: { item } }))
			: [mark(errorItem(outcome.failure, item), outcome.failure, item)],
	);
}

/** The item to name is the one that went wrong, not one that was then held back. */
function throwFirst(outcomes: ItemOutcome[], node: INode): void {
	const failed = outcomes.flatMap((outcome, item) =>
		'failure' in outcome ? [{ ...outcome, item }] : [],
	);
	const first = failed.find(({ isConsequence }) => !isConsequence) ?? failed[0];
	if (first) throw toNodeApiError(node, first.failure, first.item);
}

import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { toNodeApiError } from '../../shared/nodeErrors';
import type { AmlCheckError } from '../../shared/rpc/failure';
import { errorOutputMarker } from './errorOutput';
import type { ItemOutcome } from './itemOutcome';
import { stopFailureOf } from './stopFailure';

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
	const { message, kind, reason = kind, code, description, address, currency } = failure;
	const { requestId, hash, candidates, charged } = failure;
	const details = compact({
		reason,
		code,
		description,
		address,
		currency,
		requestId,
		hash,
		candidates,
		charged,
	});
	return { json: { error: message, details }, pairedItem: { item } };
}

/**
 * Puts the outcomes in the order of the input, each output paired with its item.
 * @param outcomes one for each input item.
 * @param node for the error of the Stop mode, and for its setting On Error.
 * @param continueOnFail whether items that did not work out become error items.
 * @returns the node's output.
 * @throws NodeApiError that names every item that did not work out, in Stop mode.
 */
export function collectOutcomes(
	outcomes: ItemOutcome[],
	node: INode,
	continueOnFail: boolean,
): INodeExecutionData[] {
	const stop = continueOnFail ? undefined : stopFailureOf(outcomes);
	if (stop) throw toNodeApiError(node, stop.failure, stop.item);
	const mark = errorOutputMarker(node);
	return outcomes.flatMap((outcome, item) =>
		'outputs' in outcome
			? outcome.outputs.map((output) => ({ ...output, pairedItem: { item } }))
			: [mark(errorItem(outcome.failure, item), outcome.failure, item)],
	);
}

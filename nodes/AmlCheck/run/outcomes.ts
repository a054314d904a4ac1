import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { toNodeApiError } from '../../shared/nodeErrors';
import { simplifiedCheckSchema } from '../../shared/outputs/check';
import { readFault } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import { errorOutputMarker } from './errorOutput';
import type { ItemOutcome } from './itemOutcome';
import type { OutputForm } from './runOptions';
import { stopFailureOf } from './stopFailure';

/** Leaves out keys without a value. */
function compact(data: Record<string, unknown>): IDataObject {
	return Object.fromEntries(
		Object.entries(data).filter(([, value]) => value !== undefined),
	) as IDataObject;
}

/**
 * Makes an item for either Continue mode. Its json has exactly two keys: with one more, n8n keeps it off the error
 * output.
 * @param failure what happened.
 * @param item the input item's index.
 */
export function errorItem(failure: AmlCheckError, item: number): INodeExecutionData {
	const { message, kind, reason = kind, code, description, address, currency } = failure;
	const { requestId, hash, candidates, charged } = failure;
	const details = compact({
		reason,
		fault: readFault(failure),
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

/** Fields that the input must not fill in: a missing one means something, or an earlier check's would be misread. */
const RESULT_ONLY = new Set([
	...Object.keys(
		simplifiedCheckSchema.omit({ address: true, currency: true, transaction: true, status: true })
			.shape,
	),
	'error',
]);

/**
 * Adds the input item's fields to the outputs, after the fields of the result. A field of the result is never replaced,
 * and never filled in: the `riskScore` of an input doesn't become the one of a check without a score.
 * @param outcome of the item.
 * @param input the item's json.
 * @returns the outcome with more fields; an item without outputs as it is.
 */
export function withInputFields(outcome: ItemOutcome, input: IDataObject): ItemOutcome {
	if (!('outputs' in outcome)) return outcome;
	const fields = Object.entries(input).filter(([key]) => !RESULT_ONLY.has(key));
	const outputs = outcome.outputs.map(({ json, ...rest }) => {
		const added = fields.filter(([key]) => !Object.hasOwn(json, key));
		return { ...rest, json: { ...json, ...Object.fromEntries(added) } };
	});
	return { outputs };
}

/** Fields that an agent always gets: without them it could take a doubtful wallet for a clean one. */
const ALWAYS = ['riskLevel', 'summary', 'hash', 'charged', 'found', 'wouldCost', 'why'];

/**
 * Reduces the outputs of an agent's tool to the selected fields.
 * @param outcome of the item.
 * @param form what the item's output should hold.
 * @returns the outcome with fewer fields; an item without outputs, and another form, as it is.
 */
export function withSelectedFields(outcome: ItemOutcome, form: OutputForm): ItemOutcome {
	if (form.kind !== 'selectedFields' || !('outputs' in outcome)) return outcome;
	const names = new Set([...ALWAYS, ...form.fields]);
	const outputs = outcome.outputs.map(({ json, ...rest }) => {
		const isCheck = 'riskLevel' in json;
		const selected = Object.entries(json).filter(([key]) => !isCheck || names.has(key));
		return { ...rest, json: Object.fromEntries(selected) };
	});
	return { outputs };
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

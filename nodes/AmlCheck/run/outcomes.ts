import type { IBinaryKeyData, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { toNodeApiError } from '../../shared/nodeErrors';
import type { AmlCheckError } from '../../shared/rpc/failure';
import { errorOutputMarker } from './errorOutput';
import { nameItems } from './itemNumbers';

export interface ItemOutput {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** Why an item has no outputs. */
export interface ItemFailure {
	failure: AmlCheckError;
	/** Whether it was only held back because of what happened to another item. */
	isConsequence?: boolean;
	/** Whether it is about the whole run and not about this item. */
	isOfRun?: boolean;
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
	if (!continueOnFail) throwFailures(outcomes, node);
	const mark = errorOutputMarker(node);
	return outcomes.flatMap((outcome, item) =>
		'outputs' in outcome
			? outcome.outputs.map((output) => ({ ...output, pairedItem: { item } }))
			: [mark(errorItem(outcome.failure, item), outcome.failure, item)],
	);
}

/** So many items are told of one by one; with On Error set to continue, every item tells what happened to it. */
const MAX_TOLD_ITEMS = 20;

type FailedItem = ItemFailure & { item: number };

/** The items to name are those that went wrong, not those that were then held back. */
function throwFailures(outcomes: ItemOutcome[], node: INode): void {
	const failed = outcomes.flatMap((outcome, item) =>
		'failure' in outcome ? [{ ...outcome, item }] : [],
	);
	const causes = failed.filter(({ isConsequence }) => !isConsequence);
	const named = causes.length > 0 ? causes : failed.slice(0, 1);
	const [first] = named;
	if (!first) return;
	if (first.isOfRun) throw toNodeApiError(node, first.failure);
	// n8n knows a canceled execution by the words of its error: they stay as they are.
	const canceled = named.find(({ failure }) => failure.kind === 'cancelled');
	const only = canceled ?? (named.length === 1 ? first : undefined);
	if (only) throw toNodeApiError(node, only.failure, only.item);
	throw toNodeApiError(node, failureOfSeveral(named));
}

/** The checks that an item's failure names: none of them gets lost over the number of items (design 1). */
function checksOf({ hash, candidates = [] }: AmlCheckError): string[] {
	const checks = hash === undefined ? candidates : [hash, ...candidates];
	return checks.length > 0 ? [checks.join(', ')] : [];
}

/** One failure for all of them: what each is about, then what to do, once. Items count from 0, as in n8n's editor. */
function failureOfSeveral(failed: FailedItem[]): AmlCheckError {
	// What may have been paid for has the word: 'nothing was paid' would be read as of all of them.
	const { failure } = failed.find((one) => one.failure.charged !== false) ?? failed[0];
	const shown = failed.slice(0, MAX_TOLD_ITEMS);
	const more = failed.length > shown.length ? `; and ${failed.length - shown.length} more` : '';
	const { title, rest } = nameItems(failed.map(({ item }) => item));
	const isOneCause = failed.every((one) => one.failure.message === failure.message);
	const message = isOneCause ? failure.message : `${failed.length} items can't be processed`;
	const lines = shown.map(({ item, failure: one }) => {
		const of = one.address === undefined ? `Item ${item}` : `Item ${item} (${one.address})`;
		const what = isOneCause ? [] : [one.message];
		return [of, ...what, ...checksOf(one)].join(': ');
	});
	const hashes = failed.slice(MAX_TOLD_ITEMS).flatMap((one) => checksOf(one.failure));
	const others = hashes.length > 0 ? ` (${hashes.join(', ')})` : '';
	return failure.with({
		message: `${message} ${title}`,
		description: `${lines.join('; ')}${more}${others}.${rest} Items count from 0. ${failure.description}`,
	});
}

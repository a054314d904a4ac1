import type { IBinaryKeyData, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { isLost, type AmlCheckError } from '../../shared/failures/failure';
import { toNodeApiError } from '../../shared/failures/nodeErrors';
import { describeFailure } from '../../shared/failures/words';
import { simplifiedCheckSchema } from '../../shared/check/schema';
import { mapInSlices } from '../../shared/base/slices';
import { isObject, withoutEmpty } from '../../shared/base/values';
import type { ErrorDetails } from './schemas';

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

/** The end of one input item: its outputs, or why there are none. */
export type ItemOutcome = { outputs: ItemOutput[] } | ItemFailure;

/** Whether something went wrong with an item itself. */
export const isCause = (outcome: ItemOutcome): boolean =>
	'failure' in outcome && outcome.isConsequence !== true;

/** Fields that the input must not fill in: a missing one means something, or an earlier check's would be misread. */
const RESULT_ONLY = new Set([
	...Object.keys(simplifiedCheckSchema.omit({ address: true, transaction: true }).shape),
	'error',
	'found',
	'why',
	'wouldCost',
]);

const NO_RESULT = Object.fromEntries([...RESULT_ONLY].map((key) => [key, undefined]));

/**
 * Makes the item of a failure. It has a level and a hash of its own: n8n lays the input's fields under it, and they may
 * hold those of last time.
 */
function errorItem(failure: AmlCheckError, item: number): INodeExecutionData {
	const { message, reason, fault, charged, hashes, facts } = failure;
	const { code, address, requestId, checks } = facts;
	// A wallet's checks have hashes of their own, and no hash is the item's where nobody knows which one was paid.
	const isOpen = isLost(failure);
	const hash = checks || isOpen ? undefined : hashes.at(0);
	const details = withoutEmpty<ErrorDetails>({
		reason,
		fault,
		code,
		description: describeFailure(failure).description,
		address,
		requestId,
		hash,
		candidates: isOpen && !checks && hashes.length > 0 ? [...hashes] : undefined,
		charged,
		checks: checks && [...checks],
	});
	const json = { error: message, riskLevel: 'unknown', hash: hash ?? null, details };
	return { json: json as IDataObject, pairedItem: { item } };
}

/**
 * The same for "Continue (using error output)". Every other field of a result is undefined, so that none of last time
 * shows through. n8n takes an item off the success output by its mark `error`, on every engine, and loses the mark when
 * it copies the item: an enumerable one would stay, and n8n would replace the json by the message.
 */
function errorOutputItem(node: INode, failure: AmlCheckError, item: number): INodeExecutionData {
	const made = errorItem(failure, item);
	return Object.defineProperty({ ...made, json: { ...NO_RESULT, ...made.json } }, 'error', {
		value: toNodeApiError(node, failure, item),
		enumerable: false,
		writable: true,
	});
}

/** n8n keeps files there in workflows that hold them in the json, and can't continue if it is no object. */
const isUsableField = (name: string, value: unknown) => name !== '_files' || isObject(value);

/**
 * Adds the input item's fields and files to the outputs, after those of the result. A field or file of the result is never
 * replaced, and a field never filled in: the `riskScore` of an input doesn't become the one of a check without a score.
 */
export function withInputFields(
	outcome: ItemOutcome,
	input: IDataObject,
	inputFiles?: IBinaryKeyData,
): ItemOutcome {
	if (!('outputs' in outcome)) return outcome;
	const fields = Object.entries(input).filter(
		([key, value]) => !RESULT_ONLY.has(key) && isUsableField(key, value),
	);
	const outputs = outcome.outputs.map(({ json, binary }) => {
		const added = fields.filter(([key]) => !Object.hasOwn(json, key));
		const all = { ...json, ...Object.fromEntries(added) };
		return inputFiles ? { json: all, binary: { ...inputFiles, ...binary } } : { json: all, binary };
	});
	return { outputs };
}

/** Puts the outcomes in the order of the input, each output paired with its item. */
export async function collectOutcomes(
	outcomes: ItemOutcome[],
	node: INode,
): Promise<INodeExecutionData[]> {
	const makeErrorItem = ({ failure }: ItemFailure, item: number) =>
		node.onError === 'continueErrorOutput'
			? errorOutputItem(node, failure, item)
			: errorItem(failure, item);
	const items = await mapInSlices(outcomes, (outcome, item) =>
		'outputs' in outcome
			? outcome.outputs.map((output) => ({ ...output, pairedItem: { item } }))
			: [makeErrorItem(outcome, item)],
	);
	return items.flat();
}

import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import { AmlCheckError, describeFailure } from './failure';
import { FAILURE_KINDS } from './kinds';
import type { Offer } from './notes';

const NETWORK_CODE = / \([A-Z][A-Z0-9_]+\)/g;

/** Whether a node is the tool of an AI agent: n8n ends the type of each tool so. */
export const isTool = (node: INode): boolean => node.type.endsWith('Tool');

/**
 * The error that a node throws. It is always made anew: nothing of the request goes with it. n8n 2.37 and later read the
 * cause: its poller backs off, or a person has to act. A model reads nothing but the message, so that holds all there is
 * to say, and no number of an item.
 * @param item the input item it is about, from 0.
 * @param offer how it can be run again.
 */
export function toNodeApiError(
	node: INode,
	failure: AmlCheckError,
	item?: number,
	offer?: Offer,
): NodeApiError {
	const { kind, message, httpStatus = 0, retryAfterMs } = failure;
	const { cause, mayPass } = FAILURE_KINDS[kind];
	const isForModel = isTool(node);
	const description = describeFailure(failure, offer);
	const error = new NodeApiError(node, {} as JsonObject, {
		message: item === undefined || isForModel ? message : `${message} [item ${item}]`,
		description,
		httpCode: httpStatus >= 400 ? String(httpStatus) : undefined,
		itemIndex: item,
		failure: cause && { cause, ...(mayPass && { retryAfterMs }) },
	});
	// Set afterwards and without codes of the network: n8n replaces a message that holds one.
	if (isForModel) error.message = `${message}. ${description}`.replace(NETWORK_CODE, '');
	return error;
}

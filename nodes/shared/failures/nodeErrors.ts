import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import type { Offer } from './again';
import { describeFailure, type AmlCheckError } from './failure';
import { FAILURE_KINDS } from './kinds';

/**
 * The error that a node throws. It is always made anew: nothing of the request goes with it. n8n 2.37 and later read the
 * cause: its poller backs off, or a person has to act.
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
	return new NodeApiError(node, {} as JsonObject, {
		message: item === undefined ? message : `${message} [item ${item}]`,
		description: describeFailure(failure, offer),
		httpCode: httpStatus >= 400 ? String(httpStatus) : undefined,
		itemIndex: item,
		failure: cause && { cause, ...(mayPass && { retryAfterMs }) },
	});
}

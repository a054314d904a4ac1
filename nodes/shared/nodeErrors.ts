import { NodeApiError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';

import type { AmlCheckError } from './rpc/failure';
import { FAILURE_KINDS } from './rpc/failureKinds';

/** n8n 2.37 and later read it to decide how to continue; older versions ignore it. */
type NodeFailure = NonNullable<ConstructorParameters<typeof NodeApiError>[2]>['failure'];

/** Shows n8n's poller whether to back off or that a person has to act; undefined if n8n has no name for the cause. */
function describeCause(failure: AmlCheckError): NodeFailure {
	const { cause, mayPass } = FAILURE_KINDS[failure.kind];
	if (cause === undefined) return undefined;
	return mayPass ? { cause, retryAfterMs: failure.retryAfterMs } : { cause };
}

/**
 * The error that a node throws. It is always made anew: nothing of the request goes with it.
 * @param node the node that throws.
 * @param failure what happened and what to do.
 * @param itemIndex the input item it is about, from 0.
 * @returns an error ready to be thrown.
 */
export function toNodeApiError(
	node: INode,
	failure: AmlCheckError,
	itemIndex?: number,
): NodeApiError {
	const { message, description, httpStatus } = failure;
	return new NodeApiError(node, {} as JsonObject, {
		message: itemIndex === undefined ? message : `${message} [item ${itemIndex}]`,
		description,
		httpCode: httpStatus !== undefined && httpStatus >= 400 ? String(httpStatus) : undefined,
		itemIndex,
		failure: describeCause(failure),
	});
}

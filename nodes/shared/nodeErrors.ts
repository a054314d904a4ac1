import { NodeApiError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';

import type { AmlCheckError } from './rpc/failure';
import { FAILURE_KINDS } from './rpc/failureKinds';

/** What n8n 2.37 and later read to decide how to go on; older versions ignore it. */
type NodeFailure = NonNullable<ConstructorParameters<typeof NodeApiError>[2]>['failure'];

/**
 * What n8n's poller needs to know to back off, or to tell that a person has to act.
 * @param failure what kept the call from a usable answer.
 * @returns n8n's own name of the cause, or undefined where none fits.
 */
function failureCauseOf(failure: AmlCheckError): NodeFailure {
	const { cause, mayPass } = FAILURE_KINDS[failure.kind];
	if (cause === undefined) return undefined;
	return mayPass ? { cause, retryAfterMs: failure.retryAfterMs } : { cause };
}

/**
 * The error that a node throws. It is always built anew: nothing of the request goes with it.
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
		failure: failureCauseOf(failure),
	});
}

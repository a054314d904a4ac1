import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import type { Failure } from './facts';
import { isTransient, type AmlCheckError } from './failure';
import { describeFailure } from './words';

/** For n8n's poller since version 2.37: it backs off, or a person has to act. */
type Cause = NonNullable<
	NonNullable<ConstructorParameters<typeof NodeApiError>[2]>['failure']
>['cause'];

function causeOf(failure: Failure): Cause | undefined {
	const { reason, fault } = failure;
	if (reason === 'badCredential') return 'credential-invalid';
	if (reason === 'noChecksLeft') return 'quota-exhausted';
	if (reason === 'rateLimited') return 'rate-limited';
	if (isTransient(failure)) return 'temporarily-unavailable';
	return fault === 'setup' ? 'configuration-invalid' : undefined;
}

/** Whether a node is the tool of an AI agent: n8n ends the type of each tool so. */
export const isTool = (node: INode): boolean => node.type.endsWith('Tool');

/**
 * The error that a node throws. It is always made anew: nothing of the request goes with it. A model reads nothing but
 * the message, so that holds all there is to say, and no number of an item.
 * @param item the input item it is about, from 0.
 */
export function toNodeApiError(node: INode, failure: AmlCheckError, item?: number): NodeApiError {
	const { httpStatus = 0, retryAfterMs } = failure.facts;
	const { message, description } = describeFailure(failure);
	const cause = causeOf(failure);
	const isForModel = isTool(node);
	const error = new NodeApiError(node, {} as JsonObject, {
		message: item === undefined || isForModel ? message : `${message} [item ${item}]`,
		description,
		httpCode: httpStatus >= 400 ? String(httpStatus) : undefined,
		itemIndex: item,
		failure: cause && { cause, ...(isTransient(failure) && { retryAfterMs }) },
	});
	// Set afterwards and without codes of the network: n8n replaces a message that holds one.
	if (isForModel) error.message = `${message}. ${description}`.replace(NETWORK_CODE, '');
	return error;
}

const NETWORK_CODE = / \(code [A-Z][A-Z0-9_]+\)/g;

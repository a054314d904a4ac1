import { NodeApiError } from 'n8n-workflow';
import type { INode, INodeExecutionData, JsonObject } from 'n8n-workflow';

import { toNodeApiError } from '../../shared/nodeErrors';
import type { AmlCheckError } from '../../shared/rpc/failure';

/** Engines that know the causes of failures (n8n 2.37) also send an item with `details` to the error output. */
function readsDetails(node: INode): boolean {
	const failure = { cause: 'rate-limited' } as const;
	return 'failure' in new NodeApiError(node, {} as JsonObject, { failure });
}

/**
 * Makes sure that "Continue (using error output)" takes error items off the success output. Up to some 2.3x, n8n does
 * so only for items that carry an error themselves, or whose json has no `details`: an unscreened wallet would go on
 * as if it had been screened (design 1, second promise). The error such an engine wants is put on the item so that it
 * stays behind when n8n copies the item on its way: otherwise n8n would replace the json, and with it the hash, by the
 * error's message.
 * @param node the node, with its setting On Error.
 * @returns a function that prepares an error item; it changes nothing where n8n needs no help.
 */
export function errorOutputMarker(
	node: INode,
): (item: INodeExecutionData, failure: AmlCheckError, index: number) => INodeExecutionData {
	if (node.onError !== 'continueErrorOutput' || readsDetails(node)) return (item) => item;
	return (item, failure, index) =>
		Object.defineProperty(item, 'error', {
			value: toNodeApiError(node, failure, index),
			enumerable: false,
			writable: true,
		});
}

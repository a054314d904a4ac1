/** What the engine under the tests offers: not every one that `npm run ci:compat` runs has all of it. */
import { NodeApiError } from 'n8n-workflow';

const node = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0], parameters: {} };

/** n8n 2.37 and later tell their poller why a node failed. */
const knowsCauses =
	'failure' in
	new NodeApiError(
		node as ConstructorParameters<typeof NodeApiError>[0],
		{},
		{
			failure: { cause: 'rate-limited' },
		},
	);

/** What an error of a node has to match about its cause. */
export function withCause(failure: object): { failure?: object } {
	return knowsCauses ? { failure } : {};
}

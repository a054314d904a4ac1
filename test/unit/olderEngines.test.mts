/** What the nodes do for engines that lack something; `npm run test:compat` runs the whole on such engines. */
import type * as Platform from 'n8n-workflow';
import { collectOutcomes } from '../../nodes/AmlCheck/run/outcomes.ts';
import { AmlCheckError } from '../../nodes/shared/failures/failure.ts';
import { findNetworkCode } from '../../nodes/shared/rpc/transport.ts';

let isOlder = true;

jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof Platform>('n8n-workflow');
	class NodeApiError extends actual.NodeApiError {
		constructor(...args: ConstructorParameters<typeof actual.NodeApiError>) {
			super(...args);
			if (isOlder) delete (this as { failure?: unknown }).failure;
		}
	}
	return { ...actual, NodeApiError };
});

const failure = new AmlCheckError({
	kind: 'timeout',
	message: 'The check was not done within 5 seconds',
	advice: 'Its hash is h-1.',
	hash: 'h-1',
});

const itemUnder = (onError: Platform.INode['onError']) => {
	const node = { id: '1', name: 'Node', type: 'n', typeVersion: 1, position: [0, 0], onError };
	const offer = { hasRetry: false, hasKey: false };
	const [item] = collectOutcomes([{ failure }], node as Platform.INode, () => offer);
	return item!;
};

describe('an error item', () => {
	it('is marked for the error output of an older n8n, and the mark stays behind when n8n copies it', () => {
		isOlder = true;
		const item = itemUnder('continueErrorOutput');
		expect(item.error).toMatchObject({
			message: 'The check was not done within 5 seconds [item 0]',
			description: 'Its hash is h-1.',
			context: { itemIndex: 0 },
		});
		expect(Object.getOwnPropertyDescriptor(item, 'error')).toMatchObject({ writable: true });
		expect('error' in { ...item }).toBe(false);
		expect({ ...item }).toEqual({
			json: {
				error: failure.message,
				details: {
					reason: 'timeout',
					fault: 'service',
					description: 'Its hash is h-1.',
					hash: 'h-1',
				},
			},
			pairedItem: { item: 0 },
		});
	});

	it('is not marked where n8n would take the mark for the result', () => {
		isOlder = true;
		expect('error' in itemUnder('continueRegularOutput')).toBe(false);
	});

	it('is not marked where n8n needs no help', () => {
		isOlder = false;
		expect('error' in itemUnder('continueErrorOutput')).toBe(false);
	});
});

describe('the code of a network failure', () => {
	it('is found in place of an HTTP status', () => {
		expect(findNetworkCode({ httpCode: 'ECONNREFUSED', cause: undefined })).toBe('ECONNREFUSED');
		expect(findNetworkCode({ httpCode: '404' })).toBeUndefined();
	});
});

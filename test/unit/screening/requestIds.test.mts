import { createHash } from 'node:crypto';
import {
	executionKey,
	requestIdMaker,
	saysIdWasUsed,
	type IdentityContext,
} from '../../../nodes/AmlCheck/screening/requestIds.ts';

interface Facts {
	instance?: string;
	workflow?: string;
	node?: string;
	executionId?: string;
	secret?: string | null;
	began?: number | null;
	isToolCall?: boolean;
}

/** What the maker reads of n8n's context, as plain data. */
function contextOf({
	instance = 'instance',
	workflow = 'workflow',
	node = 'node',
	executionId = '7',
	secret = 'secret',
	began = 1_790_000_000_000,
	isToolCall = false,
}: Facts = {}): IdentityContext {
	const query = secret === null ? '' : `?signature=${secret}`;
	const resumeUrl = `http://127.0.0.1:5678/webhook-waiting/${executionId}${query}`;
	return {
		...(isToolCall ? {} : { getContext: () => ({}) }),
		getExecutionContext: () => (began === null ? undefined : { establishedAt: began }),
		getInstanceId: () => instance,
		getWorkflow: () => ({ id: workflow, active: true }),
		getNode: () => ({ id: node }),
		getWorkflowDataProxy: () => ({ $execution: { resumeUrl } }),
	} as unknown as IdentityContext;
}

const idOf = (facts?: Facts, runIndex = 0, key = 'target#0', idempotencyKey = '') =>
	requestIdMaker(contextOf(facts), runIndex)(key, idempotencyKey);

describe('requestIdMaker', () => {
	it('makes ids that the service takes', () => {
		expect(idOf()).toMatch(/^[0-9a-f]{32}$/);
		expect(idOf({ secret: null })).toMatch(/^[0-9a-f]{32}$/);
	});

	it('makes the ids that version 0.1 made: an upgrade between a death and its Retry pays for nothing again', () => {
		const key = 'address|BTC|x|native#0';
		expect(idOf({}, 0, key)).toBe('756f3fd42048988d1a68a8a327063b69');
		expect(idOf({}, 0, key, 'order-1042')).toBe('40408ce767a7b9b35d49707cb88eb71f');
	});

	it('makes one id for a workflow that was never saved, too', () => {
		const context = { ...contextOf(), getWorkflow: () => ({ active: false }) } as IdentityContext;
		const unsaved = requestIdMaker(context, 0)('target#0', 'order-1042');
		expect(unsaved).toBe(idOf({ workflow: '' }, 0, 'target#0', 'order-1042'));
	});

	it('does without the moment of the execution where n8n is too old to tell it', () => {
		const { getExecutionContext: _, ...context } = contextOf();
		const idFor = requestIdMaker(context, 0);
		expect(idFor('target#0', '')).not.toBe(idFor('target#0', ''));
		expect(idFor('target#0', 'a')).toBe(idOf({}, 0, 'target#0', 'a'));
	});

	it('makes the same id in every life of an execution, also under another execution id', () => {
		expect(idOf()).toBe(idOf());
		expect(idOf({ executionId: '8' })).toBe(idOf({ executionId: '7' }));
	});

	it.each([
		['instance', idOf({ instance: 'other' })],
		['workflow', idOf({ workflow: 'other' })],
		['node', idOf({ node: 'other' })],
		['execution, also one of the same number', idOf({ secret: 'other' })],
		['time at which the execution began', idOf({ began: 1_790_000_000_001 })],
		['run of the node', idOf({}, 1)],
		['wanted check', idOf({}, 0, 'target#1')],
	])('makes another id for another %s', (_, id) => {
		expect(id).not.toBe(idOf());
	});

	it.each([
		['n8n has no secret for the execution', { secret: null }],
		['n8n does not tell when the execution began', { began: null }],
		['an AI agent calls the node as its tool', { isToolCall: true }],
	])('makes a new id every time where %s', (_, facts) => {
		const idFor = requestIdMaker(contextOf(facts), 0);
		expect(idFor('target#0', '')).not.toBe(idFor('target#0', ''));
	});

	it('does without what a context may lack', () => {
		const context = {
			...contextOf(),
			getWorkflowDataProxy: () => {
				throw new Error('There is no run');
			},
		};
		const idFor = requestIdMaker(context, 0);
		expect(idFor('target#0', '')).not.toBe(idFor('target#0', ''));
	});
});

describe('executionKey', () => {
	const keyOf = (facts?: Facts) => executionKey(contextOf(facts));

	it('is one for an execution, in each of its lives and for each of its nodes', () => {
		expect(keyOf()).toMatch(/^[0-9a-f]{32}$/);
		const life = { executionId: '8', node: 'other', workflow: 'other', isToolCall: true };
		expect(keyOf(life)).toBe(keyOf());
	});

	it('is another for each other execution, and no request id', () => {
		expect(keyOf({ secret: 'other' })).not.toBe(keyOf());
		expect(keyOf({ began: 1_790_000_000_001 })).not.toBe(keyOf());
		expect(keyOf()).not.toBe(idOf());
		const parts = JSON.stringify(['execution', 'secret', 1_790_000_000_000]);
		expect(keyOf()).toBe(createHash('sha256').update(parts).digest('hex').slice(0, 32));
	});

	it('is none where n8n tells too little', () => {
		expect([keyOf({ secret: null }), keyOf({ began: null })]).toEqual([undefined, undefined]);
	});
});

describe('requestIdMaker, given an idempotency key', () => {
	const keyedIdOf = (facts?: Facts, runIndex = 0, key = 'target#0', idempotencyKey = 'order 1') =>
		idOf(facts, runIndex, key, idempotencyKey);

	it('makes ids that the service takes, whatever the key', () => {
		expect(keyedIdOf()).toMatch(/^[0-9a-f]{32}$/);
		expect(keyedIdOf({}, 0, 'target#0', 'ключ '.repeat(1000))).toMatch(/^[0-9a-f]{32}$/);
	});

	it.each([
		['another execution', keyedIdOf({ secret: 'other', began: 1, executionId: '8' })],
		['another run of the node', keyedIdOf({}, 1)],
		['an execution of which n8n tells nothing', keyedIdOf({ secret: null, began: null })],
		['a tool call of an AI agent', keyedIdOf({ isToolCall: true })],
	])('makes the same id in %s', (_, id) => {
		expect(id).toBe(keyedIdOf());
	});

	it.each([
		['instance', keyedIdOf({ instance: 'other' })],
		['workflow', keyedIdOf({ workflow: 'other' })],
		['node', keyedIdOf({ node: 'other' })],
		['wanted check', keyedIdOf({}, 0, 'target#1')],
		['key', keyedIdOf({}, 0, 'target#0', 'order 2')],
		['kind of id: none is given', idOf()],
	])('makes another id for another %s', (_, id) => {
		expect(id).not.toBe(keyedIdOf());
	});
});

describe('saysIdWasUsed', () => {
	const says = (words: string, kind: 'rejected' | 'undecided' | 'unavailable' = 'rejected') =>
		saysIdWasUsed({ kind, description: `The service said: "${words}" (code -40011).` });

	it.each([
		'The id of the request was used before',
		'Duplicate id',
		'Request with this ID already exists',
		'id must be unique',
		'Such an id does exist',
		'Already known by its request id',
		'Duplicate request',
		'Duplicated identifier',
		'Duplicate entry',
		'Request already exists',
		'Such requests already exist',
		'This request has already been processed',
		'Already submitted',
		'Address already in queue',
		'Non-unique request identifier',
		'The identifier is not unique',
		'Repeated request',
	])('reads "%s" as such', (words) => {
		expect(says(words)).toBe(true);
	});

	it.each([
		'Error message',
		'Invalid params: addr',
		'No checks left',
		'Invalid token_id was used',
		'All checks of the package are already used',
		'The token was already revoked',
	])('does not read "%s" as such', (words) => {
		expect(says(words)).toBe(false);
	});

	it('reads refusals alone', () => {
		expect(says('The id was used before', 'undecided')).toBe(true);
		expect(says('The id was used before', 'unavailable')).toBe(false);
	});
});

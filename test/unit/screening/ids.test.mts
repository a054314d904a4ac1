/** The ids of requests, and which requests this process knows that it has sent. */
import type { INode } from 'n8n-workflow';

import {
	forgetRequests,
	hasNeverSent,
	noteSent,
	readExecutionStart,
	requestIdMaker,
	type IdentityContext,
} from '../../../nodes/AmlCheck/screening/requests.ts';

const MAX_REQUESTS = 100_000;

let unixMs = 0;

beforeEach(() => {
	unixMs = 1_000_000;
	jest.spyOn(Date, 'now').mockImplementation(() => unixMs);
	forgetRequests();
});
afterEach(() => void jest.restoreAllMocks());

const context = (node = 'n', start: number | undefined = 5, id?: string): IdentityContext => ({
	getInstanceId: () => 'i',
	getWorkflow: () => ({ id, active: false }),
	getNode: () => ({ id: node }) as INode,
	getExecutionContext: () => (start === undefined ? undefined : { establishedAt: start }) as never,
});

describe('request ids', () => {
	const ID_OF_X = '63177921c5d150053bad32e52449d968';
	const idOf = (more: object = {}, of = context('n', 5, 'w')) =>
		requestIdMaker(of)({ key: 'k', requestKey: '', hour: 0, ...more });

	it.each<[string, object, IdentityContext, string]>([
		['an order', {}, context('n', 5, 'w'), '81f8369d31ce8f04ebfcc31f9b0189d2'],
		['another hour', { hour: 1 }, context('n', 5, 'w'), '32d18a3980cba36b85ab9e68c75364f8'],
		['a key', { requestKey: 'x' }, context('n', 5, 'w'), ID_OF_X],
		['a key, in any hour', { requestKey: 'x', hour: 3 }, context('n', 5, 'w'), ID_OF_X],
		['a key, in another execution', { requestKey: 'x' }, context('n', 99, 'w'), ID_OF_X],
		['a workflow that is not saved', {}, context(), 'ac07d999fad9a9dee57e95d95b6f3689'],
	])('%s has the same in every version: a Retry may follow an update', (_, order, of, id) => {
		expect(idOf(order, of)).toBe(id);
	});

	it('differ by order, node, execution, instance and workflow', () => {
		const other = { ...context('n', 5, 'w'), getInstanceId: () => 'j' };
		const ids = [idOf(), idOf({ key: 'l' }), idOf({}, other), idOf({ requestKey: 'y' })];
		ids.push(idOf({}, context('m', 5, 'w')), idOf({}, context('n', 6, 'w')), idOf({}, context()));
		expect(new Set(ids).size).toBe(7);
	});

	it('are random where n8n says no beginning of the execution, unless there is a key', () => {
		for (const unknown of [
			{ ...context('n', 5, 'w'), getExecutionContext: undefined },
			{ ...context('n', 5, 'w'), getExecutionContext: () => undefined },
		]) {
			expect(readExecutionStart(unknown)).toBeUndefined();
			expect(idOf({}, unknown)).not.toBe(idOf({}, unknown));
			expect(idOf({ requestKey: 'x' }, unknown)).toBe(ID_OF_X);
		}
		expect(readExecutionStart(context())).toBe(5);
	});
});

describe('requests that were sent', () => {
	it('only what began after this process did is known, and what left is known to have left', () => {
		expect(hasNeverSent('a', unixMs)).toBe(false);
		expect(hasNeverSent('a', unixMs + 1)).toBe(true);
		noteSent('a');
		expect(hasNeverSent('a', unixMs + 1)).toBe(false);
		expect(hasNeverSent('b', unixMs + 1)).toBe(true);
		forgetRequests();
		expect(hasNeverSent('a', unixMs + 1)).toBe(true);
	});

	it('where more have left than it remembers, it knows only of what begins from then on', () => {
		for (let n = 0; n < MAX_REQUESTS; n++) noteSent(`${n}`);
		const began = unixMs;
		unixMs += 50;
		noteSent('0');
		expect(hasNeverSent('b', began + 1)).toBe(true);
		noteSent('one more');
		expect(hasNeverSent('b', unixMs)).toBe(false);
		expect(hasNeverSent('b', unixMs + 1)).toBe(true);
		// The oldest by its last request is forgotten, and no other.
		expect(['0', '1', '2', 'one more'].map((id) => hasNeverSent(id, unixMs + 1))).toEqual([
			...[false, true, false, false],
		]);
	});
});

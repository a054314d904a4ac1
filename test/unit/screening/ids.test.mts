/** The ids of requests, and until when this process can know that one was under way. */
import type { Entry } from '../../../nodes/AmlCheck/screening/ledger.ts';
import {
	findRequest,
	forgetRequests,
	lastSentAt,
	noteRequest,
	findExecutionStart,
	requestIdMaker,
	type IdentityContext,
} from '../../../nodes/AmlCheck/screening/requests.ts';
import { wanted } from './entries.mts';

const DAY = 86_400_000;

let unixMs = 0;

beforeEach(() => {
	unixMs = 1_000_000;
	jest.spyOn(Date, 'now').mockImplementation(() => unixMs);
	forgetRequests();
});
afterEach(() => void jest.restoreAllMocks());

const context = (start: number | undefined = 5, id?: string): IdentityContext => ({
	getInstanceId: () => 'i',
	getWorkflow: () => ({ id, active: false }),
	getExecutionContext: () => (start === undefined ? undefined : { establishedAt: start }) as never,
});

describe('request ids', () => {
	const idOf = (of = context(5, 'w'), key = 'k', requestKey = '') =>
		requestIdMaker(of)(key, requestKey);

	it('are the same for an order of an execution, and under a key in every execution', () => {
		expect(idOf()).toBe(idOf());
		expect(idOf(context(99, 'w'), 'k', 'x')).toBe(idOf(context(5, 'w'), 'k', 'x'));
	});

	it('differ by order, key, execution, instance and workflow', () => {
		const other = { ...context(5, 'w'), getInstanceId: () => 'j' };
		const ids = [idOf(), idOf(other), idOf(context(6, 'w')), idOf(context(5, 'v'))];
		ids.push(idOf(context(5, 'w'), 'l'), idOf(context(5, 'w'), 'k', 'x'));
		expect(new Set(ids).size).toBe(6);
	});

	it('are random where n8n says no beginning of the execution, unless there is a key', () => {
		const retried = { source: 'retry', establishedAt: 5 };
		for (const unknown of [
			{ ...context(5, 'w'), getExecutionContext: undefined },
			{ ...context(5, 'w'), getExecutionContext: () => undefined },
			{ ...context(5, 'w'), getExecutionContext: () => retried as never },
		]) {
			expect(findExecutionStart(unknown)).toBeUndefined();
			expect(idOf(unknown)).not.toBe(idOf(unknown));
			expect(idOf(unknown, 'k', 'x')).toBe(idOf(context(5, 'w'), 'k', 'x'));
		}
		expect(findExecutionStart(context())).toBe(5);
	});
});

describe('a request may have been under way', () => {
	const note = (id: string, entry: Entry = wanted) =>
		noteRequest('service', id, { entry, isInFlight: false, at: unixMs });
	const lastOf = (id: string, since: number) => lastSentAt('service', id, since);

	it('until this process began, unless the execution is younger', () => {
		const began = unixMs;
		unixMs += 500;
		expect(lastOf('a', began - 1)).toBe(began);
		expect(lastOf('a', began + 1)).toBe(0);
	});

	it('until this process has sent it last, and never in the future', () => {
		unixMs += 500;
		note('a');
		const sentAt = unixMs;
		unixMs += 500;
		expect(lastOf('a', sentAt - 1)).toBe(sentAt);
		expect(lastOf('b', sentAt - 1)).toBe(0);
		unixMs = sentAt - 100;
		expect(lastOf('a', sentAt - 1)).toBe(unixMs);
	});

	it('and is known to other executions for a day', () => {
		note('a');
		unixMs += DAY - 1;
		expect(findRequest('service', 'a')).toBeDefined();
		expect(findRequest('another', 'a')).toBeUndefined();
		unixMs++;
		expect(findRequest('service', 'a')).toBeUndefined();
	});
});

/** The ids of requests, the turns under a key, and which requests this process knows that it has sent. */
import type { Entry } from '../../../nodes/AmlCheck/screening/entry.ts';
import {
	forgetRequests,
	hasNeverSent,
	noteSent,
	readExecutionStart,
	requestIdMaker,
	takeTurn,
	type IdentityContext,
} from '../../../nodes/AmlCheck/screening/ids.ts';
import type { Naps } from '../../../nodes/shared/rpc/time.ts';

const DAY_MS = 86_400_000;
const MAX_KEYS = 100_000;

let [unixMs, monotonicMs] = [0, 0];

beforeEach(() => {
	[unixMs, monotonicMs] = [1_000_000, 5_000];
	jest.spyOn(Date, 'now').mockImplementation(() => unixMs);
	jest.spyOn(performance, 'now').mockImplementation(() => monotonicMs);
	forgetRequests();
});
afterEach(() => void jest.restoreAllMocks());

const context = (node = 'n', start: number | undefined = 5, id?: string): IdentityContext => ({
	getInstanceId: () => 'i',
	getWorkflow: () => ({ id, active: false }),
	getNode: () => ({ id: node }) as never,
	getExecutionContext: () => (start === undefined ? undefined : { establishedAt: start }) as never,
});

describe('request ids', () => {
	const idOf = (more: object = {}, of = context('n', 5, 'w')) =>
		requestIdMaker(of)({ key: 'k', idempotencyKey: '', hour: 0, ...more });

	it.each<[string, object, IdentityContext, string]>([
		['a wish', {}, context('n', 5, 'w'), '81f8369d31ce8f04ebfcc31f9b0189d2'],
		['another hour', { hour: 1 }, context('n', 5, 'w'), '32d18a3980cba36b85ab9e68c75364f8'],
		['a key', { idempotencyKey: 'x' }, context('n', 5, 'w'), '63177921c5d150053bad32e52449d968'],
		[
			'a key, in any hour',
			{ idempotencyKey: 'x', hour: 3 },
			context('n', 5, 'w'),
			'63177921c5d150053bad32e52449d968',
		],
		[
			'a key, in another execution',
			{ idempotencyKey: 'x' },
			context('n', 99, 'w'),
			'63177921c5d150053bad32e52449d968',
		],
		['a workflow that is not saved', {}, context(), 'ac07d999fad9a9dee57e95d95b6f3689'],
	])('%s has the same in every version: a Retry may follow an update', (_, wish, of, id) => {
		expect(idOf(wish, of)).toBe(id);
	});

	it('differ by wish, node, execution, instance and workflow', () => {
		const other = { ...context('n', 5, 'w'), getInstanceId: () => 'j' };
		const ids = [idOf(), idOf({ key: 'l' }), idOf({}, other), idOf({ idempotencyKey: 'y' })];
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
			expect(idOf({ idempotencyKey: 'x' }, unknown)).toBe('63177921c5d150053bad32e52449d968');
		}
		expect(readExecutionStart(context())).toBe(5);
	});
});

describe('turns under a key', () => {
	const entry = (id: string): Entry => ({
		...{ state: 'taken', id, hash: id, paid: true },
		asked: { execution: '7', run: 0, at: 1, items: [0] },
	});
	/** It wakes up when the test says so. */
	const sleepers: Array<() => void> = [];
	const naps = {
		until: async (hasHappened: () => boolean) => {
			while (!hasHappened()) await new Promise<void>((wake) => sleepers.push(wake));
			return true;
		},
	} as unknown as Naps;
	const wake = async () => {
		for (const one of sleepers.splice(0)) one();
		await new Promise((resolve) => setImmediate(resolve));
	};
	const take = async (key: string) => await takeTurn(key, () => true, naps);

	it('the first has nobody before it, and the next one waits for its end', async () => {
		const first = await take('a');
		expect(first!.before).toBeUndefined();
		let second: Awaited<ReturnType<typeof take>> | 'waits' = 'waits';
		void take('a').then((turn) => (second = turn));
		await wake();
		expect(second).toBe('waits');
		first!.end(entry('first'));
		await wake();
		expect(second).toMatchObject({ before: entry('first') });
	});

	it('another key waits for nobody', async () => {
		await take('a');
		expect((await take('b'))!.before).toBeUndefined();
	});

	it('there is no turn for somebody whose time is over first', async () => {
		const first = await take('a');
		let mayWait = true;
		let late: object | undefined = { waits: true };
		void takeTurn('a', () => mayWait, naps).then((turn) => (late = turn));
		await wake();
		expect(late).toEqual({ waits: true });
		mayWait = false;
		await wake();
		expect(late).toBeUndefined();
		first!.end(entry('first'));
		expect((await takeTurn('a', () => false, naps))!.before).toEqual(entry('first'));
	});

	it('the check is known for a day since the first turn, however often it is asked for', async () => {
		(await take('a'))!.end(entry('first'));
		monotonicMs += DAY_MS - 1;
		const second = await take('a');
		expect(second!.before).toEqual(entry('first'));
		second!.end(entry('second'));
		monotonicMs += 1;
		const third = await take('a');
		expect(third!.before).toEqual(entry('second'));
		third!.end(entry('third'));
		monotonicMs += 1;
		const fourth = await take('a');
		expect(fourth!.before).toBeUndefined();
		fourth!.end(entry('fourth'));
		monotonicMs += DAY_MS;
		expect((await take('a'))!.before).toEqual(entry('fourth'));
	});

	it('a busy one stays busy when its day is over', async () => {
		await take('a');
		monotonicMs += 2 * DAY_MS;
		expect(await takeTurn('a', () => false, naps)).toBeUndefined();
	});

	it('so many keys are known, and the oldest is forgotten', async () => {
		for (const key of ['a', 'b']) (await take(key))!.end(entry(key));
		for (let n = 2; n < MAX_KEYS; n++) await take(`other ${n}`);
		const again = await take('a');
		expect(again!.before).toEqual(entry('a'));
		again!.end(entry('a'));
		await take('one more');
		expect((await take('b'))!.before).toBeUndefined();
		expect((await take('a'))!.before).toEqual(entry('a'));
	});

	it('forgetting forgets them', async () => {
		(await take('a'))!.end(entry('first'));
		forgetRequests();
		expect((await take('a'))!.before).toBeUndefined();
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
		for (let n = 0; n < MAX_KEYS; n++) noteSent(`${n}`);
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

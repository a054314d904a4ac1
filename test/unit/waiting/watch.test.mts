/** Which requests a wait for few checks sends and when, in virtual time, and how it ends. */
import { FEW } from '../../../nodes/AmlCheck/waiting/watch.ts';
import {
	checks,
	done,
	fails,
	finish,
	openWatch,
	pending,
	REPORT,
	type Answer,
} from './support.mts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('three checks are few', () => {
	expect(FEW).toBe(3);
});

describe('few checks', () => {
	const doneAfter = (endsAt: number) => (_: string, ms: number) => (ms < endsAt ? pending : done);

	it('are asked for after 1, 2, 4, 6 seconds, and no page is read', async () => {
		const world = openWatch({ isFew: true, result: doneAfter(5_000) });
		expect(await world.waitFor({ hash: 'a' })).toBe('1 a, 2 a, 4 a, 6 a');
		expect(world.ends()).toEqual({ a: 'SUCCESS' });
		const limits = { timeoutMs: 10_000, withinMs: 30_000 };
		expect(world.calls).toEqual(Array(4).fill(['checkup.getresult', limits]));
	});

	it('that are older are asked for at once, too', async () => {
		const world = openWatch({ isFew: true, result: doneAfter(3_000) });
		const all = [{ hash: 'a', isOld: true }, { hash: 'b' }];
		expect(await world.waitFor(...all)).toBe('0 a, 0 b, 1 a, 1 b, 2 a, 2 b, 4 a, 4 b');
	});

	it('are asked for as often while others are still submitted, and a new one a second after it left', async () => {
		const world = openWatch({ isFew: true, result: doneAfter(9_000) });
		world.watch.add({ hash: 'a' });
		const waiting = world.watch.waitForAll();
		await jest.advanceTimersByTimeAsync(6_300);
		world.watch.add({ hash: 'b' });
		world.watch.close();
		await finish(waiting);
		expect(world.log.join(', ')).toBe(
			'1 a, 2 a, 4 a, 6 a, 7.4 a, 7.4 b, 8.4 a, 8.4 b, 10.4 a, 10.4 b',
		);
	});

	it('are each waited for once, however often they are given', async () => {
		const world = openWatch({ isFew: true, result: () => done });
		expect(world.watch.isWaiting).toBe(false);
		world.watch.add({ hash: 'a' });
		world.watch.add({ hash: 'a' });
		expect(world.watch.isWaiting).toBe(true);
		const waiting = world.watch.waitForAll();
		await jest.advanceTimersByTimeAsync(2_000);
		expect(world.watch.isWaiting).toBe(false);
		world.watch.add({ hash: 'a' });
		expect(world.watch.isWaiting).toBe(false);
		world.watch.close();
		await finish(waiting);
		expect(world.log).toEqual(['1 a']);
	});

	it('that are none end the wait at once', async () => {
		const world = openWatch({ result: () => done });
		expect(await world.waitFor()).toBe('');
		expect(world.now()).toBeLessThan(100);
	});
});

describe('the time of a run', () => {
	it('begins anew with each result, and not with an answer that it is unfinished', async () => {
		const ends: Record<string, number> = { a: 4_000, b: 8_000 };
		const result = (hash: string, ms: number) => (ms >= ends[hash]! ? done : pending);
		const world = openWatch({ isFew: true, seconds: 5, result });
		const log = await world.waitFor({ hash: 'a' }, { hash: 'b' }, { hash: 'c' });
		expect(log).toMatch(/4 a, 4 b, 4 c, 6 b, 6 c, 8 b, 8 c, 10 c, 12 c, 13 c$/);
		expect(world.ends()).toEqual({ a: 'SUCCESS', b: 'SUCCESS', c: 'timeout, pending' });
		expect(world.now()).toBeLessThan(13_100);
	});

	it('is over: all are asked for once more, and the messages name its seconds', async () => {
		const world = openWatch({ isFew: true, seconds: 5, result: () => pending });
		expect(await world.waitFor({ hash: 'a' })).toBe('1 a, 2 a, 4 a, 5 a');
		const outcome = world.watch.outcomes.get('a');
		expect(outcome).toMatchObject({
			...{ pending: true, status: 'PENDING', last: { terminal: false } },
			failure: { message: 'The check was not finished within 5 seconds', hash: 'a' },
		});
	});

	it('ends nothing before all have left', async () => {
		const world = openWatch({ isFew: true, seconds: 2, result: () => pending });
		world.watch.add({ hash: 'a' });
		const waiting = world.watch.waitForAll();
		await jest.advanceTimersByTimeAsync(7_000);
		expect(world.watch.outcomes.size).toBe(0);
		world.watch.close();
		await finish(waiting);
		expect(world.ends()).toEqual({ a: 'timeout, pending' });
	});

	it.each<[string, (hash: string) => Answer, string]>([
		['three that hang are enough', () => fails('timeout'), '0.6 a, 1.6 b, 2.6 c'],
		['three in a row that fail in an outage', () => fails('unavailable'), '0.6 a, 0.6 b, 0.6 c'],
		[
			'an answer that names no check begins the row anew',
			(hash) => fails(hash === 'b' ? 'notFound' : 'timeout'),
			'0.6 a, 1.6 b, 1.6 c, 2.6 d, 3.6 e',
		],
		[
			'so does a status',
			(hash) => (hash === 'c' ? pending : fails('timeout')),
			'0.6 a, 1.6 b, 2.6 c, 2.6 d, 3.6 e, 4.6 f',
		],
		[
			'all that are answered are asked for',
			() => pending,
			'abcdefgh'.replace(/./g, ', 0.6 $&').slice(2),
		],
	])('is over, and one is asked for after the other: %s', async (_, result, log) => {
		const world = openWatch({ isFew: true, seconds: 0.5, most: 1, result });
		expect(await world.waitFor(...checks(8))).toBe(log);
		expect(Object.values(world.ends())).toEqual(Array(8).fill('timeout, pending'));
	});

	it('is not over: those that hang are waited for, each in its turn', async () => {
		const world = openWatch({ isFew: true, seconds: 6, most: 1, result: () => fails('timeout') });
		const log = await world.waitFor(...checks(6));
		expect(log).toBe('1 a, 2 b, 3 c, 4 d, 5 e');
	});
});

describe('credentials that are refused', () => {
	const ONCE = { isFew: true, result: () => fails('credentials') };

	it('three times in a row end the wait', async () => {
		const world = openWatch(ONCE);
		expect(await world.waitFor({ hash: 'a' })).toBe('1 a, 2 a, 4 a');
		expect(world.ends()).toEqual({ a: 'credentials' });
	});

	it('also those of different checks: no more are asked for', async () => {
		const world = openWatch({ ...ONCE, most: 1 });
		expect(await world.waitFor(...checks(5))).toBe('1 a, 1 b, 1 c');
		expect(world.ends()).toEqual(
			Object.fromEntries(checks(5).map(({ hash }) => [hash, 'credentials'])),
		);
	});

	it('twice between two answers end nothing', async () => {
		const result = (_: string, __: number, nth: number) =>
			nth === 9 ? done : nth % 3 === 0 ? pending : fails('credentials');
		const world = openWatch({ isFew: true, result });
		expect(await world.waitFor({ hash: 'a' })).toMatch(/^1 a, .*, 16 a$/);
		expect(world.ends()).toEqual({ a: 'SUCCESS' });
	});
});

describe('an odd answer', () => {
	it.each<[string, (nth: number) => Answer, string, object]>([
		[
			'three about another check end the wait for it',
			() => ({ status: 'SUCCESS', report: REPORT, of: 'x' }),
			'1 a, 2 a, 4 a',
			{ a: 'mismatch' },
		],
		[
			'a response to another request does not',
			(nth) => (nth < 6 ? fails('mismatch') : done),
			'1 a, 2 a, 4 a, 6 a, 8 a, 10 a',
			{ a: 'SUCCESS' },
		],
		[
			'one that is unfinished in between begins the row anew',
			(nth) => (nth === 3 ? pending : { status: 'SUCCESS', of: 'x' }),
			'1 a, 2 a, 4 a, 6 a, 8 a, 10 a',
			{ a: 'mismatch' },
		],
		[
			'a failure is believed after two seconds',
			() => ({ status: 'FAILED' }),
			'1 a, 2 a, 4 a',
			{ a: 'FAILED' },
		],
		[
			'a missing report is waited for 15 seconds',
			() => ({ status: 'SUCCESS' }),
			'1 a, 2 a, 4 a, 6 a, 8 a, 10 a, 12 a, 14 a, 16 a',
			{ a: 'SUCCESS' },
		],
	])('%s', async (_, result, log, ends) => {
		const world = openWatch({ isFew: true, result: (__, ___, nth) => result(nth) });
		expect(await world.waitFor({ hash: 'a' })).toBe(log);
		expect(world.ends()).toEqual(ends);
	});

	it('about another target is a mismatch, too', async () => {
		const world = openWatch({ isFew: true, result: () => done });
		world.watch.add({ hash: 'a', isExpected: () => false });
		await world.waitFor({ hash: 'b', isOld: true });
		expect(world.ends()).toEqual({ b: 'SUCCESS', a: 'mismatch' });
		expect(world.watch.outcomes.get('a')).toMatchObject({ pending: false });
	});

	it('is the outcome where the time is over', async () => {
		const world = openWatch({ isFew: true, seconds: 3, result: () => ({ status: 'SUCCESS' }) });
		await world.waitFor({ hash: 'a' });
		expect(world.ends()).toEqual({ a: 'SUCCESS' });
		expect(world.now()).toBeLessThan(3_100);
	});
});

describe('nobody waits any more', () => {
	it('after a cancellation: no request follows, and the checks say so', async () => {
		const result = () => {
			world.cancel();
			return pending;
		};
		const world = openWatch({ isFew: true, most: 1, result });
		expect(await world.waitFor(...checks(3))).toBe('1 a');
		expect(world.ends()).toEqual({ a: 'cancelled', b: 'cancelled', c: 'cancelled' });
	});

	it('after a stop: no outcome is left', async () => {
		const world = openWatch({ isFew: true, result: () => pending });
		world.watch.add({ hash: 'a' });
		const waiting = world.watch.waitForAll();
		await jest.advanceTimersByTimeAsync(1_500);
		world.watch.stop();
		await finish(waiting);
		expect([world.log, world.ends(), world.watch.isWaiting]).toEqual([['1 a'], {}, false]);
		expect(world.now()).toBeLessThan(1_800);
	});
});

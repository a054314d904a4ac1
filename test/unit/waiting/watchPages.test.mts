/** Which pages and which results a wait for many checks asks for, in virtual time, and what of the pages it keeps. */
import { checks, done, fails, finish, openWatch, pending, type Answer } from './support.mts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const always = (answer: Answer) => () => answer;

describe('pages', () => {
	it('are read until they show all as finished, and only then results are requested', async () => {
		const page = (ms: number) =>
			ms < 4_000 ? { a: 'PENDING', b: 'PENDING' } : { a: 'SUCCESS', b: 'SUCCESS' };
		const world = openWatch({ result: always(done), page });
		expect(await world.waitFor(...checks(2))).toBe(
			'0.6 page, 1.6 page, 2.6 page, 3.6 page, 4.8 page, 4.8 a, 4.8 b',
		);
		expect(world.ends()).toEqual({ a: 'SUCCESS', b: 'SUCCESS' });
		expect(Object.fromEntries(world.watch.items)).toEqual({
			a: { hash: 'a', status: 'SUCCESS' },
			b: { hash: 'b', status: 'SUCCESS' },
		});
	});

	it('are asked about the open checks, with the moment at which the oldest of them left', async () => {
		const begun = Date.now();
		const page = (ms: number) => ({ a: 'PENDING', b: ms < 3_000 ? 'PENDING' : 'SUCCESS' });
		const world = openWatch({ seconds: 4, result: always(done), page });
		await jest.advanceTimersByTimeAsync(300);
		world.watch.add({ hash: 'a' });
		await jest.advanceTimersByTimeAsync(300);
		await world.waitFor({ hash: 'b' });
		const asked = world.readings.map(({ hashes, since }) => [hashes.join(''), since! - begun]);
		expect(asked.map(([hashes]) => hashes)).toEqual(['ab', 'ab', 'ab', 'a', 'a', 'a']);
		expect(new Set(asked.map(([, since]) => since))).toEqual(new Set([300]));
	});

	it('have no such moment while the result of an older one is not known', async () => {
		const world = openWatch({ seconds: 2, result: always(pending) });
		await world.waitFor({ hash: 'a' }, { hash: 'b', isOld: true });
		expect(world.readings.map(({ since }) => since === undefined)).toEqual([true, false, false]);
	});

	it('that take long are followed by a pause four times as long', async () => {
		const page = (ms: number) => ({ a: ms < 13_000 ? 'PENDING' : 'SUCCESS' });
		const world = openWatch({ pageMs: 1_000, result: always(done), page });
		expect(await world.waitFor({ hash: 'a' })).toBe(
			'0.6 page, 5.6 page, 10.6 page, 15.6 page, 16.6 a',
		);
	});

	it('come two seconds apart while checks are still submitted', async () => {
		const world = openWatch({
			result: always(pending),
			page: () => ({ a: 'PENDING', b: 'PENDING' }),
		});
		world.watch.add({ hash: 'a' });
		const waiting = world.watch.waitForAll();
		await jest.advanceTimersByTimeAsync(7_000);
		world.watch.add({ hash: 'b' });
		await jest.advanceTimersByTimeAsync(4_000);
		expect(world.log.join(', ')).toBe(
			'0.6 page, 2.6 page, 4.6 page, 6.6 page, 8.6 page, 10.6 page',
		);
		world.watch.stop();
		await finish(waiting);
	});

	it('show the status with which a wait ends', async () => {
		const world = openWatch({ seconds: 2, result: always(done), page: () => ({ a: 'RUNNING' }) });
		expect(await world.waitFor({ hash: 'a' })).toBe('0.6 page, 1.6 page, 2 page');
		expect(world.ends()).toEqual({ a: 'timeout, pending' });
		expect(world.watch.outcomes.get('a')).toMatchObject({ status: 'RUNNING', last: undefined });
		expect(world.watch.items.size).toBe(0);
	});

	it('know a hash in any letters, and requests have it as it was given', async () => {
		const page = () => ({ ab: 'SUCCESS' });
		const world = openWatch({ result: always(done), page });
		expect(await world.waitFor({ hash: 'AB' })).toBe('0.6 page, 0.6 AB');
		expect([...world.watch.items.keys()]).toEqual(['ab']);
	});
});

it('a check that a page showed as finished, and no later page shows, is asked for once a look', async () => {
	const page = (ms: number) => ({ a: 'PENDING', ...(ms < 1_000 && { b: 'SUCCESS' }) });
	const result = (_: string, ms: number) => (ms < 2_000 ? pending : done);
	const world = openWatch({ seconds: 3, result, page });
	await world.waitFor(...checks(2));
	const seconds = world.log.filter((line) => line.endsWith(' b'));
	expect(seconds).toEqual([...new Set(seconds)]);
	expect(seconds.slice(0, 2)).toEqual(['0.6 b', '1.6 b']);
	expect(world.ends().b).toBe('SUCCESS');
});

describe('a check that no page shows', () => {
	it('is asked for if it is the oldest of those', async () => {
		const world = openWatch({
			seconds: 3,
			result: always(pending),
			page: () => ({ a: 'PENDING' }),
		});
		expect(await world.waitFor(...checks(4))).toBe(
			'0.6 page, 0.6 b, 1.6 page, 1.6 b, 2.6 page, 2.6 b, 3 page, 3 b',
		);
	});

	it('is asked for at first if it is old, each of them', async () => {
		const world = openWatch({ seconds: 2, result: always(pending) });
		expect(await world.waitFor(...checks(3, { isOld: true }))).toBe(
			'0 page, 0 a, 0 b, 0 c, 1 page, 1 a, 2 page, 2 a',
		);
	});

	it('is asked for again if its answer was odd', async () => {
		const odd: Answer = { status: 'SUCCESS' };
		const result = (hash: string) => (hash === 'c' ? odd : pending);
		const world = openWatch({ seconds: 2, result });
		expect(await world.waitFor(...checks(3, { isOld: true }))).toBe(
			'0 page, 0 a, 0 b, 0 c, 1 page, 1 a, 1 c, 2 page, 2 a, 2 c',
		);
		expect(world.ends()).toEqual({ a: 'timeout, pending', b: 'timeout, pending', c: 'SUCCESS' });
	});

	it('and is finished shows that the history lags: all are asked for until a page has it', async () => {
		const result = (hash: string) => (hash === 'a' ? done : pending);
		const page = (ms: number): Record<string, string> => (ms < 3_000 ? {} : { a: 'SUCCESS' });
		const world = openWatch({ seconds: 4, result, page });
		expect(await world.waitFor(...checks(3))).toBe(
			'0.6 page, 0.6 a, 1.6 page, 1.6 b, 1.6 c, 2.6 page, 2.6 b, 2.6 c, 3.6 page, 3.6 b, 4.6 page, 4.6 b',
		);
	});

	it('no page shows it by then: all are asked for to the end', async () => {
		const result = (hash: string) => (hash === 'a' ? done : pending);
		const world = openWatch({ seconds: 2, result });
		expect(await world.waitFor(...checks(3))).toMatch(
			/0.6 a, 1.6 page, 1.6 b, 1.6 c, .* 2.6 b, 2.6 c$/,
		);
	});

	it('and is old and finished shows nothing: pages may end above it', async () => {
		const result = (hash: string) => (hash === 'a' ? done : pending);
		const world = openWatch({ seconds: 2, result });
		expect(await world.waitFor({ hash: 'a', isOld: true }, { hash: 'b' }, { hash: 'c' })).toBe(
			'0 page, 0 a, 1 page, 1 b, 2 page, 2 b',
		);
	});

	it('nor does one that a page had shown', async () => {
		const result = (hash: string) => (hash === 'a' ? done : pending);
		const page = (_: number, nth: number): Record<string, string> =>
			nth === 1 ? { a: 'SUCCESS' } : {};
		const world = openWatch({ seconds: 2, result, page });
		expect(await world.waitFor(...checks(3))).toBe(
			'0.6 page, 0.6 a, 0.6 b, 1.6 page, 1.6 b, 2.6 page, 2.6 b',
		);
	});
});

describe('a page that can not be read', () => {
	it('shows nothing of any check, and is what their failures say', async () => {
		const world = openWatch({ seconds: 2, result: always(pending), page: () => 'unavailable' });
		expect(await world.waitFor(...checks(2))).toBe('0.6 page, 0.6 a, 1.6 page, 1.6 a, 2 page, 2 a');
		const said = [...world.watch.outcomes.values()].map((outcome) =>
			'failure' in outcome ? outcome.failure.notes?.[0]?.text : '',
		);
		expect(said).toEqual([
			'Its hash is a, its last status was PENDING.',
			'Its hash is b, the last request said: The AML service is not available right now (HTTP status unknown).',
		]);
	});

	it('for credentials that are refused ends the wait at the third, however many checks there are', async () => {
		const world = openWatch({ result: always(fails('notFound')), page: () => 'credentials' });
		expect(await world.waitFor(...checks(3))).toBe('0.6 page, 0.6 a, 1.6 page, 1.6 a, 2.6 page');
		expect(Object.values(world.ends())).toEqual(Array(3).fill('credentials'));
	});

	it('does not if results come meanwhile', async () => {
		const world = openWatch({ seconds: 9, result: always(pending), page: () => 'credentials' });
		expect(await world.waitFor(...checks(1))).toMatch(/ 9 page, 9 a$/);
	});
});

describe('the last look, when the time is over', () => {
	it('is one page, and the results of all that it shows as finished', async () => {
		const page = (ms: number) => ({ a: ms < 2_500 ? 'PENDING' : 'SUCCESS', b: 'PENDING' });
		const world = openWatch({ seconds: 3, pageMs: 1_500, result: always(pending), page });
		expect(await world.waitFor(...checks(2))).toBe('0.6 page, 3.1 page, 4.6 a');
		expect(world.ends()).toEqual({ a: 'timeout, pending', b: 'timeout, pending' });
	});

	it('is not the last where it brings a result', async () => {
		const page = (ms: number) => ({ a: ms < 2_500 ? 'PENDING' : 'SUCCESS', b: 'PENDING' });
		const world = openWatch({ seconds: 3, pageMs: 1_500, result: always(done), page });
		expect(await world.waitFor(...checks(2))).toBe('0.6 page, 3.1 page, 4.6 a, 7.6 page');
		expect(world.ends()).toEqual({ a: 'SUCCESS', b: 'timeout, pending' });
	});
});

describe('links, which the history alone shows', () => {
	const readLinks = async (isFew: boolean, page: () => Record<string, string> | 'unavailable') => {
		const result = (hash: string) => (hash === 'b' ? pending : done);
		const world = openWatch({ isFew, seconds: 2, result, page });
		await world.waitFor(...checks(3));
		world.readings.length = 0;
		await finish(world.watch.readLinks());
		return { world, asked: world.readings.map(({ hashes, since }) => [hashes, since]) };
	};

	it('are read once for few checks that are finished', async () => {
		const page = () => ({ a: 'SUCCESS', c: 'PENDING' });
		const { world, asked } = await readLinks(true, page);
		expect(asked).toEqual([[['a', 'c'], undefined]]);
		expect(Object.fromEntries(world.watch.items)).toEqual({
			a: { hash: 'a', status: 'SUCCESS' },
			c: { hash: 'c', status: 'PENDING' },
		});
		await world.watch.readLinks();
		expect(world.readings).toHaveLength(1);
	});

	it('are not read again where a page can not be read', async () => {
		const { world, asked } = await readLinks(true, () => 'unavailable');
		expect([asked.length, world.watch.items.size]).toEqual([1, 0]);
	});

	it('are not read for many, whose pages were read', async () => {
		const { asked } = await readLinks(false, () => ({}));
		expect(asked).toEqual([]);
	});
});

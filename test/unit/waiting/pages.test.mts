/** Which pages of the history a run reads, how large and how long, and what it keeps of them. */
import { MAX_CLOCK_SKEW_MS, REFUSALS, SHOWN_MS } from '../../../nodes/AmlCheck/waiting/history.ts';
import { NOW, OLD, iso, openHistory, record, records } from './service.mts';

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

const LONG_AGO = NOW - 3_600_000;

const hashes = (count: number) => Array.from({ length: count }, (_, n) => `wanted ${n}`);

it('a check shows within two minutes, and a clock that nobody compared is off by three', () => {
	expect([SHOWN_MS, MAX_CLOCK_SKEW_MS]).toEqual([120_000, 180_000]);
	expect(REFUSALS).toEqual(['invalidRequest', 'notFound', 'rejected']);
});

describe('a moment', () => {
	const ahead = { from: 5_000, to: 6_000 };

	it.each([
		['own', ahead, { since: 6_000, now: NOW + 6_000, doubtMs: 10_000 }],
		['unknown', ahead, { since: 6_000, now: NOW + 6_000, doubtMs: 180_000 }],
		['service', ahead, { since: 1_000, now: NOW + 6_000, doubtMs: 3_000 }],
		['own', undefined, { since: 1_000, now: NOW, doubtMs: 180_000 }],
		['unknown', undefined, { since: 1_000, now: NOW, doubtMs: 180_000 }],
		['service', undefined, { since: 1_000, now: NOW, doubtMs: 3_000 }],
	] as const)(
		'of the clock "%s", with a service that is ahead by %j',
		(clock, aheadMs, expected) => {
			const { history } = openHistory({ page: () => [], aheadMs: () => aheadMs });
			expect(history.readMoments(1_000, clock)).toEqual(expected);
		},
	);
});

describe('the newest part', () => {
	/** All pages are new, and never show what is wanted. */
	const others = (page: number, size: number) => records(size, page);

	it.each([
		[1, '0/101, 1/101'],
		[899, '0/999, 1/999'],
		[900, '0/1000, 1/1000'],
		[1_000, '0/1000, 1/1000'],
		[1_001, '0/1000, 1/1000, 2/1000'],
		[2_001, '0/1000, 1/1000, 2/1000, 3/1000'],
	])(
		'for %i checks takes the pages %s where nothing is known of their age',
		async (count, pages) => {
			const { history, asked } = openHistory({ page: others });
			const shown = await history.readItems(hashes(count));
			expect(asked.join(', ')).toBe(pages);
			expect(shown.size).toBe(asked.length * Math.min(count + 100, 1_000));
		},
	);

	it('ends where it shows all of them, in any letters', async () => {
		const page = (n: number) => (n < 2 ? [record(n === 0 ? 'AB' : 'cd')] : []);
		const { history, asked } = openHistory({ page });
		const shown = await history.readItems(['ab', 'CD'], LONG_AGO);
		expect(asked).toHaveLength(2);
		expect([...shown.keys()]).toEqual(['ab', 'cd']);
		expect(shown.get('ab')).toMatchObject({ hash: 'AB', status: 'SUCCESS' });
	});

	it('ends with an empty page, with one that shows nothing new, and where the service says so', async () => {
		const empty = openHistory({ page: (n) => (n < 3 ? others(n, 5) : []) });
		await empty.history.readItems(['x'], LONG_AGO);
		expect(empty.asked).toHaveLength(4);
		const stale = openHistory({ page: () => others(0, 5) });
		await stale.history.readItems(['x'], LONG_AGO);
		expect(stale.asked).toHaveLength(2);
		const said = openHistory({ page: () => others(0, 5), meta: { total: 5 } });
		await said.history.readItems(['x'], LONG_AGO);
		expect(said.asked).toHaveLength(1);
	});

	it('ends after twenty pages that are all newer than the checks', async () => {
		const { history, asked, limits } = openHistory({ page: (n) => others(n, 5) });
		await history.readItems(['x'], LONG_AGO);
		expect(asked).toHaveLength(20);
		expect(limits).toEqual(Array(20).fill({ timeoutMs: 10_000, withinMs: 10_000, maxAttempts: 1 }));
	});

	it.each([
		['a check that ended just before the oldest left, as exactly as clocks are', 11_000, 2],
		['none that may have ended after it', 10_999, 5],
	])('ends below %s', async (_, agoMs, pages) => {
		const since = NOW - 60_000;
		const dates = { initDate: null, resultDate: iso(since - 11_000) };
		const page = (n: number) => (n < 4 ? [...records(5, n), record(`${n}`, dates)] : []);
		const { history, asked } = openHistory({ page });
		await history.readItems(['x'], since + agoMs - 11_000);
		expect(asked).toHaveLength(pages);
	});

	it('of a history in which it is the last of the usual pages that decides', async () => {
		const page = (n: number) => [...records(5, n), ...(n === 0 ? [OLD] : [])];
		const { history, asked } = openHistory({ page });
		await history.readItems(['x'], LONG_AGO);
		expect(asked).toHaveLength(20);
	});

	it('shows no record without a hash, and keeps it', async () => {
		const { history } = openHistory({ page: (n) => (n > 0 ? [] : [record(''), record('AB')]) });
		const shown = await history.readItems(['x']);
		expect([...shown.keys()]).toEqual(['ab']);
		expect(history.records.size).toBe(2);
		expect(history.records.get('ab')).toMatchObject({ hash: 'AB' });
	});

	it('keeps each record as it was read last, by its hash in any letters', async () => {
		const page = (_: number, __: number, nth: number) =>
			nth === 1 ? [record('AB', { status: 'PENDING' })] : [record('ab')];
		const { history } = openHistory({ page });
		await history.readItems(['ab']);
		await history.readItems(['ab']);
		expect([...history.records.values()]).toMatchObject([{ hash: 'ab', status: 'SUCCESS' }]);
	});
});

describe('the time for a page', () => {
	/** The most it may take, after earlier ones that took so long or failed. */
	async function timesFor(
		earlier: Array<number | 'timeout' | 'unavailable' | 'noTimeLeft'>,
		leftMs = 300_000,
	) {
		const page = async (_: number, __: number, nth: number) => {
			const before = earlier[nth - 1] ?? 0;
			if (before === 'noTimeLeft') return { fails: 'rateLimited', reason: before } as const;
			if (typeof before === 'string') return before;
			jest.advanceTimersByTime(before);
			return await Promise.resolve([OLD]);
		};
		const { history, limits } = openHistory({ page, leftMs: () => leftMs });
		for (let n = 0; n <= earlier.length; n++) await history.readItems(['old']).catch(() => {});
		return (limits as Array<{ timeoutMs: number; withinMs: number }>).map(
			({ timeoutMs, withinMs }) => {
				expect(withinMs).toBe(timeoutMs);
				return timeoutMs;
			},
		);
	}

	it.each([
		['is ten seconds', [], [10_000]],
		['is ten seconds after one that was quick', [5_000], [10_000, 10_000]],
		[
			'is twice as long as the last one took',
			[5_001, 9_000, 100],
			[10_000, 10_002, 18_000, 10_000],
		],
		['doubles after one that took too long', ['timeout', 'timeout'], [10_000, 20_000, 40_000]],
		['doubles after one that had no time left', ['noTimeLeft'], [10_000, 20_000]],
		['stays after another failure', [9_000, 'unavailable'], [10_000, 18_000, 18_000]],
	] as const)('%s', async (_, earlier, expected) => {
		expect(await timesFor([...earlier])).toEqual(expected);
	});

	it.each([
		[15_000, 15_000],
		[10_001, 10_001],
		[9_999, 10_000],
		[0, 10_000],
	])('is what is left of the run, at least ten seconds: %i ms left', async (leftMs, expected) => {
		expect(await timesFor([9_000], leftMs)).toEqual([10_000, expected]);
	});

	it('allows three attempts below the first page of a long reading, and one at it', async () => {
		const page = (n: number) => (n === 0 ? records(200, n) : [OLD]);
		const { history, asked, limits } = openHistory({ page });
		await history.readBackTo(
			() => LONG_AGO,
			() => true,
		);
		expect(asked).toEqual(['0/200', '0/1000', '1/1000', '0/200', '0/1000', '1/1000']);
		const once = { timeoutMs: 10_000, withinMs: 10_000, maxAttempts: 1 };
		const thrice = { timeoutMs: 10_000, withinMs: 30_000, maxAttempts: 3 };
		expect(limits).toEqual([once, once, thrice, once, once, thrice]);
	});
});

describe('unfinished checks', () => {
	const see = async (serviceKey: string, status = 'PENDING') => {
		const { history } = openHistory({
			page: () => [record('y'), record('x', { status })],
			serviceKey,
		});
		await history.readItems(['x']);
	};
	const shows = (serviceKey: string) =>
		openHistory({ page: () => [], serviceKey }).history.showsUnfinished;

	it.each([
		['PENDING', true],
		['', false],
		['SUCCESS', false],
		['FAILED', false],
	])('have the status "%s": %s', async (status, isUnfinished) => {
		await see(`a service of ${status}`, status);
		expect(shows(`a service of ${status}`)).toBe(isUnfinished);
	});

	it('that one run has seen are known to all of the same service, of a thousand at once', async () => {
		await see('first', 'SUCCESS');
		expect(shows('first')).toBe(false);
		await see('first');
		expect([shows('first'), shows('another')]).toEqual([true, false]);
		for (let n = 0; n < 999; n++) await see(`one of many ${n}`);
		expect(shows('first')).toBe(true);
		await see('the last');
		expect([shows('first'), shows('one of many 0'), shows('the last')]).toEqual([
			false,
			true,
			true,
		]);
	});
});

/** The history's order and speed: against a plain look at every check, and with a million of them. */
import fc from 'fast-check';
import { Columns } from '../../sandbox/columns.mts';
import { HistoryIndex, type IndexFilter } from '../../sandbox/historyIndex.mts';
import { manualClock, result, useSandbox } from './helpers/client.mts';

const START = Date.UTC(2026, 0, 15, 12, 0, 0);
const clock = manualClock(START);
const sandbox = useSandbox(() => ({ now: clock.now }));

const read = async (params: Record<string, unknown> = {}) =>
	await result(sandbox(), 'checkup.getcheckshistory', params);

describe('the index', () => {
	interface Item {
		init: number;
		took: number;
		score: number;
		network: number;
		isTransaction: boolean;
	}

	/** The same question, answered by looking at every check. */
	function naive(items: Item[], at: number, filter: IndexFilter, options: Order) {
		const isDone = (item: Item) => item.init + item.took <= at;
		const date = (item: Item) =>
			Math.floor(
				(options.orderBy === 'resultDate' && isDone(item) ? item.init + item.took : item.init) /
					1000,
			);
		const isBetween = (value: number, from = -Infinity, to = Infinity) =>
			value >= from && value <= to;
		return items
			.map((item, seq) => ({ item, seq }))
			.filter(({ item }) => item.init <= at && (options.showPending || isDone(item)))
			.filter(({ item }) => isBetween(date(item), filter.dateFrom, filter.dateTo))
			.filter(({ item }) => filter.network === undefined || item.network === filter.network)
			.filter(
				({ item }) =>
					filter.isTransaction === undefined || item.isTransaction === filter.isTransaction,
			)
			.filter(
				({ item }) =>
					filter.scoreFrom === undefined || (isDone(item) && item.score >= filter.scoreFrom),
			)
			.sort((a, b) => date(b.item) - date(a.item) || b.seq - a.seq)
			.map(({ seq }) => seq);
	}

	type Order = { showPending: boolean; orderBy: 'initDate' | 'resultDate' };
	const time = fc.integer({ min: 0, max: 9000 });
	const item = fc.record({
		init: time,
		took: fc.oneof(time, time, time, fc.constant(Infinity)),
		score: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(NaN)),
		network: fc.integer({ min: 0, max: 2 }),
		isTransaction: fc.boolean(),
	});
	/** Mostly absent: a filter with everything in it matches nothing. */
	const seldom = <T,>(arbitrary: fc.Arbitrary<T>) =>
		fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
	const filter = fc.record({
		network: seldom(fc.integer({ min: 0, max: 2 })),
		isTransaction: seldom(fc.boolean()),
		dateFrom: seldom(fc.integer({ min: 0, max: 12 })),
		dateTo: seldom(fc.integer({ min: 0, max: 12 })),
		scoreFrom: seldom(fc.integer({ min: 0, max: 100 })),
	});
	const order = fc.record({
		showPending: fc.boolean(),
		orderBy: fc.constantFrom('initDate' as const, 'resultDate' as const),
	});
	const query = fc.record({
		at: fc.integer({ min: 0, max: 20_000 }),
		filter,
		skip: fc.nat(4),
		take: fc.nat(5),
	});
	const step = fc.oneof(
		{ weight: 5, arbitrary: item.map((value) => ({ item: value })) },
		{ weight: 4, arbitrary: query },
		{ weight: 1, arbitrary: order.map((value) => ({ order: value })) },
	);
	const steps = fc.array(step, { minLength: 20, maxLength: 60, size: 'max' });

	it('agrees with a look at every check, whatever comes in whatever order', () => {
		let found = 0;
		fc.assert(
			fc.property(order, steps, (first, taken) => {
				const columns = new Columns();
				const index = new HistoryIndex(columns, first);
				const items: Item[] = [];
				let options: Order = first;
				for (const each of taken) {
					if ('item' in each) {
						const { init, took, score, network, isTransaction } = each.item;
						items.push(each.item);
						index.insert(columns.push(init, init + took, score, network, isTransaction));
					} else if ('order' in each) {
						options = each.order;
						index.setOrder(options);
					} else {
						const wanted = naive(items, each.at, each.filter, options);
						const { total, page } = index.query(each.at, each.filter, each.skip, each.take);
						found += wanted.length;
						expect(total).toBe(wanted.length);
						expect(page).toEqual(wanted.slice(each.skip, each.skip + each.take));
					}
				}
			}),
			{ numRuns: 300, seed: 20260115 },
		);
		expect(found).toBeGreaterThan(10_000);
	});
});

describe('a million checks', () => {
	it('are there in no time, and every page is served fast', async () => {
		const seedStart = performance.now();
		sandbox().seedHistory(1_000_000);
		expect(performance.now() - seedStart).toBeLessThan(2500);

		const median = async (params: Record<string, unknown>) => {
			const times: number[] = [];
			for (let round = 0; round < 9; round++) {
				const start = performance.now();
				const { meta } = await read(params);
				times.push(performance.now() - start);
				expect(meta.total).toBeGreaterThan(0);
			}
			return times.sort((a, b) => a - b)[4];
		};
		const until = START / 1000;
		expect(await median({})).toBeLessThan(20);
		expect(await median({ page: 50_000 })).toBeLessThan(20);
		expect(await median({ filter: { date_from: until - 3600, date_to: until } })).toBeLessThan(20);
		expect(await median({ filter: { currency: 'TRX', riskscore_from: 75 } })).toBeLessThan(60);
		expect(await median({ page_size: 1000 })).toBeLessThan(150);
	});

	it('are whole checks: read by hash, with a report that fits, and new ones come on top', async () => {
		sandbox().seedHistory(5000, { everyMs: 1000 });
		const { history, meta } = await read({ page_size: 1000, page: 4 });
		expect(meta).toEqual({ total: 5000, page: 4, page_count: 5, page_size: 1000 });
		expect(new Set(history.map(({ hash }) => hash)).size).toBe(1000);
		for (const item of history.slice(0, 20)) {
			const { check } = await result(sandbox(), 'checkup.getresult', { hash: item.hash });
			expect(check).toMatchObject({
				address: item.address,
				currency: item.currency.toUpperCase(),
				transaction: item.transaction || null,
				status: item.status,
				initDate: item.initDate,
				resultDate: item.resultDate,
			});
			expect(check.report?.riskscore ?? null).toBe(item.riskscore);
		}
		const hash = sandbox().addCheck({ currency: 'BTC' });
		expect((await read({ page_size: 1 })).history).toEqual([expect.objectContaining({ hash })]);
		sandbox().seedHistory(10);
		expect((await read()).meta.total).toBe(5011);
	});

	it.each([[-1], [1.5], [NaN]])('but not %d of them', (count) => {
		expect(() => sandbox().seedHistory(count)).toThrow('whole number');
	});
});

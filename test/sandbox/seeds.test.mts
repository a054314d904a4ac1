/** Seeded checks: many of them, each a whole one. */
import { manualClock, result, useSandbox } from './helpers/client.mts';

const START = Date.UTC(2026, 0, 15, 12, 0, 0);
const clock = manualClock(START);
const sandbox = useSandbox(() => ({ now: clock.now }));

const read = async (params: Record<string, unknown> = {}) =>
	await result(sandbox(), 'checkup.getcheckshistory', params);

describe('seeded checks', () => {
	it('make a million, and a page of them is still an answer of moments', async () => {
		sandbox().seedHistory(1_000_000);
		const start = performance.now();
		const { history, meta } = await read({ filter: { date_from: START / 1000 - 3600 } });
		expect(meta.total).toBe(121);
		expect(history).toHaveLength(10);
		expect((await read({ page_size: 1000, page: 999 })).history).toHaveLength(1000);
		expect(performance.now() - start).toBeLessThan(20_000);
	}, 60_000);

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

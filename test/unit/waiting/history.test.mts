/** How far the history was read: what an incomplete reading lacks may be there. */
import { MAX_CLOCK_SKEW_MS, RunHistory } from '../../../nodes/AmlCheck/waiting/history.ts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';
import { HOUR_MS } from '../../../nodes/shared/dates.ts';
import type { RpcSession } from '../../../nodes/shared/rpc/session.ts';

const NOW = Date.UTC(2026, 5, 1, 12);

const iso = (moment: number) => new Date(moment).toISOString().replace('.000Z', '+00:00');

const record = (hash: string) => ({
	...{ hash, currency: 'BTC', address: 'a', transaction: '', status: 'SUCCESS' },
	...{ initDate: iso(NOW - 60_000), resultDate: iso(NOW - 50_000) },
});

let services = 0;

/** A service that refuses what is below its first pages of so many checks each, of the last minutes. */
function historyOf(pages: number[], refusal = makeFailure('rejected'), odd: object[] = []) {
	const asked: number[] = [];
	const call = async (_: string, { page, page_size }: { page: number; page_size: number }) => {
		asked.push(page);
		if (page >= pages.length) throw refusal;
		const count = Math.min(page_size, pages[page]);
		const history = Array.from({ length: count }, (__, n) => ({
			...record(`${page}-${n}`),
			...odd[n],
		}));
		return await Promise.resolve({ result: { history }, requestId: '1' });
	};
	const session = {
		...{ call, serviceKey: `history ${++services}`, deadline: { leftMs: () => 300_000 } },
		clock: { toService: (moment: number) => ({ from: moment, to: moment }) },
	} as unknown as RpcSession;
	const history = new RunHistory(session);
	const read = async () =>
		await history.readBackTo(
			() => NOW - HOUR_MS,
			() => true,
		);
	return { read, asked, history };
}

it('a page that is refused below one that was not full is the end of the history', async () => {
	const { read, asked } = historyOf([1000, 400]);
	expect(await read()).toMatchObject({ isComplete: true });
	expect(asked.filter((page) => page === 2)).toHaveLength(2);
});

it('a page that is refused below a full one is not: what comes next may be on it', async () => {
	const { read } = historyOf([1000, 1000]);
	const reading = await read();
	expect(reading).toMatchObject({ isComplete: false, failure: { kind: 'rejected' } });
	expect(reading.records.length).toBeGreaterThanOrEqual(2000);
});

it('nor is one that fails otherwise', async () => {
	const { read } = historyOf([1000, 400], makeFailure('unavailable'));
	expect(await read()).toMatchObject({ isComplete: false, failure: { kind: 'unavailable' } });
});

it('a record whose result is older than its beginning ends no reading', async () => {
	const odd = [{ resultDate: iso(NOW - 48 * HOUR_MS) }];
	const { read } = historyOf([1000, 400], undefined, odd);
	const { records } = await read();
	expect(records.map(({ hash }) => hash)).toEqual(expect.arrayContaining(['0-999', '1-399']));
});

it('one that began and ended before does', async () => {
	const old = { initDate: iso(NOW - 49 * HOUR_MS), resultDate: iso(NOW - 48 * HOUR_MS) };
	const { read, asked } = historyOf([1000, 400], undefined, [old]);
	expect(await read()).toMatchObject({ isComplete: true, isOnePage: true });
	expect(asked).toEqual([0]);
});

it.each([
	['PENDING', true],
	['', false],
	['SUCCESS', false],
])('the status "%s" shows whether the history has unfinished checks: %s', async (status, shows) => {
	const { read, history } = historyOf([3], undefined, [{ status }]);
	await read();
	expect(history.showsUnfinished).toBe(shows);
});

it("a moment of this machine is off by minutes until a response has shown the service's clock", () => {
	const doubtOf = (moment?: { from: number; to: number }) => {
		const session = { clock: { toService: () => moment } } as unknown as RpcSession;
		return new RunHistory(session).readMoments(NOW, 'own').doubtMs;
	};
	expect(doubtOf()).toBe(MAX_CLOCK_SKEW_MS);
	expect(doubtOf({ from: NOW, to: NOW })).toBe(10_000);
});

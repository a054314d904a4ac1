/** How far the history was read: what an incomplete reading lacks may be there. */
import { RunHistory } from '../../../nodes/AmlCheck/waiting/history.ts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';
import { HOUR_MS } from '../../../nodes/shared/dates.ts';
import type { RpcSession } from '../../../nodes/shared/rpc/session.ts';

const NOW = Date.UTC(2026, 5, 1, 12);

const iso = (moment: number) => new Date(moment).toISOString().replace('.000Z', '+00:00');

/** A service that refuses what is below its first pages of so many checks each, of the last minutes. */
function historyOf(pages: number[], refusal = makeFailure('rejected')) {
	const asked: number[] = [];
	const call = async (_: string, { page, page_size }: { page: number; page_size: number }) => {
		asked.push(page);
		if (page >= pages.length) throw refusal;
		const history = Array.from({ length: Math.min(page_size, pages[page]) }, (__, n) => ({
			...{ hash: `${page}-${n}`, currency: 'BTC', address: 'a', transaction: '' },
			...{ status: 'SUCCESS', initDate: iso(NOW - 60_000), resultDate: iso(NOW - 50_000) },
		}));
		return await Promise.resolve({ result: { history }, requestId: '1' });
	};
	const session = {
		...{ call, serviceKey: 'history.test', deadline: { leftMs: () => 300_000 } },
		clock: { toService: (moment: number) => ({ from: moment, to: moment }) },
	} as unknown as RpcSession;
	const read = async () =>
		await new RunHistory(session).readBackTo(
			() => NOW - HOUR_MS,
			() => true,
		);
	return { read, asked };
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

/** What goes beyond the service's document: the clock in the header, a limit of calls, a told asset, free-hand faults. */
import { makeAddress } from '../../sandbox/server.mts';
import { call, manualClock, result, useSandbox } from './helpers/client.mts';

const START = Date.UTC(2026, 0, 15, 12, 0, 0);
const clock = manualClock(START);
const sandbox = useSandbox(() => ({ now: clock.now }));
const addr = makeAddress('ETH', 'switches');

it("the Date header is the service's clock", async () => {
	const { headers } = await call(sandbox(), 'checkup.ping');
	expect(headers.date).toBe('Thu, 15 Jan 2026 12:00:00 GMT');
});

describe('tellAsset', () => {
	it('adds the token to results and to the history', async () => {
		const hash = sandbox().addCheck({ currency: 'ETH', address: addr, tokenId: '94252' });
		const read = async () => [
			(await result(sandbox(), 'checkup.getresult', { hash })).check,
			(await result(sandbox(), 'checkup.getcheckshistory')).history[0],
		];
		for (const check of await read()) expect(check).not.toHaveProperty('token_id');
		sandbox().configure({ tellAsset: true });
		for (const check of await read()) expect(check).toMatchObject({ token_id: '94252' });
		sandbox().addCheck({ currency: 'BTC' });
		const { history } = await result(sandbox(), 'checkup.getcheckshistory');
		expect(history[0]).toMatchObject({ token_id: '0' });
	});
});

describe('seeded checks', () => {
	const read = async (params: Record<string, unknown> = {}) =>
		await result(sandbox(), 'checkup.getcheckshistory', params);

	it('are many, and a page of them is an answer of moments', async () => {
		sandbox().seedHistory(200_000);
		const { history, meta } = await read({ filter: { date_from: START / 1000 - 3600 } });
		expect([meta.total, history.length]).toEqual([121, 10]);
		expect((await read({ page_size: 1000, page: 199 })).history).toHaveLength(1000);
	});

	it('are whole checks: read by hash, with a report that fits, and new ones come on top', async () => {
		sandbox().seedHistory(50, { everyMs: 1000 });
		const { history } = await read({ page_size: 20, page: 1 });
		for (const { hash, address, status, initDate, resultDate, riskscore } of history) {
			const { check } = await result(sandbox(), 'checkup.getresult', { hash });
			expect(check).toMatchObject({ address, status, initDate, resultDate });
			expect(check.report?.riskscore ?? null).toBe(riskscore);
		}
		const hash = sandbox().addCheck({ currency: 'BTC' });
		expect((await read({ page_size: 1 })).history).toEqual([expect.objectContaining({ hash })]);
		expect(() => sandbox().seedHistory(1.5)).toThrow('whole number');
	});
});

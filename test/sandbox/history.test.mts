/** The history: order, pages, filters, and what it shows of unfinished checks. */
import { bookAddress, makeAddress, type NewCheck } from '../../sandbox/server.mts';
import { manualClock, result, useSandbox } from './helpers/client.mts';

const START = Date.UTC(2026, 0, 15, 12, 0, 0);
const clock = manualClock(START);
const sandbox = useSandbox(() => ({ now: clock.now }));
beforeEach(() => void (clock.at = START));

const read = async (params: Record<string, unknown> = {}) =>
	await result(sandbox(), 'checkup.getcheckshistory', params);
const hashes = async (filter = {}) => (await read({ filter })).history.map(({ hash }) => hash);
const add = (check: NewCheck = {}) => sandbox().addCheck(check);

it('an item has exactly the documented fields and oddities', async () => {
	const address = bookAddress('BTC', 'medium');
	const hash = add({ currency: 'BTC', address });
	const date = '2026-01-15T12:00:00+00:00';
	const { history } = await read();
	expect(history).toEqual([
		{
			...{ hash, currency: 'btc', address, transaction: '', status: 'SUCCESS', riskscore: 48 },
			...{ initDate: date, resultDate: date },
			pdfLink: `${sandbox().baseUrl}/reports/${hash}.pdf`,
			shareLink: `${sandbox().baseUrl}/share/${hash}`,
		},
	]);
});

it('an item has a transaction, scores in fractions when set, and no links without a report', async () => {
	sandbox().configure({ scoreScale: 'fraction' });
	add({ transaction: 'abc', riskscore: 7 });
	add({ status: 'FAILED' });
	add({ status: 'PENDING' });
	const none = { riskscore: null, pdfLink: null, shareLink: null };
	const { history } = await read();
	expect(history).toMatchObject([
		{ status: 'PENDING', resultDate: null, ...none },
		{ status: 'FAILED', resultDate: expect.any(String) as string, ...none },
		{ transaction: 'abc', riskscore: 0.07 },
	]);
});

it('pages are of 10 by default, newest first, with totals; equal dates in the order of creation', async () => {
	const made = Array.from({ length: 23 }, (_, n) => add({ initAt: START + (n >> 1) * 1000 }));
	clock.move(60_000);
	const pages = [await read(), await read({ page: 1 }), await read({ page: 2 })];
	expect(pages[0]?.meta).toEqual({ total: 23, page: 0, page_count: 3, page_size: 10 });
	const all = pages.flatMap(({ history }) => history.map(({ hash }) => hash));
	expect(all).toEqual([...made].reverse());
	const meta = { total: 23, page: 3, page_count: 3, page_size: 10 };
	expect(await read({ page: 3 })).toEqual({ history: [], meta });
	const nothing = await read({ page: 4, page_size: 7, filter: { currency: 'XLM' } });
	expect(nothing.meta).toEqual({ total: 0, page: 0, page_count: 0, page_size: 7 });
});

it('filters are by currency and type, and by date in seconds with both ends', async () => {
	const wallet = add({ currency: 'BTC' });
	const payment = add({ currency: 'BTC', transaction: 'abc', initAt: START + 1500 });
	add({ currency: 'BSC', initAt: START + 2500 });
	clock.move(60_000);
	expect(await hashes({ currency: 'BTC' })).toEqual([payment, wallet]);
	expect(await hashes({ type: 'tx' })).toEqual([payment]);
	expect(await hashes({ currency: 'BTC', type: 'address' })).toEqual([wallet]);
	const from = START / 1000;
	expect(await hashes({ date_from: from, date_to: from + 1 })).toEqual([payment, wallet]);
	expect(await hashes({ date_from: from + 3 })).toEqual([]);
	expect(await hashes({ date_from: from + 2, date_to: from + 1 })).toEqual([]);
});

it('filters by score are in percent whatever the scale, and never find what has no score', async () => {
	const made = [10, 50, 90].map((riskscore) => add({ riskscore }));
	add({ riskscore: null });
	add({ status: 'FAILED' });
	add({ riskscore: 50, processingMs: 1000 });
	for (const scoreScale of ['percent', 'fraction'] as const) {
		sandbox().configure({ scoreScale });
		expect(await hashes({ riskscore_from: 50, riskscore_to: 90 })).toEqual([made[2], made[1]]);
		expect(await hashes({ riskscore_from: 0 })).toHaveLength(3);
	}
});

it('shows unfinished checks, or not, by the date that is set', async () => {
	const slow = add({ processingMs: 5000 });
	const quick = add({ initAt: START + 500, processingMs: 1000 });
	const never = add({ status: 'PENDING', initAt: START + 600 });
	clock.move(2000);
	expect(await hashes()).toEqual([never, quick, slow]);
	sandbox().configure({ history: { showPending: false } });
	expect(await hashes()).toEqual([quick]);
	sandbox().configure({ history: { orderBy: 'resultDate' } });
	clock.move(3000);
	expect(await hashes()).toEqual([slow, quick]);
	expect(await hashes({ date_from: START / 1000 + 3 })).toEqual([slow]);
});

it('may be behind the service', async () => {
	sandbox().configure({ history: { lagMs: 10_000 } });
	const hash = add({ processingMs: 3000 });
	clock.move(9999);
	expect(await hashes()).toEqual([]);
	expect((await result(sandbox(), 'checkup.getresult', { hash })).check.status).toBe('SUCCESS');
	clock.move(1);
	expect((await read()).history[0]).toMatchObject({ hash, status: 'PENDING' });
	clock.move(3000);
	expect((await read()).history[0]).toMatchObject({ hash, status: 'SUCCESS' });
});

it('shows changes made by hand, and nothing after a reset; no hash comes back', async () => {
	const hash = add({ status: 'PENDING' });
	sandbox().updateCheck(hash, { status: 'SUCCESS', riskscore: 81 });
	expect((await read()).history[0]).toMatchObject({ status: 'SUCCESS', riskscore: 81 });
	expect(() => sandbox().updateCheck('none', {})).toThrow('no check none');
	sandbox().configure({ seed: 3 });
	const params = { addr: makeAddress('BTC', 1), currency: 'BTC' };
	const submit = async () => (await result(sandbox(), 'checkup.checkaddr', params)).check.hash;
	const before = await submit();
	sandbox().reset();
	expect([(await read()).meta.total, sandbox().stats().charges]).toEqual([0, 0]);
	expect(await submit()).not.toBe(before);
});

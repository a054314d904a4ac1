/** The history: order, pages, filters, and what it shows of unfinished checks (service 4.7). */
import { bookAddress, makeAddress, type NewCheck } from '../../sandbox/server.mts';
import { manualClock, result, useSandbox } from './helpers/client.mts';

const START = Date.UTC(2026, 0, 15, 12, 0, 0);
const clock = manualClock(START);
const sandbox = useSandbox(() => ({ now: clock.now }));

beforeEach(() => {
	clock.at = START;
});

const read = async (params: Record<string, unknown> = {}) =>
	await result(sandbox(), 'checkup.getcheckshistory', params);
const hashes = async (params?: Record<string, unknown>) =>
	(await read(params)).history.map(({ hash }) => hash);
const add = (check: NewCheck) => sandbox().addCheck(check);

describe('an item', () => {
	it('has exactly the documented fields and oddities', async () => {
		const address = bookAddress('BTC', 'medium');
		const hash = add({ currency: 'BTC', address });
		const { history } = await read();
		expect(history).toEqual([
			{
				hash,
				currency: 'btc',
				address,
				transaction: '',
				status: 'SUCCESS',
				initDate: '2026-01-15T12:00:00+00:00',
				resultDate: '2026-01-15T12:00:00+00:00',
				pdfLink: `${sandbox().baseUrl}/reports/${hash}.pdf`,
				shareLink: `${sandbox().baseUrl}/share/${hash}`,
				riskscore: 48,
			},
		]);
	});

	it('has a transaction, scores in fractions when told to, and no links without a report', async () => {
		sandbox().configure({ scoreScale: 'fraction' });
		add({ transaction: 'abc', riskscore: 7 });
		add({ status: 'FAILED' });
		add({ status: 'PENDING' });
		const { history } = await read();
		expect(history[2]).toMatchObject({ transaction: 'abc', riskscore: 0.07 });
		const none = { riskscore: null, pdfLink: null, shareLink: null };
		expect(history[1]).toMatchObject({ status: 'FAILED', ...none });
		expect(history[1].resultDate).not.toBeNull();
		expect(history[0]).toMatchObject({ status: 'PENDING', resultDate: null, ...none });
	});
});

describe('pages', () => {
	it('are of 10 by default, newest first, with totals', async () => {
		const made = Array.from({ length: 23 }, (_, number) => add({ initAt: START + number * 1000 }));
		clock.move(60_000);
		const first = await read();
		expect(first.meta).toEqual({ total: 23, page: 0, page_count: 3, page_size: 10 });
		const all = [
			...(await hashes()),
			...(await hashes({ page: 1 })),
			...(await hashes({ page: 2 })),
		];
		expect(all).toEqual([...made].reverse());
		const beyond = await read({ page: 3 });
		expect(beyond).toEqual({
			history: [],
			meta: { total: 23, page: 3, page_count: 3, page_size: 10 },
		});
		expect(await hashes({ page_size: 1000 })).toEqual(all);
	});

	it('have the documented meta when nothing matches', async () => {
		add({ currency: 'BTC' });
		const { history, meta } = await read({ page: 4, page_size: 7, filter: { currency: 'XLM' } });
		expect(history).toEqual([]);
		expect(meta).toEqual({ total: 0, page: 0, page_count: 0, page_size: 7 });
	});

	it('keep equal dates in the order of creation, newest first', async () => {
		const made = [add({}), add({}), add({ initAt: START + 999 })];
		clock.move(1000);
		expect(await hashes()).toEqual([made[2], made[1], made[0]]);
	});
});

describe('filters', () => {
	it('by currency and type', async () => {
		const wallet = add({ currency: 'BTC' });
		const payment = add({ currency: 'BTC', transaction: 'abc' });
		const other = add({ currency: 'ETH' });
		add({ currency: 'BSC' });
		expect(await hashes({ filter: { currency: 'BTC' } })).toEqual([payment, wallet]);
		expect(await hashes({ filter: { type: 'tx' } })).toEqual([payment]);
		expect(await hashes({ filter: { currency: 'BTC', type: 'address' } })).toEqual([wallet]);
		expect(await hashes({ filter: { currency: 'ETH' } })).toEqual([other]);
	});

	it('by date in seconds, both ends included', async () => {
		const made = [0, 1, 2, 3].map((second) => add({ initAt: START + second * 1000 + 500 }));
		clock.move(60_000);
		const from = START / 1000;
		expect(await hashes({ filter: { date_from: from + 1, date_to: from + 2 } })).toEqual([
			made[2],
			made[1],
		]);
		expect(await hashes({ filter: { date_from: from + 4 } })).toEqual([]);
		expect(await hashes({ filter: { date_from: from + 2, date_to: from + 1 } })).toEqual([]);
	});

	it('by score in percent whatever the scale, both ends included, never what has no score', async () => {
		const made = [10, 50, 90].map((riskscore) => add({ riskscore }));
		add({ riskscore: null });
		add({ status: 'FAILED' });
		add({ riskscore: 50, processingMs: 1000 });
		for (const scoreScale of ['percent', 'fraction'] as const) {
			sandbox().configure({ scoreScale });
			const between = { riskscore_from: 50, riskscore_to: 90 };
			expect(await hashes({ filter: between })).toEqual([made[2], made[1]]);
			expect(await hashes({ filter: { riskscore_from: 0 } })).toHaveLength(3);
		}
	});
});

describe('what it shows', () => {
	it('unfinished checks, or not', async () => {
		const slow = add({ processingMs: 5000 });
		const quick = add({ processingMs: 1000 });
		const never = add({ status: 'PENDING' });
		clock.move(2000);
		expect(await hashes()).toEqual([never, quick, slow]);
		sandbox().configure({ history: { showPending: false } });
		expect(await hashes()).toEqual([quick]);
		clock.move(3000);
		expect(await hashes()).toEqual([quick, slow]);
	});

	it('ordered by the date of the result, unfinished ones by that of the submission', async () => {
		sandbox().configure({ history: { orderBy: 'resultDate' } });
		const slow = add({ processingMs: 5000 });
		const quick = add({ initAt: START + 1000, processingMs: 1000 });
		clock.move(2000);
		expect(await hashes()).toEqual([quick, slow]);
		clock.move(3000);
		expect(await hashes()).toEqual([slow, quick]);
		expect(await hashes({ filter: { date_from: START / 1000 + 3 } })).toEqual([slow]);
		sandbox().configure({ history: { orderBy: 'initDate' } });
		expect(await hashes()).toEqual([quick, slow]);
	});

	it('as it was some time ago', async () => {
		sandbox().configure({ history: { lagMs: 10_000 } });
		const hash = add({ processingMs: 3000 });
		clock.move(9999);
		expect(await hashes()).toEqual([]);
		const { check } = await result(sandbox(), 'checkup.getresult', { hash });
		expect(check.status).toBe('SUCCESS');
		clock.move(1);
		expect((await read()).history[0]).toMatchObject({ hash, status: 'PENDING' });
		clock.move(3000);
		expect((await read()).history[0]).toMatchObject({ hash, status: 'SUCCESS' });
		sandbox().configure({ history: { lagMs: 15_000 } });
		expect(await hashes()).toEqual([]);
	});

	it('changes made by hand', async () => {
		const hash = add({ status: 'PENDING' });
		expect((await read()).history[0].status).toBe('PENDING');
		sandbox().updateCheck(hash, { status: 'SUCCESS', riskscore: 81 });
		expect((await read()).history[0]).toMatchObject({ status: 'SUCCESS', riskscore: 81 });
		expect(() => sandbox().updateCheck('none', {})).toThrow('no check none');
	});

	it('nothing after a reset, and no hash comes back', async () => {
		sandbox().configure({ seed: 3 });
		const addr = makeAddress('BTC', 1);
		const submit = async () =>
			(await result(sandbox(), 'checkup.checkaddr', { addr, currency: 'BTC' })).check.hash;
		const before = await submit();
		sandbox().reset();
		expect((await read()).meta.total).toBe(0);
		expect(sandbox().stats().charges).toBe(0);
		expect(await submit()).not.toBe(before);
	});
});

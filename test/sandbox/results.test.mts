/** Checks in the queue, the search for reports, and the risk of an address (service 2.3, 2.4, 4.6). */
import { bookAddress, makeAddress, makeTransaction, SIGNAL_NAMES } from '../../sandbox/server.mts';
import { call, errorOf, manualClock, result, useSandbox } from './helpers/client.mts';

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;
const clock = manualClock();
const sandbox = useSandbox(() => ({ now: clock.now, packageSize: 5 }));
const address = makeAddress('BTC', 'facts');
const transaction = makeTransaction('BTC', 'facts');

async function checkAddress(addr = address, currency = 'BTC') {
	return (await result(sandbox(), 'checkup.checkaddr', { addr, currency })).check;
}

describe('a check in the queue', () => {
	beforeEach(() => sandbox().configure({ processingMs: 3000 }));

	it('is PENDING without result date and report, until its time is over', async () => {
		const { hash } = await checkAddress();
		clock.move(2999);
		const pending = (await result(sandbox(), 'checkup.getresult', { hash })).check;
		expect(pending).toMatchObject({ status: 'PENDING', resultDate: null, report: null });
		expect(pending.initDate).toMatch(DATE);
		clock.move(1);
		const done = (await result(sandbox(), 'checkup.getresult', { hash })).check;
		expect(done.status).toBe('SUCCESS');
		expect(done.resultDate).toMatch(DATE);
		expect(Date.parse(String(done.resultDate)) - Date.parse(done.initDate)).toBe(3000);
	});

	it('can be answered as not found', async () => {
		sandbox().configure({ notReady: 'notFound' });
		const { hash } = await checkAddress();
		const answer = await call(sandbox(), 'checkup.getresult', { hash });
		expect(errorOf(answer).code).toBe(-40006);
		clock.move(3000);
		expect((await result(sandbox(), 'checkup.getresult', { hash })).check.status).toBe('SUCCESS');
	});

	it('takes a seeded time out of a spread', async () => {
		sandbox().configure({ processingMs: { min: 2000, max: 60_000 }, seed: 7, packageSize: 50 });
		for (let number = 0; number < 40; number++) await checkAddress(makeAddress('BTC', number));
		const times = sandbox()
			.checks()
			.map(({ doneAt, initAt }) => doneAt - initAt);
		expect(Math.min(...times)).toBeGreaterThanOrEqual(2000);
		expect(Math.max(...times)).toBeLessThanOrEqual(60_000);
		expect(new Set(times).size).toBeGreaterThan(30);
	});
});

describe('checkup.findreport', () => {
	const find = async (hash: string, currency = 'BTC') =>
		await call(sandbox(), 'checkup.findreport', { hash, currency });

	it('answers completed checks with links and counterparty, newest first, meta inside', async () => {
		const first = await checkAddress();
		const second = await checkAddress();
		const { body } = await find(address);
		const { checks, meta } = body.result ?? {};
		expect(meta).toEqual({ cheks_left: '3', cheks_used: '2' });
		expect(checks?.map((check) => check.hash)).toEqual([second.hash, first.hash]);
		expect(Object.keys(checks?.[0] ?? {}).sort()).toEqual(
			[
				'hash',
				'currency',
				'address',
				'transaction',
				'status',
				'initDate',
				'resultDate',
				'report',
				'pdfLink',
				'shareLink',
				'counterparty',
			].sort(),
		);
		expect(checks?.[0].counterparty).toEqual({
			id: expect.any(Number) as number,
			name: expect.any(String) as string,
			slug: expect.any(String) as string,
			type: expect.any(String) as string,
		});
		expect(checks?.[0].pdfLink).toBe(`${sandbox().baseUrl}/reports/${second.hash}.pdf`);
		expect(checks?.[0].shareLink).toBe(`${sandbox().baseUrl}/share/${second.hash}`);
	});

	it('says User checking not found for what was never checked, or not on that network', async () => {
		await checkAddress();
		for (const answer of [await find(makeAddress('BTC', 'other')), await find(address, 'BSV')]) {
			expect(errorOf(answer)).toEqual({ code: -40006, message: 'User checking not found' });
		}
		expect(sandbox().stats().refused).toEqual([]);
	});

	it('does not find pending and failed checks', async () => {
		const failed = bookAddress('BTC', 'failed');
		await checkAddress(failed);
		expect(errorOf(await find(failed)).code).toBe(-40006);
		sandbox().configure({ processingMs: 1000 });
		await checkAddress();
		expect(errorOf(await find(address)).code).toBe(-40006);
	});

	it('finds a transaction by its hash, and by its address unless that is switched off', async () => {
		await result(sandbox(), 'checkup.checktx', { tx: transaction, addr: address, currency: 'BTC' });
		expect((await find(transaction)).body.result?.checks).toHaveLength(1);
		expect((await find(address)).body.result?.checks[0].transaction).toBe(transaction);
		sandbox().configure({ find: { includeTransactions: false } });
		expect((await find(transaction)).body.result?.checks).toHaveLength(1);
		expect(errorOf(await find(address)).code).toBe(-40006);
	});

	it('finds token checks only when told to', async () => {
		const addr = makeAddress('ETH', 1);
		await result(sandbox(), 'checkup.checkaddr', { addr, currency: 'USDTERC20' });
		expect(errorOf(await find(addr, 'ETH')).code).toBe(-40006);
		sandbox().configure({ find: { includeTokens: true } });
		expect((await find(addr, 'ETH')).body.result?.checks).toHaveLength(1);
	});

	it('ignores the case of Ethereum addresses, and of no others', async () => {
		await checkAddress(bookAddress('ETH', 'low'), 'ETH');
		const upper = `0x${bookAddress('ETH', 'low').slice(2).toUpperCase()}`;
		expect((await find(upper, 'ETH')).body.result?.checks).toHaveLength(1);
		await checkAddress();
		expect(errorOf(await find(address.toLowerCase())).code).toBe(-40006);
	});
});

describe('risk', () => {
	const reportOf = async (addr: string, currency: string) => {
		const { hash } = await checkAddress(addr, currency);
		return (await result(sandbox(), 'checkup.getresult', { hash })).check.report;
	};

	it('is the same for the same address, whatever the check or its spelling', async () => {
		const addr = makeAddress('ETH', 'risk');
		const [first, second] = [
			await reportOf(addr, 'ETH'),
			await reportOf(addr.toUpperCase(), 'ETH'),
		];
		expect(second).toEqual(first);
	});

	it('uses all names of one example, as shares that add up to 1', async () => {
		sandbox().configure({ packageSize: 100 });
		const seen = new Set<string>();
		for (let number = 0; number < 60; number++) {
			const { signals, riskscore } = await reportOf(makeAddress('LTC', number), 'LTC');
			for (const name of Object.keys(signals)) seen.add(name);
			const sum = Object.values(signals).reduce((total, share) => total + share, 0);
			expect(sum).toBeCloseTo(1, 9);
			expect(Number(riskscore)).toBeGreaterThanOrEqual(2);
			expect(Number(riskscore)).toBeLessThanOrEqual(99);
			for (const name of ['sanctions', 'terrorism_financing', 'child_exploitation']) {
				expect(signals[name] ?? 0).toBe(0);
			}
		}
		expect([...seen].sort()).toEqual(SIGNAL_NAMES);
	});
});

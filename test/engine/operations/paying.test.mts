/** A paid operation: what stops it before it pays, and that it pays once. */
import { bookAddress, makeAddress } from '../../../sandbox/server.mts';
import { run, sandbox, screen, sent, start, useSandbox } from './support.mts';

useSandbox();

const LOW = bookAddress('ETH', 'low');
const HIGH = bookAddress('ETH', 'high');

describe('before anything is paid', () => {
	it.each([
		['an unknown currency', { currency: 'NOPE' }, { address: LOW }, 'NOPE'],
		['an empty currency', { currency: '' }, { address: LOW }, 'Currency'],
		['an empty address', {}, { address: '' }, 'Address'],
		['an address of another network', {}, { address: bookAddress('BTC', 'low') }, 'Address'],
		['a broken checksum', {}, { address: HIGH.replace('A9E3', 'a9E3') }, 'Address'],
		[
			'an option that is no number',
			{ options: { timeout: '={{ "soon" }}' } },
			{ address: LOW },
			'Timeout',
		],
		['a negative option', { options: { maxPaidChecks: -1 } }, { address: LOW }, 'Max Paid Checks'],
		['a threshold above 100', { options: { highRiskFrom: 101 } }, { address: LOW }, '101'],
		[
			'thresholds the wrong way round',
			{ options: { mediumRiskFrom: 80, highRiskFrom: 20 } },
			{ address: LOW },
			'80',
		],
	])('refuses %s by name', async (_, parameters, item, name) => {
		const items = [{ address: HIGH }, item];
		const result = await run('check.checkAddress', screen(parameters), { items });
		expect(result.status).toBe('error');
		const { message, description } = result.failure ?? {};
		expect(`${message} ${description}`).toContain(name);
		expect(sandbox().stats().requests).toEqual([]);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'lets no item through unscreened under %s when an option can not be used',
		async (onError) => {
			const items = [{ address: LOW }, { address: HIGH }];
			const parameters = screen({ options: { timeout: -1 } });
			const { main, error } = await run('check.checkAddress', parameters, {
				items,
				settings: { onError },
			});
			const refused = onError === 'continueErrorOutput' ? error : main;
			const passed = onError === 'continueErrorOutput' ? main : error;
			expect(refused.map(({ json }) => json.error)).toEqual([
				expect.stringContaining('Timeout'),
				expect.stringContaining('Timeout'),
			]);
			expect(passed).toEqual([]);
			expect(sent()).toEqual([]);
		},
	);

	it('takes an option whose expression yields nothing as its default', async () => {
		const nothing = '={{ undefined }}';
		const options = {
			timeout: nothing,
			maxConcurrent: nothing,
			mergeDuplicates: nothing,
		};
		const items = [{ address: HIGH }, { address: HIGH }];
		const { main } = await run('check.checkAddress', screen({ options }), { items });
		expect(main.map(({ json }) => json.riskLevel)).toEqual(['high', 'high']);
		expect(sandbox().stats().charges).toBe(1);
	});

	it('refuses a run that would pay for more than allowed', async () => {
		const items = [{ address: LOW }, { address: HIGH }];
		const parameters = screen({ options: { maxPaidChecks: 1 } });
		const stopped = await run('check.checkAddress', parameters, { items });
		expect(stopped.status).toBe('error');
		const settings = { onError: 'continueErrorOutput' as const };
		const continued = await run('check.checkAddress', parameters, { items, settings });
		expect(continued.main).toEqual([]);
		expect(continued.error).toHaveLength(2);
		expect(sandbox().stats().charges).toBe(0);
	});
});

describe('a submission that was not taken', () => {
	it.each(['resetBefore', 'rateLimited', 'serverErrorBefore'] as const)(
		'is sent again after %s',
		async (kind) => {
			sandbox().fault({ method: 'checkup.checkaddr', kind });
			const { main } = await run('check.checkAddress', screen(), { items: [{ address: LOW }] });
			expect(main[0]?.json).toMatchObject({ riskLevel: 'low', charged: true });
			expect(sandbox().stats().charges).toBe(1);
		},
		20_000,
	);
});

describe.each(['replay', 'refuse', 'charge'] as const)('never paid twice (%s)', (repeatedId) => {
	beforeEach(() => sandbox().configure({ repeatedId }));

	it.each([
		'lostAnswer',
		'serverErrorAfter',
		'brokenJson',
		'html',
		'wrongId',
		'emptyResult',
	] as const)(
		'charges once and gives the result after %s, on a network without tokens',
		async (kind) => {
			sandbox().fault({ method: 'checkup.checkaddr', kind });
			const items = [{ address: bookAddress('BTC', 'low') }];
			const { main } = await run('check.checkAddress', screen({ currency: 'BTC' }), { items });
			expect(main[0]?.json).toMatchObject({ riskLevel: 'low', charged: true });
			expect(sandbox().stats().charges).toBe(1);
		},
		20_000,
	);

	it('charges once over the tries of Retry On Fail', async () => {
		sandbox().fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
		setTimeout(() => sandbox().clearFaults(), 1500);
		const settings = { retryOnFail: true, maxTries: 4, waitBetweenTries: 10 };
		const parameters = screen({ options: { timeout: 1 } });
		const items = [{ address: LOW }, { address: HIGH }];
		const { main } = await run('check.checkAddress', parameters, { items, settings });
		expect(main).toHaveLength(2);
		expect(sandbox().stats().charges).toBe(2);
	}, 20_000);

	it("charges once over the editor's retry", async () => {
		sandbox().fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
		const parameters = screen({ options: { timeout: 1 } });
		const failed = await run('check.checkAddress', parameters, { items: [{ address: LOW }] });
		expect(failed.status).toBe('error');
		sandbox().clearFaults();
		const { main } = await failed.retry();
		expect(main[0]?.json).toMatchObject({ riskLevel: 'low', charged: true });
		expect(sandbox().stats().charges).toBe(1);
	}, 20_000);

	it('merges equal targets, of which one says it was charged', async () => {
		const items = [{ address: LOW }, { address: LOW.toLowerCase() }, { address: HIGH }];
		const { main } = await run('check.checkAddress', screen(), { items });
		expect(main.map(({ json }) => json.charged)).toEqual([true, false, true]);
		expect(sandbox().stats().charges).toBe(2);
	});

	it('stops submitting when it is cancelled', async () => {
		sandbox().configure({ latencyMs: 100 });
		const items = Array.from({ length: 20 }, (_, n) => ({ address: makeAddress('ETH', n) }));
		const options = { maxConcurrent: 1 };
		const started = start('check.checkAddress', screen({ options }), { items });
		setTimeout(started.cancel, 350);
		const { status } = await started.result;
		expect(status).toBe('canceled');
		const { charges } = sandbox().stats();
		expect(charges).toBeGreaterThan(0);
		expect(charges).toBeLessThan(6);
	});
});

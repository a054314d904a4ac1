/** A paid operation: what stops it before it pays. That it pays once is in test/engine/screening. */
import { bookAddress } from '../../../sandbox/server.mts';
import { run, sandbox, screen, sent, useSandbox } from './support.mts';

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
		expect(sent().filter(({ method }) => method !== 'checkup.currencylist')).toEqual([]);
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

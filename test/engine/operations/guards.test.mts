/**
 * A guard never falls silent: an option that decides about money or level, set by an expression that yields nothing,
 * stops the run before anything is sent. For other options nothing means the default. Values that are wrong: see
 * test/engine/screening/guards.test.mts.
 */
import { bookAddress } from '../../../sandbox/server.mts';
import { run, sandbox, useSandbox, type OperationName } from './support.mts';

useSandbox();

const items = [{ address: bookAddress('BTC', 'low'), blank: '  ', none: null }];
const parameters = { network: 'BTC', asset: 'coin', address: '={{ $json.address }}' };

/** Each yields nothing, in the ways in which expressions do. */
const NOTHINGS = [
	'={{ $json.missing }}',
	'={{ $json.none }}',
	'={{ $json.blank }}',
	'={{ undefined }}',
];

const GUARDS = [
	'maxPaidChecks',
	'reuseWithinHours',
	'requestKey',
	'acceptUnspecifiedAsset',
	'riskRules',
	'dryRun',
];

describe.each(GUARDS)('%s', (name) => {
	it.each(NOTHINGS)('as %s stops the run, and nothing is sent', async (expression) => {
		const options = { [name]: expression };
		const { failure, main } = await run(
			'check.checkAddress',
			{ ...parameters, options },
			{ items },
		);
		expect(failure?.message).toContain('holds nothing: give it a value or remove it');
		expect(main).toEqual([]);
		expect(sandbox().stats().requests).toEqual([]);
	});

	it('becomes an error item under Continue, and nothing is sent', async () => {
		const options = { [name]: NOTHINGS[0] };
		const settings = { onError: 'continueRegularOutput' } as const;
		const { main } = await run(
			'check.checkAddress',
			{ ...parameters, options },
			{ items, settings },
		);
		expect(main.map(({ json }) => Object.keys(json).sort())).toEqual([
			['details', 'error', 'hash', 'riskLevel'],
		]);
		expect(main[0].json.error).toContain('give it a value or remove it');
		expect(sandbox().stats().requests).toEqual([]);
	});
});

it('for other options, and for parameters that have a default, nothing means the default', async () => {
	const names = ['timeout', 'includeDetails', 'includeInputFields', 'maxConcurrentRequests'];
	const options = Object.fromEntries(names.map((name) => [name, NOTHINGS[0]]));
	const more = { ...parameters, options, simplify: NOTHINGS[1], waitForResult: NOTHINGS[2] };
	const { main } = await run('check.checkAddress', more, { items });
	expect(main[0].json).toMatchObject({ riskLevel: 'low', charged: true });
});

it('a switch in any letters means the same in both nodes', async () => {
	const more = { ...parameters, simplify: '={{ "TRUE" }}', waitForResult: '={{ "True" }}' };
	const { main } = await run('check.checkAddress', more, { items });
	expect(main[0].json).toMatchObject({ riskLevel: 'low' });
});

describe('a token that an expression names', () => {
	const screenToken = async (value: string, mode = 'id') =>
		await run(
			'check.checkAddress',
			{ ...parameters, network: 'ETH', asset: 'token', token: { __rl: true, mode, value } },
			{ items: [{ ...items[0], address: bookAddress('ETH', 'low') }] },
		);

	it.each(NOTHINGS)(
		'and that yields nothing, as %s, stops the run: the coin is not screened in its place',
		async (expression) => {
			const { failure, main } = await screenToken(expression);
			expect(failure?.message).toContain("'Token' is empty");
			expect(main).toEqual([]);
			expect(sandbox().stats().requests).toEqual([]);
		},
	);
});

describe('a list that n8n has emptied, since the credential of the node changed', () => {
	const ADDRESS = bookAddress('BTC', 'low');
	const GIVEN = {
		'check.checkAddress': { network: 'BTC', asset: 'token', token: '7', address: ADDRESS },
		'check.checkTransaction': { network: 'BTC', asset: 'coin', address: ADDRESS, transaction: 'x' },
		'check.getResult': { checkHash: '3f2a8c1e', network: 'BTC', asset: 'coin' },
	};
	/** n8n itself refuses a required list that is empty. */
	const LISTS = ['network', 'asset', 'token'];
	const rows = Object.entries(GIVEN).flatMap(([name, given]) =>
		LISTS.filter((field) => field in given).map((field) => [field, name, given] as const),
	);

	it.each(rows)("refuses '%s' of %s before anything is sent", async (field, name, given) => {
		const emptied = { __rl: true, mode: 'list', value: '', cachedResultName: '' };
		const settings = { onError: 'continueRegularOutput' } as const;
		const parameters = { ...given, [field]: emptied };
		const { main } = await run(name as OperationName, parameters, { items, settings });
		expect(main[0].json).toMatchObject({
			error: expect.stringMatching(/^'(Network|Asset|Token)' has lost its choice/),
			details: { reason: 'badSetting', fault: 'setup', charged: false },
		});
		expect(sandbox().stats().requests).toEqual([]);
	});

	it.each([
		['in which nothing was ever chosen', { __rl: true, mode: 'list', value: '' }],
		[
			'whose expression yields nothing',
			{ __rl: true, mode: 'list', value: NOTHINGS[0], cachedResultName: 'USDT' },
		],
	])('but not one %s', async (_, asset) => {
		const { main } = await run('check.checkAddress', { ...parameters, asset }, { items });
		expect(main[0].json).toMatchObject({ riskLevel: 'low', asset: 'Bitcoin' });
	});
});

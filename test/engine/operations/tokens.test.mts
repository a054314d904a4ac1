/** Check Address of a token: by ID, by contract, by alias; and on every network. */
import type { IDataObject } from 'n8n-workflow';
import { NETWORK_CODES } from '../../../nodes/shared/wallet/networks.ts';
import { bookAddress, makeAddress } from '../../../sandbox/server.mts';
import { changeAnswers, jsonOf, run, sandbox, screen, sentTo, useSandbox } from './support.mts';

useSandbox();

const LOW = bookAddress('ETH', 'low');
const HIGH = bookAddress('ETH', 'high');

describe('Check Address of a token', () => {
	it('checks a token by its identifier', async () => {
		const token = { __rl: true, mode: 'id', value: '94252' };
		await run('check.checkAddress', screen({ asset: 'token', token }), {
			items: [{ address: LOW }],
		});
		expect(sentTo('checkup.checkaddr')).toEqual([
			{ addr: LOW, currency: 'ETH', token_id: '94252' },
		]);
		expect(sentTo('checkup.currencylist').length).toBeLessThanOrEqual(1);
	});

	it('finds a token by its contract, in any case, and reads the list once for all items', async () => {
		const token = { __rl: true, mode: 'contract', value: '={{ $json.contract }}' };
		const items = [
			{ address: LOW, contract: '0xDAC17F958D2EE523A2206206994597C13D831EC7' },
			{ address: HIGH, contract: ' 0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48 ' },
			{ address: LOW, contract: '0x6b175474e89094c44da98b954eedeac495271d0f' },
		];
		const { status } = await run('check.checkAddress', screen({ asset: 'token', token }), {
			items,
		});
		expect(status).toBe('success');
		expect(sentTo('checkup.checkaddr')).toEqual(
			expect.arrayContaining([
				{ addr: LOW, currency: 'ETH', token_id: '94252' },
				{ addr: HIGH, currency: 'ETH', token_id: '94253' },
				{ addr: LOW, currency: 'ETH', token_id: '94261' },
			]),
		);
		expect(sentTo('checkup.currencylist')).toHaveLength(1);
	});

	it.each([
		['USDC', '0xA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48'],
		['USDT', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
	])('pays once for %s by its name and by its contract', async (asset, contract) => {
		const token = { __rl: true, mode: 'contract', value: '={{ $json.contract }}' };
		const items = [
			{ address: LOW, network: 'ETH', asset, contract: '' },
			{ address: LOW, network: 'ETH', asset: 'token', contract },
		];
		const parameters = screen({
			network: '={{ $json.network }}',
			asset: '={{ $json.asset }}',
			token,
		});
		const { main } = await run('check.checkAddress', parameters, { items });
		expect(jsonOf(main).map(({ charged }) => charged)).toEqual([true, false]);
		expect(sandbox().stats().charges).toBe(1);
	});

	it("has no markup of a token's symbol in its summary", async () => {
		changeAnswers('checkup.currencylist', ({ result }: { result: IDataObject[] }) => {
			for (const one of result) if (one.token_id === '94261') one.symbol = '<@here>*_x_*|`[a](b)';
		});
		const parameters = screen({ asset: 'token', token: '94261' });
		const { main } = await run('check.checkAddress', parameters, { items: [{ address: LOW }] });
		const [{ summary = '' } = {}] = jsonOf(main);
		expect(summary).toContain(LOW);
		expect(summary).not.toMatch(/[<>@*_|`[\]]/);
	});

	it("takes the zeros before a token's identifier for what they are", async () => {
		const token = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const items = ['94252', '094252'].map((id) => ({ address: LOW, id }));
		await run('check.checkAddress', screen({ asset: 'token', token }), { items });
		expect(sandbox().stats().charges).toBe(1);
	});

	it('refuses a contract that the network has not, before anything is paid', async () => {
		const token = { __rl: true, mode: 'contract', value: bookAddress('ETH', 'medium') };
		const items = [{ address: LOW }];
		const result = await run('check.checkAddress', screen({ asset: 'token', token }), { items });
		expect(result.status).toBe('error');
		expect(result.failure?.message).toContain(
			`“${token.value.slice(0, 6)}…${token.value.slice(-4)}”`,
		);
		expect(sandbox().stats().charges).toBe(0);
	});

	it.each([
		['nothing was chosen yet, or n8n has emptied the choice', { mode: 'list', value: '' }],
		['the ID is 0', { mode: 'id', value: '0' }],
		['the ID is empty', { mode: 'id', value: '' }],
		['the contract is empty', { mode: 'contract', value: '' }],
	])('is missing, and nothing is screened in its place, where %s', async (_, locator) => {
		const parameters = screen({ asset: 'token', token: { __rl: true, ...locator } });
		const { failure } = await run('check.checkAddress', parameters, { items: [{ address: LOW }] });
		expect(failure?.message).toContain("'Token' is empty");
		expect(sentTo('checkup.checkaddr')).toEqual([]);
	});

	it.each([false, true])(
		'of Bitcoin that the list has (asset in records: %s)',
		async (tellAsset) => {
			sandbox().configure({ omniUsdt: true, tellAsset });
			const token = { __rl: true, mode: 'id', value: '31' };
			const items = [{ address: makeAddress('BTC', 'omni') }];
			const parameters = screen({ network: 'BTC', asset: 'token', token });
			const { main } = await run('check.checkAddress', parameters, { items });
			expect(main[0]?.json).toMatchObject({ asset: 'USDT on Bitcoin', charged: true });
			expect(sentTo('checkup.checkaddr')).toEqual([
				{ addr: items[0]!.address, currency: 'BTC', token_id: '31' },
			]);
			expect(sandbox().stats().charges).toBe(1);
		},
	);

	it.each(['USDT_TRC20', 'USDTTRC20', 'usdt_trc20'])('takes the alias %s', async (asset) => {
		const items = [{ address: bookAddress('TRX', 'low') }];
		const { main } = await run('check.checkAddress', screen({ network: 'detect', asset }), {
			items,
		});
		expect(main[0]?.json).toMatchObject({ riskLevel: 'low' });
		expect(sandbox().checks()[0]).toMatchObject({ currency: 'TRX', tokenId: '9' });
		expect(sentTo('checkup.currencylist')).toEqual([]);
	});

	it('takes every network', async () => {
		const networks = [...NETWORK_CODES];
		const items = networks.map((network) => ({ network, address: makeAddress(network, 'all') }));
		const parameters = screen({ network: '={{ $json.network }}' });
		const { status } = await run('check.checkAddress', parameters, { items });
		expect(status).toBe('success');
		const currencies = sentTo('checkup.checkaddr').map((one) => (one as IDataObject).currency);
		expect(currencies).toEqual(networks);
		expect(sandbox().stats().refused).toEqual([]);
	});
});

it('a result that states a token of Bitcoin is none of Bitcoin itself, and Omni USDT is none of another', async () => {
	sandbox().configure({ omniUsdt: true, tellAsset: true });
	const items = [{ address: makeAddress('BTC', 'omni') }];
	const omni = { __rl: true, mode: 'id', value: '31' };
	const { main } = await run(
		'check.checkAddress',
		screen({ network: 'BTC', asset: 'token', token: omni }),
		{
			items,
		},
	);
	expect(main[0]?.json).toMatchObject({ asset: 'USDT on Bitcoin', charged: true });
	changeAnswers('checkup.getresult', ({ result }: { result: { check: object } }) =>
		Object.assign(result.check, { token_id: 31 }),
	);
	const settings = { onError: 'continueRegularOutput' as const };
	const native = await run('check.checkAddress', screen({ network: 'BTC', asset: 'coin' }), {
		items,
		settings,
	});
	expect(native.main[0]?.json).toMatchObject({ riskLevel: 'unknown', error: expect.any(String) });
});

describe('an issuer with several tokens', () => {
	const USDC_ISSUER = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';
	const XRP_ISSUER = makeAddress('XRP', 'issuer');
	const tokens = [
		{ currency: 'XLM', issuer: USDC_ISSUER, symbol: 'EURC', token_id: '4', name: 'Euro', unit: 7 },
		{ currency: 'XRP', issuer: XRP_ISSUER, symbol: 'AAA', token_id: '71', name: 'A', unit: 6 },
		{ currency: 'XRP', issuer: XRP_ISSUER, symbol: 'BBB', token_id: '72', name: 'B', unit: 6 },
	];
	const contract = (value: string) => ({ __rl: true, mode: 'contract', value });

	beforeEach(() =>
		changeAnswers('checkup.currencylist', (body: { result: unknown[] }) => {
			body.result = [...tokens, ...body.result];
		}),
	);

	it('USDC of Stellar is found behind EURC, in a whole wallet and alone', async () => {
		const items = [{ address: makeAddress('XLM', 1) }];
		const { main } = await run('check.checkAddress', screen({ network: 'detect', asset: 'all' }), {
			items,
		});
		await run('check.checkAddress', screen({ network: 'detect', asset: 'USDC' }), { items });
		expect(main[0]?.json).toMatchObject({ asset: 'Stellar, USDC on Stellar' });
		expect(
			sentTo('checkup.checkaddr').map((one) => (one as { token_id?: string }).token_id),
		).toEqual([undefined, '5', '5']);
	});

	it('fits none', async () => {
		const items = [{ address: makeAddress('XRP', 1) }];
		const parameters = (value: string) =>
			screen({ network: 'XRP', asset: 'token', token: contract(value) });
		const several = await run('check.checkAddress', parameters(XRP_ISSUER), { items });
		expect(several.failure?.message).toContain('stands for 2 tokens');
		expect(sentTo('checkup.checkaddr')).toEqual([]);
	});
});

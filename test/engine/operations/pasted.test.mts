/** What people put in: whatever names a network is believed, and in doubt nothing is sent. */
import { CURRENCY_LIST, makeAddress, makeTransaction } from '../../../sandbox/server.mts';
import { jsonOf, run, runSpoilt, sandbox, screen, sentTo, useSandbox } from './support.mts';

useSandbox();

const ETH = makeAddress('ETH', 'pasted');
const TRX = makeAddress('TRX', 'pasted');
const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7';

/** What was sent for one address, or the words of the refusal. */
async function submit(address: string, currency: unknown, options = {}): Promise<unknown> {
	const before = sentTo('checkup.checkaddr').length;
	const parameters = screen({ currency: currency as string, options, waitForResult: false });
	const { main } = await run('check.checkAddress', parameters, {
		items: [{ address }],
		settings: { onError: 'continueRegularOutput' },
	});
	const sent = sentTo('checkup.checkaddr').slice(before);
	const { error, details } = jsonOf(main)[0] as { error?: string; details?: { reason: string } };
	expect(sent).toHaveLength(error === undefined ? 1 : 0);
	return error === undefined ? sent[0] : `${details?.reason}: ${error}`;
}

describe('Currency', () => {
	const locator = (value: string) => ({ __rl: true, mode: 'list', value });

	it.each<[string, unknown, string, string]>([
		['a value', 'detect', TRX, 'TRX'],
		['a locator', locator('detect'), ETH, 'ETH'],
		['an expression that yields a value', '={{ "usdt" }}', TRX, 'USDTTRC20'],
		['a locator with an expression', locator('={{ "Tether" }}'), ETH, 'USDTERC20'],
	])('as %s', async (_, currency, address, code) =>
		expect(await submit(address, currency)).toEqual({ addr: address, currency: code }),
	);

	it('under EVM Network', async () => {
		const options = { evmNetwork: 'BSC' };
		expect(await submit(ETH, 'detect', options)).toEqual({ addr: ETH, currency: 'BSC' });
		expect(await submit(ETH, 'USDC', options)).toEqual({ addr: ETH, currency: 'USDCBEP20' });
	});

	it('that yields nothing is refused', async () =>
		expect(await submit(ETH, '={{ $json.coin }}')).toBe("networkUnclear: 'Currency' is empty"));
});

describe('a link', () => {
	it.each([
		[`ethereum:${ETH}@137`, 'MATIC', ETH],
		[`eip155:56:${ETH}`, 'BSC', ETH],
		[`matic:${ETH}`, 'MATIC', ETH],
		[`ethereum:${USDT}@1/transfer?address=${ETH}&uint256=1`, 'ETH', ETH],
		[`https://tronscan.org/#/address/${TRX}`, 'TRX', TRX],
	])('%s is screened on %s', async (text, code, addr) =>
		expect(await submit(text, 'detect')).toEqual({ addr, currency: code }),
	);

	it.each([
		[`ethereum:${ETH}@137`, "wrongNetwork: The link names Polygon (MATIC), but 'Currency' is ETH"],
		[`eip155:56:${ETH}`, 'wrongNetwork: The link names BNB Smart Chain (BSC)'],
		[`matic:${ETH}`, 'wrongNetwork: The link names Polygon (MATIC)'],
		[`https://arbiscan.io/address/${ETH}`, 'unsupportedNetwork: The link names Arbitrum'],
		['vitalik.eth', 'nameNotResolved'],
		[USDT, 'notAWallet: “0xdac1…1ec7” is the contract of USDT'],
	])('%s under ETH is not sent', async (text, words) =>
		expect(await submit(text, 'ETH')).toContain(words),
	);

	it('of a transaction and its output address', async () => {
		const hash = makeTransaction('BSC', 'pasted');
		await run('check.checkTransaction', {
			currency: 'detect',
			address: ETH,
			transaction: `https://bscscan.com/tx/${hash}`,
		});
		expect(sentTo('checkup.checktx')).toEqual([{ tx: hash, addr: ETH, currency: 'BSC' }]);
	});
});

describe('a contract of the currency list', () => {
	const contractOf = (symbol: string) =>
		CURRENCY_LIST.find((entry) => entry.currency === 'ETH' && entry.symbol === symbol)?.issuer ??
		'';

	it('is refused; the list is read once, and not at all for a network without contracts', async () => {
		expect(await submit(makeAddress('BTC', 'pasted'), 'BTC')).toMatchObject({ currency: 'BTC' });
		expect(sentTo('checkup.currencylist')).toEqual([]);
		for (const symbol of ['DAI', 'AAVE'])
			expect(await submit(contractOf(symbol), 'ETH')).toContain(
				`notAWallet: “${contractOf(symbol).slice(0, 6)}…${contractOf(symbol).slice(-4)}” is the contract of ${symbol}, not a wallet`,
			);
		expect(sentTo('checkup.currencylist')).toHaveLength(1);
	});

	it('is screened where validation is off, and the list is not read', async () => {
		const [address, advanced] = [contractOf('DAI'), { validateTargets: false }];
		await run('check.checkAddress', screen({ advanced, waitForResult: false }), {
			items: [{ address }],
		});
		expect(sentTo('checkup.checkaddr')).toEqual([{ addr: address, currency: 'ETH' }]);
		expect(sentTo('checkup.currencylist')).toEqual([]);
	});
});

it('a private key is never sent, whatever the options say', async () => {
	const key = 'L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd';
	expect(await submit(key, 'BTC')).toMatch(/^privateKey/);
	const { main } = await run(
		'check.checkAddress',
		screen({ currency: 'BTC', advanced: { validateTargets: false } }),
		{ items: [{ address: key }], settings: { onError: 'continueRegularOutput' } },
	);
	expect(jsonOf(main)[0]).toMatchObject({ details: { reason: 'privateKey' } });
	expect(sandbox().checks()).toHaveLength(0);
});

it('a hint counts the addresses that could be of other networks', async () => {
	const { hints } = await run('check.checkAddress', screen({ currency: 'detect' }), {
		items: [{ address: ETH }, { address: makeAddress('ETH', 2) }, { address: TRX }],
	});
	expect(hints.map(({ message }) => message)).toContainEqual(
		"2 addresses could also be of Ethereum Classic (ETC), BNB Smart Chain (BSC) or Polygon (MATIC). Screened on Ethereum (ETH). For another network, set 'EVM Network' or choose it in 'Currency'.",
	);
});

describe('a network that nothing but 0x chose', () => {
	const screenOne = async (address: string, options = {}, more = {}) => {
		const parameters = screen({ currency: 'detect', options, ...more });
		const { main } = await run('check.checkAddress', parameters, { items: [{ address }] });
		return main[0]!.json;
	};

	it('is named in a field to branch on, in the details and in the summary', async () => {
		const json = await screenOne(ETH, { includeDetails: true });
		expect(json).toMatchObject({ networkGuessed: true, details: { networkGuessed: true } });
		expect(json.summary).toContain(' · Ethereum, as 0x is read unless EVM Network is set · 0x');
		expect(json.asset).toBe('Ethereum');
		const dry = { ...screen({ currency: 'detect' }), options: { dryRun: true } };
		const { main } = await runSpoilt('check.checkAddress', dry, { items: [{ address: ETH }] });
		expect(main[0]!.json).toMatchObject({ networkGuessed: true });
	});

	it.each([
		['a link', `ethereum:${ETH}@56`, {}, {}],
		['the currency', ETH, {}, { currency: 'ETH' }],
		['EVM Network', ETH, { evmNetwork: 'ETH' }, {}],
		['the form of the address', TRX, {}, {}],
	])('is not what %s names', async (_, address, options, more) => {
		const json = await screenOne(address, { ...options, includeDetails: true }, more);
		expect(json).not.toHaveProperty('networkGuessed');
		expect(json.details).toMatchObject({ networkGuessed: false });
		expect(json.summary).not.toContain('0x is read');
	});
});

it('an expression in a fixed field is named as one; the same text in the data is no address', async () => {
	const items = [{ address: '{{ $json.wallet }}' }];
	const settings = { onError: 'continueRegularOutput' } as const;
	const fixed = await run('check.checkAddress', screen(items[0]), { items, settings });
	expect(fixed.main[0]!.json).toMatchObject({
		error: 'This is an expression in a fixed field',
		details: { description: "Switch 'Address' to Expression.", fault: 'setup', charged: false },
	});
	const ofData = await run('check.checkAddress', screen(), { items, settings });
	expect(ofData.main[0]!.json).toMatchObject({ details: { fault: 'input' } });
	const locator = { __rl: true, mode: 'id', value: '{{ $json.coin }}' };
	const currency = await run('check.checkAddress', screen({ currency: locator }), {
		items,
		settings,
	});
	expect(JSON.stringify(currency.main[0]!.json)).toContain("Switch 'Currency' to Expression.");
	expect(sandbox().stats().charges).toBe(0);
});

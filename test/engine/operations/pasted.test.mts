/** What people put in: whatever names a network is believed, and in doubt nothing is sent. */
import { CURRENCY_LIST, makeAddress, makeTransaction } from '../../../sandbox/server.mts';
import { jsonOf, run, sandbox, screen, sentTo, useSandbox } from './support.mts';

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
		expect(await submit(ETH, '={{ $json.coin }}')).toBe('networkUnclear: Currency is empty'));
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
		[`ethereum:${ETH}@137`, 'wrongNetwork: The link names Polygon (MATIC), but Currency is ETH.'],
		[`eip155:56:${ETH}`, 'wrongNetwork: The link names BNB Smart Chain (BSC)'],
		[`matic:${ETH}`, 'wrongNetwork: The link names Polygon (MATIC)'],
		[`https://arbiscan.io/address/${ETH}`, 'unsupportedNetwork: Address: The link names Arbitrum'],
		['vitalik.eth', 'nameNotResolved'],
		[USDT, 'notAWallet: 0xdac17f958d2ee523a2206206994597c13d831ec7 is the contract of USDT'],
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
				`notAWallet: ${contractOf(symbol)} is the contract of ${symbol}, not a wallet`,
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
		'2 addresses could also be of Ethereum Classic (ETC), BNB Smart Chain (BSC) or Polygon (MATIC). Screened on Ethereum (ETH). For another network, set EVM Network or choose it in Currency.',
	);
});

/** What people put in: whatever names a network is believed, and in doubt nothing is sent. */
import { CURRENCY_LIST, makeAddress, makeTransaction } from '../../../sandbox/server.mts';
import { jsonOf, run, sandbox, screen, sentTo, useSandbox } from './support.mts';

useSandbox();

const ETH = makeAddress('ETH', 'pasted');
const TRX = makeAddress('TRX', 'pasted');

/** What was sent for one address, or the words of the refusal. */
async function submit(address: string, currency: unknown, evmNetwork = ''): Promise<unknown> {
	const before = sentTo('checkup.checkaddr').length;
	const parameters = screen({ currency: currency as string, evmNetwork, waitForResult: false });
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
		['a locator', locator('detect'), TRX, 'TRX'],
		['an expression that yields a value', '={{ "usdt" }}', TRX, 'USDTTRC20'],
		['a locator with an expression', locator('={{ "Tether" }}'), TRX, 'USDTTRC20'],
	])('as %s', async (_, currency, address, code) =>
		expect(await submit(address, currency)).toEqual({ addr: address, currency: code }),
	);

	it('that yields nothing is refused', async () =>
		expect(await submit(ETH, '={{ $json.coin }}')).toBe("networkUnclear: 'Currency' is empty"));
});

describe('a link', () => {
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
});

describe('EVM Network', () => {
	it.each<[string, string, string, string]>([
		['a code', 'detect', 'BSC', 'BSC'],
		['words', 'USDT', '={{ "BNB Smart Chain" }}', 'USDTBEP20'],
		['the words of the list', 'detect', '={{ "Polygon (MATIC)" }}', 'MATIC'],
		['a Currency that names a network, which wins', 'ETC', 'BSC', 'ETC'],
		['an alias, which wins', 'USDTERC20', 'BSC', 'USDTERC20'],
	])('as %s', async (_, currency, evmNetwork, code) =>
		expect(await submit(ETH, currency, evmNetwork)).toEqual({ addr: ETH, currency: code }),
	);

	it.each([
		['TRX', "networkUnclear: 'EVM Network' is"],
		['Solana', "unsupportedNetwork: 'EVM Network' names Solana"],
		['USDTERC20', "networkUnclear: 'EVM Network' is"],
		['BTC', "networkUnclear: 'EVM Network' is"],
	])('%s is refused: %s', async (evmNetwork, words) =>
		expect(await submit(ETH, 'detect', `={{ "${evmNetwork}" }}`)).toContain(words),
	);
});

describe('a bare 0x…', () => {
	it.each<[string, string, string]>([
		['nothing is chosen', 'all', ''],
		['the native currency is wanted', 'detect', ''],
		['a stablecoin is wanted', 'USDT', ''],
		['Not Chosen is written', 'detect', '={{ "Not Chosen" }}'],
		['an expression yields nothing', 'detect', '={{ $json.network }}'],
	])('is refused before payment where %s', async (_, currency, evmNetwork) => {
		const parameters = screen({ currency, evmNetwork });
		const settings = { onError: 'continueRegularOutput' } as const;
		for (const options of [{}, { dryRun: true }]) {
			const { main } = await run(
				'check.checkAddress',
				{ ...parameters, options },
				{ items: [{ address: ETH }], settings },
			);
			expect(main[0]!.json).toMatchObject({
				error: expect.stringMatching(
					/ it could be Ethereum \(ETH\), Ethereum Classic \(ETC\), BNB Smart Chain \(BSC\) or Polygon \(MATIC\)$/,
				),
				details: {
					...{ reason: 'networkUnclear', fault: 'input', charged: false, address: ETH },
					description: expect.stringContaining("choose 'EVM Network'"),
				},
			});
		}
		expect(sandbox().stats().charges).toBe(0);
	});

	it('is refused by Screen Transaction too', async () => {
		const { failure } = await run('check.checkTransaction', {
			...{ currency: 'detect', address: ETH, transaction: makeTransaction('ETH', 'pasted') },
		});
		expect(failure?.description).toContain("choose 'EVM Network'");
		expect(sandbox().stats().charges).toBe(0);
	});
});

it('a hint names the networks that share the form of an address of Bitcoin', async () => {
	const hintsOf = async (...addresses: string[]) => {
		const { hints } = await run('check.checkAddress', screen({ currency: 'detect' }), {
			items: addresses.map((address) => ({ address })),
		});
		return hints.map(({ message }) => message).filter((message) => message.includes('is meant'));
	};
	expect(await hintsOf(makeAddress('BTC', 1), makeAddress('BTC', 2), TRX)).toEqual([
		"1… was read as Bitcoin (BTC). If Bitcoin Cash (BCH) or Bitcoin SV (BSV) is meant, choose it in 'Currency'.",
	]);
	expect(await hintsOf(TRX, ETH)).toEqual([]);
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

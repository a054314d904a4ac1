/** What people put in: whatever names a network is believed, and in doubt nothing is sent. */
import type { INodeParameters } from 'n8n-workflow';
import { CURRENCY_LIST, makeAddress, makeTransaction } from '../../../sandbox/server.mts';
import { jsonOf, run, sandbox, screen, sentTo, useSandbox } from './support.mts';

useSandbox();

const ETH = makeAddress('ETH', 'pasted');
const TRX = makeAddress('TRX', 'pasted');

/** What was sent for one address, or the words of the refusal. */
async function submit(address: string, network: unknown, asset: unknown = 'coin') {
	const before = sentTo('checkup.checkaddr').length;
	const parameters = screen({ network, asset, waitForResult: false } as INodeParameters);
	const { main } = await run('check.checkAddress', parameters, {
		items: [{ address }],
		settings: { onError: 'continueRegularOutput' },
	});
	const sent = sentTo('checkup.checkaddr').slice(before);
	const { error, details } = jsonOf(main)[0] as { error?: string; details?: { reason: string } };
	expect(sent).toHaveLength(error === undefined ? 1 : 0);
	return error === undefined ? sent[0] : `${details?.reason}: ${error}`;
}

const locator = (value: string) => ({ __rl: true, mode: 'list', value });

describe('Network and Asset', () => {
	it.each<[string, unknown, unknown, string]>([
		['values', 'TRX', 'USDT', 'USDTTRC20'],
		['locators', locator('detect'), locator('coin'), 'TRX'],
		['expressions that yield a value', '={{ "tron" }}', '={{ "usdt" }}', 'USDTTRC20'],
		['locators with an expression', locator('={{ "" }}'), locator('={{ "USDT" }}'), 'USDTTRC20'],
	])('as %s', async (_, network, asset, code) =>
		expect(await submit(TRX, network, asset)).toEqual({ addr: TRX, currency: code }),
	);

	it.each<[string, string]>([
		['={{ "BNB Smart Chain" }}', 'BSC'],
		['={{ "Polygon (MATIC)" }}', 'MATIC'],
		['ETC', 'ETC'],
	])('%s is the network of a 0x…', async (network, code) =>
		expect(await submit(ETH, network)).toEqual({ addr: ETH, currency: code }),
	);
});

describe('a link', () => {
	it('of a transaction and its output address', async () => {
		const hash = makeTransaction('BSC', 'pasted');
		await run('check.checkTransaction', {
			asset: 'coin',
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
				`badInput: “${contractOf(symbol).slice(0, 6)}…${contractOf(symbol).slice(-4)}” is the contract of ${symbol}, not a wallet`,
			);
		expect(sentTo('checkup.currencylist')).toHaveLength(1);
	});
});

describe('a bare 0x…', () => {
	it.each<[string, string, string]>([
		['nothing is chosen', 'all', 'detect'],
		['the coin is wanted', 'coin', 'detect'],
		['a stablecoin is wanted', 'USDT', 'detect'],
		['an expression yields nothing', 'coin', '={{ $json.network }}'],
	])('is refused before payment where %s', async (_, asset, network) => {
		const parameters = screen({ network, asset });
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
					...{ reason: 'badInput', fault: 'input', charged: false, address: ETH },
					description: expect.stringContaining("'Network'"),
				},
			});
		}
		expect(sandbox().stats().charges).toBe(0);
	});

	it('is refused by Screen Transaction too', async () => {
		const { failure } = await run('check.checkTransaction', {
			...{ asset: 'coin', address: ETH, transaction: makeTransaction('ETH', 'pasted') },
		});
		expect(failure?.description).toContain("'Network'");
		expect(sandbox().stats().charges).toBe(0);
	});
});

it('a hint names the networks that share the form of an address of Bitcoin', async () => {
	const hintsOf = async (...addresses: string[]) => {
		const { hints } = await run(
			'check.checkAddress',
			screen({ network: 'detect', asset: 'coin' }),
			{
				items: addresses.map((address) => ({ address })),
			},
		);
		return hints.map(({ message }) => message).filter((message) => message.includes('is meant'));
	};
	expect(await hintsOf(makeAddress('BTC', 1), makeAddress('BTC', 2), TRX)).toEqual([
		expect.stringContaining(
			"1… was read as Bitcoin (BTC). If Bitcoin Cash (BCH) or Bitcoin SV (BSV) is meant, choose it in 'Network'.",
		),
	]);
	expect(await hintsOf(TRX, ETH)).toEqual([]);
});

/** Find gives out reports of what was asked for, and of nothing else. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { REPORT_NETWORKS } from '../../../nodes/shared/wallet/networks.ts';
import { bookAddress, makeAddress, makeTransaction } from '../../../sandbox/server.mts';
import { run, sandbox, useSandbox } from '../operations/support.mts';

useSandbox();

const HIGH = bookAddress('ETH', 'high');
const LOW = bookAddress('ETH', 'low');

const find = async (target: string, network = 'ETH', more: INodeParameters = {}) =>
	await run(
		'report.find',
		{ network, target, ...more },
		{ settings: { onError: 'continueErrorOutput' } },
	);

const ALL = { returnAll: true };
const DAY = 86_400_000;

/** What the service sends in place of the reports that were asked for. */
function answerWith(...checks: IDataObject[]): void {
	sandbox().addCheck({ address: HIGH });
	sandbox().fault({ method: 'checkup.findreport', kind: 'emptyResult', result: { checks } });
}

const report = (more: IDataObject): IDataObject => ({
	hash: '3f2a8c1e-5b7d-4e9a-8c6f-1d2e3f4a5b6c',
	currency: 'ETH',
	address: LOW,
	transaction: null,
	status: 'SUCCESS',
	report: { riskscore: 4, signals: {} },
	...more,
});

it.each(REPORT_NETWORKS)('finds addresses and transactions of %s', async (currency) => {
	const address = makeAddress(currency, 'find');
	const transaction = makeTransaction(currency, 'find');
	const hashes = [
		sandbox().addCheck({ currency, address }),
		sandbox().addCheck({ currency, address, transaction }),
	];
	const byAddress = await find(address, currency, ALL);
	expect(byAddress.main.map(({ json }) => json.hash).sort()).toEqual([...hashes].sort());
	const byTransaction = await find(transaction, currency);
	expect(byTransaction.main.map(({ json }) => json.hash)).toEqual([hashes[1]]);
});

it.each([
	['in lower case', { address: HIGH.toLowerCase() }],
	['with a currency in lower case', { address: HIGH, currency: 'eth' }],
	['without the address', { address: null }],
])('takes a report that names the target %s', async (_, more) => {
	answerWith(report(more));
	const { main } = await find(HIGH);
	expect(main[0]?.json).toMatchObject({ found: true });
});

it.each([{ address: null }, { address: '' }])(
	'calls no report low that names neither a wallet nor a transaction: %j',
	async (more) => {
		answerWith(report(more));
		const { main } = await find(HIGH);
		expect(main[0]?.json).toMatchObject({
			riskLevel: 'unknown',
			riskReasons: expect.stringMatching(/^The report does not say what it is about/),
		});
	},
);

it.each([
	['another wallet', [report({ address: LOW })]],
	['another network', [report({ address: HIGH, currency: 'ETC' })]],
	[
		'a transaction of another wallet',
		[report({ address: LOW, transaction: makeTransaction('ETH', 1) })],
	],
	['the wallet and another one', [report({ address: HIGH }), report({ address: LOW })]],
])('refuses reports of %s, simplified or not', async (_, checks) => {
	for (const simplify of [true, false]) {
		answerWith(...checks);
		const { main, error } = await find(HIGH, 'ETH', { simplify });
		expect(main).toEqual([]);
		expect(error[0]?.json.error).toMatch(/about another target/);
	}
});

describe('as a free gate', () => {
	const levels = async (target: string, currency = 'ETH', more: INodeParameters = {}) =>
		(await find(target, currency, more)).main.map(({ json }) => [json.riskLevel, json.asset]);

	beforeEach(() => sandbox().configure({ find: { includeTokens: true } }));

	const add = (days: number, more: Parameters<ReturnType<typeof sandbox>['addCheck']>[0]) =>
		sandbox().addCheck({ initAt: Date.now() - days * DAY, ...more });

	it('a wallet that was clean two years ago and is dirty since yesterday is one item, high', async () => {
		const address = makeAddress('BTC', 'gate');
		const bitcoin = { currency: 'BTC', address };
		add(700, { ...bitcoin, riskscore: 2, signals: { wallet: 1 } });
		add(1, { ...bitcoin, riskscore: 92, signals: { mixer: 0.5 } });
		add(365, { ...bitcoin, riskscore: 3, signals: {} });
		expect(await levels(address, 'BTC')).toEqual([['high', 'Bitcoin']]);
		expect(await levels(address, 'BTC', ALL)).toEqual([
			['high', 'Bitcoin'],
			['low', 'Bitcoin'],
			['low', 'Bitcoin'],
		]);
		sandbox().addCheck({ ...bitcoin, riskscore: 4, signals: { wallet: 1 } });
		expect(await levels(address, 'BTC')).toEqual([['low', 'Bitcoin']]);
	});

	it('a report says its level, and of what it is as far as it says so', async () => {
		const address = makeAddress('ETH', 'gate');
		add(1, { address, tokenId: '94252', riskscore: 2, signals: { wallet: 1 } });
		for (const more of [{}, ALL])
			expect(await levels(address, 'ETH', more)).toEqual([['low', 'Ethereum (asset not stated)']]);
		sandbox().configure({ tellAsset: true });
		expect(await levels(address)).toEqual([['low', 'USDT on Ethereum']]);
	});

	it('a report of a transaction is not one of its address', async () => {
		const address = makeAddress('BTC', 'output');
		const transaction = makeTransaction('BTC', 'output');
		add(1, { currency: 'BTC', address, transaction, riskscore: 2, signals: { wallet: 1 } });
		expect(await levels(address, 'BTC')).toEqual([['unknown', 'Bitcoin']]);
		expect(await levels(transaction, 'BTC')).toEqual([['low', 'Bitcoin']]);
		add(3, { currency: 'BTC', address, riskscore: 40, signals: { wallet: 1 } });
		expect(await levels(address, 'BTC')).toEqual([['medium', 'Bitcoin']]);
	});

	it.each([
		['of one second', '2026-01-01T00:00:00+00:00'],
		['without a readable date', 'yesterday'],
	])('of two reports %s the worse one is returned', async (_, initDate) => {
		const dates = { initDate, resultDate: initDate, currency: 'BTC' };
		const target = makeAddress('BTC', 'dates');
		const clean = { report: { riskscore: 3, signals: { wallet: 1 } }, address: target };
		const dirty = { ...clean, hash: `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}` };
		const checks = [
			report({ ...clean, ...dates, initDate: '2026-01-01T00:00:00+00:00' }),
			report({ ...dirty, ...dates, report: { riskscore: 80, signals: {} } }),
		];
		sandbox().addCheck({ currency: 'BTC', address: target });
		answerWith(...checks);
		expect(await levels(target, 'BTC')).toEqual([['high', 'Bitcoin']]);
	});
});

/** Find gives out reports of what was asked for, and of nothing else. */
import type { IDataObject } from 'n8n-workflow';
import { REPORT_NETWORKS } from '../../../nodes/shared/currencies.ts';
import { bookAddress, makeAddress, makeTransaction } from '../../../sandbox/server.mts';
import { run, sandbox, useSandbox } from '../operations/support.mts';

useSandbox();

const HIGH = bookAddress('ETH', 'high');
const LOW = bookAddress('ETH', 'low');

const find = async (target: string, currency = 'ETH', simplify = true) =>
	await run(
		'report.find',
		{ currency, target, simplify },
		{ settings: { onError: 'continueErrorOutput' } },
	);

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
	const byAddress = await find(address, currency);
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
		const { main, error } = await find(HIGH, 'ETH', simplify);
		expect(main).toEqual([]);
		expect(error[0]?.json.error).toMatch(/about another target/);
	}
});

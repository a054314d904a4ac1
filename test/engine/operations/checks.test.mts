/** Check Transaction and Get Result. */
import type { INodeParameters } from 'n8n-workflow';
import { bookAddress, makeTransaction } from '../../../sandbox/server.mts';
import { jsonOf, pairsOf, run, sandbox, screen, sent, sentTo, useSandbox } from './support.mts';

useSandbox();

const LOW = bookAddress('ETH', 'low');
const HIGH = bookAddress('ETH', 'high');

describe('Check Transaction', () => {
	const transaction = makeTransaction('ETH', 1);
	const parameters = screen({ transaction: '={{ $json.transaction }}' });

	it('sends hash and output address, and gives the amounts', async () => {
		const items = [{ address: LOW, transaction }];
		const { main } = await run('check.checkTransaction', parameters, { items });
		expect(sentTo('checkup.checktx')).toEqual([{ tx: transaction, addr: LOW, currency: 'ETH' }]);
		expect(main[0]?.json).toMatchObject({
			transaction,
			address: LOW,
			riskLevel: 'low',
			charged: true,
		});
		expect(main[0]?.pairedItem).toEqual({ item: 0 });
	});

	it('gives what the service sent with Simplify off', async () => {
		const items = [{ address: LOW, transaction }];
		const raw = { ...parameters, simplify: false };
		const { main } = await run('check.checkTransaction', raw, { items });
		expect(Object.keys(main[0]?.json ?? {}).sort()).toEqual(['check', 'meta']);
		expect(main[0]?.json.check).toMatchObject({
			transaction,
			report: { amount: expect.any(Number), fiat_code_effective: 'usd' },
		});
	});

	it('names the transaction that the service refuses, in Stop mode too', async () => {
		sandbox().fault({
			method: 'checkup.checktx',
			kind: 'rpcError',
			message: 'No',
			times: Infinity,
		});
		const items = [{ address: LOW, transaction }];
		const { failure } = await run('check.checkTransaction', parameters, { items });
		expect(failure?.description).toContain(transaction);
	});

	it('names a hash that is none', async () => {
		const items = [{ address: LOW, transaction: '0x123' }];
		const result = await run('check.checkTransaction', parameters, { items });
		expect(result.failure?.message).toContain('is no transaction hash');
		expect(sent()).toEqual([]);
	});
});

describe('Get Result', () => {
	const parameters: INodeParameters = {
		checkHash: '={{ $json.hash }}',
		network: 'ETH',
		asset: 'coin',
	};

	it('asks for each hash and pays nothing', async () => {
		const hashes = [HIGH, LOW].map((address) => sandbox().addCheck({ currency: 'ETH', address }));
		const items = hashes.map((hash) => ({ hash }));
		const { main } = await run('check.getResult', parameters, { items });
		expect(jsonOf(main).map(({ hash, riskLevel }) => ({ hash, riskLevel }))).toEqual([
			{ hash: hashes[0], riskLevel: 'high' },
			{ hash: hashes[1], riskLevel: 'low' },
		]);
		expect(pairsOf(main)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(
			sent()
				.map(({ method }) => method)
				.sort(),
		).toEqual([
			...['checkup.findreport', 'checkup.findreport'],
			...['checkup.getresult', 'checkup.getresult'],
		]);
		expect(sandbox().stats().charges).toBe(0);
	});

	it.each([false, true])(
		'asks for the owner of one wallet with four checks, where it waits: %s',
		async (waitForResult) => {
			const hashes = [1, 2, 3, 4].map(() => sandbox().addCheck({ currency: 'ETH', address: LOW }));
			const items = hashes.map((hash) => ({ hash }));
			const { main } = await run('check.getResult', { ...parameters, waitForResult }, { items });
			expect(sentTo('checkup.findreport')).toHaveLength(1);
			for (const { riskReasons } of jsonOf(main))
				expect(riskReasons).not.toContain('The owner was not asked for');
		},
	);

	it.each(['beside', 'inside'] as const)('reads the counts %s the result', async (metaPosition) => {
		sandbox().configure({ metaPosition });
		const items = [{ hash: sandbox().addCheck({ address: LOW }) }];
		const raw = await run('check.getResult', { ...parameters, simplify: false }, { items });
		expect(raw.main[0]?.json).toMatchObject({
			check: { hash: items[0]?.hash, status: 'SUCCESS' },
			meta: { cheks_left: '10000', cheks_used: '0' },
		});
	});

	it('does not wait unless asked to', async () => {
		const hash = sandbox().addCheck({ address: LOW, processingMs: 600 });
		const early = await run('check.getResult', parameters, { items: [{ hash }] });
		expect(early.main[0]?.json).toMatchObject({ riskLevel: 'unknown' });
		expect(early.main[0]?.json.summary).toContain('status PENDING');
		const waiting = { ...parameters, waitForResult: true };
		const { main } = await run('check.getResult', waiting, { items: [{ hash }] });
		expect(main[0]?.json).toMatchObject({ riskLevel: 'low' });
	});

	it('ends a wait in time with what is known', async () => {
		const hash = sandbox().addCheck({ address: LOW, status: 'PENDING' });
		const waiting = { ...parameters, waitForResult: true, options: { timeout: 2 } };
		const { main } = await run('check.getResult', waiting, { items: [{ hash }] });
		const pending = { hash, riskLevel: 'unknown', charged: false };
		expect(jsonOf(main)).toEqual([expect.objectContaining(pending)]);
	});

	const withDetails = { ...parameters, options: { includeDetails: true } };
	const waiting = { ...withDetails, waitForResult: true };
	/** What is sent beside the searches for owners. */
	const methods = () =>
		sent()
			.map(({ method }) => method)
			.filter((method) => method !== 'checkup.findreport');

	it.each<[string, INodeParameters]>([
		['that waits, and can not read the history', waiting],
		['that does not wait', withDetails],
	])('%s has the links that the search for the owner shows', async (_, wanted) => {
		sandbox().fault({ method: 'checkup.getcheckshistory', kind: 'rpcError', times: Infinity });
		const items = [{ hash: sandbox().addCheck({ address: LOW }) }];
		const { main, status } = await run('check.getResult', wanted, { items });
		expect({ status, level: main[0]?.json.riskLevel }).toEqual({ status: 'success', level: 'low' });
		expect(main[0]?.json.reportLink).toContain(items[0]?.hash);
		expect(methods().filter((method) => method !== 'checkup.getcheckshistory')).toEqual([
			'checkup.getresult',
		]);
	});

	it('has the links of the answer itself', async () => {
		const hash = sandbox().addCheck({ address: LOW });
		const links = { pdfLink: 'https://site.test/a.pdf', shareLink: null };
		const check = { hash, currency: 'ETH', address: LOW, transaction: null, status: 'SUCCESS' };
		const result = { check: { ...check, report: { riskscore: 3, signals: {} }, ...links } };
		sandbox().fault({ method: 'checkup.getresult', kind: 'emptyResult', result });
		const { main } = await run('check.getResult', withDetails, { items: [{ hash }] });
		expect(main[0]!.json.details).toMatchObject({ pdfLink: links.pdfLink });
		expect(methods()).toEqual(['checkup.getresult']);
	});

	it('says so when the service knows no such check', async () => {
		const hash = '00000000-0000-4000-8000-000000000000';
		const result = await run('check.getResult', parameters, { items: [{ hash }] });
		expect(result.status).toBe('error');
		expect(result.failure?.message).toMatch(/User checking not found/);
	});

	it.each(['Q1z-7_x.Y=', '5Kb8', 'chk:42/x', '0b'.repeat(32), '=="', 'aBcDeFgHij'.repeat(5)])(
		'reads any one word as it was sent: %s',
		async (hash) => {
			sandbox().addCheck({ hash, currency: 'ETH', address: LOW });
			for (const given of [hash, [{ hash, asset: 'Ethereum', network: 'ETH' }]]) {
				const { main } = await run('check.getResult', parameters, { items: [{ hash: given }] });
				expect(jsonOf(main)).toMatchObject([{ hash, riskLevel: 'low' }]);
			}
			expect(sentTo('checkup.getresult')).toEqual([{ hash }, { hash }]);
		},
	);

	it.each([
		['nothing', ' '],
		['a link', 'https://site.test/report/3f2a8c1e'],
		['text with blanks', 'check 3f2a8c1e'],
		['a private key', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
		[
			'the words of a seed',
			'legal-winner-thank-year-wave-sausage-worth-useful-legal-winner-thank-yellow',
		],
	])('refuses %s before anything is sent', async (_, hash) => {
		const { failure } = await run('check.getResult', parameters, { items: [{ hash }] });
		expect(failure?.message).toMatch(/check hash/i);
		expect(`${failure?.message}${failure?.description}`).not.toMatch(/sausage|5HueCGU/);
		expect(sent()).toEqual([]);
	});

	it('refuses a result about another check', async () => {
		const hash = sandbox().addCheck({ address: LOW });
		const other = { hash: hash.replace(/^./, (c) => (c === 'f' ? '0' : 'f')), status: 'SUCCESS' };
		const check = { currency: 'ETH', address: LOW, transaction: null, report: null, ...other };
		sandbox().fault({ method: 'checkup.getresult', kind: 'emptyResult', result: { check } });
		const result = await run('check.getResult', parameters, { items: [{ hash }] });
		expect(result.status).toBe('error');
		expect(result.main).toEqual([]);
	});
});

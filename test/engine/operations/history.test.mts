import type { INodeParameters } from 'n8n-workflow';
import { listPastChecks } from '../../../nodes/AmlCheck/operations/history.ts';
import { bookAddress, makeTransaction } from '../../../sandbox/server.mts';
import { jsonOf, pairsOf, run, sandbox, sent, sentTo, useSandbox } from './support.mts';

useSandbox();

const LOW = bookAddress('ETH', 'low');
const HIGH = bookAddress('ETH', 'high');

interface HistoryParams {
	page: number;
	page_size: number;
	filter?: Record<string, unknown>;
}

const pagesAsked = (): HistoryParams[] => sentTo('checkup.getcheckshistory') as HistoryParams[];
const hashesOf = (items: Parameters<typeof jsonOf>[0]): unknown[] =>
	jsonOf(items).map(({ hash }) => hash);

describe('Get Many of the history', () => {
	it('gives the newest first, up to the limit', async () => {
		const base = Date.now() - 100_000;
		const hashes = Array.from({ length: 5 }, (_, n) =>
			sandbox().addCheck({ address: n % 2 ? LOW : HIGH, initAt: base + n * 1000 }),
		);
		const { main } = await run('history.getAll', { returnAll: false, limit: 3 });
		expect(hashesOf(main)).toEqual(hashes.reverse().slice(0, 3));
		expect(pairsOf(main)).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }]);
		expect(main[0]?.json).toMatchObject({
			asset: 'Ethereum (asset not stated)',
			address: HIGH,
			riskScore: 92,
			riskLevel: 'high',
			reportLink: expect.stringContaining('/share/'),
		});
		expect(pagesAsked()).toEqual([{ page: 0, page_size: 3 }]);
	});

	it('gives what the service sent with Simplify off', async () => {
		const hash = sandbox().addCheck({ address: HIGH });
		const { main } = await run('history.getAll', { returnAll: true, simplify: false });
		expect(main[0]?.json).toMatchObject({
			hash,
			currency: 'eth',
			address: HIGH,
			transaction: '',
			riskscore: 92,
		});
		expect(main[0]?.json).not.toHaveProperty('riskLevel');
	});

	it('asks for 50 unless told otherwise', async () => {
		sandbox().seedHistory(60);
		const { main } = await run('history.getAll');
		expect(main).toHaveLength(50);
	});

	it('reads all pages', async () => {
		sandbox().seedHistory(2345);
		const { main } = await run('history.getAll', { returnAll: true });
		expect(new Set(hashesOf(main)).size).toBe(2345);
		expect(pagesAsked()).toEqual([0, 1, 2].map((page) => ({ page, page_size: 1000 })));
	});

	it('loses and repeats nothing when checks arrive between two pages', async () => {
		sandbox().seedHistory(2500, { until: Date.now() - 60_000 });
		sandbox().configure({ latencyMs: 60 });
		const arriving = setInterval(() => sandbox().addCheck({ address: LOW }), 5);
		const { main } = await run('history.getAll', { returnAll: true });
		clearInterval(arriving);
		const hashes = hashesOf(main);
		expect(new Set(hashes).size).toBe(hashes.length);
		const seeded = hashes.filter((hash) => String(hash).includes('-5eed-'));
		expect(seeded).toHaveLength(2500);
	});

	it('never asks beyond the last page or for more than 1000', async () => {
		sandbox().seedHistory(1000);
		await run('history.getAll', { returnAll: true });
		expect(pagesAsked()).toEqual([{ page: 0, page_size: 1000 }]);
		sandbox().reset();
		sandbox().seedHistory(1700);
		const { main } = await run('history.getAll', { returnAll: false, limit: 1500 });
		expect(main).toHaveLength(1500);
		expect(pagesAsked().map(({ page, page_size }) => [page, page_size])).toEqual([
			[0, 1000],
			[1, 1000],
		]);
		expect(sandbox().stats().refused).toEqual([]);
	});

	it('gives nothing, and no failure, where there is nothing', async () => {
		const { main, status } = await run('history.getAll', { returnAll: true });
		expect({ main, status }).toEqual({ main: [], status: 'success' });
	});

	it('filters as the service does, dates in Unix seconds', async () => {
		sandbox().addCheck({ address: HIGH });
		sandbox().addCheck({ address: LOW });
		const tx = { address: HIGH, transaction: makeTransaction('ETH', 1) };
		const hash = sandbox().addCheck({ ...tx, initAt: Date.parse('2024-05-06T12:00:00Z') });
		const filters: INodeParameters = {
			network: 'ETH',
			type: 'tx',
			dateFrom: '2024-05-06T00:00:00.000Z',
			dateTo: '2024-05-07T00:00:00.000Z',
			riskScoreFrom: 50,
			riskScoreTo: 100,
		};
		const shown = listPastChecks.properties.find(({ name }) => name === 'filters')?.options;
		expect(Object.keys(filters).sort()).toEqual(shown?.map(({ name }) => name).sort());
		const { main } = await run('history.getAll', { returnAll: true, filters });
		expect(hashesOf(main)).toEqual([hash]);
		expect(pagesAsked()[0]?.filter).toEqual({
			currency: 'ETH',
			type: 'tx',
			date_from: Date.parse('2024-05-06T00:00:00Z') / 1000,
			date_to: Date.parse('2024-05-07T00:00:00Z') / 1000,
			riskscore_from: 50,
			riskscore_to: 100,
		});
	});

	it('takes dates of expressions, and filters that yield nothing as none', async () => {
		sandbox().addCheck({ address: HIGH });
		const filters: INodeParameters = {
			dateFrom: '={{ DateTime.fromISO("2024-05-06T00:00:00Z") }}',
			dateTo: '={{ undefined }}',
			network: '={{ undefined }}',
			riskScoreFrom: '={{ undefined }}',
			type: '={{ " " }}',
		};
		const { main, failure } = await run('history.getAll', { returnAll: true, filters });
		expect(failure).toBeUndefined();
		expect(main).toHaveLength(1);
		const dateFrom = Date.parse('2024-05-06T00:00:00Z') / 1000;
		expect(pagesAsked()[0]?.filter).toEqual({ date_from: dateFrom });
	});

	it.each([
		['network', { network: 'NOPE' }, 'NOPE'],
		['network without history filter', { network: 'MATIC' }, 'MATIC'],
		['type', { type: 'wallet' }, 'wallet'],
		['date', { dateFrom: '={{ "soon" }}' }, 'soon'],
		['score', { riskScoreFrom: 101 }, '101'],
		['range', { riskScoreFrom: 80, riskScoreTo: 20 }, "'Risk Score From' (80) is above"],
		['score text', { riskScoreTo: '={{ "many" }}' }, 'many'],
	])('refuses a wrong %s by name', async (_, filters, name) => {
		const result = await run('history.getAll', { returnAll: true, filters });
		expect(result.status).toBe('error');
		expect(`${result.failure?.message} ${result.failure?.description}`).toContain(name);
		expect(sent()).toEqual([]);
	});

	it('reads the history for each item, paired with it', async () => {
		sandbox().addCheck({ address: HIGH });
		sandbox().addCheck({ currency: 'BTC', address: bookAddress('BTC', 'low') });
		const filters = { network: '={{ $json.network }}' };
		const items = [{ network: 'BTC' }, { network: 'ETH' }];
		const { main } = await run('history.getAll', { returnAll: true, filters }, { items });
		expect(jsonOf(main).map(({ asset }) => asset)).toEqual([
			'Bitcoin',
			'Ethereum (asset not stated)',
		]);
		expect(pairsOf(main)).toEqual([{ item: 0 }, { item: 1 }]);
	});
});

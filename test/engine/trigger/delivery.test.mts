import { makeAddress } from '../../../sandbox/server.mts';
import { MINUTE, useService, Workflow } from './setUp.mts';

const { sandbox, clock } = useService(11);

describe('activation', () => {
	it('delivers nothing of what is there, and everything that comes', async () => {
		sandbox().addCheck();
		const workflow = new Workflow(sandbox());
		expect((await workflow.poll({ activation: 'activate' })).items).toBeNull();
		clock.pass(1);
		const hash = sandbox().addCheck();
		expect(await workflow.hashes()).toEqual([hash]);
		clock.pass(1);
		expect(await workflow.hashes()).toEqual([]);
	});

	it('delivers the whole history, oldest first, where that is asked for', async () => {
		const hashes = [3, 2, 1].map((ago) =>
			sandbox().addCheck({ initAt: clock.now - ago * 24 * 60 * MINUTE }),
		);
		const workflow = new Workflow(sandbox(), { options: { startFrom: 'beginning' } });
		expect(await workflow.hashes({ activation: 'activate' })).toEqual(hashes);
		expect(await workflow.hashes()).toEqual([]);
	});

	it('again, after a pause, delivers what came meanwhile', async () => {
		const workflow = new Workflow(sandbox());
		await workflow.hashes({ activation: 'activate' });
		const hashes = Array.from({ length: 5 }, () => {
			clock.pass(600);
			return sandbox().addCheck();
		});
		expect(await workflow.hashes({ activation: 'activate' })).toEqual(hashes);
	});

	it.each(['initDate', 'resultDate'] as const)(
		'takes a check that was pending then and ends later for new, ordered by %s',
		async (orderBy) => {
			sandbox().configure({ history: { showPending: true, orderBy, lagMs: 0 } });
			const slow = sandbox().addCheck({ initAt: clock.now, doneAt: clock.now + 300 * MINUTE });
			const workflow = await Workflow.begun(sandbox());
			for (let hours = 0; hours < 4; hours++) {
				clock.pass(60);
				const quick = sandbox().addCheck();
				expect(await workflow.hashes()).toEqual([quick]);
			}
			clock.pass(61);
			expect(await workflow.hashes()).toEqual([slow]);
			expect(await workflow.hashes()).toEqual([]);
		},
	);
});

describe('what counts', () => {
	it('takes a pending check for created, once', async () => {
		const workflow = await Workflow.begun(sandbox(), { triggerOn: 'checkCreated' });
		const hash = sandbox().addCheck({ initAt: clock.now, doneAt: clock.now + 10 * MINUTE });
		expect(await workflow.hashes()).toEqual([hash]);
		clock.pass(11);
		expect(await workflow.hashes()).toEqual([]);
	});

	it('delivers a check that ended without a result once, its level unknown', async () => {
		const workflow = await Workflow.begun(sandbox());
		const hash = sandbox().addCheck({ status: 'FAILED', riskscore: null, doneAt: clock.now });
		const { items } = await workflow.poll();
		expect(items).toHaveLength(1);
		expect(items?.[0].json).toMatchObject({ hash, riskLevel: 'unknown' });
		expect(items?.[0].json).not.toHaveProperty('riskScore');
		expect(await workflow.hashes()).toEqual([]);
	});

	it('applies the score filters itself, to finished checks only', async () => {
		const parameters = { filters: { riskScoreFrom: 75 } };
		const workflow = await Workflow.begun(sandbox(), parameters);
		sandbox().addCheck({ riskscore: 20 });
		const high = sandbox().addCheck({ riskscore: 80 });
		const unscored = sandbox().addCheck({ riskscore: null });
		clock.pass(1);
		expect((await workflow.hashes()).sort()).toEqual([high, unscored].sort());
		const filters = sandbox()
			.stats()
			.requests.map(({ params }) => JSON.stringify(params));
		expect(filters.join()).not.toContain('riskscore');
	});

	it('with reports, lets a critical signal pass the lower score filter', async () => {
		const options = { includeReport: true };
		const filters = { riskScoreFrom: 75, riskScoreTo: 95 };
		const workflow = await Workflow.begun(sandbox(), { filters, options });
		const bare = { filters, options: { includeReport: false } };
		const withoutReports = await Workflow.begun(sandbox(), bare);
		sandbox().addCheck({ riskscore: 20, signals: { gambling: 0.2 } });
		sandbox().addCheck({ riskscore: 99, signals: { sanctions: 0.2 } });
		const high = sandbox().addCheck({ riskscore: 80, signals: {} });
		const sanctioned = sandbox().addCheck({ riskscore: 4, signals: { sanctions: 0.12 } });
		const unscored = sandbox().addCheck({ riskscore: null, signals: { sanctions: 0.5 } });
		const charges = sandbox().stats().charges;
		clock.pass(1);
		const { items } = await workflow.poll();
		const levels = new Map(items?.map(({ json }) => [json.hash, json.riskLevel]));
		expect([...levels.keys()].sort()).toEqual([high, sanctioned, unscored].sort());
		expect([...levels.values()]).toEqual(['high', 'high', 'high']);
		expect(await workflow.hashes()).toEqual([]);
		expect((await withoutReports.hashes()).sort()).toEqual([high, unscored].sort());
		expect(sandbox().stats().charges).toBe(charges);
	});

	it('filters by network and type itself, and asks the service for everything', async () => {
		const workflow = await Workflow.begun(sandbox(), {
			filters: { network: 'ETH', type: 'address' },
		});
		sandbox().addCheck({ currency: 'BTC' });
		const eth = sandbox().addCheck({ currency: 'ETH' });
		expect(await workflow.hashes()).toEqual([eth]);
		const asked = sandbox()
			.stats()
			.requests.filter(({ method }) => method.includes('history'));
		for (const { params } of asked) expect(params).not.toHaveProperty('filter');
	});
});

describe('items', () => {
	it('have the shape of the action node with summary and links', async () => {
		const workflow = await Workflow.begun(sandbox());
		const hash = sandbox().addCheck({ currency: 'BTC', riskscore: 80 });
		const [item] = (await workflow.poll()).items ?? [];
		expect(item.json).toMatchObject({ hash, asset: 'Bitcoin', riskScore: 80, riskLevel: 'high' });
		expect(item.json.summary).toEqual(expect.stringContaining('80'));
		expect(item.json.reportLink).toEqual(expect.stringContaining('http'));
		expect(item.json).not.toHaveProperty('transaction');
	});

	describe('name the asset', () => {
		afterEach(() => sandbox().configure({ tellAsset: false }));

		/** What the service answers for the report, which names the asset or not. */
		const answerWith = (check: object) =>
			sandbox().fault({
				...{ method: 'checkup.getresult', kind: 'emptyResult', times: Infinity },
				result: { check: { status: 'SUCCESS', transaction: null, ...check } },
			});

		async function deliverUsdt(includeReport: boolean, asset?: object) {
			sandbox().configure({ tellAsset: true });
			const workflow = await Workflow.begun(sandbox(), { options: { includeReport } });
			const address = makeAddress('ETH', 'asset');
			const hash = sandbox().addCheck({ currency: 'ETH', address, tokenId: '94252', riskscore: 4 });
			const report = { riskscore: 4, signals: { wallet: 1 } };
			if (asset) answerWith({ hash, currency: 'ETH', address, report, ...asset });
			for (let poll = 0; poll < 5; poll++) {
				const { items } = await workflow.poll();
				if (items) return items[0].json;
			}
			return undefined;
		}

		const USDT = {
			asset: 'USDT on Ethereum',
			summary: expect.stringContaining('USDT on Ethereum'),
		};

		it('that the history names, without a report', async () => {
			expect(await deliverUsdt(false)).toMatchObject(USDT);
		});

		it.each([{}, { currency: 'USDTERC20' }, { token_id: 94252 }])(
			'that the history names, with a report that says %j',
			async (asset) => {
				expect(await deliverUsdt(true, asset)).toMatchObject({ ...USDT, riskLevel: 'low' });
			},
		);

		it('of the history alone where the report is about another one, which is not used', async () => {
			expect(await deliverUsdt(true, { token_id: '0' })).toMatchObject({
				...USDT,
				riskLevel: 'unknown',
				riskReasons: expect.stringContaining('The report is about another target'),
			});
		});
	});

	it('are what the service sent without Simplify', async () => {
		const workflow = await Workflow.begun(sandbox(), { simplify: false });
		sandbox().addCheck();
		const [item] = (await workflow.poll()).items ?? [];
		expect(item.json).toHaveProperty('riskscore');
		expect(item.json).not.toHaveProperty('riskLevel');
	});

	it('carry the signals with Include Report, at one free call each', async () => {
		const workflow = await Workflow.begun(sandbox(), { options: { includeReport: true } });
		sandbox().addCheck({ riskscore: 10, signals: { sanctions: 0.02 } });
		sandbox().addCheck({ riskscore: 10, signals: { exchange_licensed: 1 } });
		const { items } = await workflow.poll();
		const levels = items?.map(({ json }) => json.riskLevel).sort();
		expect(levels).toEqual(['high', 'low']);
		expect(items?.[0].json.reportLink).toEqual(expect.any(String));
		expect(sandbox().stats().calls['checkup.getresult']).toBe(2);
		expect(sandbox().stats().charges).toBe(0);
	});

	describe('know the owner of the address', () => {
		const SEARCH = 'checkup.findreport';
		const low = { currency: 'BTC', riskscore: 5, signals: { wallet: 1 } };

		it.each([
			['a sanctioned one', { type: 'sanctions' }, 'high'],
			['an exchange', { type: 'exchange_licensed' }, 'low'],
			['none', null, 'low'],
		])('%s, with one search for all its checks', async (_, counterparty, level) => {
			const workflow = await Workflow.begun(sandbox());
			const address = makeAddress('BTC', 'owned');
			for (let one = 0; one < 3; one++) sandbox().addCheck({ ...low, address });
			const checks = [{ hash: 'x', status: 'SUCCESS', currency: 'BTC', address, counterparty }];
			const result = { checks };
			sandbox().fault({ method: SEARCH, kind: 'emptyResult', times: Infinity, result });
			const { items } = await workflow.poll();
			expect(items?.map(({ json }) => json.riskLevel)).toEqual([level, level, level]);
			expect(sandbox().stats().calls[SEARCH]).toBe(1);
		});

		it('or wait for it up to five polls, and are never low without an answer', async () => {
			const workflow = await Workflow.begun(sandbox());
			const hash = sandbox().addCheck(low);
			sandbox().fault({ method: SEARCH, kind: 'rpcError', code: -32603, times: Infinity });
			for (let poll = 0; poll < 4; poll++) expect(await workflow.hashes()).toEqual([]);
			const { items } = await workflow.poll();
			expect(items?.map(({ json }) => [json.hash, json.riskLevel])).toEqual([[hash, 'unknown']]);
		});
	});

	it('of a check without a readable report are delivered, never as low', async () => {
		const workflow = await Workflow.begun(sandbox(), { options: { includeReport: true } });
		const hash = sandbox().addCheck({ riskscore: 1.5 });
		sandbox().fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
		const other = sandbox().addCheck({ riskscore: 2.5 });
		for (let poll = 0; poll < 4; poll++) expect((await workflow.poll()).items).toBeNull();
		const { items } = await workflow.poll();
		sandbox().clearFaults();
		expect(items?.map(({ json }) => json.hash).sort()).toEqual([hash, other].sort());
		for (const { json } of items ?? []) {
			expect(json).toMatchObject({ riskLevel: 'unknown' });
			expect(json.summary).not.toMatch(/low/i);
		}
		expect(await workflow.hashes()).toEqual([]);
	});

	it('wait for a report that comes late, and hold up no others', async () => {
		const workflow = await Workflow.begun(sandbox());
		const match = { address: 'late' };
		const late = sandbox().addCheck({ ...match, signals: { sanctions: 0.2 }, riskscore: 1.5 });
		const other = sandbox().addCheck({ riskscore: 80 });
		sandbox().fault({ method: 'checkup.getresult', kind: 'rpcError', times: 1, match });
		expect(await workflow.hashes()).toEqual([other]);
		const { items } = await workflow.poll();
		expect(items?.[0].json).toMatchObject({ hash: late, riskLevel: 'high' });
		expect(await workflow.hashes()).toEqual([]);
	});

	it('are chosen by risk level: exactly the chosen ones', async () => {
		const workflow = await Workflow.begun(sandbox(), {
			filters: { riskLevel: ['high', 'medium'] },
		});
		sandbox().addCheck({ riskscore: 5, signals: { exchange_licensed: 1 } });
		const medium = sandbox().addCheck({ riskscore: 50, signals: {} });
		const sanctioned = sandbox().addCheck({ riskscore: 5, signals: { sanctions: 0.1 } });
		sandbox().addCheck({ riskscore: null });
		expect((await workflow.hashes()).sort()).toEqual([medium, sanctioned].sort());
	});
});

describe('the editor', () => {
	it('shows the newest check that matches and moves nothing', async () => {
		const workflow = await Workflow.begun(sandbox(), { filters: { riskScoreFrom: 50 } });
		const wanted = sandbox().addCheck({ riskscore: 90 });
		clock.pass(1);
		sandbox().addCheck({ riskscore: 1.2 });
		const before = JSON.stringify(workflow.staticData);
		expect(await workflow.hashes({ mode: 'manual' })).toEqual([wanted]);
		expect(JSON.stringify(workflow.staticData)).toBe(before);
		expect(await workflow.hashes()).toEqual([wanted]);
	});

	it('says what to do where there is none', async () => {
		const { failure } = await new Workflow(sandbox()).poll({ mode: 'manual' });
		expect(failure?.message).toBe('No check in the history matches yet');
		expect(failure).toMatchObject({ description: expect.stringContaining('Run a check') });
	});
});

describe('a name', () => {
	it.each(['random', 'time', 'count'] as const)(
		'is the whole hash: 120 checks of one millisecond are all delivered, their hashes drawn by %s',
		async (hashes) => {
			sandbox().configure({ hashes });
			sandbox().addCheck();
			const workflow = new Workflow(sandbox(), { options: { includeReport: false } });
			await workflow.hashes({ activation: 'activate' });
			const came = Array.from({ length: 120 }, () => sandbox().addCheck());
			expect((await workflow.hashes()).sort()).toEqual(came.sort());
			expect(await workflow.hashes()).toEqual([]);
			sandbox().configure({ hashes: 'random' });
		},
	);
});

import type { INodeParameters } from 'n8n-workflow';
import { NETWORK_CODES } from '../../../nodes/shared/networks.ts';
import { bookAddress, makeAddress, makeTransaction } from '../../../sandbox/server.mts';
import { jsonOf, pairsOf, run, sandbox, sent, sentTo, start, useSandbox } from './support.mts';

useSandbox();

const LOW = bookAddress('ETH', 'low');
const HIGH = bookAddress('ETH', 'high');

const screen = (more: INodeParameters = {}): INodeParameters => ({
	currency: 'ETH',
	address: '={{ $json.address }}',
	...more,
});

const HASH = expect.stringMatching(/^[0-9a-f-]{36}$/);
const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);

describe('Check Address', () => {
	it('sends the address, and reads the result once the history shows it', async () => {
		await run('check.checkAddress', screen(), { items: [{ address: LOW }] });
		expect(sent()).toEqual([
			{ method: 'checkup.checkaddr', params: { addr: LOW, currency: 'ETH' } },
			{ method: 'checkup.getcheckshistory', params: { page: 0, page_size: 101 } },
			{ method: 'checkup.getresult', params: { hash: HASH } },
		]);
		const [check] = sandbox().checks();
		expect(sentTo('checkup.getresult')).toEqual([{ hash: check?.hash }]);
	});

	it('gives the simplified result', async () => {
		const { main, status } = await run('check.checkAddress', screen(), {
			items: [{ address: HIGH }],
		});
		expect(status).toBe('success');
		expect(main).toHaveLength(1);
		const { address, hash } = { address: HIGH, hash: sandbox().checks()[0]?.hash };
		const expected = {
			riskLevel: 'high',
			summary: expect.stringContaining('ETH'),
			riskScore: 92,
			dangerShare: 71,
			riskReasons: expect.stringMatching(/^Risk score 92 is at or above the high threshold 75; /),
			signals: expect.stringMatching(/^mixer 41 %, stolen coins 30 %, /),
			...{ address, currency: 'ETH', status: 'SUCCESS', resultDate: DATE, hash },
			...{ charged: true, reused: false, checksLeft: 9999 },
		};
		expect(main[0]?.json).toEqual(expected);
		expect(Object.keys(main[0]?.json ?? {})).toEqual(Object.keys(expected));
	});

	it.each([null, '', undefined])(
		'names what was submitted where the result has %j in its place',
		async (untold) => {
			const change = (body: unknown) => {
				const { result } = body as { result: { check: Record<string, unknown> } };
				Object.assign(result.check, { currency: untold, address: untold, transaction: untold });
				return body as object;
			};
			sandbox().fault({ method: 'checkup.getresult', kind: 'changed', times: Infinity, change });
			const transaction = makeTransaction('ETH', 'untold');
			const told = { address: LOW, currency: 'ETH' };
			const { main } = await run('check.checkAddress', screen(), { items: [{ address: LOW }] });
			expect(main[0]?.json).toMatchObject({ riskLevel: 'low', ...told });
			const ofTransfer = await run('check.checkTransaction', screen({ transaction }), {
				items: [{ address: LOW }],
			});
			expect(ofTransfer.main[0]?.json).toMatchObject({ ...told, transaction });
			const raw = await run('check.checkAddress', screen({ simplify: false }), {
				items: [{ address: LOW }],
			});
			expect(JSON.stringify(raw.main[0]?.json.check)).not.toContain(LOW);
		},
	);

	it('adds on request what a program wants', async () => {
		const parameters = screen({ options: { includeDetails: true } });
		const { main } = await run('check.checkAddress', parameters, { items: [{ address: HIGH }] });
		const details = main[0]?.json.details as Record<string, unknown>;
		expect(details).toMatchObject({
			reasons: expect.arrayContaining([expect.any(String)]),
			rawRiskScore: 92,
			initDate: DATE,
			checksUsed: 1,
			requestId: expect.any(String),
		});
		expect(details).not.toHaveProperty('amount');
		const signals = details.signals as Array<{ name: string; group: string; share: number }>;
		expect(signals[0]).toEqual({ name: 'mixer', group: 'danger', share: 41, value: 0.41 });
		const shares = signals.map(({ share }) => share);
		expect(shares).toEqual([...shares].sort((a, b) => b - a));
		expect(Math.min(...shares)).toBeGreaterThan(0);
		expect(main[0]?.json).not.toHaveProperty('error');
	});

	it('gives what the service sent with Simplify off', async () => {
		const items = [{ address: LOW }];
		const { main } = await run('check.checkAddress', screen({ simplify: false }), { items });
		const { check, meta, ...rest } = main[0]?.json as Record<string, Record<string, unknown>>;
		expect(rest).toEqual({});
		expect(check).toEqual({
			hash: sandbox().checks()[0]?.hash,
			currency: 'ETH',
			address: LOW,
			transaction: null,
			status: 'SUCCESS',
			initDate: DATE,
			resultDate: DATE,
			report: expect.objectContaining({ riskscore: 4, signals: expect.any(Object) }),
		});
		expect(meta).toEqual({ cheks_left: '9999', cheks_used: '1' });
	});

	it('keeps order and pairing over many items', async () => {
		const addresses = Array.from({ length: 12 }, (_, n) => makeAddress('ETH', n));
		sandbox().configure({ processingMs: { min: 0, max: 60 } });
		const items = addresses.map((address) => ({ address }));
		const { main } = await run('check.checkAddress', screen(), { items });
		expect(jsonOf(main).map(({ address }) => String(address).toLowerCase())).toEqual(addresses);
		expect(pairsOf(main)).toEqual(addresses.map((_, item) => ({ item })));
		expect(sandbox().stats().charges).toBe(12);
		expect(sandbox().stats().peakInFlight).toBeLessThanOrEqual(5);
	});

	it('returns the hash at once where it need not wait', async () => {
		sandbox().configure({ processingMs: 60_000 });
		const parameters = screen({ waitForResult: false });
		const { main, status } = await run('check.checkAddress', parameters, {
			items: [{ address: LOW }],
		});
		expect(status).toBe('success');
		expect(main[0]?.json).toMatchObject({
			hash: sandbox().checks()[0]?.hash,
			riskLevel: 'unknown',
			charged: true,
		});
		expect(main[0]?.json).not.toHaveProperty('riskScore');
		expect(sentTo('checkup.getresult')).toEqual([]);
	});

	it('waits until the result is there', async () => {
		sandbox().configure({ processingMs: 3_000 });
		const { main } = await run('check.checkAddress', screen(), { items: [{ address: LOW }] });
		expect(main[0]?.json).toMatchObject({ status: 'SUCCESS', riskLevel: 'low' });
		expect(sentTo('checkup.getresult').length).toBeGreaterThan(1);
	});

	it('stops at its deadline with the hash and the way to the result', async () => {
		const address = bookAddress('ETH', 'neverFinishing');
		const parameters = screen({ options: { timeout: 1 } });
		const result = await run('check.checkAddress', parameters, { items: [{ address }] });
		const hash = sandbox().checks()[0]?.hash ?? '';
		expect(result.status).toBe('error');
		expect(result.failure?.description).toContain(hash);
		expect(result.failure?.description).toContain('Get Result');
	});

	it('gives the pending check back on request, unknown and not low', async () => {
		const address = bookAddress('ETH', 'neverFinishing');
		const options = { timeout: 1, onTimeout: 'returnPending' };
		const { main } = await run('check.checkAddress', screen({ options }), { items: [{ address }] });
		expect(main[0]?.json).toMatchObject({
			hash: sandbox().checks()[0]?.hash,
			riskLevel: 'unknown',
			charged: true,
		});
		expect(main[0]?.json).not.toHaveProperty('riskScore');
	});

	it('keeps to what each item wants of a check that is not done in time', async () => {
		const address = bookAddress('ETH', 'neverFinishing');
		const items = ['error', 'returnPending'].map((onTimeout) => ({ address, onTimeout }));
		const options = { timeout: 2, mergeDuplicates: false, onTimeout: '={{ $json.onTimeout }}' };
		const settings = { onError: 'continueErrorOutput' } as const;
		const { main, error } = await run('check.checkAddress', screen({ options }), {
			items,
			settings,
		});
		expect(pairsOf(main)).toEqual([{ item: 1 }]);
		expect(main[0]?.json).toMatchObject({ riskLevel: 'unknown', status: 'PENDING' });
		expect(pairsOf(error)).toEqual([{ item: 0 }]);
		const hashes = sandbox()
			.checks()
			.map(({ hash }) => hash);
		expect(hashes).toHaveLength(2);
		const read = await run(
			'check.getResult',
			{
				checkHash: '={{ $json.hash }}',
				waitForResult: true,
				options: { timeout: 1, onTimeout: '={{ $json.onTimeout }}' },
			},
			{ items: hashes.map((hash, n) => ({ hash, ...items[n] })), settings },
		);
		expect(pairsOf(read.main)).toEqual([{ item: 1 }]);
		expect(pairsOf(read.error)).toEqual([{ item: 0 }]);
	});

	it.each([
		['failed', 'FAILED'],
		['rejected', 'REJECTED'],
		['noReport', 'SUCCESS'],
		['unscored', 'SUCCESS'],
		['unreadable', 'SUCCESS'],
	] as const)('never lets a %s check look like a pass', async (kind, status) => {
		const items = [{ address: bookAddress('ETH', kind) }];
		const { main, error } = await run('check.checkAddress', screen(), { items });
		expect(error).toEqual([]);
		if (main[0]) {
			expect(main[0].json).toMatchObject({ status, riskLevel: 'unknown' });
			expect(main[0].json).not.toHaveProperty('riskScore');
		}
	});

	it.each(['sanctioned', 'unscoredSanctioned'] as const)('calls a %s wallet high', async (kind) => {
		const items = [{ address: bookAddress('ETH', kind) }];
		const { main } = await run('check.checkAddress', screen(), { items });
		expect(main[0]?.json.riskLevel).toBe('high');
		expect(main[0]?.json.riskReasons).toMatch(/sanctions/i);
	});

	it('checks a token by its identifier', async () => {
		const token = { __rl: true, mode: 'id', value: '94252' };
		await run('check.checkAddress', screen({ token }), { items: [{ address: LOW }] });
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
		const { status } = await run('check.checkAddress', screen({ token }), { items });
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
		['USDCERC20', '0xA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48'],
		['USDTERC20', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
	])('pays once for %s by its alias and by its contract', async (alias, contract) => {
		const token = { __rl: true, mode: 'contract', value: '={{ $json.contract }}' };
		const items = [
			{ address: LOW, currency: alias, contract: '' },
			{ address: LOW, currency: 'ETH', contract },
		];
		const parameters = screen({ currency: '={{ $json.currency }}', token });
		const { main } = await run('check.checkAddress', parameters, { items });
		expect(jsonOf(main).map(({ charged }) => charged)).toEqual([true, false]);
		expect(sandbox().stats().charges).toBe(1);
	});

	it("takes the zeros before a token's identifier for what they are", async () => {
		const token = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const items = ['94252', '094252'].map((id) => ({ address: LOW, id }));
		await run('check.checkAddress', screen({ token }), { items });
		expect(sandbox().stats().charges).toBe(1);
	});

	it('refuses a contract that the network has not, before anything is paid', async () => {
		const token = { __rl: true, mode: 'contract', value: bookAddress('ETH', 'medium') };
		const items = [{ address: LOW }];
		const result = await run('check.checkAddress', screen({ token }), { items });
		expect(result.status).toBe('error');
		expect(`${result.failure?.message} ${result.failure?.description}`).toContain(token.value);
		expect(sandbox().stats().charges).toBe(0);
	});

	it.each(['USDT_TRC20', 'USDTTRC20', 'usdt_trc20'])('takes the alias %s', async (currency) => {
		const items = [{ address: bookAddress('TRX', 'low') }];
		const { main } = await run('check.checkAddress', screen({ currency }), { items });
		expect(main[0]?.json).toMatchObject({ riskLevel: 'low' });
		expect(sandbox().checks()[0]).toMatchObject({ currency: 'TRX', tokenId: '9' });
		expect(sentTo('checkup.currencylist')).toEqual([]);
	});

	it('takes every network', async () => {
		const networks = [...NETWORK_CODES];
		const items = networks.map((currency) => ({ currency, address: makeAddress(currency, 'all') }));
		const parameters = screen({ currency: '={{ $json.currency }}' });
		const { main, status } = await run('check.checkAddress', parameters, { items });
		expect(status).toBe('success');
		expect(jsonOf(main).map(({ currency }) => currency)).toEqual(networks);
		expect(sandbox().stats().refused).toEqual([]);
	});
});

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

	it('names a hash that is none', async () => {
		const items = [{ address: LOW, transaction: '0x123' }];
		const result = await run('check.checkTransaction', parameters, { items });
		expect(result.failure?.message).toContain('Transaction');
		expect(sent()).toEqual([]);
	});
});

describe('Get Result', () => {
	const parameters: INodeParameters = { checkHash: '={{ $json.hash }}' };

	it('asks for each hash and pays nothing', async () => {
		const hashes = [HIGH, LOW].map((address) => sandbox().addCheck({ currency: 'ETH', address }));
		const items = hashes.map((hash) => ({ hash }));
		const { main } = await run('check.getResult', parameters, { items });
		expect(jsonOf(main).map(({ hash, riskLevel }) => ({ hash, riskLevel }))).toEqual([
			{ hash: hashes[0], riskLevel: 'high' },
			{ hash: hashes[1], riskLevel: 'low' },
		]);
		expect(pairsOf(main)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(sent().map(({ method }) => method)).toEqual(['checkup.getresult', 'checkup.getresult']);
		expect(sandbox().stats().charges).toBe(0);
	});

	it.each(['beside', 'inside'] as const)('reads the counts %s the result', async (metaPosition) => {
		sandbox().configure({ metaPosition });
		const items = [{ hash: sandbox().addCheck({ address: LOW }) }];
		const { main } = await run('check.getResult', parameters, { items });
		expect(main[0]?.json).toMatchObject({ checksLeft: 10_000 });
		const raw = await run('check.getResult', { ...parameters, simplify: false }, { items });
		expect(raw.main[0]?.json).toMatchObject({
			check: { hash: items[0]?.hash, status: 'SUCCESS' },
			meta: { cheks_left: '10000', cheks_used: '0' },
		});
	});

	it('does not wait unless asked to', async () => {
		const hash = sandbox().addCheck({ address: LOW, processingMs: 600 });
		const early = await run('check.getResult', parameters, { items: [{ hash }] });
		expect(early.main[0]?.json).toMatchObject({ status: 'PENDING', riskLevel: 'unknown' });
		const waiting = { ...parameters, waitForResult: true };
		const { main } = await run('check.getResult', waiting, { items: [{ hash }] });
		expect(main[0]?.json).toMatchObject({ status: 'SUCCESS', riskLevel: 'low' });
	});

	it('says so when the service knows no such check', async () => {
		const hash = '00000000-0000-4000-8000-000000000000';
		const result = await run('check.getResult', parameters, { items: [{ hash }] });
		expect(result.status).toBe('error');
		expect(result.failure?.message).toMatch(/knows no such check/);
	});

	it.each([true, false])('counts all rows beside the output (Simplify %s)', async (simplify) => {
		const hashOf = (riskscore: number) => sandbox().addCheck({ address: LOW, riskscore });
		const { hints } = await run(
			'check.getResult',
			{ ...parameters, simplify },
			{
				items: [hashOf(3), hashOf(40), hashOf(90), 'unknown-hash'].map((hash) => ({ hash })),
				settings: { onError: 'continueErrorOutput' },
			},
		);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^4 items: 1 high, 1 medium, 1 low, 0 unknown, 1 not screened\./),
		]);
	});

	it('names an empty hash before anything is sent', async () => {
		const result = await run('check.getResult', parameters, { items: [{ hash: ' ' }] });
		expect(result.status).toBe('error');
		expect(result.failure?.message).toContain('Check Hash');
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

describe('before anything is paid', () => {
	it.each([
		['an unknown currency', { currency: 'NOPE' }, { address: LOW }, 'NOPE'],
		['an empty currency', { currency: '' }, { address: LOW }, 'Currency'],
		['an empty address', {}, { address: '' }, 'Address'],
		['an address of another network', {}, { address: bookAddress('BTC', 'low') }, 'Address'],
		['a broken checksum', {}, { address: HIGH.replace('A9E3', 'a9E3') }, 'Address'],
		[
			'an option that is no number',
			{ options: { timeout: '={{ "soon" }}' } },
			{ address: LOW },
			'Timeout',
		],
		['a negative option', { options: { maxPaidChecks: -1 } }, { address: LOW }, 'Max Paid Checks'],
		['a threshold above 100', { options: { highRiskFrom: 101 } }, { address: LOW }, '101'],
		[
			'thresholds the wrong way round',
			{ options: { mediumRiskFrom: 80, highRiskFrom: 20 } },
			{ address: LOW },
			'80',
		],
	])('refuses %s by name', async (_, parameters, item, name) => {
		const items = [{ address: HIGH }, item];
		const result = await run('check.checkAddress', screen(parameters), { items });
		expect(result.status).toBe('error');
		const { message, description } = result.failure ?? {};
		expect(`${message} ${description}`).toContain(name);
		expect(sandbox().stats().requests).toEqual([]);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'lets no item through unscreened under %s when an option can not be used',
		async (onError) => {
			const items = [{ address: LOW }, { address: HIGH }];
			const parameters = screen({ options: { timeout: -1 } });
			const { main, error } = await run('check.checkAddress', parameters, {
				items,
				settings: { onError },
			});
			const refused = onError === 'continueErrorOutput' ? error : main;
			const passed = onError === 'continueErrorOutput' ? main : error;
			expect(refused.map(({ json }) => json.error)).toEqual([
				expect.stringContaining('Timeout'),
				expect.stringContaining('Timeout'),
			]);
			expect(passed).toEqual([]);
			expect(sent()).toEqual([]);
		},
	);

	it('takes an option whose expression yields nothing as its default', async () => {
		const nothing = '={{ undefined }}';
		const options = {
			timeout: nothing,
			maxConcurrent: nothing,
			mergeDuplicates: nothing,
		};
		const items = [{ address: HIGH }, { address: HIGH }];
		const { main } = await run('check.checkAddress', screen({ options }), { items });
		expect(main.map(({ json }) => json.riskLevel)).toEqual(['high', 'high']);
		expect(sandbox().stats().charges).toBe(1);
	});

	it('refuses a run that would pay for more than allowed', async () => {
		const items = [{ address: LOW }, { address: HIGH }];
		const parameters = screen({ options: { maxPaidChecks: 1 } });
		const stopped = await run('check.checkAddress', parameters, { items });
		expect(stopped.status).toBe('error');
		const settings = { onError: 'continueErrorOutput' as const };
		const continued = await run('check.checkAddress', parameters, { items, settings });
		expect(continued.main).toEqual([]);
		expect(continued.error).toHaveLength(2);
		expect(sandbox().stats().charges).toBe(0);
	});
});

describe('a submission that was not taken', () => {
	it.each(['resetBefore', 'rateLimited', 'serverErrorBefore'] as const)(
		'is sent again after %s',
		async (kind) => {
			sandbox().fault({ method: 'checkup.checkaddr', kind });
			const { main } = await run('check.checkAddress', screen(), { items: [{ address: LOW }] });
			expect(main[0]?.json).toMatchObject({ riskLevel: 'low', charged: true });
			expect(sandbox().stats().charges).toBe(1);
		},
		20_000,
	);
});

describe.each(['replay', 'refuse', 'charge'] as const)('never paid twice (%s)', (repeatedId) => {
	beforeEach(() => sandbox().configure({ repeatedId }));

	it.each([
		'lostAnswer',
		'serverErrorAfter',
		'brokenJson',
		'html',
		'wrongId',
		'emptyResult',
	] as const)(
		'charges once and gives the result after %s, on a network without tokens',
		async (kind) => {
			sandbox().fault({ method: 'checkup.checkaddr', kind });
			const items = [{ address: bookAddress('BTC', 'low') }];
			const { main } = await run('check.checkAddress', screen({ currency: 'BTC' }), { items });
			expect(main[0]?.json).toMatchObject({ riskLevel: 'low', charged: true });
			expect(sandbox().stats().charges).toBe(1);
		},
		20_000,
	);

	it('charges once over the tries of Retry On Fail', async () => {
		sandbox().fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
		setTimeout(() => sandbox().clearFaults(), 1500);
		const settings = { retryOnFail: true, maxTries: 4, waitBetweenTries: 10 };
		const parameters = screen({ options: { timeout: 1 } });
		const items = [{ address: LOW }, { address: HIGH }];
		const { main } = await run('check.checkAddress', parameters, { items, settings });
		expect(main).toHaveLength(2);
		expect(sandbox().stats().charges).toBe(2);
	}, 20_000);

	it("charges once over the editor's retry", async () => {
		sandbox().fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
		const parameters = screen({ options: { timeout: 1 } });
		const failed = await run('check.checkAddress', parameters, { items: [{ address: LOW }] });
		expect(failed.status).toBe('error');
		sandbox().clearFaults();
		const { main } = await failed.retry();
		expect(main[0]?.json).toMatchObject({ riskLevel: 'low', charged: true });
		expect(sandbox().stats().charges).toBe(1);
	}, 20_000);

	it('merges equal targets, of which one says it was charged', async () => {
		const items = [{ address: LOW }, { address: LOW.toLowerCase() }, { address: HIGH }];
		const { main } = await run('check.checkAddress', screen(), { items });
		expect(main.map(({ json }) => json.charged)).toEqual([true, false, true]);
		expect(sandbox().stats().charges).toBe(2);
	});

	it('stops submitting when it is cancelled', async () => {
		sandbox().configure({ latencyMs: 100 });
		const items = Array.from({ length: 20 }, (_, n) => ({ address: makeAddress('ETH', n) }));
		const options = { maxConcurrent: 1 };
		const started = start('check.checkAddress', screen({ options }), { items });
		setTimeout(started.cancel, 350);
		const { status } = await started.result;
		expect(status).toBe('canceled');
		const { charges } = sandbox().stats();
		expect(charges).toBeGreaterThan(0);
		expect(charges).toBeLessThan(6);
	});
});

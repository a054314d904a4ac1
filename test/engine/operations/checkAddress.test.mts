/** Check Address: what is sent, what comes out, how it waits. */
import { bookAddress, makeAddress, makeTransaction } from '../../../sandbox/server.mts';
import { jsonOf, pairsOf, run, sandbox, screen, sent, sentTo, useSandbox } from './support.mts';

useSandbox();

const LOW = bookAddress('ETH', 'low');
const HIGH = bookAddress('ETH', 'high');

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
});

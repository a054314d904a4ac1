/** `comparePrevious`: what changed since the previous check of the same target, free. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bookAddress, makeAddress, makeTransaction } from '../../../sandbox/server.mts';
import type { NewCheck } from '../../../sandbox/server.mts';
import {
	credential,
	jsonOf,
	run,
	sandbox,
	sentTo,
	useSandbox,
	type OperationRun,
} from '../operations/support.mts';

useSandbox();

const HIGH = bookAddress('ETH', 'high');
const LOW = bookAddress('ETH', 'low');
const DAY = 86_400_000;
const COMPARED = { comparePrevious: true };

/** A finished check of some days ago. */
function addEarlier(check: NewCheck, daysAgo = 1): string {
	const initAt = Math.floor(Date.now() / 1000) * 1000 - daysAgo * DAY;
	return sandbox().addCheck({ initAt, doneAt: initAt + 5_000, ...check });
}

const check = async (
	items: IDataObject[],
	parameters: INodeParameters = {},
	more: OperationRun = {},
): Promise<IDataObject[]> => {
	const { main, status } = await run(
		'check.checkAddress',
		{ currency: 'ETH', address: '={{ $json.address }}', options: COMPARED, ...parameters },
		{ items, ...more },
	);
	expect(status).toBe('success');
	return jsonOf(main);
};

describe('a wallet that was checked before', () => {
	it('tells date, score, difference, and which danger signals are new or gone', async () => {
		const signals = { scam: 0.02, mixer: 0.01, wallet: 0.97 };
		const hash = addEarlier({ address: HIGH, riskscore: 40.5, signals });
		const [json] = await check([{ address: HIGH }], {
			options: { ...COMPARED, includeDetails: true },
		});
		const { signals: found } = json?.details as { signals: Array<{ name: string; group: string }> };
		const dangers = found.filter(({ group }) => group === 'danger').map(({ name }) => name);
		expect(dangers).toEqual(expect.arrayContaining(['mixer', 'stolen_coins']));
		expect(json).toMatchObject({
			riskScore: 92,
			charged: true,
			previous: {
				hash,
				resultDate: new Date(sandbox().checks()[0]!.doneAt)
					.toISOString()
					.replace('.000Z', '+00:00'),
				riskScore: 40.5,
				riskLevel: 'medium',
				riskScoreChange: 51.5,
				newDangerSignals: dangers.filter((name) => name !== 'mixer'),
				vanishedDangerSignals: ['scam'],
			},
		});
		expect(json).not.toHaveProperty('previousUnknown');
	});

	it('costs no more than without', async () => {
		addEarlier({ address: HIGH });
		await check([{ address: HIGH }]);
		expect(sandbox().stats().charges).toBe(1);
		expect(sentTo('checkup.findreport')).toEqual([{ hash: HIGH, currency: 'ETH' }]);
		sandbox().reset();
		const [json] = await check([{ address: HIGH }, { address: LOW }], { options: {} });
		expect(json).not.toHaveProperty('previous');
		expect(sandbox().stats()).toMatchObject({ charges: 2, calls: { 'checkup.findreport': 0 } });
	});

	it('shows an improvement as a negative difference', async () => {
		addEarlier({ address: LOW, riskscore: 77.25 });
		const [json] = await check([{ address: LOW }]);
		expect(json?.previous).toMatchObject({ riskLevel: 'high', riskScoreChange: -73.25 });
	});

	it('compares with the newest of several, also where an older one was done later', async () => {
		addEarlier({ address: LOW, riskscore: 10 }, 9);
		const newest = addEarlier({ address: LOW, riskscore: 20 }, 2);
		addEarlier({ address: LOW, riskscore: 30, doneAt: Date.now() }, 3);
		const [json] = await check([{ address: LOW }]);
		expect(json?.previous).toMatchObject({ hash: newest, riskScore: 20 });
	});

	it('leaves out checks that failed or are not finished', async () => {
		const done = addEarlier({ address: LOW }, 3);
		addEarlier({ address: LOW, status: 'FAILED', signals: {} }, 2);
		addEarlier({ address: LOW, status: 'PENDING' }, 1);
		const [json] = await check([{ address: LOW }]);
		expect(json?.previous).toMatchObject({ hash: done });
	});

	it('is told apart from its transactions', async () => {
		addEarlier({ address: LOW, transaction: makeTransaction('ETH', 1) });
		expect((await check([{ address: LOW }]))[0]).toMatchObject({ previous: null });
	});

	it('reads both scores on one scale', async () => {
		sandbox().configure({ scoreScale: 'fraction' });
		addEarlier({ address: LOW, riskscore: 50 });
		const credentials = [credential({ riskScoreScale: 'fraction' })];
		const [json] = await check([{ address: LOW }], {}, { credentials });
		expect(json).toMatchObject({
			riskScore: 4,
			previous: { riskScore: 50, riskScoreChange: -46 },
		});
	});

	it('judges the previous one by the policy of the item', async () => {
		addEarlier({ address: LOW, riskscore: 50 });
		const items = [
			{ address: LOW, highRiskFrom: 50, compare: true },
			{ address: LOW, highRiskFrom: 90, compare: true },
			{ address: LOW, highRiskFrom: 90, compare: false },
		];
		const options = {
			comparePrevious: '={{ $json.compare }}',
			highRiskFrom: '={{ $json.highRiskFrom }}',
		};
		const outputs = await check(items, { options });
		expect(outputs.map(({ previous }) => (previous as IDataObject | undefined)?.riskLevel)).toEqual(
			['high', 'medium', undefined],
		);
		expect(outputs[2]).not.toHaveProperty('previous');
		expect(sandbox().stats()).toMatchObject({ charges: 1, calls: { 'checkup.findreport': 1 } });
	});

	it('is compared with the one before, where a recent report stands in', async () => {
		const older = addEarlier({ address: HIGH, riskscore: 80 }, 3);
		const recent = addEarlier({ address: HIGH, riskscore: 90, doneAt: Date.now() - 1000 }, 1);
		const [json] = await check([{ address: HIGH }], {
			options: { ...COMPARED, reuseWithinHours: 48, reuseUntoldAsset: true },
		});
		expect(json).toMatchObject({
			hash: recent,
			charged: false,
			previous: { hash: older, riskScoreChange: 10 },
		});
		expect(sandbox().stats().charges).toBe(0);
	});

	it('does not pretend that dangers have vanished where there is no report', async () => {
		const failed = bookAddress('ETH', 'failed');
		addEarlier({ address: failed, status: 'SUCCESS', riskscore: 92, signals: { mixer: 0.4 } });
		const [json] = await check([{ address: failed }]);
		expect(json).toMatchObject({
			riskLevel: 'unknown',
			previous: {
				riskScore: 92,
				newDangerSignals: null,
				vanishedDangerSignals: null,
			},
		});
	});

	it('tells of the previous check also while the new one is pending', async () => {
		const hash = addEarlier({ address: LOW });
		const [json] = await check([{ address: LOW }], { waitForResult: false });
		expect(json).toMatchObject({
			status: 'PENDING',
			previous: { hash, riskLevel: 'low', newDangerSignals: null },
		});
	});
});

describe('a transaction that was checked before', () => {
	it('is found by its hash and address', async () => {
		const transaction = makeTransaction('ETH', 1);
		addEarlier({ address: HIGH, transaction });
		const hash = addEarlier({ address: LOW, transaction, riskscore: 60 }, 2);
		const { main } = await run(
			'check.checkTransaction',
			{ currency: 'ETH', address: LOW, transaction, options: COMPARED },
			{ items: [{}] },
		);
		expect(main[0]?.json).toMatchObject({ previous: { hash, riskScoreChange: -56 } });
		expect(sentTo('checkup.findreport')).toEqual([{ hash: transaction, currency: 'ETH' }]);
		expect(sandbox().stats().charges).toBe(1);
	});
});

describe('where there is no previous check', () => {
	it('says so with null, for a wallet that nobody has checked', async () => {
		const [json] = await check([{ address: makeAddress('ETH', 'new') }]);
		expect(json).toMatchObject({ previous: null, charged: true });
		expect(json).not.toHaveProperty('previousUnknown');
	});

	it.each([
		['a token', { token: { mode: 'id', value: '94252' } }],
		['an alias', { currency: 'USDTERC20' }],
		['BSC', { currency: 'BSC' }],
		['MATIC', { currency: 'MATIC' }],
	] as Array<[string, INodeParameters]>)(
		'says that nobody can tell, and asks nobody: %s',
		async (_, parameters) => {
			addEarlier({ address: HIGH });
			const [json] = await check([{ address: HIGH }, { address: LOW }], parameters);
			expect(json).toMatchObject({
				riskLevel: 'high',
				previous: null,
				previousUnknown: expect.stringContaining('native currency'),
			});
			expect(sandbox().stats()).toMatchObject({ charges: 2, calls: { 'checkup.findreport': 0 } });
		},
	);
});

describe('where looking is impossible', () => {
	it.each([
		'rpcError',
		'serverErrorBefore',
		'html',
		'brokenJson',
		'resetBefore',
		'redirect',
	] as const)(
		'gives the result that was paid for, and says why nothing is known: %s',
		async (kind) => {
			addEarlier({ address: HIGH });
			sandbox().fault({ method: 'checkup.findreport', kind, times: Infinity });
			const [json] = await check([{ address: HIGH }]);
			expect(json).toMatchObject({
				riskScore: 92,
				riskLevel: 'high',
				charged: true,
				previous: null,
				previousUnknown: expect.stringMatching(/\w/),
			});
			expect(sandbox().stats().charges).toBe(1);
		},
		30_000,
	);

	it('finds it at the second try', async () => {
		const hash = addEarlier({ address: HIGH });
		sandbox().fault({ method: 'checkup.findreport', kind: 'serverErrorBefore' });
		expect((await check([{ address: HIGH }]))[0]).toMatchObject({ previous: { hash } });
	});

	it('goes on where the service refuses single wallets', async () => {
		const hash = addEarlier({ address: HIGH });
		sandbox().fault({ method: 'checkup.findreport', kind: 'rpcError', times: 3 });
		const refused = [1, 2, 3].map((n) => ({ address: makeAddress('ETH', n) }));
		const outputs = await check([...refused, { address: HIGH }]);
		expect(outputs.map(({ previousUnknown }) => typeof previousUnknown)).toEqual([
			...['string', 'string', 'string', 'undefined'],
		]);
		expect(outputs[3]).toMatchObject({ previous: { hash } });
	});

	it('stops asking a service that is down, and gives out every result', async () => {
		sandbox().fault({
			method: 'checkup.findreport',
			kind: 'serverErrorBefore',
			times: Infinity,
		});
		const items = Array.from({ length: 40 }, (_, n) => ({ address: makeAddress('ETH', n) }));
		const outputs = await check(items);
		expect(outputs).toHaveLength(40);
		for (const json of outputs)
			expect(json).toMatchObject({ charged: true, previousUnknown: expect.stringMatching(/\w/) });
		expect(sentTo('checkup.findreport').length).toBeLessThan(20);
		expect(sandbox().stats().charges).toBe(40);
	}, 30_000);

	it('leaves the raw data alone', async () => {
		addEarlier({ address: HIGH });
		const [json] = await check([{ address: HIGH }], { simplify: false });
		expect(Object.keys(json ?? {})).toEqual(['check', 'meta']);
		expect(sentTo('checkup.findreport')).toEqual([]);
	});
});

/** The one shape of a check in the output: flat, in a fixed order, no key without a value, and never nicer than its level. */
import fc from 'fast-check';
import { simplifyCheck, type CheckFacts } from '../../../nodes/shared/checks/simplify.ts';
import { simplifiedCheckSchema } from '../../../nodes/shared/outputs/check.ts';
import {
	DEFAULT_RISK_POLICY,
	describePolicy,
	MAX_SUMMARY_LENGTH,
	type RiskLevel,
} from '../../../nodes/shared/risk/index.ts';
import type { CheckRecord } from '../../../nodes/shared/rpc/schemas.ts';
import { BALANCED } from '../options/support.mts';
import { RUNS, anySignals, policies, rarely, scores, soundFacts } from '../risk/samples.mts';

const CHECK = {
	hash: '3f2a8c1e-5b7d-4e9a-8c6f-1d2e3f4a5b6c',
	currency: 'BTC',
	address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
	transaction: null as string | null,
	status: 'SUCCESS',
	initDate: '2026-01-01T00:00:00+00:00',
	resultDate: '2026-01-01T00:00:20+00:00',
	report: { riskscore: 3, signals: { wallet: 1 } } as unknown,
	counterparty: undefined as unknown,
};

const simplify = (check: object, facts: CheckFacts = {}, policy = DEFAULT_RISK_POLICY) =>
	simplifyCheck({ ...CHECK, ...check } as CheckRecord, { ...BALANCED, policy }, facts);

it('the details of a transaction have its amounts, and those of a wallet none', () => {
	const report = {
		...{ riskscore: 3, signals: { wallet: 1 } },
		...{ amount: '1.5', fiat: 60_000, fiat_code_effective: 'usd' },
		...{ risky_volume: 0.25, risky_volume_fiat: 10_000 },
	};
	const facts = { includeDetails: true };
	const { details } = simplify({ report, transaction: '0x8f2c1b6a' }, facts);
	expect(details).toMatchObject({
		...{ amount: 1.5, fiatAmount: 60_000, fiatCode: 'usd' },
		...{ riskyVolume: 0.25, riskyVolumeFiat: 10_000 },
	});
	const wallet = simplify({ report }, facts).details;
	for (const name of ['amount', 'fiatAmount', 'fiatCode', 'riskyVolume', 'riskyVolumeFiat'])
		expect(wallet).not.toHaveProperty(name);
});

it('is flat and short, in the order in which a person reads', () => {
	const facts: CheckFacts = {
		asset: 'USDT on Ethereum',
		network: 'ETH',
		charged: true,
		reused: false,
		requestId: 'request-1',
		usage: { cheks_left: '41', cheks_used: 9 },
		links: { shareLink: 'https://site.test/s' },
		owner: { name: 'Example Exchange', type: 'exchange_licensed', slug: 'example' },
	};
	const transaction = '0x8f2c1b6a';
	const check = { transaction, pdfLink: 'https://site.test/p', currency: 'ETH' };
	const { details, ...flat } = simplify(check, { ...facts, includeDetails: true });
	expect(Object.entries(flat)).toEqual([
		['riskLevel', 'low'],
		[
			'summary',
			`LOW · USDT on Ethereum · ${CHECK.address} · transaction ${transaction} · score 3/100 (below 25) · wallet 100% · Example Exchange`,
		],
		['riskScore', 3],
		['dangerShare', 0],
		['riskReasons', 'Score 3/100: below 25; No danger signals'],
		['signals', 'wallet 100%'],
		['asset', 'USDT on Ethereum'],
		['address', CHECK.address],
		['transaction', transaction],
		['hash', CHECK.hash],
		['charged', true],
		['reportLink', 'https://site.test/s'],
	]);
	expect(details).toEqual({
		reasons: ['Score 3/100: below 25', 'No danger signals'],
		signals: [{ name: 'wallet', group: 'trusted', share: 100, value: 1 }],
		status: 'SUCCESS',
		network: 'ETH',
		rawRiskScore: 3,
		initDate: CHECK.initDate,
		resultDate: CHECK.resultDate,
		reused: false,
		riskPolicy: describePolicy(BALANCED),
		rank: 3097,
		checksLeft: 41,
		checksUsed: 9,
		requestId: 'request-1',
		pdfLink: 'https://site.test/p',
		shareLink: 'https://site.test/s',
		counterparty: { name: 'Example Exchange', type: 'exchange_licensed', slug: 'example' },
	});
});

it.each([
	['BTC', {}, 'Bitcoin'],
	['trx', {}, 'Tron (asset not stated)'],
	['TRX', { token_id: 9 }, 'USDT on Tron'],
	['ETH', { token_id: '0' }, 'Ethereum'],
	['ETH', { token_id: '123' }, 'token 123 on Ethereum'],
	['USDC_BEP20', {}, 'USDC on BNB Smart Chain'],
	['ETH', { symbol: 'USDT' }, 'Ethereum (asset not stated)'],
	['DOGE', {}, 'DOGE'],
	[null, {}, undefined],
])('names the asset of %s with %j', (currency, more, asset) => {
	expect(simplify({ currency, ...more }).asset).toBe(asset);
});

it('takes links and the score to compare from the history, and shows the better link', () => {
	const historyItem = { status: 'SUCCESS', riskscore: 92, pdfLink: 'https://p', shareLink: '' };
	expect(simplify({}, { historyItem })).toMatchObject({
		riskLevel: 'high',
		riskScore: 92,
		reportLink: 'https://p',
	});
	const pending = { ...historyItem, status: 'PENDING' };
	expect(simplify({}, { historyItem: pending }).riskLevel).toBe('low');
	expect(simplify({ shareLink: 'https://s' }, { historyItem }).reportLink).toBe('https://s');
	expect(simplify({})).not.toHaveProperty('reportLink');
});

it.each([
	['SUCCESS', undefined],
	['PENDING', 'PENDING'],
	['failed', 'failed'],
])('of the status %s shows %p', (status, shown) => {
	expect(simplify({ status }).status).toBe(shown);
});

it.each<[string, unknown]>([
	['null', null],
	['missing', undefined],
	['a text', 'see site'],
	['a list', [{ riskscore: 3, signals: {} }]],
	['empty', {}],
	['without signals', { riskscore: 3 }],
	['with itself one level deeper', { report: { riskscore: 3, signals: { wallet: 1 } } }],
])('a report that is %s is unknown, whatever score stands beside it', (_, report) => {
	for (const riskscore of [undefined, 3, 50, 90])
		expect(simplify({ report, riskscore }).riskLevel).toBe('unknown');
});

it('takes the score beside the report for one in history items only', () => {
	const item = { report: undefined, riskscore: 80 };
	expect(simplify(item, { source: 'history' })).toMatchObject({ riskLevel: 'high', riskScore: 80 });
	expect(simplify({ ...item, riskscore: 3 }, { source: 'history' }).riskLevel).toBe('unknown');
});

const optional = fc.constantFrom(null, undefined, '', 'some text');

const hostile = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.stringMatching(/^[*_~`<>&|@[\]()#!\r\n\t\u202e\u200b a-z]{0,80}$/),
	fc.constantFrom('<!channel>', 'a\nb', '[x](http://evil.test)', 'x'.repeat(5000)),
);

const checks = fc.record({
	hash: fc.constant(CHECK.hash),
	currency: fc.oneof(fc.constantFrom('BTC', 'eth', null), hostile),
	address: fc.oneof(optional, hostile),
	transaction: fc.oneof(optional, hostile),
	status: fc.oneof(
		{ weight: 8, arbitrary: fc.constant('SUCCESS') },
		{ weight: 1, arbitrary: fc.constantFrom('PENDING', 'FAILED') },
		{ weight: 1, arbitrary: hostile },
	),
	initDate: optional,
	resultDate: optional,
	pdfLink: optional,
	shareLink: optional,
	riskscore: scores,
	token_id: fc.constantFrom<unknown>(undefined, 0, '9', 'x'),
	counterparty: fc.oneof(
		fc.constantFrom<unknown>(null, undefined, 'text'),
		fc.record({ name: hostile }),
	),
	report: fc.oneof(
		{ weight: 3, arbitrary: fc.record({ riskscore: scores, signals: anySignals, amount: scores }) },
		// A low score beside danger.
		{ weight: 4, arbitrary: soundFacts },
		{ weight: 1, arbitrary: fc.constantFrom<unknown>(null, undefined, 'text', []) },
	),
});

const facts: fc.Arbitrary<CheckFacts> = fc.record(
	{
		charged: fc.boolean(),
		reused: fc.boolean(),
		usage: fc.constantFrom<CheckFacts['usage']>(null, {}, { cheks_left: '5' }),
		requestId: fc.constant('id'),
		source: fc.constantFrom('report', 'report', 'report', 'history'),
		scale: fc.constantFrom('auto', 'percent', 'fraction'),
		historyItem: fc.record({ status: fc.constantFrom('SUCCESS', 'PENDING'), riskscore: scores }),
		doubt: rarely('The report does not state its asset'),
		reportMissing: rarely('not found'),
		owner: fc.constantFrom<CheckFacts['owner']>(undefined, 'none', 'unread', { type: 'x' }),
	},
	{ requiredKeys: [] },
);

const KEYS = Object.keys(simplifiedCheckSchema.shape);

it('has declared fields in their order, scalars first, and nothing that is null', () => {
	fc.assert(
		fc.property(checks, facts, policies, (check, given, policy) => {
			const json = simplify(check, given, policy);
			expect(simplifiedCheckSchema.safeParse(json).error).toBeUndefined();
			expect(Object.keys(json)).toEqual(KEYS.filter((key) => key in json));
			expect(JSON.parse(JSON.stringify(json))).toStrictEqual(json);
			for (const [key, value] of Object.entries(json))
				if (key !== 'riskPolicy') expect(['string', 'number', 'boolean']).toContain(typeof value);
			const { details = {} } = simplify(check, { ...given, includeDetails: true }, policy);
			expect(Object.values(details)).not.toContain(null);
			expect(details.reasons?.join('; ')).toBe(json.riskReasons);
		}),
		RUNS,
	);
});

const RANKS: Record<RiskLevel, number> = { high: 0, unknown: 1000, medium: 2000, low: 3000 };

it('reads no better than its level: summary, reasons and rank', () => {
	const seen: Partial<Record<RiskLevel, number>> = {};
	fc.assert(
		fc.property(checks, facts, policies, (check, given, policy) => {
			const json = simplify(check, { ...given, includeDetails: true }, policy);
			const { riskLevel, summary, details } = json;
			seen[riskLevel] = (seen[riskLevel] ?? 0) + 1;
			expect([...summary].length).toBeLessThanOrEqual(MAX_SUMMARY_LENGTH);
			expect(summary.split(' · ')[0]).toBe(riskLevel.toUpperCase());
			expect(summary).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029*_~`>&|@[\]<#!\\]/u);
			const rank = details?.rank ?? NaN;
			expect(rank >= RANKS[riskLevel] && rank <= RANKS[riskLevel] + 100).toBe(true);
			if (riskLevel === 'low') return;
			const reasons = details?.reasons ?? [];
			expect(`${summary} ${reasons.join(' ')}`).not.toMatch(/(: |\()below |No danger signals/);
			if (riskLevel === 'unknown') expect(reasons[0]).not.toMatch(/: (high|medium) from/);
			else expect(reasons[0]).toMatch(new RegExp(`: .*${riskLevel}`));
		}),
		RUNS,
	);
	for (const level of Object.keys(RANKS) as RiskLevel[]) expect(seen[level]).toBeGreaterThan(5);
});

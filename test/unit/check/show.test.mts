/** The one shape of a check in the output: flat, in a fixed order, no key without a value, and never nicer than its level. */
import fc from 'fast-check';
import { showCheck, type CheckFacts } from '../../../nodes/shared/check/show.ts';
import {
	describeRules,
	PRESETS,
	type AppliedRules,
	type RiskLevel,
} from '../../../nodes/shared/level/index.ts';
import { simplifiedCheckSchema } from '../../../nodes/shared/check/schema.ts';
import type { CheckRecord } from '../../../nodes/shared/service/schemas.ts';
import { cases } from '../../cases.mts';
import { BALANCED } from '../options/support.mts';

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

function show(check: object, facts: CheckFacts = {}, own: Partial<AppliedRules> = {}) {
	const record = { ...CHECK, ...check } as CheckRecord;
	return showCheck(record, facts, { rules: { ...BALANCED, ...own }, includeDetails: true }).json;
}

it('is flat and short, in the order in which a person reads', () => {
	const transaction = '0x8f2c1b6a';
	const report = {
		riskscore: 3,
		signals: { wallet: 1 },
		amount: '768067',
		fiat: 60_000,
		fiat_code_effective: 'usd',
		risky_volume: 5458.34,
		risky_volume_fiat: 78,
	};
	const counterparty = { id: 7, name: 'Example Exchange', type: 'exchange_licensed', slug: 'ex' };
	const { details, ...flat } = show(
		{ transaction, report, counterparty, pdfLink: 'https://site.test/p', currency: 'ETH' },
		{
			asset: 'USDT on Ethereum',
			network: 'ETH',
			charged: true,
			reused: false,
			requestId: 'request-1',
			usage: { cheks_left: '41', cheks_used: 9 },
			other: { ...CHECK, shareLink: 'https://site.test/s', pdfLink: 'https://site.test/other' },
		},
	);
	expect(Object.entries(flat)).toEqual([
		['riskLevel', 'low'],
		[
			'summary',
			`LOW · USDT on Ethereum · ${CHECK.address} · transaction ${transaction} · no danger signals (score 3/100) · Example Exchange`,
		],
		['riskScore', 3],
		['riskReasons', 'No danger signals; Score 3/100: below 25'],
		['asset', 'USDT on Ethereum'],
		['address', CHECK.address],
		['transaction', transaction],
		['hash', CHECK.hash],
		['charged', true],
		['reportLink', 'https://site.test/s'],
	]);
	expect(details).toEqual({
		reasons: ['No danger signals', 'Score 3/100: below 25'],
		signals: [{ name: 'wallet', group: 'trusted', share: 100 }],
		status: 'SUCCESS',
		network: 'ETH',
		dangerShare: 0,
		rawRiskScore: 3,
		initDate: CHECK.initDate,
		resultDate: CHECK.resultDate,
		reused: false,
		rules: describeRules(BALANCED),
		rank: 3097,
		checksLeft: 41,
		checksUsed: 9,
		requestId: 'request-1',
		pdfLink: 'https://site.test/p',
		shareLink: 'https://site.test/s',
		counterparty: { name: 'Example Exchange', type: 'exchange_licensed', slug: 'ex' },
		amount: 768067,
		fiatAmount: 60_000,
		fiatCode: 'usd',
		riskyVolume: 5458.34,
		riskyVolumeFiat: 78,
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
	expect(show({ currency, ...more }).asset).toBe(asset);
});

it('takes the score beside the report for one in history items only', () => {
	const item = { report: undefined, riskscore: 80 };
	expect(show(item, { source: 'history' })).toMatchObject({ riskLevel: 'high', riskScore: 80 });
	expect(show({ ...item, riskscore: 3 }, { source: 'history' }).riskLevel).toBe('unknown');
	for (const riskscore of [3, 90]) expect(show({ ...item, riskscore }).riskLevel).toBe('unknown');
});

/** What a person reads of reports, each with its level, what decided, and all reasons. */
it.each<[object, CheckFacts, string, string]>([
	[
		{ riskscore: 12, signals: { sanctions: 0.03, wallet: 0.97 } },
		{},
		'HIGH · sanctions 3% (any trace is high; score 12/100)',
		'Sanctions 3%: any trace is high',
	],
	[
		{ riskscore: 72, signals: { mixer: 0.02, wallet: 0.98 } },
		{},
		'HIGH · score 72/100 (high from 70)',
		'Score 72/100: high from 70 (the report names mixer 2%)',
	],
	[
		{ riskscore: 20, signals: { dark_service: 0.049, wallet: 0.951 } },
		{},
		'MEDIUM · dark service 4.9% (any trace is medium; score 20/100)',
		'Dark service 4.9%: any trace is medium',
	],
	[
		{ riskscore: 8, signals: { stolen_coins: 0.1, gambling: 0.04, wallet: 0.86 } },
		{},
		'MEDIUM · danger share 14% (medium from 5%; score 8/100)',
		'Danger share 14%: medium from 5% (stolen coins 10%, gambling 4%)',
	],
	[
		{ riskscore: 8, signals: { seized_assets: 0.3, wallet: 0.7 } },
		{},
		'MEDIUM · seized assets 30% (medium from its limit of 25%; score 8/100)',
		'Seized assets 30%: medium from its limit of 25%',
	],
	[
		{ riskscore: 3, signals: { wallet: 1 } },
		{ owner: [{ name: 'Acme', type: 'mixer' }] },
		'HIGH · owner of type mixer (high risk; score 3/100) · Acme',
		'Owner of type mixer: high risk',
	],
	[
		{ riskscore: 3, signals: { wallet: 1 } },
		{ owner: 'unread' },
		'UNKNOWN · the owner of the address could not be asked for (score 3/100)',
		'The owner of the address could not be asked for',
	],
	[
		{ riskscore: 3, signals: { merchant_services: 0.3, wallet: 0.7 } },
		{},
		'UNKNOWN · merchant services 30% (unknown to this node; score 3/100)',
		'Merchant services 30%: unknown to this node',
	],
	[
		{ riskscore: 3, signals: { merchant_services: 0.02, wallet: 0.98 } },
		{},
		'LOW · no danger signals (score 3/100)',
		'No danger signals; Score 3/100: below 25; Merchant services 2%: unknown to this node',
	],
	[
		{ riskscore: 0, signals: {} },
		{},
		'LOW · the report holds no signals (score 0/100)',
		'The report holds no signals; Score 0/100: below 25',
	],
	[
		{ riskscore: 1, signals: { wallet: 1 } },
		{},
		"UNKNOWN · score 1 (it can mean 1% or 100%, set 'Risk Score Scale' in the credential)",
		"Score 1: it can mean 1% or 100%, set 'Risk Score Scale' in the credential",
	],
	[
		{ riskscore: 0.4, signals: { wallet: 1 } },
		{},
		'MEDIUM · score 40/100 (medium from 25)',
		'Score 40/100: medium from 25; The score was read as a fraction, 40%',
	],
	[
		{ riskscore: 30, signals: null },
		{},
		'MEDIUM · score 30/100 (medium from 25)',
		'Score 30/100: medium from 25; The report has no signals, and a score alone is no pass',
	],
	[
		{ riskscore: 3, signals: { wallet: 'much' } },
		{},
		"UNKNOWN · the report can't be read",
		"The report can't be read",
	],
])('%j with %j reads %s', (report, facts, summary, riskReasons) => {
	const shown = show({ report }, facts);
	expect(shown.summary.replace(` · Bitcoin · ${CHECK.address}`, '')).toBe(summary);
	expect(shown.riskReasons).toBe(riskReasons);
});

const hostile = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.stringMatching(/^[*_~`<>&|@[\]()#!\r\n\t\u202e\u200b a-z]{0,80}$/),
	fc.constantFrom('<!channel>', 'a\nb', '[x](http://evil.test)', 'x'.repeat(5000), '', null),
);
const odd = fc.constantFrom<unknown>(null, undefined, '', 'x', [], {}, NaN, Infinity, -1, 1, '0.5');
const shares = fc.dictionary(
	fc.oneof(fc.constantFrom('wallet', 'mixer', 'sanctions', 'atm', 'new_one'), fc.string()),
	fc.oneof({ weight: 6, arbitrary: fc.double({ min: 0, max: 0.3 }) }, odd),
	{ maxKeys: 4 },
);
const score = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 100 }) }, odd);
const checks = fc.record({
	currency: fc.oneof(fc.constantFrom('BTC', 'eth', null), hostile),
	address: hostile,
	transaction: hostile,
	status: fc.oneof({ weight: 8, arbitrary: fc.constant('SUCCESS') }, fc.string()),
	shareLink: hostile,
	counterparty: fc.oneof(odd, fc.record({ name: hostile, type: hostile })),
	report: fc.oneof(
		{ weight: 8, arbitrary: fc.record({ riskscore: score, signals: fc.oneof(shares, odd) }) },
		odd,
	),
	riskscore: score,
});
const facts = fc.record<CheckFacts>({
	source: fc.constantFrom('report', 'report', 'history'),
	owner: fc.constantFrom<CheckFacts['owner']>(undefined, [], 'unread', [{ type: 'x' }]),
	doubt: fc.constantFrom(undefined, undefined, 'The report is about another target'),
});

const applied = fc.record<Partial<AppliedRules>>({
	rules: fc.constantFrom(...Object.values(PRESETS)),
	scale: fc.constantFrom('auto', 'percent', 'fraction'),
});

const RANKS: Record<RiskLevel, number> = { high: 0, unknown: 1000, medium: 2000, low: 3000 };

it('reads no better than its level, whatever comes', () => {
	const keys = Object.keys(simplifiedCheckSchema.shape);
	const seen = new Set<RiskLevel>();
	fc.assert(
		fc.property(checks, facts, applied, (check, given, own) => {
			const json = show(check, given, own);
			const { riskLevel, summary, riskReasons, details } = json;
			seen.add(riskLevel);
			expect(simplifiedCheckSchema.safeParse(json).error).toBeUndefined();
			expect(Object.keys(json)).toEqual(keys.filter((key) => key in json));
			expect(Object.values({ ...json, ...details })).not.toContain(null);
			expect(summary.split(' · ')[0]).toBe(riskLevel.toUpperCase());
			expect([...summary].length).toBeLessThanOrEqual(480);
			expect(summary).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029*_~`>&|@[\]<#!\\]/u);
			expect(details!.rank! - RANKS[riskLevel] >= 0).toBe(true);
			expect(details!.rank! - RANKS[riskLevel] <= 100).toBe(true);
			if (riskLevel !== 'low') expect(`${summary} ${riskReasons}`).not.toMatch(/: below |\(below /);
			else {
				expect(given.owner).not.toBe('unread');
				expect(given.source).toBe('report');
				expect([json.riskScore !== undefined, details!.signals !== undefined]).toEqual([
					true,
					true,
				]);
			}
		}),
		{ seed: 2, numRuns: cases(1_500) },
	);
	expect(seen.size).toBe(4);
});

/** The words of reasons and summaries: a customer's lawyer may read them. */
import {
	listSignals,
	MAX_SUMMARY_LENGTH,
	nameSignal,
	SIGNAL_NAMES,
	summarizeCheck,
	type RiskFacts,
	type RiskPolicy,
} from '../../../nodes/shared/risk/index.ts';
import { assess } from './samples.mts';

const ADDRESS = 'TSxTDJgKyk1bGGLsYvBqVJbB9n9M8Y5JzN';
const HASH = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';

type Given = Partial<RiskFacts>;

const summary = (facts: Given, policy: Partial<RiskPolicy> = {}, more: object = {}) => {
	const assessment = assess({ riskscore: 3, ...facts }, policy);
	const outcome = facts.outcome ?? 'completed';
	const target = { asset: 'USDT on Tron', address: ADDRESS, status: 'SUCCESS', outcome };
	return summarizeCheck({ ...target, assessment, ...more });
};

const LIMIT = { signalLimits: [{ signal: 'mixer', share: 12.3456, level: 'high' as const }] };
const SANCTIONS = { signalLimits: [{ signal: 'sanctions', share: 1, level: 'high' as const }] };

describe('summary and reasons', () => {
	it.each<[string, Given, string, string[], Partial<RiskPolicy>?]>([
		[
			'low: the score and its rule, then the sources',
			{ signals: { exchange_licensed: 0.9, wallet: 0.1 } },
			'LOW · USDT on Tron · @ · score 3/100 (below 25) · licensed exchange 90%, wallet 10%',
			['Score 3/100: below 25', 'No danger signals'],
		],
		[
			'low with a little danger, and a signal that nobody knows',
			{ signals: { scam: 0.03, brand_new: 0.01, wallet: 0.4 } },
			'LOW · USDT on Tron · @ · score 3/100 (below 25) · scam 3%, brand new 1%',
			[
				'Score 3/100: below 25',
				'Danger share 3%: below 5% (scam 3%)',
				'Unknown to this node: brand new 1%',
			],
		],
		[
			'a trace of sanctions, with the score that would not have shown it',
			{ riskscore: 12, signals: { sanctions: 0.03, wallet: 0.97 } },
			'HIGH · USDT on Tron · @ · sanctions 3% (any trace is high; score 12/100)',
			['Sanctions 3%: any trace is high'],
		],
		[
			'two critical signals and a danger',
			{ signals: { terrorism_financing: 0.01, mixer: 0.5, sanctions: 0.2 } },
			'HIGH · USDT on Tron · @ · sanctions 20%, terrorism financing 1% (any trace is high; score 3/100) · mixer 50%',
			[
				'Sanctions 20%, terrorism financing 1%: any trace is high',
				'Danger share 71%: high from 25% (mixer 50%, sanctions 20%, terrorism financing 1%)',
			],
		],
		[
			'a critical signal below its limit',
			{ signals: { sanctions: 0.0005 } },
			'MEDIUM · USDT on Tron · @ · sanctions 0.05% (critical, medium below its limit of 1%; score 3/100)',
			['Sanctions 0.05%: critical, medium below its limit of 1%'],
			SANCTIONS,
		],
		[
			'a limit, with as many digits as tell it from the share',
			{ signals: { mixer: 0.123487 } },
			'HIGH · USDT on Tron · @ · mixer 12.3487% (high from its limit of 12.3456%; score 3/100)',
			[
				'Mixer 12.3487%: high from its limit of 12.3456%',
				'Danger share 12.34%: medium from 5% (mixer 12.34%)',
			],
			LIMIT,
		],
		[
			'the danger share',
			{ riskscore: 20, signals: { stolen_coins: 0.15, mixer: 0.05, wallet: 0.8 } },
			'MEDIUM · USDT on Tron · @ · danger share 20% (medium from 5%; score 20/100) · stolen coins 15%, mixer 5%',
			['Danger share 20%: medium from 5% (stolen coins 15%, mixer 5%)'],
		],
		[
			'the score, with the signals that the report names next to it',
			{ riskscore: 92, signals: { mixer: 0.04, exchange_mlrisk_veryhigh: 0.12 } },
			'HIGH · USDT on Tron · @ · score 92/100 (high from 75) · mixer 4%, very high risk exchange 12%',
			['Score 92/100: high from 75 (the report names very high risk exchange 12%, mixer 4%)'],
		],
		[
			'a reading that decides',
			{ riskscore: 0.8, signals: { wallet: 1 } },
			'HIGH · USDT on Tron · @ · score 0.8 read as 80% (high from 75) · wallet 100%',
			['Score 0.8 read as 80%: high from 75'],
		],
		[
			'a reading that decides nothing',
			{ riskscore: 0.08, signals: {} },
			'LOW · USDT on Tron · @ · score 8/100 (below 25)',
			['Score 8/100: below 25', 'The report holds no signals'],
		],
		[
			'no signals, at every level',
			{ riskscore: 80, signals: [] },
			'HIGH · USDT on Tron · @ · score 80/100 (high from 75)',
			['Score 80/100: high from 75', 'The report holds no signals'],
		],
		[
			'the history alone',
			{ source: 'history' },
			'UNKNOWN · USDT on Tron · @ · signals not read: the history has scores only (score 3/100)',
			['Signals not read: the history has scores only'],
		],
		[
			'the history alone, with a score that is bad enough',
			{ riskscore: 30, source: 'history' },
			'MEDIUM · USDT on Tron · @ · score 30/100 (medium from 25) · signals not read',
			['Score 30/100: medium from 25', 'Signals not read: the history has scores only'],
		],
		[
			'history and report that disagree',
			{ historyScore: 92, signals: { wallet: 1 } },
			'HIGH · USDT on Tron · @ · score 92/100 (high from 75) · wallet 100%',
			[
				'Score 92/100: high from 75',
				'The history shows the score 92, the report 3: the worse one counts',
			],
		],
		[
			'a score that only the history has, and a signal that nobody knows',
			{ riskscore: null, historyScore: 92, signals: { brand_new: 1 } },
			'HIGH · USDT on Tron · @ · score 92/100 (high from 75) · brand new 100%',
			[
				'Score 92/100: high from 75 (the report names brand new 100%)',
				'Brand new 100%: unknown to this node, from 5%',
				'No risk score in the report',
				'The score is from the history',
			],
		],
		[
			'no score',
			{ riskscore: null, signals: { scam: 0.1 } },
			'UNKNOWN · USDT on Tron · @ · no risk score in the report · scam 10%',
			['No risk score in the report', 'Danger share 10%: medium from 5% (scam 10%)'],
		],
		[
			'signals that can not be read, five by name',
			{ signals: { a: '', b: '', c: '', d: '', e: '', f: '', '***': '' } },
			'UNKNOWN · USDT on Tron · @ · signal without a readable value: a, b, c, d, e and 2 more (score 3/100)',
			['Signal without a readable value: a, b, c, d, e and 2 more'],
		],
		[
			'danger beyond any scale',
			{ signals: { mixer: 200 } },
			'HIGH · USDT on Tron · @ · mixer beyond any scale (counts as high; score 3/100)',
			['Mixer beyond any scale: counts as high'],
		],
		[
			'a limited signal beyond any scale, next to a limit that is written short',
			{ signals: { other: 200 } },
			'HIGH · USDT on Tron · @ · other (beyond any scale) (high from its limit of under 0.01%; score 3/100)',
			[
				'Other (beyond any scale): high from its limit of under 0.01%',
				'Signal beyond any scale: other',
			],
			{ signalLimits: [{ signal: 'other', share: 1e-9, level: 'high' }] },
		],
		[
			'a report of something else',
			{ doubt: 'The report does not state its asset', signals: { wallet: 1 } },
			'UNKNOWN · USDT on Tron · @ · the report does not state its asset (score 3/100) · wallet 100%',
			['The report does not state its asset'],
		],
	])('%s', (_, facts, line, reasons, policy = {}) => {
		expect(summary(facts, policy)).toBe(line.replace('@', ADDRESS));
		expect(assess({ riskscore: 3, ...facts }, policy).riskReasons).toEqual(reasons);
	});

	it.each([
		['pending', 'PENDING', {}, 'UNKNOWN · USDT on Tron · @ · still running (status PENDING)'],
		['pending', '\n', {}, 'UNKNOWN · USDT on Tron · @ · still running (status not given)'],
		['failed', 'Failed', {}, 'UNKNOWN · USDT on Tron · @ · the check failed (status Failed)'],
		[
			'failed',
			'FAILED',
			{ sanctions: 0.1 },
			'HIGH · USDT on Tron · @ · sanctions 10% (any trace is high) · the check failed (status FAILED)',
		],
	] as const)('of a %s check: its status %j', (outcome, status, signals, line) => {
		expect(summary({ outcome, signals }, {}, { status })).toBe(line.replace('@', ADDRESS));
	});
});

describe('the summary', () => {
	it('has the whole transaction, and the counterparty by name', () => {
		const more = { transaction: HASH, counterparty: 'Example *Exchange*' };
		const line = summary({ signals: {} }, {}, more);
		expect(line).toBe(
			`LOW · USDT on Tron · ${ADDRESS} · transaction ${HASH} · score 3/100 (below 25) · Example Exchange`,
		);
	});

	it('leaves out what is not there, and the prefix of an address', () => {
		expect(summary({ signals: {} }, {}, { asset: '', address: '' })).toBe(
			'LOW · score 3/100 (below 25)',
		);
		const address = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
		expect(summary({ signals: {} }, {}, { address })).toContain(` · ${address.slice(12)} · `);
	});

	it('lets no markup, mention, link or line break of the service through', () => {
		const hostile = summary(
			{
				riskscore: 30,
				signals: { '<!channel> *x* https://evil.test\n@here': 0.5 },
				outcome: 'pending',
			},
			{ signalLimits: [{ signal: 'channel x https evil test here', share: 1, level: 'high' }] },
			{ address: '<@U1>|`x`', status: 'DO_NE\r\n> quote' },
		);
		expect(hostile).toBe(
			'HIGH · USDT on Tron · U1x · channel x https evil test here 50% (high from its limit of 1%) · still running (status DO NE quote)',
		);
	});

	it('keeps address and transaction whole where other texts are too long', () => {
		const names = ['a', 'b', 'c', 'd'].map((letter) => [letter.repeat(99), 0.123]);
		const line = summary(
			{ signals: Object.fromEntries(names) },
			{ criticalSignals: ['a', 'b'].map((letter) => letter.repeat(99)) },
			{ asset: 'x'.repeat(999), transaction: HASH, counterparty: 'y'.repeat(99) },
		);
		expect([...line].length).toBeLessThanOrEqual(MAX_SUMMARY_LENGTH);
		expect(line).toContain(` · ${ADDRESS} · transaction ${HASH} · `);
	});
});

describe('the list of signals', () => {
	const list = (signals: unknown, more: object = {}) => listSignals(assess({ signals, ...more }));

	it('has all of them in plain words, largest first', () => {
		const signals = {
			exchange_mlrisk_veryhigh: 0.12,
			mixer: 0.384,
			'!!': 0.1,
			p2p_exchange_licensed: 1e-9,
		};
		expect(list(signals)).toBe(
			'mixer 38.4%, very high risk exchange 12%, unnamed 10%, licensed P2P exchange under 0.01%',
		);
	});

	it('is none where the report names none, and missing where none were read', () => {
		for (const signals of [{}, { mixer: 0 }]) expect(list(signals)).toBe('none');
		for (const signals of [undefined, null, 'x', { sanctions: '12,5 %' }, { mixer: 150 }])
			expect(list(signals)).toBeUndefined();
		expect(list({ mixer: 1 }, { source: 'history' })).toBeUndefined();
	});

	it('ends after forty, with how many more there are', () => {
		const many = Array.from({ length: 42 }, (_, index) => [`s${index}`, 0.01]);
		expect(list(Object.fromEntries(many))).toMatch(/^(s\d+ 1%, ){39}s\d+ 1% and 2 more$/);
	});
});

it('every known signal has a label, and plain words that keep acronyms', () => {
	const labels = SIGNAL_NAMES.map(({ label }) => label);
	expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b, 'en')));
	expect(['atm', 'P2P-exchange-unlicensed', 'Dark_Market'].map(nameSignal)).toEqual([
		'ATM',
		'unlicensed P2P exchange',
		'dark market',
	]);
});

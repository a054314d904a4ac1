/** What a reader is told of a level: every reason that holds, the decisive one first, and none that doesn't. */
import {
	allClear,
	criticalFindings,
	dangerFindings,
	limitFindings,
} from '../../../nodes/shared/risk/findings.ts';
import { DEFAULT_RISK_POLICY } from '../../../nodes/shared/risk/index.ts';
import { readSignals } from '../../../nodes/shared/risk/signals.ts';
import type { RiskFacts, RiskPolicy } from '../../../nodes/shared/risk/types.ts';
import { assess } from './samples.mts';

const LOW_SCORE = 'Risk score 3 is below the medium threshold 25';

describe('reasons', () => {
	it.each<[string, Partial<RiskFacts>, string[]]>([
		[
			'of a medium score in the history: the score before what was not read',
			{ riskscore: 30, source: 'history' },
			[
				'Risk score 30 is at or above the medium threshold 25',
				'The signals were not read: the history has scores only',
			],
		],
		[
			'of a check that is not finished: that, and nothing about signals',
			{ outcome: 'pending' },
			['The check is not finished, so there is no risk score yet'],
		],
		[
			'of danger beyond any scale: no doubt is left of it',
			{ riskscore: 3, signals: { mixer: 200 } },
			['Danger signal beyond any scale: mixer', LOW_SCORE],
		],
		[
			'of what has no name that can be shown',
			{ riskscore: 3, signals: { '***': null } },
			['Signal without a readable value: unnamed', LOW_SCORE],
		],
		[
			'of five signals: all of them',
			{ riskscore: 3, signals: { a: '', b: '', c: '', d: '', e: '' } },
			['Signal without a readable value: a, b, c, d, e', LOW_SCORE],
		],
		[
			'of seven: five, and how many more',
			{ riskscore: 3, signals: { a: '', b: '', c: '', d: '', e: '', f: '', g: '' } },
			['Signal without a readable value: a, b, c, d, e and 2 more', LOW_SCORE],
		],
		[
			'of a score that came as a text',
			{ riskscore: ' 0.03 ', signals: {} },
			[
				LOW_SCORE,
				'The report names no signals above zero',
				'Risk score 0.03 was read as a fraction of 1',
			],
		],
	])('%s', (_, facts, reasons) => expect(assess(facts).riskReasons).toEqual(reasons));

	it('name the limit that a critical signal has reached, and no other', () => {
		const signalLimits = [{ signal: 'sanctions', share: 5, level: 'high' as const }];
		const { riskReasons } = assess({ riskscore: 3, signals: { sanctions: 0.1 } }, { signalLimits });
		expect(riskReasons).toEqual([
			'Critical signal: sanctions 10 %',
			'sanctions 10 % is at or above its limit of 5 % (high)',
			'Danger share 10 % is at or above the medium threshold 5',
			LOW_SCORE,
		]);
	});
});

describe('a report that could not be read', () => {
	it.each([
		['unknown', 3],
		['unknown', 30],
		['high', 90],
	])('is %s with the score %i of the history, and says why', (riskLevel, riskscore) => {
		const assessment = assess({ riskscore, source: 'history', reportMissing: 'No answer' });
		expect(assessment.riskLevel).toBe(riskLevel);
		expect(assessment.riskReasons).toContain('The report could not be read: No answer');
	});

	it('is unknown though its score and signals are harmless', () => {
		const facts = { riskscore: 3, signals: { wallet: 1 } };
		expect(assess(facts).riskLevel).toBe('low');
		expect(assess({ ...facts, reportMissing: 'Another wallet' }).riskLevel).toBe('unknown');
	});

	it('has signals that are called unreadable where something else stands in its place', () => {
		expect(assess({ source: 'unreadable' }).signalsState).toBe('unreadable');
		expect(assess({}).signalsState).toBe('absent');
	});
});

describe('several limits of one critical signal', () => {
	const level = (share: number, ...signalLimits: RiskPolicy['signalLimits']) =>
		assess({ riskscore: 3, signals: { sanctions: share / 100 } }, { signalLimits }).riskLevel;
	const limit = (share: number, of: 'medium' | 'high') =>
		({ signal: 'sanctions', share, level: of }) as const;

	it('are high from the lowest that says high', () => {
		expect(level(10, limit(5, 'high'), limit(20, 'high'))).toBe('high');
		expect(level(4, limit(5, 'high'), limit(20, 'high'))).toBe('medium');
	});

	it('replace any trace even where none says high', () => {
		expect(level(4, limit(5, 'medium'))).toBe('medium');
		expect(level(5, limit(5, 'medium'))).toBe('high');
	});
});

describe('where there is nothing to find', () => {
	it('nothing is found', () => {
		const none = readSignals({ wallet: 1 });
		expect(criticalFindings(none, DEFAULT_RISK_POLICY)).toEqual([]);
		expect(dangerFindings(none, DEFAULT_RISK_POLICY)).toEqual([]);
		const signalLimits = [{ signal: 'mixer', share: 0, level: 'high' as const }];
		expect(limitFindings(none, { ...DEFAULT_RISK_POLICY, signalLimits })).toEqual([]);
		expect(allClear(none.signals, DEFAULT_RISK_POLICY)).toBe('No danger signals');
	});

	it('no danger is found in signals that were not read, whatever the threshold', () => {
		const policy = { ...DEFAULT_RISK_POLICY, mediumDangerFrom: 0 };
		for (const raw of [undefined, 'x'])
			expect(dangerFindings(readSignals(raw), policy)).toEqual([]);
	});

	it('no name without letters and digits is critical', () => {
		const { criticalFound } = assess({ signals: { '--': 5 } }, { criticalSignals: ['!'] });
		expect(criticalFound).toEqual([]);
	});
});

describe('shares', () => {
	it('of exactly 100 are on the scale', () => {
		const { riskLevel, signals } = assess({ riskscore: 3, signals: { wallet: 100, payment: 2 } });
		expect(riskLevel).toBe('low');
		expect(signals.map(({ share }) => share)).toEqual([100, 2]);
	});

	it('are fractions where they add up to no more than rounding can make of 1', () => {
		const shareOf = (value: number) => assess({ signals: { mixer: value } }).signals[0].share;
		// The float of 32 bits above 1, a sum of shares rounded to thousandths, one counted twice, percent.
		expect([1, 1.000_000_119, 1.015, 2, 2.001].map(shareOf)).toEqual([100, 100, 100, 100, 2.001]);
	});

	it('are fractions as long as none is above 1, whatever they add up to', () => {
		const shares = { mixer: 1, scam: 0.9, ransom: 0.8 };
		expect(assess({ signals: shares }).signals.map(({ share }) => share)).toEqual([100, 90, 80]);
	});
});

/** The level of a check: the worst of score, danger share, critical signals and limits; unknown in doubt. */
import type { RiskFacts, RiskPolicy } from '../../../nodes/shared/risk/index.ts';
import { assess } from './samples.mts';

const level = (facts: Partial<RiskFacts>, policy: Partial<RiskPolicy> = {}) =>
	assess(facts, policy).riskLevel;

const WALLET = { wallet: 1 };

describe('the score', () => {
	it.each([
		// score, medium from, high from, level
		[0, 25, 75, 'low'],
		[24.999, 25, 75, 'low'],
		[25, 25, 75, 'medium'],
		[74.999, 25, 75, 'medium'],
		[75, 25, 75, 'high'],
		[100, 25, 75, 'high'],
		[0, 0, 75, 'medium'],
		[0, 0, 0, 'high'],
		[49.9, 50, 50, 'low'],
		[50, 50, 50, 'high'],
		[99.99, 100, 100, 'low'],
	])('%p between %p and %p is %s', (riskscore, mediumRiskFrom, highRiskFrom, expected) => {
		expect(level({ riskscore, signals: WALLET }, { mediumRiskFrom, highRiskFrom })).toBe(expected);
	});

	it('meets a threshold exactly also as a fraction', () => {
		for (let percent = 1; percent < 100; percent++) {
			const facts = { riskscore: percent / 100, signals: {}, scale: 'fraction' as const };
			expect(level(facts, { mediumRiskFrom: percent, highRiskFrom: 100 })).toBe('medium');
		}
	});

	it('is no pass by itself: signals that are null or missing tell nothing', () => {
		for (const signals of [null, undefined])
			expect([0, 24, 25, 75].map((riskscore) => level({ riskscore, signals })).join(' ')).toBe(
				'unknown unknown medium high',
			);
	});

	it.each([{}, [], { mixer: 0 }])('counts where the report names no signals: %j', (signals) => {
		const levels = [3, 30, 80].map((riskscore) => level({ riskscore, signals }));
		expect(levels).toEqual(['low', 'medium', 'high']);
	});
});

describe('danger share', () => {
	it.each([
		[{ scam: 0.0499 }, 'low'],
		[{ scam: 0.05 }, 'medium'],
		[{ scam: 0.03, mixer: 0.02 }, 'medium'],
		[{ scam: 0.2499 }, 'medium'],
		[{ scam: 0.25 }, 'high'],
		[{ scam: 20, wallet: 80 }, 'medium'],
		[{ other: 0.9, unclassified: 0.1 }, 'low'],
		[{ mixer: 150 }, 'high'],
		[{ scam: 0.3, mixer: null }, 'high'],
		[{ scam: 0.2, mixer: null }, 'unknown'],
	])('of %j makes it %s', (signals, expected) => {
		expect(level({ riskscore: 3, signals })).toBe(expected);
	});

	it('of nothing at all is medium where medium begins at nothing', () => {
		for (const signals of [{}, { wallet: 1 }])
			expect(level({ riskscore: 3, signals }, { mediumDangerFrom: 0 })).toBe('medium');
	});
});

describe('critical signals', () => {
	it.each<[string, number | string]>([
		['sanctions', 0.0000001],
		['Sanctions', 0.12],
		['sanctions', '1e-400'],
		['terrorism-financing', '0.02'],
		['childExploitation', 1],
		['Ｓａｎｃｔｉｏｎｓ', 0.5],
		['sanc\u200btions', 0.5],
		['sanctions', 150],
		['OFAC sanctions', 0.0001],
		...[
			'sanctioned_entity ofac_sdn terror_financing csam sexual_exploitation_of_minors',
			'sánctions terrorist_financing child_abuse_material',
			// A Cyrillic а and о, Greek ο, full width letters, and a hyphen that can't be seen.
			'sаnctions terrοrism_financing ｓａｎｃｔｉｏｎｓ sanc\u00adtions',
		].flatMap((names) => names.split(' ').map((name): [string, number] => [name, 0.0001])),
	])('any trace of %s (%p) is high', (name, value) => {
		const assessment = assess({ riskscore: 1.5, signals: { [name]: value } });
		expect(assessment).toMatchObject({ riskLevel: 'high', criticalFound: [name] });
	});

	it.each([[0], ['0'], ['0.0'], ['0e5'], [-0]])('%p is not above zero', (value) => {
		expect(level({ riskscore: 3, signals: { sanctions: value } })).toBe('low');
	});

	it.each([[null], [undefined], [-0.1], [NaN], [{}], [[]], [true], [''], ['12 %']])(
		'%p can not be called zero, so the level is unknown',
		(value) => {
			expect(level({ riskscore: 30, signals: { sanctions: value, wallet: 0.5 } })).toBe('unknown');
			expect(level({ riskscore: 80, signals: { sanctions: value } })).toBe('high');
		},
	);

	it('are those of the policy', () => {
		const facts = { riskscore: 3, signals: { sanctions: 0.01, brandNew: 0.01 } };
		expect(level(facts, { criticalSignals: [] })).toBe('low');
		expect(level(facts, { criticalSignals: ['service:brand_new'] })).toBe('high');
		const unnamed = { ...facts, signals: { '': 0.01 } };
		expect(level(unnamed, { criticalSignals: ['', '--'] })).toBe('low');
	});
});

describe('limits', () => {
	type Limit = RiskPolicy['signalLimits'][number];
	const limit = (signal: string, share: number, of: Limit['level'] = 'high'): Limit => ({
		signal,
		share,
		level: of,
	});

	it('on an unknown signal replace the rule that a person has to look', () => {
		const facts = { riskscore: 3, signals: { brandNew: 0.6, scam: 0.01 } };
		const signalLimits = [limit('service:brand_new', 70, 'medium')];
		expect(assess(facts, { signalLimits })).toMatchObject({ riskLevel: 'low', dangerShare: 1 });
		const more = { ...facts, signals: { brandNew: 0.7 } };
		expect(level(more, { signalLimits })).toBe('medium');
		const reasons = assess(more, { signalLimits }).riskReasons.join();
		expect(reasons).not.toContain('Unknown to this node');
	});

	it.each<[object, Limit[], string]>([
		[{ mixer: 0.0099 }, [limit('mixer', 1)], 'low'],
		[{ mixer: 0.01 }, [limit('mixer', 1)], 'high'],
		[{ mixer: 0.01 }, [limit('mixer', 1, 'medium')], 'medium'],
		[{ mixer: 0.3 }, [limit('mixer', 1, 'medium')], 'high'],
		[{ mixer: 0.02 }, [limit('mixer', 1, 'medium'), limit('mixer', 2)], 'high'],
		[{ mixer: 0 }, [limit('mixer', 0)], 'low'],
		[{ mixer: 1e-9 }, [limit('mixer', 0)], 'high'],
		[{ 'MIXER ': 0.006, mixer: 0.006 }, [limit('mixer', 1)], 'high'],
		[{ brandNew: 0.5 }, [limit('brand_new', 50, 'medium')], 'medium'],
		[{ '': 0.5, '!': 0.5 }, [limit('--', 0)], 'low'],
		// A limit on a critical signal replaces "any trace": medium below it, high from there.
		[{ sanctions: 0.0005 }, [limit('Sanctions', 1)], 'medium'],
		[{ sanctions: 0.01 }, [limit('Sanctions', 1)], 'high'],
		[{ sanctions: 0 }, [limit('Sanctions', 1)], 'low'],
		[{ sanctions: 150 }, [limit('Sanctions', 1)], 'high'],
		[{ sanctions: 0.01 }, [limit('sanctions', 1, 'medium')], 'high'],
		[{ sanctions: 0.04 }, [limit('sanctions', 5, 'medium')], 'medium'],
		[{ sanctions: 0.04 }, [limit('sanctions', 5), limit('sanctions', 20)], 'medium'],
		[{ sanctions: 0.1 }, [limit('sanctions', 5), limit('sanctions', 20)], 'high'],
		// The lowest limit that says high is the one that counts.
		[{ sanctions: 0.03 }, [limit('sanctions', 1, 'medium'), limit('sanctions', 5)], 'medium'],
		[{ sanctions: 0.0005, terrorism_financing: 0.0001 }, [limit('sanctions', 1)], 'high'],
		[{ sanctioned_entity: 0.001 }, [limit('sanctions', 1)], 'medium'],
		[{ sanctioned_entity: 0.01 }, [limit('sanctions', 1)], 'high'],
		[
			{ sanctioned_entity: 0.01 },
			[limit('sanctions', 1), limit('sanctioned_entity', 20)],
			'medium',
		],
	])('%j with %j is %s', (signals, signalLimits, expected) => {
		expect(level({ riskscore: 3, signals }, { signalLimits })).toBe(expected);
	});
});

describe('doubt', () => {
	const FAILED = { outcome: 'failed' } as const;
	const NEVER_KNOWN = 'unknown unknown unknown';
	it.each<[string, Partial<RiskFacts>, string]>([
		// Levels at the scores 3, 30 and 80.
		['a failed check', FAILED, NEVER_KNOWN],
		['a pending check', { outcome: 'pending' }, NEVER_KNOWN],
		['a failed check with sanctions', { ...FAILED, signals: { sanctions: 1 } }, 'high high high'],
		['a failed check with a danger', { ...FAILED, signals: { scam: 0.2 } }, NEVER_KNOWN],
		['the history alone', { source: 'history' }, 'unknown medium high'],
		['a report that is none', { source: 'unreadable', signals: { mixer: 1 } }, NEVER_KNOWN],
		['a missing report', { source: 'history', reportMissing: 'No answer' }, 'unknown unknown high'],
		['a report of something else', { doubt: 'Of another asset' }, 'unknown unknown high'],
		['signals that are a text', { signals: 'sanctions' }, 'unknown unknown high'],
		['signals that are a list', { signals: ['sanctions'] }, 'unknown unknown high'],
		['signals that are a list of numbers', { signals: [0.5] }, 'unknown unknown high'],
		['a signal that is a text', { signals: { wallet: '50 %' } }, 'unknown unknown high'],
		['signals one level deeper', { signals: { data: { sanctions: 1 } } }, 'unknown unknown high'],
		['a harmless signal beyond any scale', { signals: { wallet: 150 } }, 'unknown unknown high'],
	])('%s', (_, facts, levels) => {
		const at = (riskscore: number) => level({ riskscore, signals: WALLET, ...facts });
		expect([3, 30, 80].map(at).join(' ')).toBe(levels);
	});

	it('errs towards high where a threshold is not a number', () => {
		const facts = { riskscore: 5, signals: { scam: 0.01 } };
		expect(level(facts, { highRiskFrom: NaN })).toBe('high');
		expect(level(facts, { mediumRiskFrom: NaN })).toBe('medium');
		expect(level(facts, { highDangerFrom: NaN })).toBe('high');
		expect(level(facts, { signalLimits: [{ signal: 'scam', share: NaN, level: 'high' }] })).toBe(
			'high',
		);
	});
});

describe('history and report', () => {
	it.each([
		// report, history, level, score
		[3, 92, 'high', 92],
		[92, 3, 'high', 92],
		[3, 30, 'medium', 30],
		[3, 4, 'low', 3],
		[0.03, 3, 'low', 3],
		['92', 0.92, 'high', 92],
		[3, null, 'low', 3],
		[3, 'n/a', 'low', 3],
		[3, 1, 'unknown', 3],
		[null, 3, 'unknown', null],
		[null, 92, 'high', 92],
		[1, 92, 'high', 92],
	])('report %p, history %p: %s', (riskscore, historyScore, riskLevel, riskScore) => {
		const assessment = assess({ riskscore, historyScore, signals: WALLET });
		expect(assessment).toMatchObject({ riskLevel, riskScore });
	});

	it('a score of the history counts for nothing before the check is done', () => {
		expect(level({ outcome: 'pending', historyScore: 92 })).toBe('unknown');
	});
});

it('the rank sorts the worst first: by level, then by score, one without a score before all', () => {
	const sanctions = { sanctions: 1 };
	const all = [
		{ riskscore: null, signals: sanctions },
		{ riskscore: 90, signals: sanctions },
		{ riskscore: 10, signals: sanctions },
		{ riskscore: null },
		{ riskscore: 20 },
		{ riskscore: 60, signals: WALLET },
		{ riskscore: 30, signals: WALLET },
		{ riskscore: 20, signals: WALLET },
	];
	const ranks = all.map((facts) => assess(facts).rank);
	expect(ranks).toEqual([0, 10, 90, 1000, 1080, 2040, 2070, 3080]);
});

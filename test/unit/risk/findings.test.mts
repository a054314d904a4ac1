/** What critical signals, the danger share and the limits make of a check. */
import { type RiskPolicy } from '../../../nodes/shared/risk/index.ts';
import { assess } from './samples.mts';

describe('critical signals', () => {
	it.each([
		['sanctions', 0.0000001, 'sanctions under 0.01 %'],
		['Sanctions', 0.12, 'Sanctions 12 %'],
		['sanctions', '1e-400', 'sanctions under 0.01 %'],
		['sanctions', '+1e-400', 'sanctions under 0.01 %'],
		['sanctions', '0.1e-400', 'sanctions under 0.01 %'],
		['terrorism-financing', '0.02', 'terrorism-financing 2 %'],
		['Child Exploitation', 40, 'Child Exploitation 40 %'],
		['childExploitation', 1, 'childExploitation 100 %'],
		['Ｓａｎｃｔｉｏｎｓ', 0.5, 'Sanctions 50 %'],
		['sanc\u200btions', 0.5, 'sanctions 50 %'],
		['sanctions', 150, 'sanctions (beyond any scale)'],
		['sanctions', Infinity, 'sanctions (beyond any scale)'],
	])('%s at %p makes it high', (name, value, told) => {
		const assessment = assess({ riskscore: 1.5, signals: { [name]: value } });
		expect(assessment.riskLevel).toBe('high');
		expect(assessment.criticalFound).toEqual([name]);
		expect(assessment.riskReasons[0]).toBe(`Critical signal: ${told}`);
		expect(assessment.riskReasons.at(-1)).toBe('Risk score 1.5 is below the medium threshold 25');
	});

	it.each([
		'sanctioned_entity',
		'OFAC sanctions',
		'sanction',
		'terrorist_financing',
		'child_abuse_material',
		'childSexualAbuse',
	])('is spoken of by a name that nobody knows: %s', (name) => {
		const of = (share: number, policy: object = {}) =>
			assess({ riskscore: 3, signals: { [name]: share, wallet: 0.5 } }, policy).riskLevel;
		expect(of(0.0001)).toBe('high');
		expect(of(0.1, { criticalSignals: [] })).toBe('medium');
		const limits = ['sanctions', 'terrorism_financing', 'child_exploitation'].map((signal) => ({
			signal,
			share: 1,
			level: 'high' as const,
		}));
		expect(of(0.001, { signalLimits: limits })).toBe('medium');
		expect(of(0.01, { signalLimits: limits })).toBe('high');
		const own = [...limits, { signal: name, share: 20, level: 'high' as const }];
		expect(of(0.01, { signalLimits: own })).toBe('medium');
	});

	it('lists all of them, largest first', () => {
		const signals = { terrorism_financing: 0.01, mixer: 0.5, sanctions: 0.2 };
		expect(assess({ signals }).riskReasons[0]).toBe(
			'Critical signal: sanctions 20 %, terrorism financing 1 %',
		);
	});

	it.each([[0], ['0'], ['0.0'], ['0e5'], ['-0.0e-5'], [-0]])('%p is not above zero', (value) => {
		expect(assess({ riskscore: 3, signals: { sanctions: value } }).riskLevel).toBe('low');
	});

	it.each([[null], [undefined], [-0.1], ['-1e-400'], [NaN], [{}], [[]], [true], [''], ['12 %']])(
		'%p can not be called zero, so the level is unknown',
		(value) => {
			const assessment = assess({ riskscore: 30, signals: { sanctions: value, wallet: 0.5 } });
			expect(assessment.riskLevel).toBe('unknown');
			expect(assessment.riskScore).toBe(30);
			expect(assessment.dangerShare).toBeNull();
			expect(assessment.riskReasons[0]).toBe('Signal without a readable value: sanctions');
		},
	);

	it('stays high by the score where one can not be read, and says both', () => {
		const assessment = assess({ riskscore: 80, signals: { sanctions: null } });
		expect(assessment.riskLevel).toBe('high');
		expect(assessment.riskReasons).toEqual([
			'Risk score 80 is at or above the high threshold 75',
			'Signal without a readable value: sanctions',
		]);
	});

	it('follows the policy', () => {
		const facts = { riskscore: 3, signals: { sanctions: 0.01, mixer: 0.01, brandNew: 0.1 } };
		expect(assess(facts, { criticalSignals: [] }).riskLevel).toBe('low');
		expect(assess(facts, { criticalSignals: ['Mixer'] }).criticalFound).toEqual(['mixer']);
		expect(assess(facts, { criticalSignals: ['brand_new'] }).riskLevel).toBe('high');
		expect(
			assess({ ...facts, signals: { '': 1 } }, { criticalSignals: ['', '--'] }).riskLevel,
		).toBe('low');
	});
});

describe('danger share', () => {
	it.each([
		[{ scam: 0.0499 }, 'low', 'Risk score 3 is below the medium threshold 25'],
		[{ scam: 0.05 }, 'medium', 'Danger share 5 % is at or above the medium threshold 5'],
		[
			{ scam: 0.03, mixer: 0.02 },
			'medium',
			'Danger share 5 % is at or above the medium threshold 5',
		],
		[{ scam: 0.2499 }, 'medium', 'Danger share 24.99 % is at or above the medium threshold 5'],
		[{ scam: 0.25 }, 'high', 'Danger share 25 % is at or above the high threshold 25'],
		[{ scam: 20, wallet: 80 }, 'medium', 'Danger share 20 % is at or above the medium threshold 5'],
		[{ brand_new: 0.9 }, 'low', 'Risk score 3 is below the medium threshold 25'],
		[{ mixer: 150 }, 'high', 'Danger signal beyond any scale: mixer'],
	] as const)('of %j makes it %s', (signals, level, reason) => {
		const assessment = assess({ riskscore: 3, signals });
		expect(assessment.riskLevel).toBe(level);
		expect(assessment.riskReasons[0]).toBe(reason);
	});

	it('says of a low check what nobody knows', () => {
		const last = (signals: object) => assess({ riskscore: 3, signals }).riskReasons.at(-1);
		expect(last({ brand_new: 0.9, other: 0.1 })).toBe(
			'No danger signals; not known: brand new 90 %',
		);
		expect(last({ brand_new: 0.5, scam: 0.03 })).toBe(
			'Danger share 3 % is below the medium threshold 5; not known: brand new 50 %',
		);
	});

	it('below its threshold is part of what speaks for a low check', () => {
		expect(assess({ riskscore: 3, signals: { scam: 0.03 } }).riskReasons).toEqual([
			'Risk score 3 is below the medium threshold 25',
			'Danger share 3 % is below the medium threshold 5',
		]);
	});

	it('is not told where what can not be read may be danger, under whatever name', () => {
		const shareOf = (signals: object) => assess({ riskscore: 3, signals }).dangerShare;
		expect(shareOf({ wallet: 0.5, danger: { sanctions: 0.2 } })).toBeNull();
		expect(shareOf({ wallet: 0.5, brand_new: 'a little' })).toBeNull();
		expect(shareOf({ wallet: null, atm: 'a little', scam: 0.03 })).toBe(3);
	});

	it('counts what can be read where a part of it can not', () => {
		expect(assess({ riskscore: 3, signals: { scam: 0.3, mixer: null } })).toMatchObject({
			riskLevel: 'high',
			dangerShare: null,
		});
		expect(assess({ riskscore: 3, signals: { scam: 0.2, mixer: null } }).riskLevel).toBe('unknown');
	});

	it.each(['failed', 'pending'] as const)('makes a %s check high, never medium', (outcome) => {
		expect(assess({ riskscore: 3, signals: { scam: 0.3 }, outcome }).riskLevel).toBe('high');
		expect(assess({ riskscore: 3, signals: { scam: 0.2 }, outcome }).riskLevel).toBe('unknown');
	});

	it('makes a check without a score high, never medium', () => {
		expect(assess({ signals: { scam: 0.3 } }).riskLevel).toBe('high');
		expect(assess({ signals: { scam: 0.2 } }).riskLevel).toBe('unknown');
	});
});

describe('signal limits', () => {
	const level = (signals: unknown, ...signalLimits: RiskPolicy['signalLimits']) =>
		assess({ riskscore: 3, signals }, { signalLimits }).riskLevel;
	const mixer = (share: number, of: 'medium' | 'high' = 'high') =>
		({ signal: 'mixer', share, level: of }) as const;

	it('make the check at least their level, from their share on', () => {
		expect(level({ mixer: 0.0099 }, mixer(1))).toBe('low');
		expect(level({ mixer: 0.01 }, mixer(1))).toBe('high');
		expect(level({ mixer: 0.01 }, mixer(1, 'medium'))).toBe('medium');
		expect(level({ mixer: 0.3 }, mixer(1, 'medium'))).toBe('high');
		expect(level({ mixer: 0.02 }, mixer(1, 'medium'), mixer(2))).toBe('high');
		expect(level({ mixer: 0 }, mixer(0))).toBe('low');
		expect(level({ mixer: 1e-9 }, mixer(0))).toBe('high');
		expect(level({ mixer: Infinity }, mixer(100, 'medium'))).toBe('high');
	});

	it('find their signal in any spelling, and add spellings up', () => {
		expect(level({ 'MIXER ': 0.006, mixer: 0.006 }, mixer(1))).toBe('high');
		expect(level({ brandNew: 0.5 }, { signal: 'brand_new', share: 50, level: 'medium' })).toBe(
			'medium',
		);
	});

	it('are for no signal where their name has no letter', () => {
		expect(level({ '': 0.5, '!': 0.5 }, { signal: '--', share: 0, level: 'high' })).toBe('low');
	});

	it('say why', () => {
		const { riskReasons } = assess(
			{ riskscore: 3, signals: { mixer: 0.02, wallet: 0.98 } },
			{ signalLimits: [mixer(1)] },
		);
		expect(riskReasons).toEqual([
			'mixer 2 % is at or above its limit of 1 % (high)',
			'Risk score 3 is below the medium threshold 25',
		]);
	});

	it('on a critical signal replace any trace: medium below, high from there on', () => {
		const sanctions = { signal: 'Sanctions', share: 1, level: 'high' } as const;
		expect(level({ sanctions: 0.0005 })).toBe('high');
		expect(level({ sanctions: 0.0005 }, sanctions)).toBe('medium');
		expect(level({ sanctions: 0.01 }, sanctions)).toBe('high');
		expect(level({ sanctions: 0 }, sanctions)).toBe('low');
		const medium = { ...sanctions, level: 'medium' } as const;
		expect(level({ sanctions: 0.01 }, medium)).toBe('high');
		expect(level({ sanctions: 0.01 }, { ...medium, share: 5 }, medium)).toBe('high');
		expect(level({ sanctions: 0.005 }, { ...medium, share: 0.1 }, sanctions)).toBe('medium');
		expect(level({ sanctions: 0.0005, terrorism_financing: 0.0001 }, sanctions)).toBe('high');
		expect(level({ sanctions: 150 }, sanctions)).toBe('high');
		expect(
			assess({ riskscore: 3, signals: { sanctions: 0.0005 } }, { signalLimits: [sanctions] })
				.riskReasons[0],
		).toBe('Critical signal below its limit of 1 %: sanctions 0.05 %');
	});

	it('do not make an unfinished check medium', () => {
		const signals = { mixer: 0.02 };
		const of = (limit: ReturnType<typeof mixer>) =>
			assess({ signals, outcome: 'pending' }, { signalLimits: [limit] }).riskLevel;
		expect([of(mixer(1, 'medium')), of(mixer(1))]).toEqual(['unknown', 'high']);
	});
});

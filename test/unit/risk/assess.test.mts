import {
	SIGNAL_NAMES,
	type RiskPolicy,
	type SignalGroup,
} from '../../../nodes/shared/risk/index.ts';
import { assess } from './samples.mts';

describe('score', () => {
	it.each([
		// raw, scale, score, read as a fraction
		[0, 'auto', 0, false],
		[0.01, 'auto', 1, true],
		[0.29, 'auto', 29, true],
		[1, 'auto', 100, true],
		[1.5, 'auto', 1.5, false],
		[92, 'auto', 92, false],
		[100, 'auto', 100, false],
		['0.92', 'auto', 92, true],
		[' 92 ', 'auto', 92, false],
		['9.2e1', 'auto', 92, false],
		[0, 'percent', 0, false],
		[0.5, 'percent', 0.5, false],
		[1, 'percent', 1, false],
		[100, 'percent', 100, false],
		[0.5, 'fraction', 50, false],
		[1, 'fraction', 100, false],
		['0', 'fraction', 0, false],
	] as const)('reads %p on the scale %s as %p', (riskscore, riskScoreScale, score, fraction) => {
		const assessment = assess({ riskscore, signals: {} }, { riskScoreScale });
		expect(assessment.riskScore).toBe(score);
		expect(assessment.rawRiskScore).toBe(riskscore);
		expect(assessment.readAsFraction).toBe(fraction);
	});

	it.each([
		[100.01, 'auto'],
		[100.01, 'percent'],
		[1.01, 'fraction'],
		[92, 'fraction'],
		[-1, 'auto'],
		[-0.001, 'percent'],
		['-1', 'fraction'],
		[NaN, 'auto'],
		[Infinity, 'auto'],
		[true, 'auto'],
		[false, 'percent'],
		[[5], 'percent'],
		[{ value: 5 }, 'percent'],
		['5 of 100', 'percent'],
		['5%', 'percent'],
		['0,5', 'auto'],
		['0x10', 'auto'],
	] as const)('can not read %p on the scale %s', (riskscore, riskScoreScale) => {
		const assessment = assess({ riskscore, signals: {} }, { riskScoreScale });
		expect(assessment).toMatchObject({
			riskScore: null,
			riskLevel: 'unknown',
			readAsFraction: false,
		});
		expect(assessment.riskReasons[0]).toMatch(/^The risk score .*can't be read/);
	});

	it.each([
		[NaN, "The risk score can't be read: it is not a number"],
		[{}, "The risk score can't be read: it is not a number"],
		[[5], "The risk score can't be read: it is a list, not a number"],
		[true, "The risk score can't be read: it is true or false, not a number"],
		['<b>5 %', 'The risk score can\'t be read: it is the text "b 5"'],
		[-1, "The risk score -1 can't be read: it is outside 0 to 100 (scale auto)"],
		['1e999', "The risk score Infinity can't be read: it is outside 0 to 100 (scale auto)"],
	])('says why it can not read %p', (riskscore, reason) => {
		expect(assess({ riskscore, signals: {} }).riskReasons).toEqual([reason]);
	});

	it.each([[null], [undefined], [''], ['  ']])('says that there is none for %p', (riskscore) => {
		const assessment = assess({ riskscore, signals: {} });
		expect(assessment).toMatchObject({ riskScore: null, riskLevel: 'unknown' });
		expect(assessment.riskReasons).toEqual(['No risk score in the report']);
	});

	it.each([
		[NaN, 'NaN'],
		[Infinity, 'Infinity'],
		['abc', 'abc'],
		[null, null],
		[{ a: 1 }, null],
		[-3, -3],
	])('keeps the raw %p as %p', (riskscore, raw) => {
		expect(assess({ riskscore }).rawRiskScore).toBe(raw);
	});

	it('says that auto read a fraction', () => {
		expect(assess({ riskscore: 0.92, signals: {} }).riskReasons).toEqual([
			'Risk score 92 is at or above the high threshold 75',
			'Risk score 0.92 was read as a fraction of 1',
		]);
	});
});

describe('level by score', () => {
	it.each([
		[0, 'low', 'Risk score 0 is below the medium threshold 25'],
		[24.999, 'low', 'Risk score 24.999 is below the medium threshold 25'],
		[25, 'medium', 'Risk score 25 is at or above the medium threshold 25'],
		[74.999, 'medium', 'Risk score 74.999 is at or above the medium threshold 25'],
		[75, 'high', 'Risk score 75 is at or above the high threshold 75'],
		[100, 'high', 'Risk score 100 is at or above the high threshold 75'],
	])('%p is %s', (riskscore, level, reason) => {
		const assessment = assess({ riskscore, signals: { wallet: 1 } });
		expect(assessment.riskLevel).toBe(level);
		const clear = level === 'low' ? ['No danger signals'] : [];
		expect(assessment.riskReasons).toEqual([reason, ...clear]);
	});

	it.each([
		// medium from, high from, score, level
		[0, 75, 0, 'medium'],
		[0, 0, 0, 'high'],
		[50, 50, 49.9, 'low'],
		[50, 50, 50, 'high'],
		[20, 79, 20, 'medium'],
		[33, 66, 66, 'high'],
		[29, 75, 29, 'medium'],
		[100, 100, 99.99, 'low'],
	])('with thresholds %p and %p, %p is %s', (mediumRiskFrom, highRiskFrom, riskscore, level) => {
		const policy = { mediumRiskFrom, highRiskFrom, riskScoreScale: 'percent' } as const;
		expect(assess({ riskscore, signals: {} }, policy).riskLevel).toBe(level);
	});

	it('meets a threshold exactly also when the score is a fraction', () => {
		for (let percent = 0; percent <= 100; percent++) {
			const policy: Partial<RiskPolicy> = {
				mediumRiskFrom: percent,
				highRiskFrom: 100,
				riskScoreScale: 'fraction',
			};
			const { riskLevel, riskScore } = assess({ riskscore: percent / 100, signals: {} }, policy);
			expect([percent, riskScore]).toEqual([percent, percent]);
			expect(riskLevel).toBe(percent === 100 ? 'high' : 'medium');
		}
	});

	it('errs towards high where a threshold is not a number', () => {
		const facts = { riskscore: 5, signals: { scam: 0.01 } };
		expect(assess(facts, { highRiskFrom: NaN }).riskLevel).toBe('high');
		expect(assess(facts, { mediumRiskFrom: NaN }).riskLevel).toBe('medium');
		expect(assess(facts, { highDangerFrom: NaN }).riskLevel).toBe('high');
		expect(assess(facts, { mediumDangerFrom: NaN }).riskLevel).toBe('medium');
		const signalLimits = [{ signal: 'scam', share: NaN, level: 'high' as const }];
		expect(assess(facts, { signalLimits }).riskLevel).toBe('high');
	});
});

describe('outcome', () => {
	it.each([
		['failed', 'The check failed, so there is no risk score to rely on'],
		['pending', 'The check is not finished, so there is no risk score yet'],
	] as const)('%s is unknown whatever the score', (outcome, reason) => {
		expect(assess({ riskscore: 3, signals: { wallet: 1 }, outcome })).toMatchObject({
			riskScore: null,
			rawRiskScore: 3,
			riskLevel: 'unknown',
			riskReasons: [reason],
		});
	});

	it.each(['failed', 'pending'] as const)('%s with a critical signal is high', (outcome) => {
		const assessment = assess({ riskscore: 3, signals: { sanctions: 0.12 }, outcome });
		expect(assessment.riskLevel).toBe('high');
		expect(assessment.riskReasons[0]).toBe('Critical signal: sanctions 12 %');
	});
});

describe('critical signals', () => {
	it.each([
		['sanctions', 0.0000001, 'sanctions under 0.01 %'],
		['Sanctions', 0.12, 'Sanctions 12 %'],
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

	it('lists all of them, largest first', () => {
		const signals = { terrorism_financing: 0.01, mixer: 0.5, sanctions: 0.2 };
		expect(assess({ signals }).riskReasons[0]).toBe(
			'Critical signal: sanctions 20 %, terrorism financing 1 %',
		);
	});

	it.each([[0], ['0'], ['0.0'], [-0]])('%p is not above zero', (value) => {
		expect(assess({ riskscore: 3, signals: { sanctions: value } }).riskLevel).toBe('low');
	});

	it.each([[null], [undefined], [-0.1], [NaN], [{}], [[]], [true], [''], ['12 %']])(
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
		expect(level({ sanctions: 0.01 }, { ...sanctions, level: 'medium' })).toBe('high');
		expect(
			level({ sanctions: 0.005 }, { ...sanctions, level: 'medium', share: 0.1 }, sanctions),
		).toBe('medium');
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

describe('what was read', () => {
	it.each([
		[3, 'unknown'],
		[25, 'medium'],
		[75, 'high'],
	])('of the history is only a score: %p is %s', (riskscore, riskLevel) => {
		const assessment = assess({ riskscore, signals: {}, source: 'history' });
		expect(assessment).toMatchObject({
			riskScore: riskscore,
			riskLevel,
			dangerShare: null,
			signalsState: 'notRead',
		});
		expect(assessment.riskReasons).toContain(
			'The signals were not read: the history has scores only',
		);
	});

	it('is nothing where the report is none, whatever stands beside it', () => {
		const assessment = assess({ riskscore: 90, signals: { mixer: 1 }, source: 'unreadable' });
		expect(assessment).toMatchObject({
			riskScore: null,
			riskLevel: 'unknown',
			signals: [],
			dangerShare: null,
			riskReasons: ["The report is missing or can't be read"],
		});
	});
});

describe('a scale that is proven', () => {
	it.each([
		[0.5, 'fraction', 50, false],
		[0.5, 'unproven', 50, true],
		[0.5, 'percent', 50, true],
		[1, 'percent', 100, true],
		[1.000_000_000_2, 'percent', 100, true],
		[1.000_000_000_2, 'fraction', 100, false],
		[48, 'fraction', null, false],
		[48, 'percent', 48, false],
	] as const)(
		'makes no score lower than it may be: %p under auto and %s is %p',
		(riskscore, provenScale, score, isGuess) => {
			const assessment = assess({ riskscore, signals: {}, provenScale });
			expect(assessment.riskScore).toBe(score);
			expect(assessment.readAsFraction).toBe(isGuess);
		},
	);

	it('does not overrule a scale that the policy sets', () => {
		const facts = { riskscore: 0.5, signals: {}, provenScale: 'fraction' as const };
		expect(assess(facts, { riskScoreScale: 'percent' }).riskScore).toBe(0.5);
	});
});

describe('signals', () => {
	it('keeps those above zero, largest first, ties by name, with group and share', () => {
		const signals = {
			wallet: 0.5,
			scam: 0.1,
			atm: 0.1,
			gambling: 0,
			brand_new: '0.25',
			mixer: 0.05,
		};
		expect(assess({ signals }).signals).toEqual([
			{ name: 'wallet', group: 'trusted', share: 50, value: 0.5 },
			{ name: 'brand_new', group: 'unclassified', share: 25, value: 0.25 },
			{ name: 'atm', group: 'suspicious', share: 10, value: 0.1 },
			{ name: 'scam', group: 'danger', share: 10, value: 0.1 },
			{ name: 'mixer', group: 'danger', share: 5, value: 0.05 },
		]);
	});

	it('reads the whole map as percents as soon as one value is above 1', () => {
		const { signals, dangerShare } = assess({ signals: { wallet: 99.5, scam: 0.5 } });
		expect(signals.map(({ share }) => share)).toEqual([99.5, 0.5]);
		expect(dangerShare).toBe(0.5);
	});

	it.each(['percent', 'fraction'] as const)(
		'is unmoved by the scale of the score (%s)',
		(riskScoreScale) => {
			const { signals } = assess({ riskscore: 0.5, signals: { scam: 0.5 } }, { riskScoreScale });
			expect(signals[0]?.share).toBe(50);
		},
	);

	it('takes a sum that rounding lifted above 1 for fractions', () => {
		expect(assess({ signals: { scam: 1.0000000001 } }).signals[0]?.share).toBe(100);
	});

	it.each([
		[{ scam: 0.1, mixer: 0.2, wallet: 0.7 }, 30],
		[{ wallet: 1 }, 0],
		[{ scam: 0, wallet: 0 }, 0],
		[{ scam: 0.001, mixer: 0.002 }, 0.3],
		[{ scam: 0.9, mixer: 0.9 }, 100],
		[{ brand_new: 0.5 }, 0],
		[{ scam: 0.1, wallet: null }, 10],
		[{ scam: 0.1, mixer: null }, null],
		[{}, 0],
		[[], 0],
		[{ mixer: 150 }, null],
		[null, null],
		[undefined, null],
		['mixer', null],
	])('has of %j the danger share %p', (signals, share) => {
		expect(assess({ signals }).dangerShare).toBe(share);
	});

	it.each([[{}], [[]]])('takes %j for a report in which no signal is above zero', (signals) => {
		expect(assess({ riskscore: 3, signals })).toMatchObject({
			riskLevel: 'low',
			dangerShare: 0,
			riskReasons: [
				'Risk score 3 is below the medium threshold 25',
				'The report names no signals above zero',
			],
		});
	});

	it.each([[null], [undefined]])('is told nothing by signals that are %p', (signals) => {
		const level = (riskscore: number) => assess({ riskscore, signals }).riskLevel;
		expect([level(0), level(24), level(25), level(75)]).toEqual([
			'unknown',
			'unknown',
			'medium',
			'high',
		]);
		expect(assess({ riskscore: 3, signals }).riskReasons).toEqual([
			'No signals in the report, so nobody can say what it would name',
			'Risk score 3 is below the medium threshold 25',
		]);
	});

	it.each([['sanctions'], [5], [true], [['sanctions']], [[{ name: 'sanctions', value: 1 }]]])(
		'does not call a check low whose signals are %j',
		(signals) => {
			const assessment = assess({ riskscore: 3, signals });
			expect(assessment.riskLevel).toBe('unknown');
			expect(assessment.riskReasons[0]).toBe("The report's signals can't be read");
		},
	);

	it.each([
		[{ mixer: null }, 'mixer'],
		[{ wallet: 1, '<b>\n*x*': -1 }, 'b x'],
		[{ wallet: '50 %' }, 'wallet'],
		[{ data: { sanctions: 0.5 } }, 'data'],
		[{ other: true }, 'other'],
	])(
		'does not call a check low or medium of whose signals one can not be read: %j',
		(signals, name) => {
			for (const riskscore of [3, 50]) {
				const assessment = assess({ riskscore, signals });
				expect(assessment.riskLevel).toBe('unknown');
				expect(assessment.riskReasons[0]).toBe(`Signal without a readable value: ${name}`);
			}
			expect(assess({ riskscore: 75, signals }).riskLevel).toBe('high');
		},
	);

	it('does not guess what a harmless signal beyond any scale means', () => {
		const assessment = assess({ riskscore: 3, signals: { wallet: 150 } });
		expect(assessment.riskLevel).toBe('unknown');
		expect(assessment.riskReasons[0]).toBe('Signal beyond any scale: wallet');
	});

	it('knows every signal of the service, in the groups of the field', () => {
		const of = (wanted: SignalGroup) =>
			SIGNAL_NAMES.filter(({ group }) => group === wanted)
				.map(({ name }) => name)
				.sort();
		expect(of('danger')).toEqual([
			'child_exploitation',
			'dark_market',
			'dark_service',
			'enforcement_action',
			'exchange_fraudulent',
			'gambling',
			'illegal_service',
			'mixer',
			'ransom',
			'sanctions',
			'scam',
			'stolen_coins',
			'terrorism_financing',
		]);
		expect(of('suspicious')).toEqual([
			'atm',
			'exchange_mlrisk_high',
			'exchange_mlrisk_moderate',
			'exchange_mlrisk_veryhigh',
			'exchange_unlicensed',
			'liquidity_pools',
			'p2p_exchange_mlrisk_high',
			'p2p_exchange_unlicensed',
			'seized_assets',
		]);
		expect(of('trusted')).toEqual([
			'exchange_licensed',
			'exchange_mlrisk_low',
			'marketplace',
			'miner',
			'p2p_exchange_licensed',
			'p2p_exchange_mlrisk_low',
			'payment',
			'wallet',
		]);
		expect(of('unclassified')).toEqual(['other']);
	});

	it('lists them by label', () => {
		const labels = SIGNAL_NAMES.map(({ label }) => label);
		expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b, 'en')));
		expect(new Set(labels).size).toBe(labels.length);
	});

	it.each(['__proto__', 'constructor', 'toString'])('%s is a name like any other', (name) => {
		const signals: unknown = JSON.parse(`{"${name}": 0.5}`);
		expect(assess({ signals }).signals).toEqual([
			{ name, group: 'unclassified', share: 50, value: 0.5 },
		]);
	});
});

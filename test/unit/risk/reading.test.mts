/** How numbers, scores and signals are read as the service writes them. */
import { clip, formatApart, formatNumber, readNumber } from '../../../nodes/shared/format.ts';
import { assess } from './samples.mts';

it.each<[string, number | null]>([
	['+5', 5],
	['-5', -5],
	['5.', 5],
	['.25', 0.25],
	['1.25e2', 125],
	['25e-2', 0.25],
	[' 12 ', 12],
	...['', '.', 'x5', '5x', '1ex2', '1e', '0x10', '1,5', '12 %', 'Infinity'].map(
		(text): [string, null] => [text, null],
	),
])('the text %j is the number %p', (text, expected) => expect(readNumber(text)).toBe(expected));

it.each([
	[92, '92'],
	[24.999, '24.99'],
	[100, '100'],
	[0.1 + 0.2, '0.3'],
	[0, '0'],
	[0.001, 'under 0.01'],
	[1e-300, 'under 0.01'],
])('%p is written %s', (value, text) => expect(formatNumber(value)).toBe(text));

it.each([
	[12.3487, 12.3456, '12.3487', '12.3456'],
	[12.35, 12.3, '12.35', '12.3'],
	[12.344, 12.34, '12.344', '12.34'],
	[25, 25, '25', '25'],
	[74.9999, 75, '74.99', '75'],
	[0.0012, 0.001, '0.0012', '0.001'],
	[0.0001, 1, 'under 0.01', '1'],
])('%p next to %p is written %s and %s', (value, limit, ...texts) =>
	expect(formatApart(value, limit)).toEqual(texts),
);

it.each([
	['abcd', 4, 'abcd'],
	['abcde', 4, 'abc…'],
	['👛👛👛👛', 3, '👛👛…'],
])('%s cut to %i characters is %s', (text, length, expected) =>
	expect(clip(text, length)).toBe(expected),
);

describe('score', () => {
	it.each([
		// raw, scale, score, read as a fraction
		[0, 'auto', 0, false],
		[0.01, 'auto', 1, true],
		[0.29, 'auto', 29, true],
		[0.9999, 'auto', 99.99, true],
		[1.5, 'auto', 1.5, false],
		[100, 'auto', 100, false],
		['0.92', 'auto', 92, true],
		[' 9.2e1 ', 'auto', 92, false],
		[0.5, 'percent', 0.5, false],
		[1, 'percent', 1, false],
		[100 + 1e-6, 'percent', 100, false],
		[0.5, 'fraction', 50, false],
		[1, 'fraction', 100, false],
		[1 + 1e-6, 'fraction', 100, false],
	] as const)('reads %p on the scale %s as %p', (riskscore, scale, score, isFraction) => {
		const assessment = assess({ riskscore, signals: {}, scale });
		expect(assessment).toMatchObject({
			riskScore: score,
			rawRiskScore: riskscore,
			readAsFraction: isFraction,
			isScaleUnclear: false,
		});
	});

	it.each([1, '1', 1.000_000_2])('can not tell what %p means under auto', (riskscore) => {
		const at = (signals: object) => assess({ riskscore, signals });
		expect(at({ wallet: 1 })).toMatchObject({
			riskScore: null,
			riskLevel: 'unknown',
			isScaleUnclear: true,
			riskReasons: ["Score 1 can mean 1% or 100%: set 'Risk Score Scale' in the credential"],
		});
		expect(at({ scam: 0.1 }).riskLevel).toBe('unknown');
		expect(at({ sanctions: 0.1 }).riskLevel).toBe('high');
	});

	it.each([
		[null, 'auto', 'No risk score in the report'],
		['  ', 'auto', 'No risk score in the report'],
		[NaN, 'auto', "The risk score can't be read: it is not a number"],
		[[5], 'percent', "The risk score can't be read: it is a list, not a number"],
		[true, 'auto', "The risk score can't be read: it is true or false, not a number"],
		['5 %', 'percent', 'The risk score can\'t be read: it is the text "5 %"'],
		['0,92', 'auto', 'The risk score can\'t be read: it is the text "0,92"'],
		['<b>5 %', 'auto', 'The risk score can\'t be read: it is the text "b 5"'],
		['0x10', 'auto', 'The risk score can\'t be read: it is the text "0x10"'],
		[-1, 'auto', "The risk score -1 can't be read: it is outside 0 to 100 (scale auto)"],
		['1e999', 'auto', "The risk score Infinity can't be read: it is outside 0 to 100 (scale auto)"],
		[101, 'percent', "The risk score 101 can't be read: it is outside 0 to 100 (scale percent)"],
		[92, 'fraction', "The risk score 92 can't be read: it is outside 0 to 1 (scale fraction)"],
	] as const)('can not read %p on the scale %s', (riskscore, scale, reason) => {
		const assessment = assess({ riskscore, signals: { wallet: 1 }, scale });
		expect(assessment).toMatchObject({ riskScore: null, riskLevel: 'unknown' });
		expect(assessment.isScaleUnclear).toBe(false);
		expect(assessment.riskReasons).toEqual([reason]);
	});

	it.each([
		[NaN, 'NaN'],
		['abc', 'abc'],
		[null, null],
		[{ a: 1 }, null],
		[-3, -3],
	])('keeps the raw %p as %p', (riskscore, raw) => {
		expect(assess({ riskscore }).rawRiskScore).toBe(raw);
	});
});

describe('signals', () => {
	it('keeps those above zero, largest first, ties by name, with group and share', () => {
		const signals = { wallet: 0.5, scam: 0.1, atm: 0.1, gambling: 0, brand_new: '0.25' };
		expect(assess({ signals }).signals).toEqual([
			{ name: 'wallet', group: 'trusted', share: 50, value: 0.5 },
			{ name: 'brand_new', group: 'unknown', share: 25, value: 0.25 },
			{ name: 'atm', group: 'suspicious', share: 10, value: 0.1 },
			{ name: 'scam', group: 'danger', share: 10, value: 0.1 },
		]);
	});

	it.each([
		// One scale for the whole map, whatever the scale of the score.
		[{ wallet: 99.5, scam: 0.5 }, [99.5, 0.5]],
		[{ mixer: 1, scam: 0.9, ransom: 0.8 }, [100, 90, 80]],
		[{ wallet: 100, payment: 2 }, [100, 2]],
		[{ mixer: 1 }, [100]],
		// The float of 32 bits above 1, rounded sums, one counted twice, percent.
		[{ mixer: 1.000_000_119 }, [100]],
		[{ mixer: 1.015 }, [100]],
		[{ mixer: 2 }, [100]],
		[{ mixer: 2.001 }, [2.001]],
	])('the shares of %j are %j', (signals, shares) => {
		for (const scale of ['percent', 'fraction'] as const)
			expect(assess({ signals, scale }).signals.map(({ share }) => share)).toEqual(shares);
	});

	it.each([
		[{ scam: 0.1, mixer: 0.2, wallet: 0.7 }, 30],
		[{ wallet: 1 }, 0],
		[{ scam: 0.001, mixer: 0.002 }, 0.3],
		[{ scam: 0.9, mixer: 0.9 }, 100],
		[{ stolen_coins: 0.6, mixer: 1.2 }, 100],
		[{ brand_new: 0.5 }, 0],
		[{ unclassified: 0.5 }, 0],
		[{ scam: 0.1, wallet: null, atm: 'a little' }, 10],
		[{ scam: 0.1, mixer: null }, null],
		[{ other: 100, wallet: 2 }, 0],
		[{ scam: 0.1, brand_new: 'a little' }, null],
		[{ wallet: 0.5, danger: { sanctions: 0.2 } }, null],
		[{}, 0],
		[[], 0],
		[{ mixer: 150 }, null],
		[null, null],
		['mixer', null],
	])('the danger share of %j is %p', (signals, share) => {
		expect(assess({ signals }).dangerShare).toBe(share);
	});

	it.each([
		[{ wallet: 1 }, 'report', 'read'],
		[{}, 'report', 'read'],
		[undefined, 'report', 'absent'],
		['x', 'report', 'unreadable'],
		[{ mixer: 150 }, 'report', 'unreadable'],
		[{ scam: 0.1, wallet: null }, 'report', 'read'],
		[{ wallet: 1 }, 'unreadable', 'unreadable'],
		[{ wallet: 1 }, 'history', 'notRead'],
	] as const)('%j of a %s are %s', (signals, source, state) => {
		expect(assess({ riskscore: 3, signals, source }).signalsState).toBe(state);
	});
});

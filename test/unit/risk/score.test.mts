/** How the number in a report becomes a score. */
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
		[1 + 1e-6, 'auto', 100, true],
		[1 + 1e-6, 'fraction', 100, false],
		[100 + 1e-6, 'percent', 100, false],
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
		['5 %', 'The risk score can\'t be read: it is the text "5 %"'],
		['0,92', 'The risk score can\'t be read: it is the text "0,92"'],
		['5\n%', 'The risk score can\'t be read: it is the text "5"'],
		['<b>5 %', 'The risk score can\'t be read: it is the text "b 5"'],
		[-1, "The risk score -1 can't be read: it is outside 0 to 100 (scale auto)"],
		['1e999', "The risk score Infinity can't be read: it is outside 0 to 100 (scale auto)"],
	])('says why it can not read %p', (riskscore, reason) => {
		expect(assess({ riskscore, signals: {} }).riskReasons).toEqual([reason]);
	});

	it.each([
		['percent', 101, 'outside 0 to 100 (scale percent)'],
		['fraction', 92, 'outside 0 to 1 (scale fraction)'],
	] as const)('says on which scale it can not: %s', (riskScoreScale, riskscore, words) => {
		const { riskReasons } = assess({ riskscore, signals: {} }, { riskScoreScale });
		expect(riskReasons[0]).toContain(words);
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

/** What the score, the end of the check, and what was read of it come to. */
import { type RiskPolicy } from '../../../nodes/shared/risk/index.ts';
import { assess } from './samples.mts';

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

	it.each([
		[3, 'unknown'],
		[25, 'unknown'],
		[75, 'high'],
	])('may be of something else: %p is %s', (riskscore, riskLevel) => {
		const doubt = 'The report does not say what it is about';
		const assessment = assess({ riskscore, signals: { wallet: 1 }, doubt });
		expect(assessment.riskLevel).toBe(riskLevel);
		expect(assessment.riskReasons).toContain(doubt);
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

/** Whatever comes: the shape of an assessment, its summary, and the policy. */
import fc from 'fast-check';
import {
	MAX_SUMMARY_LENGTH,
	assessRisk,
	describePolicy,
	readRiskPolicy,
	summarizeCheck,
	type RiskPolicy,
} from '../../../nodes/shared/risk/index.ts';
import { AmlCheckError } from '../../../nodes/shared/rpc/failure.ts';
import { RUNS, assess, facts, policies, scores, signalMaps, letters } from './samples.mts';

describe('shape', () => {
	it('never throws, and its output survives JSON unchanged', () => {
		fc.assert(
			fc.property(facts, policies, (given, policy) => {
				const assessment = assessRisk(given, policy);
				expect(JSON.parse(JSON.stringify(assessment))).toStrictEqual(assessment);
			}),
			RUNS,
		);
	});

	it('leaves what it was given untouched', () => {
		fc.assert(
			fc.property(fc.jsonValue(), signalMaps, (riskscore, signals) => {
				const before = JSON.stringify({ riskscore, signals });
				assess({ riskscore, signals });
				expect(JSON.stringify({ riskscore, signals })).toBe(before);
			}),
			RUNS,
		);
	});

	it('orders the signals, keeps shares and score within bounds, and sums the danger', () => {
		fc.assert(
			fc.property(facts, policies, (given, policy) => {
				const { signals, riskScore, dangerShare, riskReasons } = assessRisk(given, policy);
				expect(riskReasons.length).toBeGreaterThan(0);
				if (riskScore !== null) {
					expect(riskScore).toBeGreaterThanOrEqual(0);
					expect(riskScore).toBeLessThanOrEqual(100);
				}
				for (const [index, { share, name }] of signals.entries()) {
					expect(share).toBeGreaterThan(0);
					expect(share).toBeLessThanOrEqual(100);
					const next = signals[index + 1];
					if (next)
						expect(share > next.share || (share === next.share && name < next.name)).toBe(true);
				}
				if (dangerShare === null) return;
				const sum = signals.reduce(
					(total, { group, share }) => total + (group === 'danger' ? share : 0),
					0,
				);
				expect(dangerShare).toBeCloseTo(Math.min(100, sum), 6);
			}),
			RUNS,
		);
	});

	it('tells why in short lines without unsettling words or line breaks', () => {
		fc.assert(
			fc.property(facts, policies, (given, policy) => {
				for (const reason of assessRisk(given, policy).riskReasons) {
					expect(reason.length).toBeLessThanOrEqual(320);
					expect(reason).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029*_~`<>&|@[\]]/u);
				}
			}),
			RUNS,
		);
	});

	it('is unmoved by the order of the signals', () => {
		fc.assert(
			fc.property(scores, signalMaps, (riskscore, signals) => {
				const reversed = Object.fromEntries(Object.entries(signals).reverse());
				const a = assess({ riskscore, signals });
				const b = assess({ riskscore, signals: reversed });
				expect([b.riskLevel, b.signals, b.dangerShare]).toStrictEqual([
					a.riskLevel,
					a.signals,
					a.dangerShare,
				]);
			}),
			RUNS,
		);
	});
});

describe('summary', () => {
	const hostile = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.stringMatching(/^[*_~`<>&|@[\]()#!\r\n\t\u202e\u200b a-z]{0,80}$/),
		fc.constantFrom('<!channel>', '*bold*', 'a\nb', '[x](http://evil.test)', 'x'.repeat(5000)),
	);

	it('is one bounded line of harmless characters that begins with the level', () => {
		const transactions = fc.option(hostile, { nil: null });
		fc.assert(
			fc.property(
				hostile,
				hostile,
				transactions,
				hostile,
				facts,
				(currency, address, transaction, status, given) => {
					const assessment = assess(given);
					const line = summarizeCheck({ currency, address, transaction, status, assessment });
					expect([...line].length).toBeLessThanOrEqual(MAX_SUMMARY_LENGTH);
					expect(line.startsWith(assessment.riskLevel.toUpperCase())).toBe(true);
					expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029*_~`>&|@[\]<()#!:\\]/u);
					expect(line).not.toMatch(/\/(?!100)/);
				},
			),
			RUNS,
		);
	});
});

describe('policy', () => {
	const threshold = fc.oneof(fc.integer({ min: -5, max: 110 }), scores);
	const limit = fc.record({
		signal: fc.oneof(fc.constantFrom('mixer', 'Sanctions'), fc.string()),
		share: threshold,
		level: fc.oneof(fc.constantFrom('medium', 'high', ' High'), fc.string()),
	});
	const rules = fc.record(
		{
			riskScoreScale: fc.oneof(fc.constantFrom('auto', 'percent', ' Fraction'), fc.jsonValue()),
			mediumRiskFrom: threshold,
			highRiskFrom: threshold,
			mediumDangerFrom: threshold,
			highDangerFrom: threshold,
			criticalSignals: fc.oneof(fc.array(fc.string()), fc.string(), fc.jsonValue()),
			signalLimits: fc.oneof(fc.array(limit), fc.jsonValue()),
		},
		{ requiredKeys: [] },
	);

	it('is usable or refused, never half of it', () => {
		fc.assert(
			fc.property(rules, fc.boolean(), (given, isWhole) => {
				let policy: RiskPolicy;
				try {
					policy = readRiskPolicy(isWhole ? { riskPolicy: given } : given);
				} catch (thrown) {
					expect(thrown).toBeInstanceOf(AmlCheckError);
					const { message, description } = thrown as AmlCheckError;
					expect(`${message}. ${description}`).toMatch(/^'[A-Z][^]+\. (Use|Set|Where) .+\.$/);
					return;
				}
				expect(policy.mediumRiskFrom).toBeGreaterThanOrEqual(0);
				expect(policy.highRiskFrom).toBeLessThanOrEqual(100);
				expect(policy.mediumRiskFrom).toBeLessThanOrEqual(policy.highRiskFrom);
				expect(policy.mediumDangerFrom).toBeGreaterThanOrEqual(0);
				expect(policy.highDangerFrom).toBeLessThanOrEqual(100);
				expect(policy.mediumDangerFrom).toBeLessThanOrEqual(policy.highDangerFrom);
				expect(['auto', 'percent', 'fraction']).toContain(policy.riskScoreScale);
				for (const name of policy.criticalSignals) expect(letters(name)).not.toBe('');
				for (const { signal, share, level } of policy.signalLimits) {
					expect(letters(signal)).not.toBe('');
					expect(share >= 0 && share <= 100).toBe(true);
					expect(['medium', 'high']).toContain(level);
				}
				expect(readRiskPolicy({ ...policy })).toStrictEqual(policy);
				expect(readRiskPolicy({ riskPolicy: describePolicy(policy) })).toStrictEqual(policy);
				expect(readRiskPolicy({ riskPolicy: JSON.stringify(policy) })).toStrictEqual(policy);
			}),
			RUNS,
		);
	});
});

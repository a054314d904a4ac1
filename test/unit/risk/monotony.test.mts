/** Worse facts never make a better level. */
import fc from 'fast-check';
import {
	DEFAULT_RISK_POLICY,
	assessRisk,
	type RiskFacts,
	type RiskLevel,
	type RiskPolicy,
} from '../../../nodes/shared/risk/index.ts';
import {
	RUNS,
	assess,
	dangerNames,
	facts,
	outcomes,
	policies,
	readableMaps,
	scores,
} from './samples.mts';

/** `unknown` calls for a person, so it is graver than what a workflow may wave through. */
const GRAVITY: Record<RiskLevel, number> = { low: 0, medium: 1, unknown: 2, high: 3 };

/** Without signals a low score says nothing and a medium one is bad enough: neither is better than the other. */
const GRAVITY_WITHOUT_SIGNALS: Record<RiskLevel, number> = { ...GRAVITY, unknown: 1 };

const gravityOf = (given: RiskFacts, policy: RiskPolicy) => {
	const { riskLevel, signalsState } = assessRisk(given, policy);
	const isRead = signalsState === 'read' || signalsState === 'unreadable';
	return (isRead ? GRAVITY : GRAVITY_WITHOUT_SIGNALS)[riskLevel];
};

describe('monotony on one scale', () => {
	it.each([
		['percent', 100],
		['fraction', 1],
	] as const)('raising a score never lowers the level (%s)', (riskScoreScale, max) => {
		const score = fc.double({ min: 0, max, noNaN: true });
		fc.assert(
			fc.property(score, score, facts, policies, (a, b, given, policy) => {
				const at = (riskscore: number) =>
					gravityOf({ ...given, riskscore }, { ...policy, riskScoreScale });
				expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)));
			}),
			RUNS,
		);
	});

	it('adding a danger signal, or raising one, never lowers the level', () => {
		const danger = fc.constantFrom(...dangerNames);
		const share = fc.double({ min: 0, max: 1, noNaN: true });
		fc.assert(
			fc.property(
				scores,
				readableMaps,
				outcomes,
				danger,
				share,
				policies,
				(riskscore, map, outcome, name, more, policy) => {
					const before = assessRisk({ riskscore, signals: map, outcome }, policy);
					const raised = { ...map, [name]: Math.min(1, (map[name] ?? 0) + more) };
					const after = assessRisk({ riskscore, signals: raised, outcome }, policy);
					expect(GRAVITY[after.riskLevel]).toBeGreaterThanOrEqual(GRAVITY[before.riskLevel]);
					expect(after.dangerShare).toBeGreaterThanOrEqual(before.dangerShare ?? 0);
				},
			),
			RUNS,
		);
	});

	it('raising a limited signal never lowers the level', () => {
		const share = fc.double({ min: 0, max: 1, noNaN: true });
		const level = fc.constantFrom<'medium' | 'high'>('medium', 'high');
		fc.assert(
			fc.property(
				readableMaps,
				fc.tuple(share, share, share),
				level,
				fc.boolean(),
				(map, [a, b, limit], of, isCritical) => {
					const policy: RiskPolicy = {
						...DEFAULT_RISK_POLICY,
						criticalSignals: isCritical ? ['other'] : [],
						signalLimits: [{ signal: 'other', share: limit * 100, level: of }],
					};
					const at = (other: number) =>
						GRAVITY[assess({ riskscore: 3, signals: { ...map, other } }, policy).riskLevel];
					expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)));
				},
			),
			RUNS,
		);
	});

	it('a value that can no longer be read never lowers the level', () => {
		const lost = fc.constantFrom<unknown>(null, '', 'n/a', -1, {}, { share: 0.5 }, Infinity);
		fc.assert(
			fc.property(scores, readableMaps, lost, policies, (riskscore, map, value, policy) => {
				const at = (signals: unknown) =>
					assessRisk({ riskscore, signals, outcome: 'completed' }, policy);
				const names = Object.keys(map);
				for (const name of names) {
					const before = at({ ...map, [name]: 0 });
					const after = at({ ...map, [name]: value });
					expect(GRAVITY[after.riskLevel]).toBeGreaterThanOrEqual(GRAVITY[before.riskLevel]);
				}
				const asRead = gravityOf({ riskscore, signals: map, outcome: 'completed' }, policy);
				const without = at(null).riskLevel;
				if (asRead === GRAVITY.low) expect(without).not.toBe('low');
			}),
			RUNS,
		);
	});

	it('a stricter policy never lowers the level', () => {
		const factor = fc.double({ min: 0, max: 1, noNaN: true });
		fc.assert(
			fc.property(facts, policies, factor, (given, policy, by) => {
				const stricter: RiskPolicy = {
					...policy,
					mediumRiskFrom: policy.mediumRiskFrom * by,
					highRiskFrom: policy.highRiskFrom * by,
					mediumDangerFrom: policy.mediumDangerFrom * by,
					highDangerFrom: policy.highDangerFrom * by,
					signalLimits: policy.signalLimits.map((limit) => ({ ...limit, share: limit.share * by })),
				};
				expect(gravityOf(given, stricter)).toBeGreaterThanOrEqual(gravityOf(given, policy));
			}),
			RUNS,
		);
	});
});

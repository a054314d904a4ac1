/** Over all reports, policies and fields: never a false pass, and worse facts never make a better level. */
import fc from 'fast-check';
import {
	DEFAULT_RISK_POLICY,
	assessRisk,
	type RiskFacts,
	type RiskLevel,
	type RiskPolicy,
} from '../../../nodes/shared/risk/index.ts';
import { cases } from '../../cases.mts';
import {
	RUNS,
	anySignals,
	assess,
	dangerNames,
	facts,
	letters,
	names,
	outcomes,
	policies,
	readableMaps,
	scores,
	signalMaps,
	soundFacts,
} from './samples.mts';

const criticalKeys = new Set(DEFAULT_RISK_POLICY.criticalSignals.map(letters));

const isNumeric = (value: unknown) =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

describe('never a false pass', () => {
	it('calls low only what was finished, scored, read, and is below every threshold and limit', () => {
		const seen = { low: 0 };
		fc.assert(
			fc.property(fc.oneof(facts, soundFacts), policies, (given, policy) => {
				const { riskLevel, riskScore, dangerShare, signals, ...rest } = assessRisk(given, policy);
				if (riskLevel !== 'low') return;
				seen.low++;
				const { riskscore, outcome, source, doubt, reportMissing } = given;
				expect([outcome, doubt, reportMissing]).toEqual(['completed', undefined, undefined]);
				expect([undefined, 'report']).toContain(source);
				expect(riskScore).toBeLessThan(policy.mediumRiskFrom);
				expect(isNumeric(riskscore)).toBe(true);
				expect(rest.signalsState).toBe('read');
				expect(typeof given.signals).toBe('object');
				for (const value of Object.values(given.signals as object))
					expect(isNumeric(value) && Number(value) >= 0 && Number(value) <= 100).toBe(true);
				const unknown = signals.filter(({ group }) => group === 'unknown');
				const open = unknown.reduce((total, { share }) => total + share, dangerShare ?? 100);
				expect(open).toBeLessThan(policy.mediumDangerFrom + 1e-9);
				expect(rest.criticalFound).toEqual([]);
				for (const { signal, share } of policy.signalLimits) {
					const own = signals.filter(({ name }) => letters(name) === letters(signal));
					const sum = own.reduce((total, one) => total + one.share, 0);
					expect(letters(signal) === '' || sum === 0 || sum < share).toBe(true);
				}
			}),
			{ ...RUNS, numRuns: cases(4_000) },
		);
		expect(seen.low).toBeGreaterThan(cases(4_000) / 40);
	});

	it('calls nothing low that is not a finished report, or has no score', () => {
		const elsewhere = fc.constantFrom<RiskFacts['source']>('history', 'unreadable');
		const unfinished = fc.constantFrom<'failed' | 'pending'>('failed', 'pending');
		fc.assert(
			fc.property(facts, elsewhere, unfinished, policies, (given, source, outcome, policy) => {
				expect(assessRisk({ ...given, source }, policy).riskLevel).not.toBe('low');
				const ended = assessRisk({ ...given, outcome }, policy);
				expect([ended.riskScore, ended.riskLevel === 'high']).toEqual([
					null,
					ended.riskLevel !== 'unknown',
				]);
				const { riskScore, riskLevel } = assessRisk(given, policy);
				if (riskScore === null) expect(['unknown', 'high']).toContain(riskLevel);
			}),
			RUNS,
		);
	});

	it('has no score for what is no plain number on the scale', () => {
		const unreadable = fc.oneof(
			fc.constantFrom(null, undefined, true, false, '', ' ', NaN, Infinity, -Infinity, '1e999', 1),
			fc.constantFrom('0x10', '1,5', '12 %', 'null', 'NaN', '-0.1', '100.1', '--1', '1.0'),
			fc.double({ max: -1e-9, noNaN: true }),
			fc.double({ min: 100.0001, noNaN: true }),
			fc.jsonValue().filter((value) => typeof value === 'object'),
		);
		fc.assert(
			fc.property(unreadable, signalMaps, policies, (riskscore, signals, policy) => {
				const given = { riskscore, signals, outcome: 'completed', scale: 'auto' } as const;
				const { riskScore, riskLevel } = assessRisk(given, policy);
				expect(riskScore).toBeNull();
				expect(['unknown', 'high']).toContain(riskLevel);
			}),
			RUNS,
		);
	});

	it('calls every check with a critical signal above zero high, and says why', () => {
		const spelled = fc.constantFrom(
			' SANCTIONS',
			'terrorism-financing',
			'terrorismFinancing',
			'child exploitation',
			'sanc\u200btions',
		);
		const positive = fc.oneof(
			fc.double({ min: 5e-324, max: 100, noNaN: true }),
			fc.constantFrom<unknown>(150, Infinity, '0.01', ' 3 '),
		);
		fc.assert(
			fc.property(facts, spelled, positive, signalMaps, (given, name, value, others) => {
				const signals = { ...others, [name]: value };
				const assessment = assess({ ...given, source: 'report', signals });
				expect(assessment.riskLevel).toBe('high');
				expect(assessment.criticalFound).toContain(name);
				expect(assessment.riskReasons[0]).toMatch(/: any trace is high$/);
			}),
			RUNS,
		);
	});

	it('calls no check low or medium whose critical signals can not be read', () => {
		fc.assert(
			fc.property(scores, anySignals, outcomes, (riskscore, signals, outcome) => {
				const { riskLevel } = assess({ riskscore, signals, outcome });
				const isMap = typeof signals === 'object' && signals !== null && !Array.isArray(signals);
				const isDubious = isMap
					? Object.entries(signals).some(
							([name, value]) => criticalKeys.has(letters(name)) && !isNumeric(value),
						)
					: !(signals === null || signals === undefined || isEmptyList(signals));
				if (isDubious) expect(['unknown', 'high']).toContain(riskLevel);
			}),
			RUNS,
		);
	});
});

/** `unknown` calls for a person, so it is graver than what a workflow may wave through. */
const GRAVITY: Record<RiskLevel, number> = { low: 0, medium: 1, unknown: 2, high: 3 };

/** Without signals a low score says nothing and a medium one is bad enough: neither is better than the other. */
const GRAVITY_WITHOUT_SIGNALS: Record<RiskLevel, number> = { ...GRAVITY, unknown: 1 };

const gravityOf = (given: RiskFacts, policy: RiskPolicy) => {
	const { riskLevel, signalsState } = assessRisk(given, policy);
	const isRead = signalsState === 'read' || signalsState === 'unreadable';
	return (isRead ? GRAVITY : GRAVITY_WITHOUT_SIGNALS)[riskLevel];
};

const shares = fc.double({ min: 0, max: 1, noNaN: true });

describe('a level never gets better by', () => {
	it.each([
		['percent', 100],
		['fraction', 1],
	] as const)('a higher score on one scale (%s)', (scale, max) => {
		const score = fc.double({ min: 0, max, noNaN: true });
		fc.assert(
			fc.property(score, score, facts, policies, (a, b, given, policy) => {
				const at = (riskscore: number) => gravityOf({ ...given, riskscore, scale }, policy);
				expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)));
			}),
			RUNS,
		);
	});

	it('a score that the history shows too, nor by a doubt', () => {
		const worse = fc.record(
			{ historyScore: scores, doubt: fc.constant('any'), reportMissing: fc.constant('any') },
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(facts, worse, policies, (given, more, policy) => {
				const before = assessRisk({ ...given, historyScore: undefined }, policy);
				const after = assessRisk({ ...given, ...more }, policy);
				const isHistory = given.source === 'history';
				const gravity = isHistory ? GRAVITY_WITHOUT_SIGNALS : GRAVITY;
				expect(gravity[after.riskLevel]).toBeGreaterThanOrEqual(gravity[before.riskLevel]);
			}),
			RUNS,
		);
	});

	it('an owner, of whatever type', () => {
		fc.assert(
			fc.property(facts, names, policies, (given, type, policy) => {
				const before = assessRisk({ ...given, owner: 'none' }, policy);
				const after = assessRisk({ ...given, owner: { type } }, policy);
				const gravity = before.signalsState === 'read' ? GRAVITY : GRAVITY_WITHOUT_SIGNALS;
				expect(gravity[after.riskLevel]).toBeGreaterThanOrEqual(gravity[before.riskLevel]);
			}),
			RUNS,
		);
	});

	it('more of a danger signal', () => {
		const danger = fc.constantFrom(...dangerNames);
		fc.assert(
			fc.property(facts, readableMaps, danger, shares, policies, (given, map, name, by, policy) => {
				const at = (signals: object) => assessRisk({ ...given, source: 'report', signals }, policy);
				const before = at(map);
				const after = at({ ...map, [name]: Math.min(1, (map[name] ?? 0) + by) });
				expect(GRAVITY[after.riskLevel]).toBeGreaterThanOrEqual(GRAVITY[before.riskLevel]);
				expect(after.dangerShare).toBeGreaterThanOrEqual(before.dangerShare ?? 0);
			}),
			RUNS,
		);
	});

	it('more of a limited signal', () => {
		const level = fc.constantFrom<'medium' | 'high'>('medium', 'high');
		const pair = fc.tuple(shares, shares, shares);
		fc.assert(
			fc.property(readableMaps, pair, level, fc.boolean(), (map, [a, b, limit], of, isCritical) => {
				const policy: RiskPolicy = {
					...DEFAULT_RISK_POLICY,
					criticalSignals: isCritical ? ['other'] : [],
					signalLimits: [{ signal: 'other', share: limit * 100, level: of }],
				};
				const at = (other: number) =>
					GRAVITY[assess({ riskscore: 3, signals: { ...map, other } }, policy).riskLevel];
				expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)));
			}),
			RUNS,
		);
	});

	it('a value that can no longer be read', () => {
		const lost = fc.constantFrom<unknown>(null, '', 'n/a', -1, {}, { share: 0.5 }, Infinity);
		fc.assert(
			fc.property(scores, readableMaps, lost, policies, (riskscore, map, value, policy) => {
				const at = (signals: unknown) =>
					assessRisk({ riskscore, signals, outcome: 'completed' }, policy).riskLevel;
				for (const name of Object.keys(map))
					expect(GRAVITY[at({ ...map, [name]: value })]).toBeGreaterThanOrEqual(
						GRAVITY[at({ ...map, [name]: 0 })],
					);
				if (at(map) === 'low') expect(at(null)).not.toBe('low');
			}),
			RUNS,
		);
	});

	it('a stricter policy', () => {
		fc.assert(
			fc.property(facts, policies, shares, (given, policy, by) => {
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

describe('the shape of an assessment', () => {
	it('survives JSON unchanged, has bounded numbers and orderly signals, and changes no input', () => {
		fc.assert(
			fc.property(facts, policies, (given, policy) => {
				const before = JSON.stringify([given, policy]);
				const assessment = assessRisk(given, policy);
				expect(JSON.stringify([given, policy])).toBe(before);
				expect(JSON.parse(JSON.stringify(assessment))).toStrictEqual(assessment);
				const { signals, riskScore, dangerShare } = assessment;
				if (riskScore !== null) expect(riskScore >= 0 && riskScore <= 100).toBe(true);
				signals.forEach(({ share, name }, index) => {
					expect(share > 0 && share <= 100).toBe(true);
					const next = signals[index + 1];
					if (next)
						expect(share > next.share || (share === next.share && name < next.name)).toBe(true);
				});
				if (dangerShare === null) return;
				const dangers = signals.filter(({ group }) => group === 'danger');
				const sum = dangers.reduce((total, { share }) => total + share, 0);
				expect(dangerShare).toBeCloseTo(Math.min(100, sum), 6);
			}),
			RUNS,
		);
	});

	it('has reasons in short lines of harmless characters', () => {
		fc.assert(
			fc.property(facts, policies, (given, policy) => {
				const { riskReasons } = assessRisk(given, policy);
				expect(riskReasons.length).toBeGreaterThan(0);
				for (const reason of riskReasons) {
					expect(reason.length).toBeLessThanOrEqual(640);
					expect(reason).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029*_~`<>&|@[\]]/u);
				}
			}),
			RUNS,
		);
	});

	it('does not depend on the order of the signals', () => {
		fc.assert(
			fc.property(scores, signalMaps, (riskscore, signals) => {
				const reversed = Object.fromEntries(Object.entries(signals).reverse());
				const [a, b] = [signals, reversed].map((map) => assess({ riskscore, signals: map }));
				expect([b!.riskLevel, b!.signals, b!.dangerShare]).toStrictEqual([
					a!.riskLevel,
					a!.signals,
					a!.dangerShare,
				]);
			}),
			RUNS,
		);
	});
});

import fc from 'fast-check';
import {
	DEFAULT_RISK_POLICY,
	MAX_SUMMARY_LENGTH,
	assessRisk,
	describePolicy,
	readRiskPolicy,
	summarizeCheck,
	type RiskFacts,
	type RiskLevel,
	type RiskPolicy,
} from '../../../nodes/shared/risk/index.ts';
import { AmlCheckError } from '../../../nodes/shared/rpc/failure.ts';
import { cases } from '../../cases.mts';
import {
	RUNS,
	anySignals,
	assess,
	dangerNames,
	facts,
	outcomes,
	policies,
	readableMaps,
	scores,
	signalMaps,
	soundFacts,
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

const letters = (name: string) =>
	name
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');

const criticalKeys = new Set(DEFAULT_RISK_POLICY.criticalSignals.map(letters));

const isNumeric = (value: unknown) =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');

describe('never a false pass', () => {
	it('calls low only what was finished, scored, read, and is below every threshold and limit', () => {
		const seen = { low: 0 };
		fc.assert(
			fc.property(fc.oneof(facts, soundFacts), policies, (given, policy) => {
				const { riskLevel, riskScore, dangerShare, signals, ...rest } = assessRisk(given, policy);
				if (riskLevel !== 'low') return;
				seen.low++;
				const { riskscore, outcome, source } = given;
				expect(outcome).toBe('completed');
				expect([undefined, 'report']).toContain(source);
				expect(riskScore).toBeLessThan(policy.mediumRiskFrom);
				expect(isNumeric(riskscore)).toBe(true);
				expect(rest.signalsState).toBe('read');
				expect(typeof given.signals).toBe('object');
				for (const value of Object.values(given.signals as object))
					expect([isNumeric(value), Number(value) >= 0, Number(value) <= 100]).toEqual([
						true,
						true,
						true,
					]);
				expect(dangerShare).toBeLessThan(policy.mediumDangerFrom);
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

	it('calls nothing low that was read from the history, or beside a report that is none', () => {
		const elsewhere = fc.constantFrom<RiskFacts['source']>('history', 'unreadable');
		fc.assert(
			fc.property(facts, elsewhere, policies, (given, source, policy) => {
				expect(assessRisk({ ...given, source }, policy).riskLevel).not.toBe('low');
				const { riskScore } = assessRisk({ ...given, source: 'unreadable' }, policy);
				expect(riskScore).toBeNull();
			}),
			RUNS,
		);
	});

	it('never calls a check without a score low or medium', () => {
		fc.assert(
			fc.property(facts, policies, (given, policy) => {
				const { riskScore, riskLevel } = assessRisk(given, policy);
				if (riskScore === null) expect(['unknown', 'high']).toContain(riskLevel);
			}),
			RUNS,
		);
	});

	it('never has a score for what is no plain number on the scale', () => {
		const unreadable = fc.oneof(
			fc.constantFrom(null, undefined, true, false, '', ' ', NaN, Infinity, -Infinity, '1e999'),
			fc.constantFrom('0x10', '1,5', '12 %', 'null', 'NaN', 'Infinity', '-0.1', '100.1', '--1'),
			fc.double({ max: -1e-9, noNaN: true }),
			fc.double({ min: 100.0001, noNaN: true }),
			fc.jsonValue().filter((value) => typeof value === 'object'),
		);
		fc.assert(
			fc.property(unreadable, signalMaps, policies, (riskscore, signals, policy) => {
				const { riskScore, riskLevel } = assess({ riskscore, signals }, policy);
				expect(riskScore).toBeNull();
				expect(['unknown', 'high']).toContain(riskLevel);
			}),
			RUNS,
		);
	});

	it('never relies on the score of a check that is not completed', () => {
		const unfinished = fc.constantFrom<'failed' | 'pending'>('failed', 'pending');
		fc.assert(
			fc.property(facts, unfinished, policies, (given, outcome, policy) => {
				const { riskScore, riskLevel } = assessRisk({ ...given, outcome }, policy);
				expect(riskScore).toBeNull();
				expect(['unknown', 'high']).toContain(riskLevel);
			}),
			RUNS,
		);
	});

	it('calls every check with a critical signal above zero high, and says why', () => {
		const spelled = fc.constantFrom(
			'sanctions',
			'Sanctions',
			' SANCTIONS',
			'terrorism_financing',
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
				const { riskLevel, riskReasons, criticalFound } = assess({
					...given,
					source: 'report',
					signals: { ...others, [name]: value },
				});
				expect(riskLevel).toBe('high');
				expect(criticalFound).toContain(name);
				expect(riskReasons[0]).toMatch(/^Critical signal: /);
			}),
			RUNS,
		);
	});

	it('never calls a check low or medium whose critical signals can not be read', () => {
		fc.assert(
			fc.property(scores, anySignals, outcomes, (riskscore, signals, outcome) => {
				const { riskLevel } = assess({ riskscore, signals, outcome });
				const isMap = typeof signals === 'object' && signals !== null && !Array.isArray(signals);
				const dubious = isMap
					? Object.entries(signals).some(
							([name, value]) => criticalKeys.has(letters(name)) && !isNumeric(value),
						)
					: !(signals === null || signals === undefined || isEmptyList(signals));
				if (dubious) expect(['unknown', 'high']).toContain(riskLevel);
			}),
			RUNS,
		);
	});
});

function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

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

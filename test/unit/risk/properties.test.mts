/** Over all reports, policies and fields: never a false pass. */
import fc from 'fast-check';
import {
	DEFAULT_RISK_POLICY,
	assessRisk,
	type RiskFacts,
} from '../../../nodes/shared/risk/index.ts';
import { cases } from '../../cases.mts';
import {
	RUNS,
	anySignals,
	assess,
	facts,
	outcomes,
	policies,
	scores,
	signalMaps,
	soundFacts,
	letters,
} from './samples.mts';

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

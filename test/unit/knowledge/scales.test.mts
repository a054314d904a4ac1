/** The scale of scores is proved, or it is not known; and no high score is ever read as a low one. */
import fc from 'fast-check';
import { cases } from '../../cases.mts';
import { isAmbiguousScore, ScaleEvidence } from '../../../nodes/shared/knowledge/scales';
import { Knowledge } from '../../../nodes/shared/knowledge/knowledge';
import { assessCheck } from '../../../nodes/shared/checks/simplify';
import { DEFAULT_RISK_POLICY } from '../../../nodes/shared/risk';
import type { RiskLevel } from '../../../nodes/shared/risk';

it('is percent where a score is above 1', () => {
	const evidence = new ScaleEvidence();
	evidence.note('report', 0.4);
	evidence.note('report', 1);
	expect(evidence.of('report')).toEqual({ scale: 'unproven', proof: '' });
	evidence.note('report', '48');
	expect(evidence.of('report')).toEqual({ scale: 'percent', proof: 'a result says 48' });
	expect(evidence.of('history').scale).toBe('unproven');
});

it('is a fraction where the other side of the same check says a hundred times as much', () => {
	const evidence = new ScaleEvidence();
	evidence.notePair(48, 0.48);
	expect(evidence.of('report').scale).toBe('fraction');
	expect(evidence.of('report').proof).toBe(
		'a result says 0.48 where the history item of the same check says 48',
	);
	expect(evidence.of('history').scale).toBe('percent');
});

it.each([
	['a fraction that was rounded badly', [1.000_000_2, 1.01]],
	['what is no score', [NaN, -5, 101, 4_800, null, undefined, 'high', {}, [50], true]],
	['small scores', [0, 0.001, 0.5, 1]],
])('%s proves nothing', (_, scores) => {
	const evidence = new ScaleEvidence();
	for (const score of scores) evidence.note('report', score);
	for (const score of scores) evidence.notePair(score, score);
	expect(evidence.of('report').scale).toBe('unproven');
	expect(evidence.of('history').scale).toBe('unproven');
});

it('two scores that have nothing to do with each other prove no fraction', () => {
	const evidence = new ScaleEvidence();
	evidence.notePair(90, 0.48);
	expect(evidence.of('report').scale).toBe('unproven');
});

it('is not known of a service that says both', () => {
	const evidence = new ScaleEvidence();
	evidence.notePair(48, 0.48);
	evidence.note('report', 87);
	expect(evidence.of('report').scale).toBe('unproven');
	expect(evidence.of('report').proof).toMatch(/says 87, but .* says 0.48/);
});

it('is looked for once an hour, as long as it is not known', () => {
	const evidence = new ScaleEvidence();
	expect(evidence.wantsEvidence('report', 0)).toBe(true);
	expect(evidence.wantsEvidence('report', 3_599_999)).toBe(false);
	expect(evidence.wantsEvidence('report', 3_600_000)).toBe(true);
	evidence.note('report', 50);
	expect(evidence.wantsEvidence('report', 90_000_000)).toBe(false);
});

/**
 * A service of which each answer is in percent or a fraction as it likes: by the method, by the check, by the network, or
 * by chance. The truth of each check is known here.
 */
describe('whatever a mixed service answers', () => {
	const truths = fc.oneof(
		fc.integer({ min: 0, max: 100 }),
		fc.double({ min: 0, max: 100, noNaN: true }),
		// Those that may be taken for something else.
		fc.double({ min: 0, max: 2, noNaN: true }),
		fc.constantFrom(25, 75, 95, 99.999, 100),
	);
	const answer = fc.record({
		truth: truths,
		inHistory: fc.constantFrom('percent', 'fraction', 'nothing'),
		inResult: fc.constantFrom('percent', 'fraction', 'nothing'),
		isText: fc.boolean(),
	});
	type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never;
	const HARM: RiskLevel[] = ['low', 'medium', 'high'];

	const says = ({ truth, isText }: Answer, scale: string) => {
		if (scale === 'nothing') return undefined;
		const score = scale === 'percent' ? truth : truth / 100;
		return isText ? String(score) : score;
	};
	const itemOf = (given: Answer) => ({
		hash: 'a',
		status: 'SUCCESS',
		address: 'a',
		currency: 'BTC',
		riskscore: says(given, given.inHistory),
	});
	const resultOf = (given: Answer) => ({
		...itemOf(given),
		riskscore: undefined,
		report: { riskscore: says(given, given.inResult), signals: {} },
	});

	function learn(knowledge: Knowledge, given: Answer) {
		knowledge.noteHistory([itemOf(given)]);
		knowledge.noteResult(resultOf(given));
		knowledge.scales.notePair(says(given, given.inHistory), says(given, given.inResult));
	}

	/** Neither the score nor the level may be better than what the service means. */
	function expectNoFalsePass(knowledge: Knowledge, given: Answer) {
		const meant = given.truth < 25 ? 'low' : given.truth < 75 ? 'medium' : 'high';
		for (const source of ['history', 'report'] as const) {
			const check = source === 'history' ? itemOf(given) : resultOf(given);
			const provenScale = knowledge.scales.of(source).scale;
			const facts = { source, provenScale };
			const { riskScore, riskLevel } = assessCheck(check, DEFAULT_RISK_POLICY, facts);
			if (riskScore !== null) expect(riskScore).toBeGreaterThanOrEqual(given.truth - 1e-9);
			if (riskLevel !== 'unknown')
				expect(HARM.indexOf(riskLevel)).toBeGreaterThanOrEqual(HARM.indexOf(meant));
		}
	}

	it('a high score is never read as a low one, before an answer is known and after', () => {
		fc.assert(
			fc.property(fc.array(answer, { maxLength: 20 }), answer, (seen, given) => {
				const knowledge = new Knowledge(0);
				for (const one of seen) learn(knowledge, one);
				expectNoFalsePass(knowledge, given);
				learn(knowledge, given);
				expectNoFalsePass(knowledge, given);
			}),
			{ numRuns: cases(5_000), seed: 15 },
		);
	});

	it('all of one network in percent proves nothing of another one that is in fractions', () => {
		const percent = { inHistory: 'percent', inResult: 'percent', isText: false } as const;
		const fraction = { inHistory: 'fraction', inResult: 'fraction', isText: false } as const;
		fc.assert(
			fc.property(fc.array(truths, { minLength: 5, maxLength: 50 }), truths, (seen, truth) => {
				const knowledge = new Knowledge(0);
				for (const one of [80, ...seen]) learn(knowledge, { ...percent, truth: one });
				expect(knowledge.scales.of('report').scale).toBe('percent');
				expectNoFalsePass(knowledge, { ...fraction, truth });
			}),
			{ numRuns: cases(1_000), seed: 16 },
		);
	});
});

it('only a score above nothing and up to 1 may be either', () => {
	expect([0.01, 1, '0.5'].every(isAmbiguousScore)).toBe(true);
	expect([0, 1.1, 48, null, 'x', undefined].some(isAmbiguousScore)).toBe(false);
});

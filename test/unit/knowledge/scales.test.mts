/** The scale of scores is proved, or it is not known; and no high score is ever read as a low one. */
import fc from 'fast-check';
import { isAmbiguousScore, ScaleEvidence } from '../../../nodes/shared/knowledge/scales';
import { readScore } from '../../../nodes/shared/risk/score';

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

describe('whatever a mixed service answers', () => {
	const scale = fc.constantFrom('percent', 'fraction');
	const score = fc.oneof(
		fc.integer({ min: 0, max: 100 }),
		fc.double({ min: 0, max: 100, noNaN: true }),
	);
	const say = (truth: number, on: string) => (on === 'percent' ? truth : truth / 100);

	it('a high score is never read as a low one', () => {
		const checks = fc.array(fc.record({ truth: score, isPaired: fc.boolean() }), { maxLength: 20 });
		fc.assert(
			fc.property(scale, scale, checks, score, (results, history, seen, truth) => {
				const evidence = new ScaleEvidence();
				for (const { truth: other, isPaired } of seen) {
					const [there, here] = [say(other, history), say(other, results)];
					if (isPaired) evidence.notePair(there, here);
					evidence.note('history', there);
					evidence.note('report', here);
				}
				for (const [source, on] of [
					['report', results],
					['history', history],
				] as const) {
					const read = readScore(say(truth, on), evidence.of(source).scale);
					if (read.score !== null) expect(read.score).toBeGreaterThanOrEqual(truth - 1e-6);
				}
			}),
			{ numRuns: 3_000, seed: 15 },
		);
	});

	it('one that says now this and now that is found out by a pair', () => {
		fc.assert(
			fc.property(fc.integer({ min: 2, max: 100 }), score, (truth, other) => {
				const evidence = new ScaleEvidence();
				evidence.note('report', Math.max(2, other));
				evidence.notePair(truth, truth / 100);
				const read = readScore(truth / 100, evidence.of('report').scale);
				expect(read.score).toBeCloseTo(truth, 6);
			}),
			{ numRuns: 1_000, seed: 16 },
		);
	});
});

it('only a score above nothing and up to 1 may be either', () => {
	expect([0.01, 1, '0.5'].every(isAmbiguousScore)).toBe(true);
	expect([0, 1.1, 48, null, 'x', undefined].some(isAmbiguousScore)).toBe(false);
});

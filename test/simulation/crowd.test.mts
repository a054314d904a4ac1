import { countPacked } from '../../nodes/AmlCheckTrigger/cursor/memory.ts';
import { MAX_REMEMBERED } from '../../nodes/AmlCheckTrigger/cursor/state.ts';
import { item, poll, T0 } from '../unit/trigger/support.mts';

describe('a second with more checks than the trigger remembers', () => {
	it('comes once and whole, and what comes after it too; a person is told', () => {
		let { state } = poll(null, [item('base', T0)]);
		const count = MAX_REMEMBERED + 3000;
		const crowd = Array.from({ length: count }, (_, index) => item(`c${index}`, T0 + 60));
		const seen = new Set<string>();
		let twice = 0;
		const warnings: Array<string | undefined> = [];
		for (let polls = 0; polls < 12; polls++) {
			const run = poll(state, crowd);
			for (const hash of run.hashes) if (seen.has(hash)) twice++;
			for (const hash of run.hashes) seen.add(hash);
			if (run.warning) warnings.push(run.warning);
			({ state } = run);
		}
		expect([seen.size, twice]).toEqual([count, 0]);
		expect(warnings[0]).toContain('Lookback');
		expect(countPacked(state.seen)).toBeLessThanOrEqual(MAX_REMEMBERED);
		const later: string[] = [];
		for (let polls = 0; polls < 12 && later.length === 0; polls++) {
			const run = poll(state, [...crowd, item('next', T0 + 90)]);
			later.push(...run.hashes);
			({ state } = run);
		}
		expect(later).toEqual(['next']);
	}, 30_000);
});

/** How much the trigger remembers, for how long, and where the next window begins for it. */
import { countPacked, unpack } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';
import {
	MAX_HOLD_SECONDS,
	MAX_REMEMBERED,
	type TriggerState,
} from '../../../nodes/AmlCheckTrigger/cursor/state.ts';
import { item, poll, T0 } from './support.mts';

const MINUTE = T0 / 60;

/** So many checks of one minute, as they are remembered. */
const crowd = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => `${from + index}`.padEnd(22, '_')).join('');

const base = item('base', T0);
const known = (more: Partial<TriggerState> = {}): TriggerState => ({
	...poll(null, [base]).state,
	...more,
});

describe('the bound of the memory', () => {
	it('is kept by forgetting the oldest and looking back less far; a person is told', () => {
		const seen = {
			[MINUTE - 50]: crowd(1000),
			[MINUTE - 40]: crowd(MAX_REMEMBERED - 10, 1000),
		};
		const run = poll(known({ seen }), [base, item('a', T0 + 1)], { lookbackSeconds: 5400 });
		expect(run.hashes).toEqual(['base', 'a']);
		expect(run.warning).toBe(
			'More than 20000 checks fall into the 90 minutes that this trigger looks back over, which is more than it remembers. It looks back less far for now: nothing is delivered twice, but a check that the history shows late may not be seen. Lower Lookback, or use one trigger for each currency or type.',
		);
		expect(countPacked(run.state.seen)).toBe(MAX_REMEMBERED);
		expect(unpack(run.state.seen).size).toBe(MAX_REMEMBERED);
		expect(Math.min(...Object.keys(run.state.seen).map(Number))).toBe(MINUTE - 50);
		// The last second of the minute of what was forgotten, a margin, and the next second.
		expect(run.state.floor).toBe((MINUTE - 49) * 60 - 1 + 2 + 1);
		expect(poll(run.state, [base, item('a', T0 + 1)]).hashes).toEqual([]);
		expect(poll(run.state, [base, item('b', T0 + 5)]).hashes).toEqual(['b']);
	});

	it('is not passed by what just fits', () => {
		const seen = { [MINUTE - 40]: crowd(MAX_REMEMBERED - 2) };
		const run = poll(known({ seen }), [base, item('a', T0 + 1)]);
		expect(run.warning).toBeUndefined();
		expect(countPacked(run.state.seen)).toBe(MAX_REMEMBERED);
		expect(run.state.floor).toBe(T0 + 1 - 3600);
	});

	it('is wider while a backlog is read', () => {
		const mark = { by: 'slices' as const, at: T0 - 100, width: 50 };
		const sweep = { mark, since: T0, hold: null };
		const seen = { [MINUTE - 40]: crowd(MAX_REMEMBERED + 9) };
		const run = poll(known({ sweep, seen }), [base], {}, { budget: 1 });
		expect([run.warning, run.state.sweep?.mark.by]).toEqual([undefined, 'slices']);
		expect(countPacked(run.state.seen)).toBe(MAX_REMEMBERED + 9);
	});
});

describe('a check that is unfinished', () => {
	const open = item('open', T0 - 30, null);

	it('holds the window, for a day at the most', () => {
		let { state } = poll(null, [base, open]);
		const near = item('near', T0 - 30 + MAX_HOLD_SECONDS);
		({ state } = poll(state, [base, open, near]));
		expect([state.floor, state.hold, state.overdue]).toEqual([T0 - 30, T0 - 30, {}]);
		const far = item('far', T0 - 29 + MAX_HOLD_SECONDS);
		({ state } = poll(state, [base, open, near, far]));
		expect(state.hold).toBeUndefined();
		expect(Object.values(state.overdue)).toEqual([T0 - 30]);
	});

	it('holds it no longer than Lookback where the memory is half full', () => {
		const seen = { [MINUTE - 1]: crowd(MAX_REMEMBERED / 2) };
		const later = item('later', T0 + 3600);
		const calm = poll(known({ seen: { [MINUTE - 1]: crowd(10) } }), [open, base, later]);
		expect(calm.state.overdue).toEqual({});
		const run = poll(known({ seen }), [open, base, later]);
		expect(Object.values(run.state.overdue)).toEqual([T0 - 30]);
	});

	it('is watched when it is overdue, each in its turn, and delivered when it ends', () => {
		const slow = [1, 2, 3].map((index) => item(`slow${index}`, T0 + index, null));
		let { state } = poll(null, [base, ...slow]);
		const next = item('next', T0 + 5 + MAX_HOLD_SECONDS);
		({ state } = poll(state, [base, next, ...slow]));
		({ state } = poll(state, [base, next, ...slow]));
		expect(Object.values(state.overdue).sort()).toEqual([T0 + 1, T0 + 2, T0 + 3]);
		const asked = [1, 2, 3, 4].map(() => {
			const run = poll(state, [base, next, ...slow]);
			({ state } = run);
			expect(run.requests).toHaveLength(2);
			const [, look] = run.requests;
			return look.kind === 'page' ? [look.dateFrom, look.dateTo, look.page] : [];
		});
		expect(new Set(asked.map(String)).size).toBe(3);
		expect(asked[3]).toEqual(asked[0]);
		for (const [from, to] of asked) expect(to! - from!).toBe(2);
		const ended = slow.map((check) => ({ ...check, status: 'SUCCESS', resultDate: base.initDate }));
		const hashes = [1, 2, 3].flatMap(() => {
			const run = poll(state, [base, next, ...ended]);
			({ state } = run);
			return run.hashes;
		});
		expect(hashes.sort()).toEqual(['slow1', 'slow2', 'slow3']);
		expect(state.overdue).toEqual({});
		expect(poll(state, [base, next, ...ended]).requests).toHaveLength(1);
	});
});

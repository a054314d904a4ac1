/** A step of the newest date: how long the time before it is remembered. */
import { leapAfter, withoutCrowdedLeap } from '../../../nodes/AmlCheckTrigger/cursor/leap.ts';
import { codeOf, pack } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';
import { emptyState, type TriggerState } from '../../../nodes/AmlCheckTrigger/cursor/state.ts';
import { T0 } from './support.mts';

const HOUR = 3600;
const FLOOR = T0 - HOUR;
const state: TriggerState = { ...emptyState('a', 'one'), floor: FLOOR, newest: T0 };
const leap = { from: FLOOR - HOUR, until: T0 + 2 * HOUR };

describe('after a poll', () => {
	const after = (newest: number | null, more: Partial<TriggerState> = {}) =>
		leapAfter({ ...state, ...more }, newest, HOUR);

	it('there is none within Lookback', () => {
		expect(after(T0)).toBeUndefined();
		expect(after(T0 + HOUR)).toBeUndefined();
	});

	it('one that is longer is remembered, from where the window began until Lookback has passed it', () => {
		expect(after(T0 + HOUR + 1)).toEqual({ from: FLOOR, until: T0 + 2 * HOUR + 1 });
	});

	it('one is kept until it is passed, also where another one follows', () => {
		expect(after(T0, { leap })).toBe(leap);
		expect(after(leap.until, { leap })).toBe(leap);
		expect(after(leap.until + 1, { leap })).toEqual({ from: FLOOR, until: T0 + 3 * HOUR + 1 });
		expect(after(leap.until + 1, { leap, newest: leap.until })).toBeUndefined();
	});

	it('there is none where a date is not known', () => {
		expect(after(null, { leap })).toBeUndefined();
		for (const more of [{ newest: null }, { floor: null }])
			expect(after(T0 + 2 * HOUR, more)).toBeUndefined();
	});
});

describe('what is remembered of the time before one', () => {
	const seen = pack(
		new Map([
			[codeOf('long before'), FLOOR - HOUR],
			[codeOf('at the floor'), FLOOR],
			[codeOf('new'), T0],
		]),
		null,
	);
	const full: TriggerState = { ...state, seen, leap };

	it('is kept while it is not too much', () => {
		expect(withoutCrowdedLeap(full, 3)).toBe(full);
		expect(withoutCrowdedLeap(full, 4)).toBe(full);
	});

	it('is left out where it is, with the step', () => {
		const { [Math.floor((FLOOR - HOUR) / 60)]: _before, ...kept } = seen;
		expect(withoutCrowdedLeap(full, 2)).toEqual({ ...state, seen: kept });
	});

	it('is nothing without a step, or where the window has no beginning', () => {
		const { leap: _leap, ...without } = full;
		expect(withoutCrowdedLeap(without, 2)).toBe(without);
		const endless = { ...full, floor: null };
		expect(withoutCrowdedLeap(endless, 2)).toBe(endless);
	});

	it('is kept from two seconds before the floor', () => {
		const edge = (second: number) => ({
			...full,
			seen: pack(new Map([[codeOf('x'), second]]), null),
		});
		const of = (floor: number) => withoutCrowdedLeap({ ...edge(minute - 1), floor }, 0).seen;
		const minute = Math.floor(FLOOR / 60) * 60;
		expect(of(minute + 1)).not.toEqual({});
		expect(of(minute + 2)).toEqual({});
	});
});

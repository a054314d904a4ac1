/** What goes over to other settings: what is owed, and up to when all is decided. */
import { underOtherSettings } from '../../../nodes/AmlCheckTrigger/cursor/otherSettings.ts';
import {
	emptyState,
	MAX_WAITING,
	type TriggerState,
} from '../../../nodes/AmlCheckTrigger/cursor/state.ts';
import { item, plan, T0, whenCreated } from './support.mts';

const NEWEST = T0 + 60;
const state: TriggerState = {
	...emptyState('checkCompleted a', 'one'),
	sequence: 3,
	floor: T0 - 3600,
	newest: NEWEST,
	seen: { x: 'y' } as never,
	overdue: { late: T0 - 100_000 },
	cap: 50,
	unfiltered: 2,
};
const other = plan({ settings: 'b', account: 'two' });
const slices = {
	mark: { by: 'slices' as const, at: T0 + 30, width: 10 },
	since: NEWEST,
	hold: null,
};
const pages = { mark: { by: 'pages' as const, page: 1 }, since: NEWEST, hold: null };
const after = (more: Partial<TriggerState> = {}, wanted = other) =>
	underOtherSettings({ ...state, ...more }, wanted);

it('takes over where the last poll stood, and nothing of how the service did', () => {
	const { sequence, floor, newest, overdue, seen } = state;
	expect(after()).toEqual({
		...emptyState('b', 'two'),
		...{ sequence, floor, newest, overdue, seen, skipUntil: NEWEST },
	});
});

it('has nothing to go by without a newest check, or where nothing was read', () => {
	expect(after({ newest: null })).toBeNull();
	expect(after({ newest: null, sweep: pages })).toBeNull();
	expect(after({ floor: null })).toBeNull();
	expect(after({ floor: null, sweep: pages })).not.toBeNull();
});

it('goes on to wait for the oldest unfinished check that the ones before showed', () => {
	expect(after({ hold: T0 - 5 })?.owed).toBe(T0 - 5);
	expect(after({ owed: T0 - 9, hold: T0 - 5 })?.owed).toBe(T0 - 9);
	expect(after({ hold: T0 - 5, sweep: { ...slices, hold: T0 - 7 } })?.owed).toBe(T0 - 7);
});

it('leaves out by the start what an activation before it could not read', () =>
	expect(after({ skipUntil: NEWEST, byStart: true })).toMatchObject({ byStart: true }));

describe('what was delivered', () => {
	const created = plan({ settings: 'b', ...whenCreated });

	it.each([
		['once more as it ends, if it was as it began', 'checkCreated a', other, false],
		['not once more as it begins', 'checkCreated a', created, true],
		['not once more as it ends', 'checkCompleted a', other, true],
		['not as it begins, if it was as it ended', 'checkCompleted a', created, true],
	])('is delivered %s', (_, settings, wanted, isKnown) => {
		expect(after({ settings }, wanted)?.seen).toEqual(isKnown ? state.seen : {});
	});
});

describe('checks that wait for their report', () => {
	const [a, b] = [item('a', T0), item('b', T0 + 1)];
	const waiting = [
		{ item: a, tries: 2 },
		{ item: b, tries: 0 },
	];

	it('wait on, if the new settings are for them', () => {
		expect(after({ waiting })?.waiting).toEqual(waiting);
		const judge: typeof other.judge = (check) => ({
			...other.judge(check),
			wanted: check.hash === 'b',
		});
		expect(after({ waiting }, { ...other, judge })?.waiting).toEqual([waiting[1]]);
	});

	it('are not there where none is wanted', () => {
		const judge: typeof other.judge = (check) => ({ ...other.judge(check), wanted: false });
		expect(after({ waiting }, { ...other, judge })).not.toHaveProperty('waiting');
	});
});

describe('all is decided', () => {
	const until = (more: Partial<TriggerState>) => after(more)?.skipUntil;
	const witness = { code: 'w', second: T0 + 10 };

	it.each<[string, Partial<TriggerState>, number]>([
		['to the newest check', { witness }, NEWEST],
		['to where a backlog was read', { sweep: slices, witness }, T0 + 29],
		[
			'to the last check before a window that is read page by page',
			{ sweep: pages, witness },
			T0 + 10,
		],
		['to where such a window begins, if no check is known', { sweep: pages }, T0 - 3600],
		['to nowhere, if it has no beginning', { sweep: pages, floor: null }, 0],
	])('up %s', (_, more, expected) => expect(until(more)).toBe(expected));

	const crowd = (count: number, first: number | null) =>
		Array.from({ length: count }, (_, index) => ({
			item:
				first === null
					? { ...item(`c${index}`, T0), initDate: null, resultDate: null }
					: item(`c${index}`, first + 99 - index),
			tries: 1,
		}));

	it('up to those that wait, where more wait than can: the others are behind them', () => {
		expect(until({ waiting: crowd(MAX_WAITING, T0 - 200) })).toBe(T0 - 201);
		expect(until({ waiting: crowd(MAX_WAITING - 1, T0 - 200) })).toBe(NEWEST);
	});

	it('up to the earlier date of those that wait: a filter by either of them shows it', () => {
		const odd = crowd(MAX_WAITING, T0 - 200).map(({ tries }, index) => ({
			item: item(`c${index}`, T0, T0 - 500),
			tries,
		}));
		expect(until({ waiting: odd })).toBe(T0 - 501);
	});

	it('up to where was read, where that is before those that wait', () => {
		expect(until({ waiting: crowd(MAX_WAITING, T0 + 200) })).toBe(NEWEST);
		expect(until({ waiting: crowd(MAX_WAITING, null) })).toBe(NEWEST);
	});
});

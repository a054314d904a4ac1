/** What the dates of a check tell, and what filters by date can be held against. */
import {
	checkDates,
	earliest,
	greatest,
	isZoneless,
	lastSeenAt,
	latest,
	least,
	MAX_APART_SECONDS,
	serviceNow,
	type CheckDates,
} from '../../../nodes/AmlCheckTrigger/cursor/dates.ts';
import { isOutside, misfitText, proofOf } from '../../../nodes/AmlCheckTrigger/cursor/misfit.ts';
import { iso, item, T0 } from './support.mts';

const dates = (init: number | null, result: number | null, more: Partial<CheckDates> = {}) => ({
	init,
	result,
	ended: true,
	blur: 0,
	...more,
});

it('the least and the greatest of what is known', () => {
	expect(least(3, null, 1, undefined, 2)).toBe(1);
	expect(greatest(3, null, 1, undefined, 4)).toBe(4);
	expect(least(0, null)).toBe(0);
	expect(greatest(null, -1)).toBe(-1);
	expect([least(), least(null), greatest(undefined)]).toEqual([null, null, null]);
});

it.each([
	[dates(5, 9), 5, 9, 9],
	[dates(9, 5), 5, 9, 9],
	[dates(5, null), 5, 5, null],
	[dates(5, null, { ended: false }), 5, 5, 5],
	[dates(null, 9), null, 9, 9],
	[dates(null, null), null, null, null],
	[dates(5, 9, { blur: 100 }), 5, 9, 109],
])('of %j the first is %j, the last %j, and filters show it until %j', (of, first, last, seen) =>
	expect([earliest(of), latest(of), lastSeenAt(of)]).toEqual([first, last, seen]),
);

describe('a date', () => {
	const read = (initDate: string | null, resultDate: string | null = null) =>
		checkDates({ ...item('a', T0), initDate, resultDate }, false);

	it.each([
		['2030-01-01', 129_599],
		[' 2030-01-01\n', 129_599],
		['2030-01-01T00:00:00Z', 0],
		['2030-01-01T00:00', 0],
		['on 2030-01-01', 0],
		['', 0],
		[null, 0],
	])('as %j is off by %d seconds at the most', (text, blur) => {
		expect(read(text).blur).toBe(blur);
		expect(read(iso(T0), text).blur).toBe(blur);
	});

	it.each([
		['2030-01-01T00:00', true],
		['2030-01-01 00:00:00', true],
		['2030-01-01t00:00:00.123 ', true],
		['2030-01-01T00:00:00,12', true],
		['2030-01-01T00:00:00Z', false],
		['2030-01-01T00:00+00:00', false],
		['2030-01-01', false],
		[null, false],
	])('as %j has no zone: %s', (text, isWithout) => {
		expect(isZoneless({ ...item('a', T0), initDate: text })).toBe(isWithout);
		expect(isZoneless({ ...item('a', T0), resultDate: text })).toBe(isWithout);
	});
});

describe("the service's time", () => {
	it.each([
		["n8n's clock may be a day and two hours behind what is known", MAX_APART_SECONDS, T0 + 3600],
		['but no further', MAX_APART_SECONDS + 1, T0 + 3600 + MAX_APART_SECONDS + 1],
	])('%s', (_, behind, now) => {
		const header = T0 + 3600 + behind;
		expect(serviceNow(header * 1000, (T0 + 3600) * 1000, T0 + 3600 + behind)).toBe(now);
	});

	it('what is known outranks the header as the measure', () => {
		const header = (T0 + 2 * MAX_APART_SECONDS) * 1000;
		expect(serviceNow(header, T0 * 1000, T0)).toBe(T0);
		expect(serviceNow(header, T0 * 1000)).toBe(T0 + 2 * MAX_APART_SECONDS);
	});

	it('is whole seconds', () => {
		expect(serviceNow(undefined, 1999)).toBe(1);
		expect(serviceNow(1999, 2999)).toBe(1);
	});
});

describe('a check among those of a stretch of time', () => {
	const outside = (init: number, result: number, from: number | null, to: number | null) =>
		isOutside(item('a', init, result), dates(init, result), from, to);

	it.each([
		['at its beginning', T0, T0, T0, T0 + 60, false],
		['two seconds before it', T0 - 9, T0 - 2, T0, null, false],
		['three seconds before it', T0 - 9, T0 - 3, T0, null, true],
		['three seconds before it by its end', T0 - 3, T0 - 9, T0, null, true],
		['two seconds after it', T0 + 62, T0 + 99, null, T0 + 60, false],
		['three seconds after it', T0 + 63, T0 + 99, null, T0 + 60, true],
		['three seconds after it by its end', T0 + 99, T0 + 63, null, T0 + 60, true],
		['around it', T0 - 99, T0 + 99, T0, T0 + 60, false],
		['of all time', T0, T0, null, null, false],
	])('%s', (_, init, result, from, to, isOut) =>
		expect(outside(init, result, from, to)).toBe(isOut),
	);

	it.each([
		['has no start', item('a', T0), dates(null, T0)],
		['has no end', item('a', T0), dates(T0, null)],
		['has no time', item('a', T0), dates(T0, T0, { blur: 1 })],
		['has no zone', { ...item('a', T0), initDate: '2030-01-01T00:00:00' }, dates(T0, T0)],
	])('can not be told where it %s', (_, check, of) =>
		expect(isOutside(check, of, T0 + 9999, T0 - 9999)).toBe(false),
	);

	it('proves that a filter shows something of its time, if it has ended', () => {
		expect(proofOf(dates(5, 9))).toEqual({ from: 5, to: 9 });
		expect(proofOf(dates(9, 5))).toEqual({ from: 5, to: 9 });
		expect(proofOf(dates(null, 9))).toBeNull();
		expect(proofOf(dates(5, null))).toBeNull();
		expect(proofOf(dates(5, 9, { blur: 1 }))).toBeNull();
	});
});

it.each([
	['future', "The newest check known was dated ahead of the service's time"],
	['outside', 'The history shows other dates than it was asked for'],
	['witness', 'A check that the history has is missing among those of its date'],
	['zoneless', 'The dates in the history name no time zone'],
] as const)('%s: a person reads what was seen, and what to do', (misfit, what) =>
	expect(misfitText(misfit, 5400)).toBe(
		`${what}, so this trigger reads it without filters by date for now. A check that the history lists late, more than 90 minutes behind the newest one, may not be seen: raise Lookback above the time that your slowest check takes.`,
	),
);

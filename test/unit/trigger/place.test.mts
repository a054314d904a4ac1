/** The arithmetic of the place, as a table. */
import {
	afterSearch,
	afterWindow,
	chooseWindow,
	nextSearchPage,
	type Climbing,
	type Searching,
} from '../../../nodes/AmlCheckTrigger/place.ts';

const searching = (low: number, high?: number, size = 1000): Searching => ({
	...{ at: 'searching', low, high, size },
});

const climbing = (offset: number, size = 1000, isNear = false): Climbing => ({
	...{ at: 'climbing', offset, size, isNear },
});

it.each([
	[searching(-1), 0],
	[searching(0), 1],
	[searching(1), 3],
	[searching(3), 7],
	[searching(3, 7), 5],
	[searching(3, 5), 4],
])('a search doubles the page number, then halves: %j reads page %d', (place, page) => {
	expect(nextSearchPage(place)).toBe(page);
});

const ALL_OF_58 = { place: climbing(58), marksFrom: Infinity };
it.each([
	['an empty history', searching(-1), 0, 0, null, 'empty'],
	['above the place', searching(1), 3, 1000, null, { place: searching(3) }],
	['a first page of 100', searching(-1), 0, 100, null, { place: searching(0, undefined, 100) }],
	['behind the end', searching(3), 7, 0, null, { place: searching(3, 7) }],
	['below the place', searching(3), 7, 1000, 5, { place: searching(3, 7) }],
	['at the place', searching(3, 5), 4, 1000, 5, { place: climbing(4005), marksFrom: 4 }],
	['at the end', searching(3, 5), 4, 70, null, { place: climbing(4070), marksFrom: 69 }],
	['one empty page', searching(0, undefined, 58), 1, 0, null, { place: searching(0, 1, 58) }],
	['an empty page twice', searching(0, 1, 58), 1, 0, null, ALL_OF_58],
] as const)('after the page of a search: %s', (_, place, page, count, bottom, expected) => {
	expect(afterSearch(place, { page, count, lines: count, bottomOf: () => bottom })).toEqual(
		expected,
	);
});

const seen = { page: 2, size: 500, count: 500, isBelow: true, hasMarks: true };
it.each([
	['shows the place', 1400, {}, { isEnd: false }],
	['shows the end', 1400, { count: 70, isBelow: false }, { isEnd: true }],
	['shows neither: the place has moved down', 1400, { isBelow: false }, { place: climbing(1970) }],
	['is behind the end', 1400, { count: 0 }, { place: searching(-1, 1) }],
	['is an empty history', 9, { page: 0, count: 0 }, 'empty'],
	[
		'is a first page that turns out small',
		200,
		{ page: 0, count: 100, isBelow: false },
		{ place: searching(0, undefined, 100) },
	],
	[
		'is a first page without marks that has grown',
		200,
		{ page: 0, isBelow: false, hasMarks: false },
		{ place: searching(-1) },
	],
] as const)('after a window that %s', (_, offset, view, expected) => {
	expect(afterWindow(climbing(offset), { ...seen, ...view })).toEqual(expected);
});

it.each([1, 29, 30, 999, 1000, 1001, 4321, 1_000_000])(
	'the window of a climb from %d shows the place near its lower end, and something above it',
	(offset) => {
		for (const most of [10, 100, 1000]) {
			const { page, size } = chooseWindow(offset, most);
			expect(page * size).toBeLessThan(offset);
			expect((page + 1) * size).toBeGreaterThan(offset);
			expect(size).toBeLessThanOrEqual(most);
		}
	},
);

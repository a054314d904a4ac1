/** How a backlog is cut by date, in plain numbers. */
import {
	firstSlice,
	narrower,
	nextSlice,
	type Overflow,
} from '../../../nodes/AmlCheckTrigger/cursor/slices.ts';

const slice = (at: number, width: number, full?: number) => ({
	by: 'slices' as const,
	at,
	width,
	...(full === undefined ? {} : { full }),
});

describe('the first slice', () => {
	it.each([
		['an eighth of the window', 1000, 1800, slice(1000, 100)],
		['whole seconds', 1000, 1815, slice(1000, 101)],
		['a second at the least', 1000, 1007, slice(1000, 1)],
		['a second where the window lies ahead of all', 1000, 500, slice(1000, 1)],
		['an eighth of all time where there is no window yet', null, 801, slice(1, 100)],
	])('is %s', (_, floor, upper, first) => expect(firstSlice(floor, upper)).toEqual(first));
});

describe('the slice after one', () => {
	it.each([
		['that was empty is four times as wide', slice(100, 10), 0, slice(110, 40)],
		['with few checks is four times as wide', slice(100, 10), 2, slice(110, 40)],
		['with half a page is as wide as fills four fifths of one', slice(100, 10), 50, slice(110, 16)],
		['with a full page is narrower', slice(100, 10), 100, slice(110, 8)],
		['of a second stays one', slice(100, 1), 100, slice(101, 1)],
		['within what held too much is half of the rest', slice(100, 10, 129), 2, slice(110, 10, 129)],
		['in it, rounded up', slice(100, 10, 130), 2, slice(110, 11, 130)],
		['in it is not wider than fills a page', slice(100, 10, 1000), 50, slice(110, 16, 1000)],
		['to its last second but one goes on in it', slice(100, 10, 111), 2, slice(110, 1, 111)],
		['to its last second has left it', slice(100, 10, 110), 2, slice(110, 40)],
		['beyond it has left it', slice(100, 10, 105), 2, slice(110, 40)],
	])('%s', (_, mark, count, next) => expect(nextSlice(mark, count, 100)).toEqual(next));
});

describe('what held too much is asked for again', () => {
	const none = () => null;
	const overflow = (more: Partial<Overflow>): Overflow => ({
		at: 1000,
		end: 1099,
		size: 10,
		total: null,
		dateAt: none,
		...more,
	});

	it.each<[string, Partial<Overflow>, number]>([
		['by half where nobody says how much there is', {}, 50],
		['by half where a little more than a page is there', { total: 11 }, 50],
		['by its share, four fifths of a page, where much is there', { total: 80 }, 10],
		['by a second at the least', { total: 80_000 }, 1],
		['by half of three seconds', { end: 1002 }, 1],
		['by half where it is said to hold less than came', { total: 5 }, 50],
		['by half where it is said to be empty', { total: 0 }, 50],
	])('%s', (_, more, width) => expect(narrower(overflow(more))).toBe(width));

	describe('up to the newest part that came', () => {
		const dateAt = (index: number) => (index === 8 ? 1030 : null);

		it.each<[string, Partial<Overflow>, number]>([
			['where the rest fits four fifths of a page', { total: 16 }, 31],
			['where all of it is one page', { total: 10 }, 31],
			['but not where the rest does not fit', { total: 17 }, 47],
			['but not where less is said to be there than came', { total: 9 }, 50],
			['but not where the number is unknown', { total: null }, 50],
			['but not where the date is unknown', { total: 16, dateAt: none }, 50],
			['but not at its first second', { total: 16, dateAt: () => 1000 }, 50],
			['from the second after that on', { total: 16, dateAt: () => 1001 }, 2],
			['up to the last second but one', { total: 16, dateAt: () => 1098 }, 99],
			['but not at its last second', { total: 16, dateAt: () => 1099 }, 50],
			['but not beyond', { total: 16, dateAt: () => 1200 }, 50],
		])('%s', (_, more, width) => expect(narrower(overflow({ dateAt, ...more }))).toBe(width));
	});
});

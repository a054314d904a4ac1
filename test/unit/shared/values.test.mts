/** The small tools for values: what is nothing, how texts are ordered, and what a map keeps. */
import {
	byName,
	byText,
	isNothing,
	isObject,
	keepRecent,
	withoutEmpty,
} from '../../../nodes/shared/base/values.ts';

it.each([
	[{}, true],
	[{ a: 1 }, true],
	[[], false],
	[null, false],
	[undefined, false],
	['{}', false],
	[5, false],
])('that %j is an object is %s', (value, expected) => expect(isObject(value)).toBe(expected));

it.each([undefined, null, '', ' \n'])('%j is nothing', (value) =>
	expect(isNothing(value)).toBe(true),
);

it('what is empty in another way is something', () => {
	for (const value of ['x', 0, false, NaN, [], {}])
		expect([value, isNothing(value)]).toEqual([value, false]);
});

it('texts are ordered by their units, names regardless of case', () => {
	const texts = ['b', 'a', 'B', 'ä', 'a', '10', '9'];
	expect([...texts].sort(byText)).toEqual(['10', '9', 'B', 'a', 'a', 'b', 'ä']);
	expect([byText('a', 'b'), byText('b', 'a'), byText('a', 'a')]).toEqual([-1, 1, 0]);
	expect([byName('a', 'B'), byName('C', 'b'), byName('a', 'A')]).toEqual([-1, 1, 0]);
});

it('a map keeps so many values, those that were used last', () => {
	const map = new Map(Object.entries({ a: 1, b: 2, c: 3 }));
	expect(keepRecent(map, 'a', 4, 3)).toBe(4);
	expect([...map]).toEqual(Object.entries({ b: 2, c: 3, a: 4 }));
	keepRecent(map, 'd', 5, 3);
	expect([...map]).toEqual(Object.entries({ c: 3, a: 4, d: 5 }));
});

it('keys without a value are left out, and no others', () =>
	expect(
		withoutEmpty<object>({ a: null, b: undefined, c: 0, d: '', e: false, f: [] } as object),
	).toStrictEqual({ c: 0, d: '', e: false, f: [] }));

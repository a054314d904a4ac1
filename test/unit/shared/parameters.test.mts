/** The one module that reads parameters: what is taken, what nothing means, what is refused and in which words. */
import fc from 'fast-check';
import {
	guarded,
	labelOf,
	readBoolean,
	readChoice,
	readCollection,
	readNames,
	readNumberWithin,
	readObject,
	readText,
	required,
} from '../../../nodes/shared/parameters.ts';
import { AmlCheckError } from '../../../nodes/shared/rpc/failure.ts';

const NOTHING = [undefined, null, '', ' \t\n'];

const refusalOf = (read: () => unknown): string => {
	try {
		read();
	} catch (thrown) {
		const { kind, charged, message, description } = thrown as AmlCheckError;
		expect({ kind, charged }).toEqual({ kind: 'configuration', charged: false });
		return `${message}. ${description}`;
	}
	throw new Error('It was read');
};

describe.each(NOTHING)('%p', (nothing) => {
	it('means the default', () => {
		expect(readBoolean(nothing, 'A', true)).toBe(true);
		expect(readBoolean(nothing, 'A', false)).toBe(false);
		expect(readChoice(nothing, 'A', ['x', 'y'])).toBe('x');
		expect(readNumberWithin(nothing, 'A', { byDefault: 7 })).toBe(7);
		expect(readNumberWithin(nothing, 'A', { byDefault: null, from: 0 })).toBeNull();
		expect(readText(nothing, 'A')).toBe('');
		expect(readCollection(nothing, 'A')).toEqual({});
	});

	it('is refused for a guard', () => {
		const words = 'holds nothing: give it a value or remove it';
		expect(refusalOf(() => guarded({ limit: nothing } as never, 'limit', 'Limit'))).toBe(
			`'Limit' ${words}. Where it is removed, its default holds.`,
		);
	});
});

it('a guard that is not there is no guard, and one with a value has that value', () => {
	expect(guarded({}, 'limit', 'Limit')).toBeUndefined();
	expect(guarded(Object.create({ limit: null }) as never, 'limit', 'Limit')).toBeUndefined();
	for (const value of [0, false, '0', [], { a: 1 }])
		expect(guarded({ limit: value } as never, 'limit', 'Limit')).toBe(value);
});

it.each([true, 'true', 'TRUE', ' True '])('%p is true', (value) =>
	expect(readBoolean(value, 'A', false)).toBe(true),
);

it.each([false, 'false', 'FALSE', ' False '])('%p is false', (value) =>
	expect(readBoolean(value, 'A', true)).toBe(false),
);

it.each([
	['yes', '\'A\' is "yes". Use true or false, or remove it for true.'],
	[1, "'A' is 1. Use true or false, or remove it for true."],
	[{}, "'A' is {}. Use true or false, or remove it for true."],
])('%p is no boolean', (value, message) =>
	expect(refusalOf(() => readBoolean(value, 'A', true))).toBe(message),
);

it('takes a choice in any case, and names the choices for any other', () => {
	expect(readChoice(' REPORT', 'A', ['report', 'submitAgain'])).toBe('report');
	expect(readChoice('submitagain', 'A', ['report', 'submitAgain'])).toBe('submitAgain');
	const message = refusalOf(() => readChoice('ask', 'A', ['report', 'submitAgain']));
	expect(message).toBe('\'A\' is "ask". Use one of report, submitAgain, or remove it for report.');
});

describe('a number', () => {
	it.each([
		[{ byDefault: 0, from: 0 }, 0],
		[{ byDefault: 0, from: 0 }, ' 1.5 '],
		[{ byDefault: 0, from: 0, to: 100 }, '100'],
		[{ byDefault: 0, above: 0 }, 0.001],
		[{ byDefault: 0, from: 1, isWhole: true }, '1e3'],
	])('under %j: %p is taken', (rule, value) =>
		expect(readNumberWithin(value, 'A', rule)).toBe(Number(value)),
	);

	it.each([
		[{ byDefault: 0, from: 0 }, -1, "'A' is -1. Use a number from 0 up, or remove it for 0."],
		[{ byDefault: 0, from: 0, to: 100 }, 100.1, 'Use a number from 0 to 100'],
		[{ byDefault: 0, above: 0 }, 0, 'Use a number above 0'],
		[
			{ byDefault: 50, from: 1, isWhole: true },
			1.5,
			'Use a whole number from 1 up, or remove it for 50',
		],
		[{ byDefault: null, from: 0 }, 'ten', '\'A\' is "ten". Use a number from 0 up, or remove it.'],
		[{ byDefault: 1, from: 1, orElse: 'ask' }, 0, 'from 1 up, or ask.'],
		[{ byDefault: 0, from: 0 }, Infinity, "'A' is Infinity"],
		[{ byDefault: 0, from: 0 }, NaN, "'A' is NaN"],
		[{ byDefault: 0, from: 0 }, 'many', `'A' is "many"`],
		[{ byDefault: 0 }, 5n, "'A' is bigint"],
		[{ byDefault: 0 }, 'x'.repeat(5_000), `'A' is "${'x'.repeat(20)}`],
		[{ byDefault: 0, from: 0 }, true, "'A' is true"],
		[{ byDefault: 0, from: 0 }, [5], "'A' is [5]"],
	])('under %j: %p is refused', (rule, value, message) =>
		expect(refusalOf(() => readNumberWithin(value, 'A', rule))).toContain(message),
	);
});

it('takes a number for its text, and nothing else', () => {
	expect(readText(1042, 'A')).toBe('1042');
	expect(readText(' a b ', 'A')).toBe('a b');
	for (const value of [true, {}, [1], NaN, Infinity])
		expect(refusalOf(() => readText(value, 'A'))).toContain(
			'Use a text or a number, or remove it.',
		);
});

it('repeats a long value no further than a message needs', () => {
	expect(
		refusalOf(() => readNumberWithin('x'.repeat(5_000), 'A', { byDefault: 0 })).length,
	).toBeLessThan(200);
});

it('takes an object for a collection, and nothing else', () => {
	expect(readCollection({ a: 1 }, 'A')).toEqual({ a: 1 });
	for (const value of ['x', 5, [], true])
		expect(refusalOf(() => readCollection(value, 'Options'))).toMatch(
			/^'Options' is .*\. Use an object, or remove the expression\.$/,
		);
});

it('takes a list of names, or one text with commas or the like', () => {
	const read = (value: unknown) => readNames(value, 'A', 'names');
	expect(read(['a', ' b '])).toEqual(['a', 'b']);
	expect(read('a, b,,')).toEqual(['a', 'b']);
	for (const text of ['a; b', 'a\nb', 'a\r\n b\r\n', 'a|b'])
		for (const value of [text, [text]]) expect(read(value)).toEqual(['a', 'b']);
	expect(read([])).toEqual([]);
	for (const value of [5, { a: 1 }, ['a', 5], [''], ' , ', true])
		expect(refusalOf(() => read(value))).toContain('Use names, or remove it.');
});

it('takes an object, or a text that is one as JSON', () => {
	const read = (value: unknown) => readObject(value, 'A', 'an object');
	expect(read({ a: 1 })).toEqual({ a: 1 });
	expect(read(' {"a":1} ')).toEqual({ a: 1 });
	for (const value of ['{"a":', '[1]', 'null', 5, [1], true])
		expect(refusalOf(() => read(value))).toContain('Use an object, or remove it.');
});

it('refuses what is required and holds nothing, an object without members included', () => {
	for (const value of [...NOTHING, {}])
		expect(refusalOf(() => required(value, 'A'))).toContain("'A' holds nothing: give it a value");
	for (const value of [0, false, [], { a: 1 }]) expect(required(value, 'A')).toBe(value);
});

it('calls a parameter by its label', () => {
	expect(labelOf('waitForResult')).toBe('Wait For Result');
	expect(labelOf('limit')).toBe('Limit');
});

it('never throws anything but a refusal in plain words', () => {
	const readers = fc.constantFrom<(value: unknown) => unknown>(
		(value) => readBoolean(value, 'A', true),
		(value) => readChoice(value, 'A', ['x', 'y']),
		(value) => readNumberWithin(value, 'A', { byDefault: 1, from: 1, to: 9 }),
		(value) => readText(value, 'A'),
		(value) => readCollection(value, 'A'),
	);
	const values = fc.oneof(
		fc.anything({ withBigInt: true, withNullPrototype: true }),
		fc.constant(Symbol('s')),
	);
	fc.assert(
		fc.property(readers, values, (read, value) => {
			try {
				read(value);
			} catch (thrown) {
				expect(thrown).toBeInstanceOf(AmlCheckError);
				expect((thrown as Error).message).not.toMatch(/error|problem|failure|mistake/i);
			}
		}),
		{ seed: 5, numRuns: 2_000 },
	);
});

/** The one reader of options: what is accepted, what an empty value means, what is refused and in which words. */
import { numberOption } from '../../../nodes/shared/n8n/fields.ts';
import {
	flag,
	guarded,
	numberFrom,
	oneOf,
	parseOptions,
	parseValue,
	text,
} from '../../../nodes/shared/n8n/read.ts';
import { NOTHING, refusal } from './support.mts';

const wholeFrom = (low: number) => numberFrom(low, undefined, true);

const speedOf = (displayName: string, byDefault: number) =>
	numberOption(displayName, '', { from: 0, byDefault, added: 1 });

const ENTRIES = { ...guarded({ limit: speedOf('Limit', 5) }), speed: speedOf('Speed', 9) };

it.each(NOTHING)('%p means the default of an option, and is refused for a guard', (nothing) => {
	expect(parseOptions(ENTRIES, { speed: nothing }, 'Options')).toEqual({ limit: 5, speed: 9 });
	const read = () => parseOptions(ENTRIES, { limit: nothing }, 'Options');
	expect(refusal(read)).toContain("'Limit' holds nothing: give it a value or remove it");
});

it('a collection without a key has its default', () => {
	for (const empty of [{}, ...NOTHING])
		expect(parseOptions(ENTRIES, empty, 'Options')).toEqual({ limit: 5, speed: 9 });
});

it.each(['x', 5, [], true])('%p is no collection', (value) => {
	expect(refusal(() => parseOptions(ENTRIES, value, 'Filters'))).toMatch(
		/^'Filters' is .*: use an object\./,
	);
});

it.each([
	[numberFrom(0), 0, 0],
	[numberFrom(0), ' 1.5 ', 1.5],
	[numberFrom(0, 100), '100', 100],
	[wholeFrom(1), '1e3', 1000],
	[flag, true, true],
	[flag, ' True ', true],
	[flag, 'FALSE', false],
	[oneOf('report', 'submitAgain'), ' SUBMITAGAIN', 'submitAgain'],
	[text, 1042, '1042'],
	[text, ' a b ', 'a b'],
])('case %#', (schema, value, expected) => {
	expect(parseValue<unknown>(schema, value, 'A', undefined)).toBe(expected);
});

it.each([
	[numberFrom(0), -1, "'A' is -1: use a number from 0."],
	[numberFrom(0, 100), 100.1, "'A' is 100.1: use a number from 0 to 100."],
	[numberFrom(0), 'ten', `'A' is "ten": use a number from 0.`],
	[numberFrom(0), '0x10', `'A' is "0x10": use a number from 0.`],
	[numberFrom(0), Infinity, "'A' is Infinity: use a number from 0."],
	[numberFrom(0), Number.NaN, "'A' is NaN: use a number from 0."],
	[numberFrom(0), true, "'A' is true: use a number from 0."],
	[numberFrom(0), [5], "'A' is a list: use a number from 0."],
	[numberFrom(0), 5n, "'A' is 5: use a number from 0."],
	[wholeFrom(1), 1.5, "'A' is 1.5: use a whole number from 1."],
	[flag, 'yes', `'A' is "yes": use true or false.`],
	[flag, 1, "'A' is 1: use true or false."],
	[oneOf('report', 'submitAgain'), 'ask', `'A' is "ask": use one of report, submitAgain.`],
	[oneOf('report', 'submitAgain'), 5, `'A' is 5: use one of report, submitAgain.`],
	[text, true, "'A' is true: use a text or a number."],
	[text, {}, "'A' is an object: use a text or a number."],
	[text, Number.NaN, "'A' is NaN: use a text or a number."],
])('refused: case %#', (schema, value, words) => {
	expect(refusal(() => parseValue<unknown>(schema, value, 'A', undefined))).toContain(words);
});

it('repeats a long value no further than a message needs', () => {
	expect(refusal(() => parseValue(flag, 'x'.repeat(5_000), 'A', true)).length).toBeLessThan(200);
});

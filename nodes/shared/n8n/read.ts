import type { INodeProperties } from 'n8n-workflow';

import { parseNumber } from '../base/format';
import { isNothing, isObject } from '../base/values';
import { badSetting, type AmlCheckError } from '../failures/failure';
import { quoteValue } from '../wallet/quote';

/* The one reader of parameters and options of both nodes, as n8n hands them over with expressions resolved. */

/**
 * Reads one value.
 * @param label the field's name in the editor.
 * @throws AmlCheckError that shows the value and what to use instead.
 */
export type Reader<T> = (value: unknown, label: string) => T;

/** One entry of a collection, whose key is its name: the field that the editor shows, and how its value is read. */
export interface Option<T = unknown, D = T> {
	/** Its default is what the entry begins with when somebody adds it. */
	field: Omit<INodeProperties, 'name'>;
	read: Reader<T>;
	/** The value while the entry is not added. */
	byDefault: D;
	isGuard?: true;
}

/** The entries of a collection by their names. */
export type Options = Readonly<Record<string, Option>>;

/** The values of a collection's entries. */
export type ReadOptions<O extends Options> = {
	[K in keyof O]: ReturnType<O[K]['read']> | O[K]['byDefault'];
};

/** A node parameter by its name, and what to return if the operation has no such parameter. */
export type GetParameter = (name: string, fallback: unknown) => unknown;

/**
 * Marks entries that decide about money or about the risk level. A guard is never silent: with an empty value, as an
 * expression can leave it, the default would pay or pass without anybody noticing. So it refuses the value.
 */
export const guarded = <O extends Options>(options: O): O =>
	Object.fromEntries(
		Object.entries(options).map(([name, option]) => [name, { ...option, isGuard: true }]),
	) as O;

/** The label of a parameter by its name: `waitForResult` is "Wait For Result", `tokenId` "Token ID". */
export const toLabel = (name: string): string =>
	name
		.replace(/^./, (first) => first.toUpperCase())
		.replace(/(?<!^)[A-Z]/g, ' $&')
		.replace(/ Id$/, ' ID');

/** Refuses the value of a field; `problem` says what is wrong with it, and what to use. */
export const refuseValue = (label: string, problem: string): AmlCheckError =>
	badSetting(
		`'${label}' ${problem}`,
		'An expression may have returned it. Correct the value or remove it: nothing was sent to the service for it.',
	);

/** The words for a value that is there but empty, and may not be. */
export const HOLDS_NOTHING = 'holds nothing: give it a value or remove it';

/** Reads what a function recognizes. `wanted` is what to use instead of a value that it doesn't. */
export const recognizedBy =
	<T>(recognize: (value: unknown) => T | undefined, wanted: string): Reader<T> =>
	(value, label) => {
		const known = recognize(value);
		if (known !== undefined) return known;
		const problem = isNothing(value) ? `${HOLDS_NOTHING};` : `is ${quoteValue(value)}:`;
		throw refuseValue(label, `${problem} use ${wanted}`);
	};

/** A number in a range, or a text that says one. */
export function numberFrom(low: number, high = Infinity, isWhole = false): Reader<number> {
	const upTo = Number.isFinite(high) ? ` to ${high}` : '';
	return recognizedBy(
		(value) => {
			const number = parseNumber(value) ?? NaN;
			const isUsable = isWhole ? Number.isInteger(number) : Number.isFinite(number);
			return isUsable && number >= low && number <= high ? number : undefined;
		},
		`a ${isWhole ? 'whole ' : ''}number from ${low}${upTo}`,
	);
}

const toWord = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/** One of several names, in any case. */
export const oneOf = <const T extends string>(...names: readonly T[]): Reader<T> =>
	recognizedBy(
		(value) => names.find((name) => name.toLowerCase() === toWord(value)),
		`one of ${names.join(', ')}`,
	);

/** True or false, or a text that says it. */
export const flag: Reader<boolean> = recognizedBy(
	(value) => [true, false].find((one) => one === value || String(one) === toWord(value)),
	'true or false',
);

/** A text without white space around it; a number is taken for its text. */
export const text: Reader<string> = recognizedBy(
	(value) =>
		typeof value === 'string' || Number.isFinite(value) ? String(value).trim() : undefined,
	'a text or a number',
);

/** The value of a JSON text; any other value as it is. */
export function parseJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return value;
	}
}

/** An object, or the same as a JSON text. */
export const jsonObject: Reader<Record<string, unknown>> = recognizedBy((value) => {
	const parsed = parseJson(value);
	return isObject(parsed) ? parsed : undefined;
}, 'an object');

/** Reads a value; an empty one means the default. */
export const parseValue = <T>(
	read: Reader<T>,
	value: unknown,
	label: string,
	byDefault: NoInfer<T>,
): T => (isNothing(value) ? byDefault : read(value, label));

/** An object without members is what a collection holds before anything is added to it. */
export const isEmpty = (value: unknown): boolean =>
	isNothing(value) || (isObject(value) && Object.keys(value).length === 0);

/**
 * Reads a collection such as Options or Filters: the value of each entry, or its default.
 * @throws AmlCheckError for a guard that is there but empty, and for a value that can't be used.
 */
export function parseOptions<O extends Options>(
	options: O,
	collection: unknown,
	label: string,
	nameEntry = (key: keyof O & string) => options[key].field.displayName,
): ReadOptions<O> {
	if (!isNothing(collection) && !isObject(collection))
		throw refuseValue(label, `is ${quoteValue(collection)}: use an object`);
	const given = isObject(collection) ? collection : {};
	const entries = Object.entries(options).map(([key, { byDefault, isGuard, read }]) => {
		const value = isEmpty(given[key]) ? undefined : given[key];
		const isSilent = value === undefined && !(isGuard && Object.hasOwn(given, key));
		return [key, isSilent ? byDefault : read(value, nameEntry(key))];
	});
	return Object.fromEntries(entries) as ReadOptions<O>;
}

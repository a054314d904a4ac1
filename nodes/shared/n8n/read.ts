import type { INodeProperties } from 'n8n-workflow';

import { refuseSecret } from '../wallet/refusals';
import { holdsSecret } from '../wallet/secrets';
import { parseNumber } from '../base/format';
import { badSetting } from '../failures/failure';
import { quoteValue, shortenWords } from '../wallet/quote';
import { isNothing, isObject } from '../base/values';
import { z } from '../vendor/zod';

/* The one reader of parameters and options of both nodes, as n8n hands them over with expressions resolved. */

/** One entry of a collection, whose key is its name: the field that the editor shows, and how its value is read. */
export interface Option<T = unknown, D = T> {
	/** Its default is what the entry begins with when somebody adds it. */
	field: Omit<INodeProperties, 'name'>;
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
	/** The value while the entry is not added. */
	byDefault: D;
	isGuard?: true;
}

/** The entries of a collection by their names. */
export type Options = Readonly<Record<string, Option>>;

/** The values of a collection's entries. */
export type ReadOptions<O extends Options> = {
	[K in keyof O]: z.output<O[K]['schema']> | O[K]['byDefault'];
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

/** The words for a value that is there but empty, and may not be. */
const EMPTY_GUARD = 'holds nothing: give it a value or remove it';

const TYPE_NAMES: Readonly<Record<string, string>> = {
	array: 'a list',
	object: 'an object',
	string: 'a text or a number',
};

/** Turns a refusal of zod into words. Only what the schemas below refuse has its own. */
const inWords: z.ZodErrorMap = (issue, { data }) => {
	if (isNothing(data)) return { message: EMPTY_GUARD };
	if (issue.code === 'invalid_type')
		return {
			message: `is ${quoteValue(data)}: use ${TYPE_NAMES[issue.expected] ?? issue.expected}`,
		};
	if (issue.code !== 'unrecognized_keys')
		return { message: `is ${quoteValue(data)}: use another value` };
	const names = issue.keys.slice(0, 5).map((key) => `'${shortenWords(key)}'`);
	return { message: `has ${names.join(', ')}: use only the members it knows` };
};

/**
 * Reads a value. It refuses an empty one unless the schema has a default.
 * @param label the field's name in the editor.
 * @throws AmlCheckError that shows the value and what to use instead.
 */
export function parseValue<S extends z.ZodTypeAny>(
	schema: S,
	value: unknown,
	label: string,
): z.output<S> {
	const read = schema.safeParse(isNothing(value) ? undefined : value, { errorMap: inWords });
	if (read.success) return read.data as z.output<S>;
	const [issue] = read.error.issues;
	if (issue.code === 'invalid_type' && issue.expected === 'string' && holdsSecret(value)) {
		const { message, advice } = refuseSecret(label.toLowerCase());
		throw badSetting(message, advice);
	}
	const { path, message } = issue;
	const names = path.map((key) => (typeof key === 'number' ? `entry ${key + 1}` : key));
	const place = names.length > 0 ? `: ${names.join(', ')}` : '';
	throw badSetting(
		`'${label}${place}' ${message}`,
		'An expression may have returned it. Correct the value or remove it: nothing was sent to the service for it.',
	);
}

const entriesOfCollection = z.record(z.unknown()).default({});

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
	const given = parseValue(entriesOfCollection, collection, label);
	const entries = Object.entries(options).map(([key, { byDefault, isGuard, schema }]) => {
		const value = isEmpty(given[key]) ? undefined : given[key];
		if (value === undefined && !(isGuard && Object.hasOwn(given, key))) return [key, byDefault];
		return [key, parseValue(schema, value, nameEntry(key))];
	});
	return Object.fromEntries(entries) as ReadOptions<O>;
}

/** An object without members is what a collection holds before anything is added to it. */
export const isEmpty = (value: unknown): boolean =>
	isNothing(value) || (isObject(value) && Object.keys(value).length === 0);

/** A value that a function recognizes. `wanted` is what to use instead of a value that it doesn't. */
export const recognizedBy = <T>(recognize: (value: unknown) => T | undefined, wanted: string) =>
	z.unknown().transform((value, ctx): T => {
		const known = recognize(value);
		if (known !== undefined) return known;
		const problem = isNothing(value) ? `${EMPTY_GUARD}; use` : `is ${quoteValue(value)}: use`;
		const message = `${problem} ${wanted}`;
		ctx.addIssue({ code: 'custom', message });
		return z.NEVER;
	});

/** A number in a range, or a text that says one. */
export function numberFrom(low: number, high = Infinity, isWhole = false) {
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
export const oneOf = <const T extends string>(...names: readonly T[]) =>
	recognizedBy(
		(value) => names.find((name) => name.toLowerCase() === toWord(value)),
		`one of ${names.join(', ')}`,
	);

/** True or false, or a text that says it. */
export const flag = recognizedBy(
	(value) => [true, false].find((one) => one === value || String(one) === toWord(value)),
	'true or false',
);

/** A text without white space around it; a number is taken for its text. */
export const text = z.preprocess(
	(value) => (Number.isFinite(value) ? String(value) : value),
	z.string().trim(),
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

/** An object with at least one member, or the same as a JSON text. */
export const jsonObject = z.preprocess(
	parseJson,
	z.record(z.unknown()).refine((members) => Object.keys(members).length > 0, {
		message: EMPTY_GUARD,
	}),
);

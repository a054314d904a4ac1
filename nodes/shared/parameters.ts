import type { IDataObject } from 'n8n-workflow';

import { readNumber } from './risk/numbers';
import { AmlCheckError } from './rpc/failure';
import { isNothing, isObject } from './values';

/** What a number has to be. */
export interface NumberRule<T extends number | null = number> {
	/** What nothing means. */
	byDefault: T;
	/** The lowest number that will do. */
	from?: number;
	/** The number that it has to be above, in place of `from`. */
	above?: number;
	/** The highest number that will do. */
	to?: number;
	isWhole?: boolean;
	/** What else a person can do than remove it. */
	orElse?: string;
}

/*
 * The one module that reads parameters and options of both nodes, as n8n hands them over with expressions resolved.
 * Nothing (undefined, null, a blank text) means the default, except for guards: see {@link guarded}.
 */

/** The longest value that a message repeats, in characters. */
const MAX_SHOWN = 60;

/**
 * A value of the user that can't be used; nothing was sent for it.
 * @param message what is there.
 * @param description what to do.
 */
export function unusableValue(message: string, description: string): AmlCheckError {
	return new AmlCheckError({ kind: 'configuration', message, description, charged: false });
}

/** A value as a message repeats it. */
function show(value: unknown): string {
	if (typeof value === 'number') return String(value);
	try {
		return JSON.stringify(value)?.slice(0, MAX_SHOWN) ?? typeof value;
	} catch {
		return typeof value;
	}
}

/** A word that a value may be, in small letters; empty for what is no text and no boolean. */
function wordOf(value: unknown): string {
	if (typeof value === 'boolean') return String(value);
	return typeof value === 'string' ? value.trim().toLowerCase() : '';
}

/** The label of a parameter, for a message: `waitForResult` is "Wait For Result". */
export function labelOf(name: string): string {
	return name.replace(/^./, (first) => first.toUpperCase()).replace(/(?<!^)[A-Z]/g, ' $&');
}

/**
 * Refuses what holds nothing; an object without members is nothing too.
 * @param value as n8n hands it over.
 * @param label what it is called, for the message.
 * @returns the value.
 * @throws AmlCheckError where it holds nothing.
 */
export function required(value: unknown, label: string): unknown {
	const isEmpty = isObject(value) && Object.keys(value).length === 0;
	if (!isEmpty && !isNothing(value)) return value;
	throw unusableValue(
		`'${label}' holds nothing: give it a value or remove it`,
		'Where it is removed, its default holds.',
	);
}

/**
 * The value of an option that decides about money or about the level. A guard never falls silent (design 2): an
 * expression that yields nothing leaves the key with `undefined`, and the default would pay or pass in its place.
 * @param raw the collection.
 * @param key the option's name in it.
 * @param label what the option is called, for the message.
 * @returns the value; undefined only where the option is not there.
 * @throws AmlCheckError where it is there and holds nothing.
 */
export function guarded(raw: Record<string, unknown>, key: string, label: string): unknown {
	return Object.hasOwn(raw, key) ? required(raw[key], label) : undefined;
}

function refuse(
	value: unknown,
	label: string,
	wanted: string,
	byDefault: unknown,
	orElse = byDefault === null ? 'remove it' : `remove it for ${String(byDefault)}`,
): AmlCheckError {
	return unusableValue(`'${label}' is ${show(value)}`, `Use ${wanted}, or ${orElse}.`);
}

/**
 * Reads one of several values.
 * @param value as n8n hands it over, in any case; nothing means the first choice.
 * @param label what the field is called, for the message.
 * @param choices the values there are.
 * @param orElse what else a person can do than remove it.
 * @throws AmlCheckError for any other value.
 */
export function readChoice<T extends string>(
	value: unknown,
	label: string,
	choices: readonly T[],
	orElse?: string,
): T {
	if (isNothing(value)) return choices[0];
	const wanted = wordOf(value);
	const choice = choices.find((name) => name.toLowerCase() === wanted);
	if (choice !== undefined) return choice;
	throw refuse(value, label, `one of ${choices.join(', ')}`, choices[0], orElse);
}

/**
 * Reads a boolean; a text that says one will do.
 * @param value as n8n hands it over.
 * @param label what the field is called, for the message.
 * @param byDefault what nothing means.
 * @throws AmlCheckError for any other value.
 */
export function readBoolean(value: unknown, label: string, byDefault: boolean): boolean {
	if (isNothing(value)) return byDefault;
	const word = wordOf(value);
	if (word === 'true') return true;
	if (word === 'false') return false;
	throw refuse(value, label, 'true or false', byDefault);
}

function fits(number: number, { from, above, to, isWhole }: NumberRule<number | null>): boolean {
	return (
		Number.isFinite(number) &&
		number >= (from ?? -Infinity) &&
		number > (above ?? -Infinity) &&
		number <= (to ?? Infinity) &&
		(!isWhole || Number.isInteger(number))
	);
}

function describe({ from, above, to, isWhole }: NumberRule<number | null>): string {
	const noun = isWhole ? 'a whole number' : 'a number';
	if (above !== undefined) return `${noun} above ${above}`;
	return to === undefined ? `${noun} from ${from} up` : `${noun} from ${from} to ${to}`;
}

/**
 * Reads a number; a text that says one will do.
 * @param value as n8n hands it over.
 * @param label what the field is called, for the message.
 * @param rule what it has to be, and what nothing means.
 * @throws AmlCheckError for any other value.
 */
export function readNumberWithin<T extends number | null>(
	value: unknown,
	label: string,
	rule: NumberRule<T>,
): number | T {
	if (isNothing(value)) return rule.byDefault;
	const number = readNumber(value);
	if (number !== null && fits(number, rule)) return number;
	throw refuse(value, label, describe(rule), rule.byDefault, rule.orElse);
}

/**
 * Reads a text; a number is taken as its text.
 * @param value as n8n hands it over.
 * @param label what the field is called, for the message.
 * @returns it without white space around it; empty where there is none.
 * @throws AmlCheckError for any other value.
 */
export function readText(value: unknown, label: string): string {
	if (isNothing(value)) return '';
	if (typeof value === 'string' || Number.isFinite(value)) return String(value).trim();
	throw refuse(value, label, 'a text or a number', null);
}

/**
 * Reads a collection such as Options or Filters.
 * @param value as n8n hands it over; nothing means one without members.
 * @param label what it is called, for the message.
 * @throws AmlCheckError for anything but an object.
 */
export function readCollection(value: unknown, label: string): IDataObject {
	if (isNothing(value)) return {};
	if (isObject(value)) return value as IDataObject;
	throw unusableValue(`'${label}' is ${show(value)}`, 'Use an object, or remove the expression.');
}

/** What stands between names, as a person or a cell of a table writes them; no name holds any of it. */
export const BETWEEN_NAMES = /[,;|\r\n]/;

/**
 * Reads a list of names.
 * @param value a list of texts, or one text, with commas, semicolons, bars or line breaks between names.
 * @param label what it is called, for the message.
 * @param wanted what will do, for the message.
 * @returns the names, trimmed; an empty list only for an empty list.
 * @throws AmlCheckError for anything else, and for a list in which there is no name.
 */
export function readNames(value: unknown, label: string, wanted: string): string[] {
	const entries: unknown = typeof value === 'string' ? [value] : value;
	if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === 'string'))
		throw refuse(value, label, wanted, null);
	const parts = entries.flatMap((entry) => entry.split(BETWEEN_NAMES));
	const names = parts.map((part) => part.trim()).filter((part) => part !== '');
	if (names.length === 0 && entries.length > 0) throw refuse(value, label, wanted, null);
	return names;
}

/**
 * Reads a JSON object.
 * @param value an object, or a text that is one as JSON.
 * @param label what it is called, for the message.
 * @param wanted what will do, for the message.
 * @throws AmlCheckError for anything else.
 */
export function readObject(value: unknown, label: string, wanted: string): Record<string, unknown> {
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	if (isObject(parsed)) return parsed;
	throw refuse(value, label, wanted, null);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

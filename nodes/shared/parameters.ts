import { readNumber } from './risk/numbers';
import { AmlCheckError } from './rpc/failure';
import { isNothing } from './values';

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
}

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
	return JSON.stringify(value)?.slice(0, MAX_SHOWN) ?? typeof value;
}

function refuse(value: unknown, label: string, wanted: string, byDefault: unknown): AmlCheckError {
	const orElse = byDefault === null ? 'leave it empty' : `leave it empty for ${String(byDefault)}`;
	return unusableValue(`'${label}' is ${show(value)}`, `Use ${wanted}, or ${orElse}.`);
}

/**
 * Reads one of several values.
 * @param value as n8n hands it over; nothing means the first choice.
 * @param label what the field is called, for the message.
 * @param choices the values there are.
 * @throws AmlCheckError for any other value.
 */
export function readChoice<T extends string>(
	value: unknown,
	label: string,
	choices: readonly T[],
): T {
	if (isNothing(value)) return choices[0];
	const choice = choices.find((name) => name === value);
	if (choice !== undefined) return choice;
	throw refuse(value, label, `one of ${choices.join(', ')}`, choices[0]);
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
	const text = String(value).trim().toLowerCase();
	if (text === 'true') return true;
	if (text === 'false') return false;
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
	throw refuse(value, label, describe(rule), rule.byDefault);
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

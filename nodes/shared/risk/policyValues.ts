import { isNothing, isObject } from '../values';
import { readNumber } from './numbers';
import { plainText } from './text';
import type { RiskScoreScale, SignalLimit } from './types';
import { knownSignal, signalKey } from './vocabulary';

/** A value that was read, or what is not usable about it and what to do. */
export type Read<T> = { value: T } | { refusal: string };

const SCALES: readonly RiskScoreScale[] = ['auto', 'percent', 'fraction'];

const LEVELS: ReadonlyArray<SignalLimit['level']> = ['medium', 'high'];

const LIMIT_KEYS = ['signal', 'share', 'level'];

/**
 * Refuses what is there and holds nothing: a guard never falls silent (design 2).
 *
 * @param value as n8n hands it over
 * @param label what the message calls it
 */
export function refuseNothing(value: unknown, label: string): { refusal: string } | undefined {
	const isEmpty = isNothing(value) || (isObject(value) && Object.keys(value).length === 0);
	if (!isEmpty) return undefined;
	return { refusal: `${label} holds nothing. Give it a value or remove it.` };
}

/**
 * @param value as n8n hands it over
 * @param label what the message calls it
 * @param byDefault what applies where it is removed, for the message
 */
export function readScale(value: unknown, label: string, byDefault: string): Read<RiskScoreScale> {
	const wanted = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
	const scale = SCALES.find((name) => name === wanted);
	if (scale) return { value: scale };
	return {
		refusal: `${label} is ${quote(value)}. Use 'auto', 'percent' or 'fraction', or remove it for '${byDefault}'.`,
	};
}

/**
 * @param value a number or a numeric text
 * @param label what the message calls it
 * @param byDefault what applies where it is removed, for the message; undefined where it can't be
 * @returns a number from 0 to 100
 */
export function readPercent(value: unknown, label: string, byDefault?: number): Read<number> {
	const number = readNumber(value);
	if (number !== null && number >= 0 && number <= 100) return { value: number + 0 };
	const orElse = byDefault === undefined ? '' : `, or remove it for ${byDefault}`;
	return { refusal: `${label} is ${quote(value)}. Use a number from 0 to 100${orElse}.` };
}

/**
 * @param value a list of names, or one text with commas; an empty list says that none is critical
 * @param label what the message calls it
 * @returns the names as the service spells them, each once
 */
export function readNames(value: unknown, label: string): Read<readonly string[]> {
	const names = typeof value === 'string' ? value.split(',') : value;
	const advice =
		"Use signal names such as 'sanctions', as a list or with commas between them, or remove it for the default.";
	if (!Array.isArray(names)) return { refusal: `${label} is ${quote(value)}. ${advice}` };
	if (names.length === 0) return { value: [] };
	if (!names.every((name) => typeof name === 'string')) {
		return { refusal: `${label} holds something that is no text. ${advice}` };
	}
	const wanted = names.filter((name) => name.trim() !== '');
	if (wanted.length === 0 || wanted.some((name) => signalKey(name) === '')) {
		return { refusal: `${label} holds something that is no name. ${advice}` };
	}
	const unique = new Map(wanted.map((name) => [signalKey(name), canonicalName(name)]));
	return { value: [...unique.values()] };
}

/**
 * @param value a list of limits, or n8n's collection with such a list in it; an empty list says that there are none
 * @param label what the message calls it
 * @returns the limits, their signals as the service spells them
 */
export function readLimits(value: unknown, label: string): Read<readonly SignalLimit[]> {
	const list = isObject(value) && Array.isArray(value.limit) ? value.limit : value;
	if (!Array.isArray(list)) {
		return {
			refusal: `${label} is ${quote(value)}. Use a list of limits, each with 'signal', 'share' and 'level', or remove it.`,
		};
	}
	const limits: SignalLimit[] = [];
	for (const [index, entry] of list.entries()) {
		const limit = readLimit(entry, `${label}, limit ${index + 1}`);
		if ('refusal' in limit) return limit;
		limits.push(limit.value);
	}
	return { value: limits };
}

function readLimit(entry: unknown, label: string): Read<SignalLimit> {
	if (!isObject(entry)) {
		return {
			refusal: `${label} is ${quote(entry)}. Use an object with 'signal', 'share' and 'level'.`,
		};
	}
	const stranger = Object.keys(entry).find((key) => !LIMIT_KEYS.includes(key));
	if (stranger !== undefined) {
		const name = plainText(stranger, 40);
		return { refusal: `${label} has '${name}'. Use 'signal', 'share' and 'level' only.` };
	}
	const { signal, share, level } = entry;
	if (typeof signal !== 'string' || signalKey(signal) === '') {
		const refusal = `${label}: 'signal' is ${quote(signal)}. Use the name of a signal such as 'mixer'.`;
		return { refusal };
	}
	const percent = readPercent(share, `${label}: 'share'`);
	if ('refusal' in percent) return percent;
	const wanted = typeof level === 'string' ? level.trim().toLowerCase() : undefined;
	const known = LEVELS.find((name) => name === wanted);
	if (!known) return { refusal: `${label}: 'level' is ${quote(level)}. Use 'medium' or 'high'.` };
	return { value: { signal: canonicalName(signal), share: percent.value, level: known } };
}

function canonicalName(name: string): string {
	return knownSignal(name)?.name ?? name.trim();
}

/**
 * A value as a message repeats it.
 *
 * @param value anything
 */
export function quote(value: unknown): string {
	if (value === undefined || value === null) return 'missing';
	if (typeof value === 'string') return `the text '${plainText(value, 40)}'`;
	if (typeof value === 'number') return String(value);
	if (typeof value === 'boolean') return value ? 'true' : 'false';
	return Array.isArray(value) ? 'a list' : 'an object';
}

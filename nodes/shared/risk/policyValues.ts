import {
	BETWEEN_NAMES,
	readChoice,
	readNames,
	readNumberWithin,
	required,
	unusableValue,
} from '../parameters';
import { isObject } from '../values';
import { plainText } from './text';
import type { RiskScoreScale, SignalLimit } from './types';
import { knownSignal, signalKey } from './vocabulary';

const SCALES: readonly RiskScoreScale[] = ['auto', 'percent', 'fraction'];

const LEVELS: ReadonlyArray<SignalLimit['level']> = ['medium', 'high'];

const DROP_IT = 'remove the limit';

const LIMIT_KEYS = ['signal', 'share', 'level'];

const NAMES = "signal names such as 'sanctions', as a list or with commas between them";

const LIMITS = "a list of limits, each with 'signal', 'share' and 'level'";

/**
 * @param value as n8n hands it over
 * @param label what the message calls it
 * @throws AmlCheckError for what is no scale
 */
export function readScale(value: unknown, label: string): RiskScoreScale {
	return readChoice(value, label, SCALES);
}

/**
 * @param value a number or a numeric text
 * @param label what the message calls it
 * @param byDefault what applies where it is removed, for the message; null where it can't be
 * @param orElse what else a person can do than remove it
 * @returns a number from 0 to 100
 * @throws AmlCheckError for anything else
 */
export function readPercent(
	value: unknown,
	label: string,
	byDefault: number | null,
	orElse?: string,
): number {
	// A zero may come with a sign, which would make another fingerprint.
	return (readNumberWithin(value, label, { byDefault, from: 0, to: 100, orElse }) ?? 0) + 0;
}

/**
 * @param value a list of names, or one text with commas or the like; an empty list says that none is critical
 * @param label what the message calls it
 * @returns the names as the service spells them, each once
 * @throws AmlCheckError for anything else
 */
export function readSignalNames(value: unknown, label: string): readonly string[] {
	const names = readNames(value, label, NAMES);
	const unreadable = names.find((name) => signalKey(name) === '');
	if (unreadable !== undefined)
		throw unusableValue(
			`'${label}' holds '${plainText(unreadable, 40)}', which is no name`,
			`Use ${NAMES}, or remove it.`,
		);
	return [...new Map(names.map((name) => [signalKey(name), canonicalName(name)])).values()];
}

/**
 * @param value a list of limits, or n8n's collection with such a list in it; an empty list says that there are none
 * @param label what the message calls it
 * @returns the limits, their signals as the service spells them
 * @throws AmlCheckError for anything else
 */
export function readLimits(value: unknown, label: string): readonly SignalLimit[] {
	const list = isObject(value) && Array.isArray(value.limit) ? value.limit : value;
	if (!Array.isArray(list))
		throw unusableValue(`'${label}' is not ${LIMITS}`, `Use ${LIMITS}, or remove it.`);
	return list.map((entry: unknown, index) => readLimit(entry, `${label}, limit ${index + 1}`));
}

function readLimit(entry: unknown, label: string): SignalLimit {
	const members = `Use an object with 'signal', 'share' and 'level', and nothing else.`;
	if (!isObject(entry)) throw unusableValue(`'${label}' is no object`, members);
	const stranger = Object.keys(entry).find((key) => !LIMIT_KEYS.includes(key));
	if (stranger !== undefined)
		throw unusableValue(`'${label}' has '${plainText(stranger, 40)}'`, members);
	const member = (key: keyof SignalLimit) => required(entry[key], `${label}: ${key}`);
	const signal = member('signal');
	if (typeof signal !== 'string' || BETWEEN_NAMES.test(signal) || signalKey(signal) === '')
		throw unusableValue(
			`'${label}: signal' is no name`,
			"Use the name of a signal such as 'mixer'.",
		);
	return {
		signal: canonicalName(signal),
		share: readPercent(member('share'), `${label}: share`, null, DROP_IT),
		level: readChoice(member('level'), `${label}: level`, LEVELS, DROP_IT),
	};
}

function canonicalName(name: string): string {
	return knownSignal(name)?.name ?? name.trim();
}

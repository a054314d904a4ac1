import type { AmlCheckError } from '../../shared/failures/failure';
import { clip } from '../../shared/format';
import type { Observations } from './observations';

/** The verdict of the observations on one line. Its meaning and setting are for whoever builds workflows. */
export interface Finding {
	/** `notSeen`: the service showed nothing that could break the line, and nothing that proves it. */
	verdict: 'holds' | 'differs' | 'notSeen';
	/** The observation, with numbers, and without any address, hash or token. */
	observed: string;
	/** Its effect, in a sentence. */
	meaning: string;
	/** A setting and its value, where one has to be changed. */
	setting?: string;
	/** Whether the service works as well without the setting. */
	isOptional?: boolean;
	/** Whether a promise or a node does not hold with such a service. */
	isSerious?: boolean;
}

/** One line of docs/maintainers/contract.md: 1 to 12 are the contract, letters are further facts. */
export interface Line {
	id: string;
	name: string;
	/** Pure. */
	judge(seen: Observations): Finding;
}

type Words = [observed: string, meaning: string, setting?: string];

const make =
	(verdict: Finding['verdict'], isSerious?: true) =>
	(...[observed, meaning, setting]: Words): Finding => ({
		verdict,
		observed,
		meaning,
		...(setting !== undefined && { setting }),
		...(isSerious && { isSerious }),
	});

export const holds = make('holds');
export const differs = make('differs');
export const breaks = make('differs', true);
export const notSeen = make('notSeen');

/** The verdict on a line that one fact decides: it holds, or it differs. */
export const holdsIf = (isTrue: boolean, good: Words, bad: Words): Finding =>
	isTrue ? holds(...good) : differs(...bad);

/** The verdict on a line that only a paid check can show. */
export const onlyPaid = (spend: number, what: string): Finding =>
	notSeen(
		`Only a paid check shows ${what}`,
		`Set Spend Checks to ${spend}${spend < 3 ? ' or more' : ''} to see it.`,
	);

export const countNoun = (number: number, noun: string): string =>
	`${number} ${noun}${number === 1 ? '' : 's'}`;

/** A time for people: `40 ms`, `1.2 s`, `90 s`, `12 min`. */
export function showTime(ms: number): string {
	if (ms < 1_000) return `${Math.round(ms)} ms`;
	const seconds = ms / 1_000;
	if (seconds < 10) return `${seconds.toFixed(1)} s`;
	return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** Words of a service that may name somebody: links, mail and IP addresses, UUIDs, and long words with a digit. */
const NAMES = new RegExp(
	[
		'\\bhttps?:\\/\\/\\S+',
		'\\S+@\\S+',
		'\\b\\d{1,3}(\\.\\d{1,3}){3}\\b',
		'\\b[\\da-f]{1,4}(:[\\da-f]{0,4}){3,}',
		'\\b[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}\\b',
		'(?=\\p{L}*\\d)[\\p{L}\\d]{16,}',
		'\\p{L}{32,}',
	].join('|'),
	'giu',
);

/** Makes a text of the service safe to pass on: one line without whatever may name an account. */
export const hideNames = (text: string): string =>
	clip(text.replace(NAMES, '[…]').replace(/\s+/g, ' ').trim(), 160);

/** Lists words of the service, at most a few. */
export function listWords(words: readonly string[], most = 6): string {
	const shown = words.slice(0, most).map((word) => clip(hideNames(word), 40));
	const rest = words.length - shown.length;
	return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

/** The words of a failed question in place of an observation. */
export const unread = (what: string, failure: AmlCheckError | undefined): string =>
	failure ? `${what} could not be read. ${hideNames(failure.message)}` : `${what} was not read`;

const UNREAD_MEANING = 'Nothing is known. Run Check Service again when the service responds.';

export const notRead = (what: string, failure: AmlCheckError | undefined): Finding =>
	notSeen(unread(what, failure), UNREAD_MEANING);

import { isPhrase, looksLikeKey } from './secrets';

/*
 * The one place that quotes what a person or a program entered. A message must never show enough of a text to restore a
 * private key or a seed from it.
 */

/** Characters that show nothing and are no ordinary white space, and fillers that are drawn blank. */
const INVISIBLE =
	/(?![\t-\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u2800|\u3164|[\ufe00-\ufe0f]|\uffa0/u;

export const isInvisible = (character: string): boolean => INVISIBLE.test(character);

/** A part of a name. Flags and joined emoji are several characters. */
const LABEL =
	'(?:[\\p{L}\\p{M}\\p{N}\\p{Extended_Pictographic}_$+-]|\\p{Regional_Indicator}|\\u200d|\\ufe0f){1,24}';

/** Letters, digits and emoji with a dot, `@` or `*` inside, such as `vitalik.eth`, `alice@example.org`, `alice@`, `bob*stellar.org`. */
const NAME = new RegExp(
	`^(?=.*[^\\d.])[@$₿]?${LABEL}(?:[.@*]${LABEL}){1,5}$|^[@$]${LABEL}$|^${LABEL}@$`,
	'u',
);

const LONGEST_NAME = 60;

/** Whether a text has the form of a name that a person or a service gives to a wallet. */
export const isName = (text: string): boolean => text.length <= LONGEST_NAME && NAME.test(text);

/** A text in one line, of which nothing hides a part. */
const inLine = (characters: readonly string[]) =>
	characters.map((one) => (isInvisible(one) || /\s/.test(one) ? '·' : one)).join('');

/** At most the first six and the last four characters of a text; nothing of a private key and of the words of a seed. */
function shorten(text: string): string {
	if (looksLikeKey(text) || isPhrase(text)) return '…';
	const ends = Array.from(text.length > 60 ? `${text.slice(0, 20)}${text.slice(-20)}` : text);
	return inLine(ends.length <= 10 ? ends : [...ends.slice(0, 6), '…', ...ends.slice(-4)]);
}

/**
 * Quotes a text: a name whole, and of anything else at most the first six and the last four characters. Nothing in it
 * hides or breaks the line.
 */
export const quote = (text: string): string =>
	`“${isName(text) ? inLine(Array.from(text)) : shorten(text)}”`;

/** At most five words, none of them as long as a key. */
const FEW_WORDS =
	/^[^\p{L}\p{N}]*[\p{L}\p{N}]{1,16}(?:[^\p{L}\p{N}]{1,3}[\p{L}\p{N}]{1,16}){0,4}[^\p{L}\p{N}]*$/u;

/** The name of a setting, a coin or a signal, without marks: a few short words whole, and anything else shortened. */
export function shortenWords(text: string): string {
	const isShort = text.length <= 10 || (text.length <= 40 && FEW_WORDS.test(text));
	if (!isShort) return shorten(text);
	return text
		.split(/\s/)
		.map((word) => inLine(Array.from(word)))
		.join(' ');
}

/** Words of a seed in a list are short, and there are twelve or more of them. */
const MOST_TEXTS = 4;

/**
 * Writes a value of any kind for a message, in at most 60 characters. Every text in it is shortened, however deep it
 * stands; a value with more than a few texts is not shown at all.
 */
export function quoteValue(value: unknown): string {
	let texts = 0;
	const show = (text: string) => {
		texts++;
		return shortenWords(text);
	};
	const hide = (inner: unknown): unknown => {
		if (typeof inner === 'string') return show(inner);
		if (typeof inner !== 'object' || inner === null) return inner;
		if (Array.isArray(inner)) return inner.map(hide);
		return Object.fromEntries(Object.entries(inner).map(([key, one]) => [show(key), hide(one)]));
	};
	if (typeof value === 'number') return String(value);
	try {
		const written = JSON.stringify(hide(value)) as string | undefined;
		if (texts > MOST_TEXTS) return Array.isArray(value) ? 'a long list' : 'a large object';
		return written?.slice(0, 60) ?? typeof value;
	} catch {
		return typeof value;
	}
}

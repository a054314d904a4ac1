import { isSecret } from './secrets';

/*
 * The one place that quotes what a person or a program entered. A message must never show enough of a text to restore a
 * private key or a seed from it.
 */

/** Characters that show nothing and are no ordinary white space, and fillers that are drawn blank. */
const INVISIBLE =
	/(?![\t-\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u2800|\u3164|[\ufe00-\ufe0f]|\uffa0/u;

export const isInvisible = (character: string): boolean => INVISIBLE.test(character);

/** A text in one line, of which nothing hides a part. */
const inLine = (characters: readonly string[]) =>
	characters.map((one) => (isInvisible(one) || /\s/.test(one) ? '·' : one)).join('');

/** At most the first six and the last four characters of a text; nothing of a private key and of the words of a seed. */
function shorten(text: string): string {
	if (isSecret(text)) return '…';
	const ends = Array.from(text.length > 60 ? `${text.slice(0, 20)}${text.slice(-20)}` : text);
	return inLine(ends.length <= 10 ? ends : [...ends.slice(0, 6), '…', ...ends.slice(-4)]);
}

/** Quotes a text: at most its first six and last four characters. Nothing in it hides or breaks the line. */
export const quote = (text: string): string => `“${shorten(text)}”`;

/** At most five words, none of them as long as a key. */
const FEW_WORDS =
	/^[^\p{L}\p{N}]*[\p{L}\p{N}]{1,16}(?:[^\p{L}\p{N}]{1,3}[\p{L}\p{N}]{1,16}){0,4}[^\p{L}\p{N}]*$/u;

/** The name of a setting, a coin or a signal, without marks: a few short words whole, and anything else shortened. */
export function shortenWords(text: string): string {
	const isShort = text.length <= 10 || (text.length <= 40 && FEW_WORDS.test(text));
	if (!isShort || isSecret(text)) return shorten(text);
	return text
		.split(/\s/)
		.map((word) => inLine(Array.from(word)))
		.join(' ');
}

/** Writes a value of any kind for a message. What a list or an object holds may be a secret, and is not shown. */
export function quoteValue(value: unknown): string {
	if (typeof value === 'string') return `"${shortenWords(value)}"`;
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

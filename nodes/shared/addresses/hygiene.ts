/**
 * Characters that show nothing and are no ordinary white space: control and format characters (zero-width spaces and
 * joiners, directional marks, soft hyphens, byte order marks), private use and lone surrogates, fillers that are drawn
 * blank, and variation selectors.
 */
const INVISIBLE =
	/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u2800|\u3164|[\ufe00-\ufe0f]|\uffa0/u;

/** Control characters that are ordinary white space, for the user and for us. */
const WHITE_CONTROLS: ReadonlySet<string> = new Set(['\t', '\n', '\v', '\f', '\r']);

/** Names of the invisible characters that turn up in practice. */
const NAMES: ReadonlyMap<string, string> = new Map([
	['\u00ad', 'soft hyphen'],
	['\u200b', 'zero-width space'],
	['\u200c', 'zero-width non-joiner'],
	['\u200d', 'zero-width joiner'],
	['\u200e', 'left-to-right mark'],
	['\u200f', 'right-to-left mark'],
	['\u202a', 'left-to-right embedding'],
	['\u202c', 'end of directional formatting'],
	['\u202e', 'right-to-left override'],
	['\u2060', 'word joiner'],
	['\ufeff', 'byte order mark'],
]);

const QUOTED_START = 8;
const QUOTED_END = 6;

/**
 * @param text cleaned text
 * @returns the first character in it that a user can't see, or undefined
 */
export function findInvisible(text: string): string | undefined {
	return Array.from(text).find(
		(character) => INVISIBLE.test(character) && !WHITE_CONTROLS.has(character),
	);
}

/**
 * @param text cleaned text
 * @returns the first character beyond plain ASCII (a look-alike letter of another alphabet, mostly), or undefined
 */
export function findForeign(text: string): string | undefined {
	return Array.from(text).find((character) => character > '~');
}

/**
 * @param character one character
 * @returns its code point as `U+200B`, with its name where we know it
 */
export function describeCharacter(character: string): string {
	const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	const name = NAMES.get(character);
	return name === undefined ? `U+${code}` : `U+${code}, ${name}`;
}

/**
 * A target for a message: short enough to read, and nothing in it that hides or breaks the line.
 *
 * @param text cleaned text
 * @returns the text in quotation marks, its middle left out if it is long, unprintable characters as `·`
 */
export function quote(text: string): string {
	const characters = Array.from(text.slice(0, QUOTED_START * 2));
	const shown =
		text.length <= QUOTED_START + QUOTED_END + 1
			? Array.from(text)
			: [
					...characters.slice(0, QUOTED_START),
					'…',
					...Array.from(text.slice(-QUOTED_END * 2)).slice(-QUOTED_END),
				];
	const safe = shown.map((character) =>
		INVISIBLE.test(character) || /\s/.test(character) ? '·' : character,
	);
	return `“${safe.join('')}”`;
}

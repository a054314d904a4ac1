/**
 * Makes text of the service fit for one line of a message: keeps letters, digits, hyphens and single
 * spaces. Control characters and line breaks could forge a line, invisible and bidirectional ones a
 * reading, and `* _ ~ < > & | @ [ ]` with slashes, dots and colons would be markup, mentions or links
 * in Slack, Telegram or Discord. Underscores become spaces, so `dark_market` reads "dark market".
 *
 * @param text what the service sent
 * @param maxLength how many characters to keep, the ellipsis included
 * @returns the cleaned text, possibly empty
 */
export function plainText(text: string, maxLength: number): string {
	const plain = text
		.normalize('NFKC')
		.replace(/[\p{Cf}\p{M}]+/gu, '')
		.replace(/[^\p{L}\p{N}-]+/gu, ' ')
		.trim();
	return clip(plain, maxLength);
}

/**
 * Cuts a text that is too long, never through the middle of a character.
 *
 * @param text any text
 * @param maxLength how many characters to keep, the ellipsis included
 * @returns the text, or its beginning and an ellipsis
 */
export function clip(text: string, maxLength: number): string {
	const characters = [...text];
	return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/**
 * Begins a text with a capital.
 *
 * @param text any text
 */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

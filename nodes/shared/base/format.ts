/* Reads numbers of the service, and writes numbers and texts of the service for people. */

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** A trace of sanctions counts however small it is: 1e-400 must not become 0. */
const ABOVE_ZERO = /^[+-]?[0.]*[1-9]/;

/**
 * Reads a number that was sent as a number or as a decimal text. `0x10`, `1,5`, `12 %` and an empty text are none.
 * @returns the number, which may be negative or infinite but never NaN; or null.
 */
export function parseNumber(value: unknown): number | null {
	if (typeof value === 'number') return Number.isNaN(value) ? null : value;
	if (typeof value !== 'string') return null;
	const text = value.trim();
	if (!DECIMAL.test(text)) return null;
	const number = Number(text);
	const isTooSmall = number === 0 && ABOVE_ZERO.test(text);
	return isTooSmall ? (text.startsWith('-') ? -1 : 1) * Number.MIN_VALUE : number;
}

/**
 * Removes binary noise from a computed decimal. 0.29 × 100 is 29 and not 28.999999999999996, which would miss a
 * threshold of 29. Twelve significant digits remain, so the order of numbers is kept.
 */
export const denoise = (value: number): number => Number(value.toPrecision(12));

/**
 * Writes a number from 0 up for people. Digits are cut, not rounded: a score of 24.96 shown as 25 would contradict its
 * level if 25 is the threshold. A number above zero never reads as zero; `under 0.01` has no `<`, which breaks HTML.
 */
export function formatNumber(value: number): string {
	const cut = Math.floor(denoise(value * 100)) / 100;
	return cut === 0 && value > 0 ? 'under 0.01' : String(cut);
}

/**
 * Makes text of the service safe for one line of a message: it keeps letters, digits, hyphens and single spaces.
 * Control characters and line breaks could forge a line, invisible and bidirectional ones a reading. `* _ ~ < > & | @ [
 * ]` with slashes, dots and colons would be markup, mentions or links in a chat.
 */
export function plainText(text: string, maxLength: number): string {
	const visible = text.normalize('NFKC').replace(/[\p{Cf}\p{M}]+/gu, '');
	return clip(visible.replace(/[^\p{L}\p{N}-]+/gu, ' ').trim(), maxLength);
}

/** Cuts a text that is too long, never through the middle of a character. The ellipsis counts too. */
export function clip(text: string, maxLength: number): string {
	const characters = [...text];
	return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}

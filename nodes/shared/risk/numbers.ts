const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** A trace of sanctions is one, however small: 1e-400 must not become 0. */
const ABOVE_ZERO = /^[+-]?[0.]*[1-9]/;

/**
 * Reads a number that came as a number or as a decimal text, whatever its range.
 *
 * @param value anything; texts are trimmed, and `0x10`, `1,5`, `12 %` or an empty text are not numbers
 * @returns the number (may be negative or infinite, never NaN), or null where there is none
 */
export function readNumber(value: unknown): number | null {
	if (typeof value === 'number') return Number.isNaN(value) ? null : value;
	if (typeof value !== 'string') return null;
	const text = value.trim();
	if (!DECIMAL.test(text)) return null;
	const number = Number(text);
	const isTooSmall = number === 0 && ABOVE_ZERO.test(text);
	return isTooSmall ? (text.startsWith('-') ? -1 : 1) * Number.MIN_VALUE : number;
}

/**
 * Takes binary noise off a computed decimal: 0.29 × 100 is 29 and not 28.999999999999996, which would
 * miss a threshold of 29. Rounds to 12 significant digits, so the order of numbers is kept.
 *
 * @param value a finite number
 * @returns the rounded number, never -0
 */
export function denoise(value: number): number {
	return Number(value.toPrecision(12));
}

/**
 * Writes a number for people, cut to so many decimals rather than rounded: a score of 24.96 shown as 25
 * would contradict its level where 25 is the threshold. What is above zero never reads as zero, and is
 * not written with `<`, which breaks messages that are sent as HTML.
 *
 * @param value a finite number from 0 up
 * @param decimals how many digits to keep after the point
 * @returns for instance `92`, `24.9` or `under 0.1`
 */
export function formatNumber(value: number, decimals: number): string {
	const factor = 10 ** decimals;
	const cut = Math.floor(denoise(value * factor)) / factor;
	return cut === 0 && value > 0 ? `under ${1 / factor}` : String(cut);
}

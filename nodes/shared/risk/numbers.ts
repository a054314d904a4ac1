const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** A trace of sanctions counts however small it is: 1e-400 must not become 0. */
const ABOVE_ZERO = /^[+-]?[0.]*[1-9]/;

/**
 * Reads a number that was sent as a number or as a decimal text, whatever its range.
 *
 * @param value anything; texts are trimmed, and `0x10`, `1,5`, `12 %` or an empty text are not numbers
 * @returns the number (may be negative or infinite, never NaN), or null
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

/** No share or score needs more digits than this to be told from a limit. */
const MAX_DECIMALS = 12;

const withoutZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/**
 * Writes a number for people, cut to a number of decimals rather than rounded: a score of 24.96 shown as 25 would
 * contradict its level where 25 is the threshold. A number above zero never reads as zero, and no `<` is written,
 * which breaks messages that are sent as HTML.
 *
 * @param value a finite number from 0 up
 * @param decimals how many digits to keep after the point
 * @returns for instance `92`, `24.9` or `under 0.1`
 */
export function formatNumber(value: number, decimals = 2): string {
	const factor = 10 ** decimals;
	const cut = Math.floor(denoise(value * factor)) / factor;
	if (cut === 0 && value > 0) return `under ${(1 / factor).toFixed(decimals)}`;
	return Number.isFinite(cut) ? withoutZeros(cut.toFixed(decimals)) : String(value);
}

/**
 * Writes a number and the limit that it is compared with, with as many digits as show both the whole limit and the
 * difference.
 *
 * @param value a number from 0 up
 * @param limit the number it is compared with
 * @returns both as texts
 */
export function formatApart(value: number, limit: number): [value: string, limit: string] {
	const isSame = denoise(value) === denoise(limit);
	for (let decimals = 2; decimals < MAX_DECIMALS; decimals++) {
		const [one, other] = [formatNumber(value, decimals), formatNumber(limit, decimals)];
		if (Number(other) === denoise(limit) && (isSame || one !== other)) return [one, other];
	}
	return [formatNumber(value, MAX_DECIMALS), formatNumber(limit, MAX_DECIMALS)];
}

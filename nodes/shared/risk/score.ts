import { denoise, plainText, readNumber } from './format';

/** How the number in `riskscore` is read; `auto` takes a number below 1 for a fraction and one above 1 for percent. */
export type RiskScoreScale = 'auto' | 'percent' | 'fraction';

/** A score on the scale 0 to 100 with the number as sent, or why it could not be read. */
export type ScoreReading =
	| { state: 'read'; score: number; value: number; readAsFraction: boolean }
	| { state: 'unread'; reason: string; isScaleUnclear?: boolean };

/** Binary noise of a sum: a whole share of 1 may arrive as 1.0000000000000002. */
const NOISE = 1e-6;

export const unread = (reason: string): ScoreReading => ({ state: 'unread', reason });

/**
 * Reads `riskscore`, a number or a decimal text, whose scale the service does not document. Under `auto` a low
 * percentage below 1 is read as a high one, never the other way round. Exactly 1 can be either, so it can't be read.
 */
export function readScore(raw: unknown, scale: RiskScoreScale): ScoreReading {
	if (isMissing(raw)) return unread('No risk score in the report');
	const value = readNumber(raw);
	if (value === null) return unread(`The risk score can't be read: it is ${describe(raw)}`);
	const top = scale === 'fraction' ? 1 : 100;
	if (!(value >= 0 && value <= top + NOISE))
		return unread(
			`The risk score ${value} can't be read: it is outside 0 to ${top} (scale ${scale})`,
		);
	if (scale === 'auto' && value >= 1 && value <= 1 + NOISE) {
		const reason = 'Score 1 can mean 1% or 100%: set Risk Score Scale in the credential';
		return { state: 'unread', reason, isScaleUnclear: true };
	}
	const readAsFraction = scale === 'auto' && value > 0 && value < 1;
	const isFraction = scale === 'fraction' || readAsFraction;
	const score = Math.min(isFraction ? denoise(value * 100) : value + 0, 100);
	return { state: 'read', score, value, readAsFraction };
}

/** Keeps a score as it was sent, for the record. A number that JSON can't hold becomes a text, other values null. */
export function rawScore(raw: unknown): number | string | null {
	if (typeof raw === 'string') return raw;
	if (typeof raw !== 'number') return null;
	return Number.isFinite(raw) ? raw + 0 : String(raw);
}

function isMissing(raw: unknown): boolean {
	return raw === null || raw === undefined || (typeof raw === 'string' && raw.trim() === '');
}

/** Texts without markup: cleaned, "5 %" and "0,5" would read like numbers. */
const LIKE_NUMBER = /^[\d ,.%+-]{1,30}$/;

function describe(raw: unknown): string {
	if (typeof raw === 'string')
		return `the text "${LIKE_NUMBER.test(raw) ? raw : plainText(raw, 30)}"`;
	if (typeof raw === 'boolean') return 'true or false, not a number';
	return Array.isArray(raw) ? 'a list, not a number' : 'not a number';
}

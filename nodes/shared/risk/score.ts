import { denoise, readNumber } from './numbers';
import { plainText } from './text';
import type { ProvenScale, RiskScoreScale } from './types';

/** A score on the scale 0 to 100, or why there is none. */
export type ScoreReading =
	| { score: number; readAsFraction: boolean }
	| { score: null; readAsFraction: false; reason: string };

const TOP: Record<ProvenScale, number> = { percent: 100, fraction: 1, unproven: 100 };

/**
 * The scale to read a score on. Everything that is known of the scale comes in here.
 *
 * @param wanted the policy's scale: anything but `auto` settles it
 * @param proven what the service's own answers prove (design 9)
 */
export function scaleToUse(wanted: RiskScoreScale, proven: ProvenScale = 'unproven'): ProvenScale {
	return wanted === 'auto' ? proven : wanted;
}

/**
 * Reads `riskscore`, whose scale the service does not state (service 2.4, design 4). Where it is unproven, a value up
 * to 1 is taken for a fraction of 1: that may read a harmless 1 of 100 as 100, never the other way round.
 *
 * @param raw the field as sent: a number or a decimal text
 * @param scale the scale to read it on
 * @returns the score from 0 to 100, or the reason for which nothing could be read
 */
export function readScore(raw: unknown, scale: ProvenScale): ScoreReading {
	if (isMissing(raw)) return none('No risk score in the report');
	const value = readNumber(raw);
	if (value === null) return none(`The risk score can't be read: it is ${describe(raw)}`);
	const top = TOP[scale];
	if (!(value >= 0 && value <= top)) {
		const name = scale === 'unproven' ? 'auto' : scale;
		return none(`The risk score ${value} can't be read: it is outside 0 to ${top} (scale ${name})`);
	}
	const fraction = scale === 'fraction' || (scale === 'unproven' && value <= 1);
	return {
		score: fraction ? denoise(value * 100) : value + 0,
		readAsFraction: scale === 'unproven' && value > 0 && value <= 1,
	};
}

/**
 * Keeps the score as it was sent, for the record.
 *
 * @param raw the field as sent
 * @returns the number or text; null for anything else. What JSON can't hold becomes a text
 */
export function rawScore(raw: unknown): number | string | null {
	if (typeof raw === 'string') return raw;
	if (typeof raw !== 'number') return null;
	return Number.isFinite(raw) ? raw + 0 : String(raw);
}

function isMissing(raw: unknown): boolean {
	return raw === null || raw === undefined || (typeof raw === 'string' && raw.trim() === '');
}

function none(reason: string): ScoreReading {
	return { score: null, readAsFraction: false, reason };
}

function describe(raw: unknown): string {
	if (typeof raw === 'string') return `the text "${plainText(raw, 30)}"`;
	if (typeof raw === 'boolean') return 'true or false, not a number';
	return Array.isArray(raw) ? 'a list, not a number' : 'not a number';
}

import { denoise, readNumber } from './numbers';
import { plainText } from './text';
import type { ProvenScale, RiskScoreScale } from './types';

/** A score on the scale 0 to 100, or why there is none. */
export type ScoreReading =
	| { score: number; readAsFraction: boolean }
	| { score: null; readAsFraction: false; reason: string };

const TOP: Record<ProvenScale, number> = { percent: 100, fraction: 1, unproven: 100 };

/** Binary noise of a sum: a fraction of all the risk may come as 1.0000000000000002. */
const NOISE = 1e-6;

/**
 * Whether a score may be a fraction of 1 as well as next to nothing of 100.
 *
 * @param score as read, from 0 up
 */
export function mayBeFraction(score: number): boolean {
	return score > 0 && score <= 1 + NOISE;
}

/**
 * The scale to read a score on. Everything that is known of the scale comes in here.
 *
 * That other scores of the service are percent does not make this one percent: a service that mixes scales, by network
 * or since a certain day, would have its 0.95 taken for nearly nothing. Only a person can say that it never does.
 *
 * @param wanted the policy's scale: anything but `auto` settles it
 * @param proven what the service's own answers prove (design 9)
 */
export function scaleToUse(wanted: RiskScoreScale, proven: ProvenScale = 'unproven'): ProvenScale {
	if (wanted !== 'auto') return wanted;
	return proven === 'percent' ? 'unproven' : proven;
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
	if (!(value >= 0 && value <= top + NOISE)) {
		const name = scale === 'unproven' ? 'auto' : scale;
		return none(`The risk score ${value} can't be read: it is outside 0 to ${top} (scale ${name})`);
	}
	const readAsFraction = scale === 'unproven' && mayBeFraction(value);
	const isFraction = scale === 'fraction' || readAsFraction;
	return { score: Math.min(isFraction ? denoise(value * 100) : value + 0, 100), readAsFraction };
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

/** What is no markup whatever surrounds it: cleaned, "5 %" and "0,5" would read like numbers. */
const LIKE_NUMBER = /^[\d ,.%+-]{1,30}$/;

function describe(raw: unknown): string {
	if (typeof raw === 'string')
		return `the text "${LIKE_NUMBER.test(raw) ? raw : plainText(raw, 30)}"`;
	if (typeof raw === 'boolean') return 'true or false, not a number';
	return Array.isArray(raw) ? 'a list, not a number' : 'not a number';
}

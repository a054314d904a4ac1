import { denoise, plainText, readNumber } from '../format';
import type { Signal } from '../outputs/check';
import { byText, isNothing, isObject } from '../values';
import { findGroup, signalKey, type SignalGroup } from './vocabulary';

/** How the number in `riskscore` is read; `auto` takes a number below 1 for a fraction and one above 1 for percent. */
export type RiskScoreScale = 'auto' | 'percent' | 'fraction';

/** A score on the scale 0 to 100 with the number as sent, or why it could not be read. */
export type ScoreReading =
	| { state: 'read'; score: number; value: number; readAsFraction: boolean }
	| { state: 'unread'; reason: string; isScaleUnclear?: boolean };

export const makeUnread = (reason: string): ScoreReading => ({ state: 'unread', reason });

/** Binary noise of a sum: a whole share of 1 may arrive as 1.0000000000000002. */
const ROUNDING_ERROR = 1e-6;

/**
 * Reads `riskscore`, a number or a decimal text, whose scale the service does not document. Under `auto` a low
 * percentage below 1 is read as a high one, never the other way round. Exactly 1 can be either, so it can't be read.
 */
export function readScore(raw: unknown, scale: RiskScoreScale = 'auto'): ScoreReading {
	if (isNothing(raw)) return makeUnread('No risk score in the report');
	const value = readNumber(raw);
	if (value === null) return makeUnread(`The risk score can't be read: it is ${describe(raw)}`);
	const top = scale === 'fraction' ? 1 : 100;
	const range = `0 to ${top} (scale ${scale})`;
	if (!(value >= 0 && value <= top + ROUNDING_ERROR))
		return makeUnread(`The risk score ${value} can't be read: it is outside ${range}`);
	if (scale === 'auto' && value >= 1 && value <= 1 + ROUNDING_ERROR) {
		const reason = "Score 1 can mean 1% or 100%: set 'Risk Score Scale' in the credential";
		return { state: 'unread', reason, isScaleUnclear: true };
	}
	const readAsFraction = scale === 'auto' && value > 0 && value < 1;
	const isFraction = scale === 'fraction' || readAsFraction;
	const score = Math.min(isFraction ? denoise(value * 100) : value + 0, 100);
	return { state: 'read', score, value, readAsFraction };
}

/** Keeps a score as it was sent, for the record. A number that JSON can't hold becomes a text, other values null. */
export function keepRawScore(raw: unknown): number | string | null {
	if (typeof raw === 'string') return raw;
	if (typeof raw !== 'number') return null;
	return Number.isFinite(raw) ? raw + 0 : String(raw);
}

function describe(raw: unknown): string {
	// Such a text holds no markup. Cleaned, "5 %" and "0,5" would read like numbers.
	const isLikeNumber = typeof raw === 'string' && /^[\d ,.%+-]{1,30}$/.test(raw);
	if (typeof raw === 'string') return `the text "${isLikeNumber ? raw : plainText(raw, 30)}"`;
	if (typeof raw === 'boolean') return 'true or false, not a number';
	return Array.isArray(raw) ? 'a list, not a number' : 'not a number';
}

/** Values up to this sum may be fractions that were rounded or counted twice; percent values add up to some 100. */
const FRACTIONS_SUM = 2;

/** The signals of a report, and those that could not be read. */
export type SignalsReading = ReturnType<typeof readSignals>;

type GroupOf = (name: string) => SignalGroup;

/**
 * Reads the map of signals, which some servers write as an empty list if it is empty.
 * @param ruled names of the signals that have a limit of the user's own.
 */
export function readSignals(raw: unknown, ruled: readonly string[] = []) {
	const ruledKeys = new Set(ruled.map(signalKey));
	const groupOf: GroupOf = (name) => findGroup(name, ruledKeys);
	const isMap = isObject(raw) || (Array.isArray(raw) && raw.length === 0);
	const isAbsent = raw === null || raw === undefined;
	const all = Object.entries(isMap ? raw : {}).map(([name, value]) => ({
		name,
		value: readNumber(value) ?? NaN,
	}));
	const usable = all.filter(({ value }) => value >= 0 && value <= 100);
	const signals = toSignals(usable, groupOf);
	const unreadable = all.filter(({ value }) => !(value >= 0)).map(({ name }) => name);
	const beyond = all.filter(({ value }) => value > 100).map(({ name }) => name);
	const mayBeDanger = (name: string) => !['suspicious', 'trusted'].includes(groupOf(name));
	const isDangerKnown = isMap && ![...unreadable, ...beyond].some(mayBeDanger);
	return {
		/** `absent`: there is no map; `unreadable`: something else is in its place. */
		state: isMap ? ('read' as const) : isAbsent ? ('absent' as const) : ('unreadable' as const),
		signals,
		/** Names, as sent, whose value is no number from 0 up. */
		unreadable,
		/** Names, as sent, whose value is above any scale: above zero, by an unknown amount. */
		beyond,
		/** Those of them that are danger. */
		dangerBeyond: beyond.filter((name) => groupOf(name) === 'danger'),
		/** Sum of the danger signals in percent, at most 100; null where it is not known. */
		dangerShare: isDangerKnown ? sumShares(signals, 'danger') : null,
	};
}

/**
 * The signals above zero, largest share first, equal shares by name. The whole map has one scale: fractions, as in the
 * service's examples, unless one is above 1 and their sum is too large for fractions. In doubt the worse of the two. The
 * scale of the score doesn't matter here: a score and the share of a source are different quantities.
 */
function toSignals(
	usable: ReadonlyArray<{ name: string; value: number }>,
	groupOf: GroupOf,
): Signal[] {
	const sum = usable.reduce((total, { value }) => total + value, 0);
	const isPercent = sum > FRACTIONS_SUM && usable.some(({ value }) => value > 1);
	return usable
		.filter(({ value }) => value > 0)
		.map(({ name, value }) => ({
			name,
			group: groupOf(name),
			share: isPercent ? value : Math.min(100, denoise(value * 100)),
			value,
		}))
		.sort((a, b) => b.share - a.share || byText(a.name, b.name));
}

/** The share of the signals of some groups in percent, at most 100. */
export function sumShares(signals: readonly Signal[], ...groups: SignalGroup[]): number {
	const counted = signals.filter(({ group }) => groups.includes(group));
	const sum = counted.reduce((total, { share }) => total + share, 0);
	return Math.min(100, denoise(sum));
}

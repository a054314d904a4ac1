import { byText } from '../values';
import { denoise, readNumber } from './numbers';
import type { Signal } from './types';
import { signalGroup } from './vocabulary';

/** The signals of a report, and those that could not be read. */
export interface SignalsReading {
	/** `absent`: there is no map; `unreadable`: something else is in its place. */
	state: 'read' | 'absent' | 'unreadable';
	/** Signals above zero, largest share first, equal shares by name. */
	signals: Signal[];
	/** Names, as sent, whose value is no number from 0 up. */
	unreadable: string[];
	/** Names, as sent, whose value is above any scale: above zero, by an unknown amount. */
	beyond: string[];
	/** Sum of the danger signals in percent, at most 100; null where it is not known. */
	dangerShare: number | null;
}

/** Values up to this sum may be fractions that were rounded or counted twice; percent values add up to some 100. */
const FRACTIONS_SUM = 2;

/**
 * Reads the map of signals (service 2.4). The whole map has one scale: the values are fractions, as in the examples,
 * unless one is above 1 and their sum is too large for fractions; in doubt the worse of the two. The scale of the score
 * doesn't matter here: a score and the share of a source are different quantities.
 *
 * @param raw the field as sent; an empty list counts as an empty map, as some servers write it
 * @returns the signals with their shares, and what could not be read
 */
export function readSignals(raw: unknown): SignalsReading {
	const entries = mapEntries(raw);
	if (!Array.isArray(entries)) {
		return { state: entries, signals: [], unreadable: [], beyond: [], dangerShare: null };
	}
	const read = entries.map(([name, value]) => ({ name, value: readNumber(value) }));
	const usable = read.filter((entry): entry is { name: string; value: number } =>
		inRange(entry.value),
	);
	const rest = read.filter((entry) => !inRange(entry.value));
	const isBeyond = ({ value }: { value: number | null }) => value !== null && value > 0;
	const signals = toSignals(usable);
	return {
		state: 'read',
		signals,
		unreadable: rest.filter((entry) => !isBeyond(entry)).map(({ name }) => name),
		beyond: rest.filter(isBeyond).map(({ name }) => name),
		dangerShare: rest.some(({ name }) => mayBeDanger(name)) ? null : sumOfDanger(signals),
	};
}

/** An unreadable value may be a danger signal's, also under an unknown name, such as that of a nested map. */
function mayBeDanger(name: string): boolean {
	const group = signalGroup(name);
	return group === 'danger' || group === 'unclassified';
}

function mapEntries(raw: unknown): Array<[string, unknown]> | 'absent' | 'unreadable' {
	if (raw === null || raw === undefined) return 'absent';
	if (typeof raw !== 'object') return 'unreadable';
	if (Array.isArray(raw)) return raw.length === 0 ? [] : 'unreadable';
	return Object.entries(raw);
}

function inRange(value: number | null): boolean {
	return value !== null && value >= 0 && value <= 100;
}

function toSignals(usable: ReadonlyArray<{ name: string; value: number }>): Signal[] {
	const sum = usable.reduce((total, { value }) => total + value, 0);
	const percents = sum > FRACTIONS_SUM && usable.some(({ value }) => value > 1);
	return usable
		.filter(({ value }) => value > 0)
		.map(({ name, value }) => ({
			name,
			group: signalGroup(name),
			share: percents ? value : Math.min(100, denoise(value * 100)),
			value,
		}))
		.sort((a, b) => b.share - a.share || byText(a.name, b.name));
}

/**
 * Adds up the danger signals.
 *
 * @param signals as read
 * @returns percent, at most 100
 */
export function sumOfDanger(signals: readonly Signal[]): number {
	const sum = signals
		.filter(({ group }) => group === 'danger')
		.reduce((total, { share }) => total + share, 0);
	return Math.min(100, denoise(sum));
}

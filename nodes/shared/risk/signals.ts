import { denoise, readNumber } from './numbers';
import type { Signal } from './types';
import { signalGroup, signalKey } from './vocabulary';

/** What the map of signals says, and what in it could not be read. */
export interface SignalsReading {
	/** `absent`: there is no map; `unreadable`: something stands there that is no map. */
	state: 'read' | 'absent' | 'unreadable';
	/** Signals above zero, largest share first, equal shares by name. */
	signals: Signal[];
	/** Names, as sent, whose value could not be read. */
	unreadable: string[];
	/** Critical signals above zero, in the order of `signals`, then those beyond any scale. */
	criticalFound: string[];
	/** Critical signals whose value could not be read, so that nobody can say they are zero. */
	criticalUnreadable: string[];
	/** Sum of the danger signals in percent, at most 100; null where it can't be told. */
	dangerShare: number | null;
}

/** Shares may add up to a hair more than 1 by rounding; that is still a fraction. */
const FRACTION_TOP = 1 + 1e-9;

/**
 * Reads the map of signals (service 2.4). Its scale is read for the whole map and by itself: if no value
 * is above 1 the values are fractions, as in the examples, else percents. The scale of the score has
 * no say in it: a score and the share of a source are different quantities.
 *
 * @param raw the field as sent; an empty list counts as an empty map, as some servers write it
 * @param criticalSignals names of the policy, in any spelling
 * @returns the signals with their shares, and what could not be read
 */
export function readSignals(raw: unknown, criticalSignals: readonly string[]): SignalsReading {
	const entries = mapEntries(raw);
	if (!Array.isArray(entries)) return { ...emptyReading(), state: entries };
	const critical = new Set(criticalSignals.map(signalKey).filter((key) => key !== ''));
	const read = entries.map(([name, value]) => ({ name, value: readNumber(value) }));
	const usable = read.filter((entry): entry is { name: string; value: number } =>
		inRange(entry.value),
	);
	const signals = toSignals(usable);
	const rest = read.filter((entry) => !inRange(entry.value));
	const isCritical = ({ name }: { name: string }) => critical.has(signalKey(name));
	const beyond = rest.filter((entry) => isCritical(entry) && (entry.value ?? 0) > 0);
	return {
		state: 'read',
		signals,
		unreadable: rest.map(({ name }) => name),
		criticalFound: [...signals.filter(isCritical), ...beyond].map(({ name }) => name),
		criticalUnreadable: rest
			.filter((entry) => isCritical(entry) && !beyond.includes(entry))
			.map(({ name }) => name),
		dangerShare:
			entries.length === 0 || rest.some(({ name }) => signalGroup(name) === 'danger')
				? null
				: sumOfDanger(signals),
	};
}

function emptyReading(): SignalsReading {
	return {
		state: 'read',
		signals: [],
		unreadable: [],
		criticalFound: [],
		criticalUnreadable: [],
		dangerShare: null,
	};
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
	const percents = usable.some(({ value }) => value > FRACTION_TOP);
	return usable
		.filter(({ value }) => value > 0)
		.map(({ name, value }) => ({
			name,
			group: signalGroup(name),
			share: percents ? value : Math.min(100, denoise(value * 100)),
			value,
		}))
		.sort((a, b) => b.share - a.share || compareNames(a.name, b.name));
}

/** By code unit: the order must not depend on the locale of the machine. */
function compareNames(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}

function sumOfDanger(signals: readonly Signal[]): number {
	const sum = signals
		.filter(({ group }) => group === 'danger')
		.reduce((total, { share }) => total + share, 0);
	return Math.min(100, denoise(sum));
}

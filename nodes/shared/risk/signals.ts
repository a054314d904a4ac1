import type { Signal } from '../outputs/check';
import { byText, isObject } from '../values';
import { denoise, readNumber } from './format';
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
 * Reads the map of signals. The whole map has one scale: the values are fractions, as in the service's examples, unless
 * one is above 1 and their sum is too large for fractions. In doubt the worse of the two. The scale of the score doesn't
 * matter here: a score and the share of a source are different quantities.
 */
export function readSignals(raw: unknown): SignalsReading {
	const nothing = { signals: [], unreadable: [], beyond: [], dangerShare: null };
	if (raw === null || raw === undefined) return { state: 'absent', ...nothing };
	// Some servers write an empty map as an empty list.
	const isEmptyList = Array.isArray(raw) && raw.length === 0;
	if (!isObject(raw) && !isEmptyList) return { state: 'unreadable', ...nothing };
	const read = Object.entries(raw).map(([name, value]) => ({ name, value: readNumber(value) }));
	const isUsable = (one: (typeof read)[number]): one is { name: string; value: number } =>
		one.value !== null && one.value >= 0 && one.value <= 100;
	const signals = toSignals(read.filter(isUsable));
	const rest = read.filter((one) => !isUsable(one));
	const isBeyond = ({ value }: (typeof read)[number]) => value !== null && value > 0;
	return {
		state: 'read',
		signals,
		unreadable: rest.filter((one) => !isBeyond(one)).map(({ name }) => name),
		beyond: rest.filter(isBeyond).map(({ name }) => name),
		dangerShare: rest.some(({ name }) => mayBeDanger(name)) ? null : sumDanger(signals),
	};
}

/** An unreadable value may be a danger signal's, also under an unknown name, such as that of a nested map. */
const mayBeDanger = (name: string) => ['danger', 'unclassified'].includes(signalGroup(name));

function toSignals(usable: ReadonlyArray<{ name: string; value: number }>): Signal[] {
	const sum = usable.reduce((total, { value }) => total + value, 0);
	const isPercent = sum > FRACTIONS_SUM && usable.some(({ value }) => value > 1);
	return usable
		.filter(({ value }) => value > 0)
		.map(({ name, value }) => ({
			name,
			group: signalGroup(name),
			share: isPercent ? value : Math.min(100, denoise(value * 100)),
			value,
		}))
		.sort((a, b) => b.share - a.share || byText(a.name, b.name));
}

/** The share of the danger signals in percent, at most 100. */
export function sumDanger(signals: readonly Signal[]): number {
	const dangers = signals.filter(({ group }) => group === 'danger');
	const sum = dangers.reduce((total, { share }) => total + share, 0);
	return Math.min(100, denoise(sum));
}

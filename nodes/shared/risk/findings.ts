import { formatApart, formatNumber } from './numbers';
import { sumOfDanger } from './signals';
import type { SignalsReading } from './signals';
import { clip } from './text';
import type { Ground, RiskPolicy, Signal, SignalLimit } from './types';
import { knownSignal, meaningKey, nameSignal, signalGroup, signalKey } from './vocabulary';

/** The result of one of the four measures: the minimum level, and why. */
export interface Finding extends Ground {
	level: 'low' | 'medium' | 'high';
}

/** How many names one reason lists before it says how many more there are. */
const MAX_NAMES = 5;

/** The share of a signal whose value is beyond any scale: above every limit. */
const BEYOND = Infinity;

/** One signal, all spellings of its name added up. */
interface Source {
	name: string;
	share: number;
}

/** Every signal above zero by its key. */
function addSpellings({ signals, beyond }: SignalsReading): Map<string, Source> {
	const sources = new Map<string, Source>();
	const add = (name: string, share: number) => {
		const key = signalKey(name);
		const known = sources.get(key);
		sources.set(key, { name: known?.name ?? name, share: (known?.share ?? 0) + share });
	};
	for (const { name, share } of signals) add(name, share);
	for (const name of beyond) add(name, BEYOND);
	sources.delete('');
	return sources;
}

const describeSource = ({ name, share }: Source) =>
	share === BEYOND
		? `${nameSignal(name)} (beyond any scale)`
		: `${nameSignal(name)} ${formatNumber(share)}%`;

/** A source beside the limit that it is compared with. */
function describeApart({ name, share }: Source, limit: number): [source: string, limit: string] {
	if (share === BEYOND) return [describeSource({ name, share }), `${formatNumber(limit)}%`];
	const [value, bound] = formatApart(share, limit);
	return [`${nameSignal(name)} ${value}%`, `${bound}%`];
}

/** Compared so that a limit that is not a number raises the level instead of lowering it. */
const reaches = (share: number, from: number) => share > 0 && !(share < from);

/** The limit that replaces "any trace" of a critical signal: the lowest that says high, else the lowest. */
function limitOfCritical(key: string, limits: readonly SignalLimit[]): number | undefined {
	const named = (wanted: string) => limits.filter(({ signal }) => signalKey(signal) === wanted);
	const own = named(key).length > 0 ? named(key) : named(meaningKey(key));
	const high = own.filter(({ level }) => level === 'high');
	const shares = (high.length > 0 ? high : own).map(({ share }) => share);
	return shares.length > 0 ? Math.min(...shares) : undefined;
}

/** Whether a name is among the critical ones, or means one of them. */
function criticalBy(criticalSignals: readonly string[]): (name: string) => boolean {
	const keys = new Set(criticalSignals.map(signalKey).filter((key) => key !== ''));
	return (name) => keys.has(signalKey(name)) || keys.has(meaningKey(name));
}

/**
 * The critical signals above zero, as the report spells them.
 *
 * @param reading the report's signals
 * @param policy which of them are critical
 */
export function criticalNames(reading: SignalsReading, { criticalSignals }: RiskPolicy): string[] {
	const isCritical = criticalBy(criticalSignals);
	return [...reading.signals.map(({ name }) => name), ...reading.beyond].filter(isCritical);
}

/**
 * The findings about critical signals: any trace is `high`. A limit on the signal replaces that: from the limit on it
 * is `high`, below the limit `medium`.
 *
 * @param reading the report's signals
 * @param policy the critical signals and the limits
 */
export function criticalFindings(reading: SignalsReading, policy: RiskPolicy): Finding[] {
	const isCritical = criticalBy(policy.criticalSignals);
	const found = [...addSpellings(reading)].filter(([key]) => isCritical(key));
	const traces: Source[] = [];
	const limited: Finding[] = [];
	for (const [key, source] of found) {
		const limit = limitOfCritical(key, policy.signalLimits);
		if (limit === undefined) {
			traces.push(source);
			continue;
		}
		const [what, bound] = describeApart(source, limit);
		const finding = { what, signals: [source.name] };
		if (reaches(source.share, limit))
			limited.push({ ...finding, level: 'high', why: `high from its limit of ${bound}` });
		else
			limited.push({
				...finding,
				level: 'medium',
				why: `critical, medium below its limit of ${bound}`,
			});
	}
	if (traces.length === 0) return limited;
	const what = listTexts(traces.map(describeSource));
	const signals = traces.map(({ name }) => name);
	return [{ level: 'high', what, why: 'any trace is high', signals }, ...limited];
}

/**
 * The findings about the limits of single signals. Those of critical signals are among the findings about these.
 *
 * @param reading the report's signals
 * @param policy the limits
 */
export function limitFindings(reading: SignalsReading, policy: RiskPolicy): Finding[] {
	const sources = addSpellings(reading);
	const isCritical = criticalBy(policy.criticalSignals);
	return policy.signalLimits.flatMap(({ signal, share, level }) => {
		const source = sources.get(signalKey(signal));
		if (!source || isCritical(source.name) || !reaches(source.share, share)) return [];
		const [what, bound] = describeApart(source, share);
		return [{ level, what, why: `${level} from its limit of ${bound}`, signals: [source.name] }];
	});
}

/**
 * The finding about the sum of the danger signals. If one of them can't be read, the others may be enough.
 *
 * @param reading the report's signals
 * @param policy the thresholds
 * @returns nothing where no signals were read, or their sum is below the thresholds
 */
export function dangerFindings(reading: SignalsReading, policy: RiskPolicy): Finding[] {
	if (reading.state !== 'read') return [];
	const beyond = reading.beyond.filter((name) => signalGroup(name) === 'danger');
	if (beyond.length > 0)
		return [
			{
				level: 'high',
				what: `${listNames(beyond)} beyond any scale`,
				why: 'counts as high',
				signals: beyond,
			},
		];
	const share = sumOfDanger(reading.signals);
	const level = levelFrom(share, policy.mediumDangerFrom, policy.highDangerFrom);
	if (level === 'low') return [];
	const from = level === 'high' ? policy.highDangerFrom : policy.mediumDangerFrom;
	const [value, bound] = formatApart(share, from);
	const sources = reading.signals.filter(({ group }) => group === 'danger');
	return [
		{
			level,
			what: `danger share ${value}%`,
			why: `${level} from ${bound}%`,
			behind: listTexts(sources.map(describeSource)),
			signals: [],
		},
	];
}

/**
 * The finding about a score. The service doesn't say how it computes the score, so the reason names the signals that
 * the report shows next to it.
 *
 * @param score 0 to 100
 * @param policy the thresholds
 * @param signals as read
 * @returns one for every level
 */
export function scoreFinding(
	score: number,
	policy: RiskPolicy,
	signals: readonly Signal[],
): Finding {
	const level = levelFrom(score, policy.mediumRiskFrom, policy.highRiskFrom);
	const from = level === 'high' ? policy.highRiskFrom : policy.mediumRiskFrom;
	const [value, bound] = formatApart(score, from);
	const why = level === 'low' ? `below ${bound}` : `${level} from ${bound}`;
	const grave = signals.filter(({ group }) => group !== 'trusted').map(describeSource);
	const hasBehind = level !== 'low' && grave.length > 0;
	return {
		level,
		what: `score ${value}/100`,
		why,
		...(hasBehind && { behind: `the report names ${listTexts(grave)}` }),
		signals: [],
		isScore: true,
	};
}

/**
 * The reasons why the signals of a low check allow that level.
 *
 * @param signals as read
 * @param policy the thresholds
 * @returns empty where the report names none
 */
export function describeAllClear(signals: readonly Signal[], policy: RiskPolicy): string[] {
	if (signals.length === 0) return [];
	const share = sumOfDanger(signals);
	const unknown = signals.filter(({ name }) => knownSignal(name) === undefined);
	const others =
		unknown.length === 0 ? '' : `; unknown to this node: ${listTexts(unknown.map(describeSource))}`;
	if (share === 0) return [`No danger signals${others}`];
	const dangers = signals.filter(({ group }) => group === 'danger').map(describeSource);
	const [value, bound] = formatApart(share, policy.mediumDangerFrom);
	return [`Danger share ${value}%: below ${bound}% (${listTexts(dangers)})${others}`];
}

/**
 * The level of a quantity between two thresholds. One that is not a number raises the level instead of lowering it.
 *
 * @param value a score or a share, 0 to 100
 * @param mediumFrom at least medium from here
 * @param highFrom high from here
 */
export function levelFrom(value: number, mediumFrom: number, highFrom: number): Finding['level'] {
	if (!(value < highFrom)) return 'high';
	return value < mediumFrom ? 'low' : 'medium';
}

/**
 * The reasons not to rely on a report's signals: one that can't be read might be the worst of them.
 *
 * @param reading the report's signals
 * @returns empty where all of them were read, or the report has none
 */
export function signalDoubts({ state, unreadable, beyond }: SignalsReading): string[] {
	if (state === 'unreadable') return ["The report's signals can't be read"];
	const doubts: string[] = [];
	if (unreadable.length > 0)
		doubts.push(`Signal without a readable value: ${listNames(unreadable)}`);
	// A danger signal beyond any scale is a finding already.
	const others = beyond.filter((name) => signalGroup(name) !== 'danger');
	if (others.length > 0) doubts.push(`Signal beyond any scale: ${listNames(others)}`);
	return doubts;
}

/**
 * Lists signals for a text that a person reads: the first five, each in plain words.
 *
 * @param names from the service or from a user
 */
export const listNames = (names: readonly string[]): string => listTexts(names.map(nameSignal));

/** The first five texts, and how many more there are. */
export function listTexts(texts: readonly string[]): string {
	const shown = clip(texts.slice(0, MAX_NAMES).join(', '), 240);
	return texts.length > MAX_NAMES ? `${shown} and ${texts.length - MAX_NAMES} more` : shown;
}

import { formatNumber } from './numbers';
import { sumOfDanger } from './signals';
import type { SignalsReading } from './signals';
import { clip, plainText } from './text';
import type { RiskPolicy, Signal, SignalLimit } from './types';
import { kinKey, knownSignal, signalGroup, signalKey } from './vocabulary';

/** What one of the four measures says: the least level, and why. */
export interface Finding {
	level: 'low' | 'medium' | 'high';
	reason: string;
}

/** How many names one reason lists before it says how many more there are. */
const MAX_NAMES = 5;

/** What counts for a limit: a value beyond any scale is above every share. */
const BEYOND = Infinity;

/** A signal by its key, all spellings of it together. */
interface Source {
	name: string;
	share: number;
}

/** Every signal above zero by its key; those beyond any scale with an endless share. */
function sourcesOf({ signals, beyond }: SignalsReading): Map<string, Source> {
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

const tell = ({ name, share }: Source) =>
	share === BEYOND
		? `${readable(name)} (beyond any scale)`
		: `${readable(name)} ${formatNumber(share, 2)} %`;

/** Compared so that a share that is not a number raises the level instead of lowering it. */
const reaches = (share: number, from: number) => share > 0 && !(share < from);

/** From where on a critical signal is high: its limit in place of any trace, the one that says high before others. */
function shareOfCritical(key: string, limits: readonly SignalLimit[]): number {
	const of = (wanted: string) => limits.filter(({ signal }) => signalKey(signal) === wanted);
	const named = of(key);
	const own = named.length > 0 ? named : of(kinKey(key));
	const high = own.filter(({ level }) => level === 'high');
	const shares = (high.length > 0 ? high : own).map(({ share }) => share);
	return shares.length > 0 ? Math.min(...shares) : 0;
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

/** Whether a name is among the critical ones, or speaks of one of them. */
function criticalBy(criticalSignals: readonly string[]): (name: string) => boolean {
	const keys = new Set(criticalSignals.map(signalKey).filter((key) => key !== ''));
	return (name) => keys.has(signalKey(name)) || keys.has(kinKey(name));
}

/**
 * What the critical signals say (design 6): any trace is `high`; where a limit stands in place of that, from the limit
 * on, and `medium` below it.
 *
 * @param reading the report's signals
 * @param policy the critical signals and the limits
 */
export function criticalFindings(reading: SignalsReading, policy: RiskPolicy): Finding[] {
	const sources = sourcesOf(reading);
	const isCritical = criticalBy(policy.criticalSignals);
	const found = [...sources].filter(([key]) => isCritical(key));
	const findings: Finding[] = [];
	const isHigh = ([key, { share }]: [string, Source]) =>
		reaches(share, shareOfCritical(key, policy.signalLimits));
	const high = found.filter(isHigh).map(([, source]) => source);
	if (high.length > 0)
		findings.push({ level: 'high', reason: `Critical signal: ${list(high.map(tell))}` });
	for (const [key, source] of found.filter((entry) => !isHigh(entry))) {
		const limit = shareOfCritical(key, policy.signalLimits);
		findings.push({
			level: 'medium',
			reason: `Critical signal below its limit of ${limit} %: ${tell(source)}`,
		});
	}
	return findings;
}

/**
 * What the limits of single signals say (design 6).
 *
 * @param reading the report's signals
 * @param policy the limits
 */
export function limitFindings(reading: SignalsReading, policy: RiskPolicy): Finding[] {
	const sources = sourcesOf(reading);
	return policy.signalLimits.flatMap(({ signal, share, level }) => {
		const source = sources.get(signalKey(signal));
		if (!source || !reaches(source.share, share)) return [];
		const reason = `${tell(source)} is at or above its limit of ${share} % (${level})`;
		return [{ level, reason }];
	});
}

/**
 * What the danger signals say together (design 6). Where one of them can't be read, the others may be enough.
 *
 * @param reading the report's signals
 * @param policy the thresholds
 * @returns nothing where no signals were read, or their sum is below the thresholds
 */
export function dangerFindings(reading: SignalsReading, policy: RiskPolicy): Finding[] {
	if (reading.state !== 'read') return [];
	const beyond = reading.beyond.filter((name) => signalGroup(name) === 'danger');
	if (beyond.length > 0) {
		const reason = `Danger signal beyond any scale: ${listNames(beyond)}`;
		return [{ level: 'high', reason }];
	}
	const share = sumOfDanger(reading.signals);
	const level = levelFrom(share, policy.mediumDangerFrom, policy.highDangerFrom);
	if (level === 'low') return [];
	const from = level === 'high' ? policy.highDangerFrom : policy.mediumDangerFrom;
	const told = `Danger share ${formatNumber(share, 2)} %`;
	return [{ level, reason: `${told} is at or above the ${level} threshold ${from}` }];
}

/**
 * What a low check's signals say for it.
 *
 * @param signals as read
 * @param policy the thresholds
 */
export function allClear(signals: readonly Signal[], { mediumDangerFrom }: RiskPolicy): string {
	if (signals.length === 0) return 'The report names no signals above zero';
	const share = sumOfDanger(signals);
	const strangers = signals.filter(({ name }) => knownSignal(name) === undefined);
	const told = strangers.length === 0 ? '' : `; not known: ${list(strangers.map(tell))}`;
	if (share === 0) return `No danger signals${told}`;
	const below = `is below the medium threshold ${mediumDangerFrom}`;
	return `Danger share ${formatNumber(share, 2)} % ${below}${told}`;
}

/**
 * The level of a quantity between two thresholds; one that is not a number raises the level instead of lowering it.
 *
 * @param value a score or a share, 0 to 100
 * @param mediumFrom from here on at least medium
 * @param highFrom from here on high
 */
export function levelFrom(value: number, mediumFrom: number, highFrom: number): Finding['level'] {
	if (!(value < highFrom)) return 'high';
	return value < mediumFrom ? 'low' : 'medium';
}

/**
 * Why a report's signals can't be relied on: one that can't be read might be the worst of them.
 *
 * @param reading the report's signals
 * @returns reasons; empty where all of them were read, or there are none
 */
export function signalDoubts({ state, unreadable, beyond }: SignalsReading): string[] {
	if (state === 'unreadable') return ["The report's signals can't be read"];
	const doubts: string[] = [];
	if (unreadable.length > 0)
		doubts.push(`Signal without a readable value: ${listNames(unreadable)}`);
	// Of danger there is no doubt left: a signal of it beyond any scale is a finding.
	const others = beyond.filter((name) => signalGroup(name) !== 'danger');
	if (others.length > 0) doubts.push(`Signal beyond any scale: ${listNames(others)}`);
	return doubts;
}

function readable(name: string): string {
	return plainText(name, 40) || 'unnamed';
}

/**
 * Names for a text that a person reads: the first five, each readable.
 *
 * @param names from the service or from a user
 */
export const listNames = (names: readonly string[]): string => list(names.map(readable));

function list(names: readonly string[]): string {
	const shown = clip(names.slice(0, MAX_NAMES).join(', '), 240);
	return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

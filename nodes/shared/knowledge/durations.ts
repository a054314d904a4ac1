import { readDateSeconds } from '../dates';

/** How long a check took, as far as it is known: longer than `fromMs`, at most `toMs`. */
export interface KnownDuration {
	fromMs: number;
	toMs: number;
}

/** So many durations have to be known before looks are placed by them (design 9). */
export const ENOUGH_DURATIONS = 10;

/** How far back the trigger looks by default, in minutes: checks take up to half an hour, twice that is safe. */
export const DEFAULT_LOOKBACK_MINUTES = 60;

/** Dates are told in whole seconds (service 2.3), so their difference may be off by almost one. */
const DATE_PRECISION_MS = 1_000;

/** A check that took longer tells nothing about when to look: somebody held it up. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * How long a check took by the service's own dates (service 2.3, 2.6).
 * @param check any record with its dates.
 * @returns the duration, or undefined where the dates don't tell one.
 */
export function durationByDates(check: {
	initDate?: unknown;
	resultDate?: unknown;
}): KnownDuration | undefined {
	const begun = readDateSeconds(check.initDate);
	const ended = readDateSeconds(check.resultDate);
	if (begun === null || ended === null) return undefined;
	const ms = (ended - begun) * 1000;
	if (ms < 0 || ms > LONGEST_MS) return undefined;
	return { fromMs: Math.max(0, ms - DATE_PRECISION_MS), toMs: ms + DATE_PRECISION_MS };
}

/**
 * What two ways of knowing say together of one duration.
 * @param seen by looking: not done at the last look but one, done at the last.
 * @param told by the service's dates, where there are any.
 * @returns what both allow, and whether they agree; where they don't, what was seen counts.
 */
export function combineDurations(
	seen: KnownDuration,
	told: KnownDuration | undefined,
): KnownDuration & { agree: boolean } {
	if (!told) return { ...seen, agree: true };
	const fromMs = Math.max(seen.fromMs, told.fromMs);
	const toMs = Math.min(seen.toMs, told.toMs);
	return fromMs <= toMs ? { fromMs, toMs, agree: true } : { ...seen, agree: false };
}

/** A part of the distribution. */
export interface LikelyDuration {
	/** What its middle is. */
	ms: number;
	/** Where it ends: a look at this age finds all of it. */
	endMs: number;
	/** How probable it is. */
	weight: number;
}

/** How the distribution is cut: its body into equal parts, the longest tenth into ever smaller ones. */
const BODY_PARTS = 90;
const LONGEST_SHARE = 0.1;
const TAIL_PARTS = 90;
const TAIL_CUT = 0.95;

/** How each duration's range is stood for. */
const PARTS = [1 / 6, 1 / 2, 5 / 6];

/** Over how much of the distribution each value is averaged: the less is known, the more. */
const SMOOTHING = 5;
const MAX_SMOOTHING = 0.85;
const SMOOTHING_STEPS = 9;

/** By how many of the longest durations the tail is judged; never by more, nor by less, than a share of all. */
const TAIL_COUNT = 17;
const MAX_TAIL_SHARE = 0.27;
const MIN_TAIL_SHARE = 0.03;

/** How much is held against what they tell: as if so many had been seen of which the power is known. */
const TAIL_DOUBT = 6;
const TAIL_DOUBTED_POWER = 2;

/** The shares of checks that take longer than each value, from 1 down; the space between two is one value. */
const SURVIVAL = [
	...Array.from({ length: BODY_PARTS }, (_, part) => 1 - (part / BODY_PARTS) * (1 - LONGEST_SHARE)),
	...Array.from({ length: TAIL_PARTS }, (_, part) => LONGEST_SHARE * TAIL_CUT ** part),
	0,
];

/**
 * The distribution of durations: what was seen, smoothed, and beyond it a tail that falls as the longest ones do.
 * @param durations at least one.
 * @returns its parts in ascending order; their weights add up to 1.
 */
export function likelyDurations(durations: readonly KnownDuration[]): LikelyDuration[] {
	const at = survivalTime(durations);
	return SURVIVAL.slice(1).map((to, index) => {
		const from = SURVIVAL[index];
		const ms = at((from + to) / 2);
		return { ms, endMs: to > 0 ? at(to) : ms, weight: from - to };
	});
}

/** The age at which a share of all checks still goes on. */
function survivalTime(durations: readonly KnownDuration[]): (share: number) => number {
	const logs = durations
		.flatMap(({ fromMs, toMs }) => PARTS.map((part) => fromMs + (toMs - fromMs) * part))
		.map((ms) => Math.log(Math.max(ms, 1)))
		.sort((a, b) => a - b);
	const smoothing = Math.min(MAX_SMOOTHING, SMOOTHING / Math.sqrt(durations.length));
	const body = (share: number) => smoothed(logs, share, smoothing);
	const tailShare = Math.min(
		MAX_TAIL_SHARE,
		Math.max(MIN_TAIL_SHARE, TAIL_COUNT / durations.length),
	);
	const tailFrom = body(tailShare);
	const longer = logs.filter((log) => log > tailFrom);
	const excess = longer.reduce((sum, log) => sum + log - tailFrom, 0) / PARTS.length;
	const power =
		(longer.length / PARTS.length + TAIL_DOUBT) / (excess + TAIL_DOUBT / TAIL_DOUBTED_POWER);
	return (share) =>
		Math.exp(share >= tailShare ? body(share) : tailFrom - Math.log(share / tailShare) / power);
}

/** The mean of what is found around a share: a few durations have gaps that all of them together have not. */
function smoothed(sorted: readonly number[], share: number, smoothing: number): number {
	const width = smoothing * Math.min(share, 1 - share);
	let sum = 0;
	for (let step = 0; step < SMOOTHING_STEPS; step++) {
		const offset = (step / (SMOOTHING_STEPS - 1)) * 2 - 1;
		sum += valueAt(sorted, (1 - share - offset * width) * sorted.length - 0.5);
	}
	return sum / SMOOTHING_STEPS;
}

function valueAt(points: readonly number[], position: number): number {
	const at = Math.min(Math.max(position, 0), points.length - 1);
	const below = Math.floor(at);
	const above = Math.min(below + 1, points.length - 1);
	return points[below] + (points[above] - points[below]) * (at - below);
}

import { ENOUGH_DURATIONS } from './durations';
import { nextColdLook, nextLook } from './looks';

/** Many checks that are watched together: one look shows all of them. */
export interface Batch {
	/** How many there are in all. */
	total: number;
	/** How long those that are not done go on, in milliseconds, at the last look; now, where there was none. */
	agesMs: readonly number[];
	/** How many the last look found done. */
	found: number;
	/** The time between the last look and the one before, in milliseconds; left out before the first. */
	sinceMs?: number;
}

/** A look at a batch is worth its call when it is likely to find this share of it done. */
const WORTH_SHARE = 0.11;

/** Of a large one even more, since what is found is to be fetched before the next look makes sense. */
const LARGE = 200;
const WORTH_SHARE_OF_LARGE = 0.16;

/** Or this share of what is left, if that is less. */
const WORTH_SHARE_OF_REST = 0.8;

/** A look is never sooner than this after the one before. */
const MIN_INTERVAL_MS = 300;

/** So few that are left are looked at as each of them would be by itself. */
const FEW = 5;

/** From so few known durations on that were longer, how long a check still takes is anybody's guess. */
const MIN_LONGER = 3;

/** Where nothing is known, a look at many is not sooner than this share of the time waited: their ages differ. */
const LEAST_GROWTH = 0.3;

/** How finely the next moment is looked for. */
const STEP = 1.12;

/**
 * When to look next at a batch: as soon as enough of it is likely to be done, by how long checks take and by how many
 * the last look found; where neither tells, at intervals that grow with the time waited (design 9).
 * @param batch what is waited for.
 * @param durations how long checks took, ascending, in milliseconds.
 * @param plan the looks at a single check, by `planLooks`.
 * @returns milliseconds from the last look, or from now.
 */
export function nextBatchLook(
	batch: Batch,
	durations: readonly number[],
	plan: readonly number[],
): number {
	const { total, found, sinceMs } = batch;
	const agesMs = [...batch.agesMs].sort((a, b) => a - b);
	if (agesMs.length === 0) return MIN_INTERVAL_MS;
	const worth = Math.min(
		Math.max(1, (total > LARGE ? WORTH_SHARE_OF_LARGE : WORTH_SHARE) * total),
		Math.max(1, WORTH_SHARE_OF_REST * agesMs.length),
	);
	if (sinceMs === undefined && isDue(agesMs, durations, worth)) return 0;
	const rate = sinceMs ? found / sinceMs : 0;
	const latestMs = Math.min(patience(agesMs, durations), alone(agesMs, plan));
	for (let ms = MIN_INTERVAL_MS; ms < latestMs; ms *= STEP)
		if (Math.max(likelyDone(agesMs, durations, ms), rate * ms) >= worth) return ms;
	return Math.max(MIN_INTERVAL_MS, latestMs);
}

/** Whether a first look is worth it at once, since sending all of them took some time. */
function isDue(agesMs: readonly number[], durations: readonly number[], worth: number): boolean {
	if (durations.length < ENOUGH_DURATIONS)
		return agesMs[Math.floor(agesMs.length / 2)] >= nextColdLook(0);
	const all = durations.length;
	const done = agesMs.map((ageMs) => 1 - longerThan(durations, ageMs) / all);
	return done.reduce((sum, share) => sum + share, 0) >= worth;
}

/** When the first of a few would be looked at by itself. */
function alone(agesMs: readonly number[], plan: readonly number[]): number {
	if (agesMs.length > FEW || plan.length === 0) return Infinity;
	return Math.min(...agesMs.map((ageMs) => nextLook(plan, ageMs) - ageMs));
}

/** How long to wait at most: until the first of them that nothing is known about would be looked at by itself. */
function patience(agesMs: readonly number[], durations: readonly number[]): number {
	const isTold = (ageMs: number) =>
		durations.length >= ENOUGH_DURATIONS && longerThan(durations, ageMs) >= MIN_LONGER;
	const untold = agesMs.filter((ageMs) => !isTold(ageMs));
	const told = agesMs.filter(isTold);
	const longest = durations[durations.length - 1];
	const ends = told.length > 0 ? longest - told[told.length - 1] : Infinity;
	if (untold.length === 0) return ends;
	const middle = untold[Math.floor(untold.length / 2)];
	const leastMs = agesMs.length > LARGE ? LEAST_GROWTH * middle : 0;
	return Math.min(ends, Math.max(nextColdLook(middle) - middle, leastMs));
}

/** How many are likely to be done after a time, by how long checks took that went on as long as each. */
function likelyDone(agesMs: readonly number[], durations: readonly number[], ms: number): number {
	if (durations.length < ENOUGH_DURATIONS) return 0;
	let sum = 0;
	for (const ageMs of agesMs) {
		const longer = longerThan(durations, ageMs);
		if (longer >= MIN_LONGER) sum += 1 - longerThan(durations, ageMs + ms) / longer;
	}
	return sum;
}

/** How many of the durations are longer; by halving. */
function longerThan(durations: readonly number[], ms: number): number {
	let [low, high] = [0, durations.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (durations[middle] > ms) high = middle;
		else low = middle + 1;
	}
	return durations.length - low;
}

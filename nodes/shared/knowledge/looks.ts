import { ENOUGH_DURATIONS, likelyDurations } from './durations';
import type { KnownDuration, LikelyDuration } from './durations';

/** When the first looks come where nothing is known. */
const FIRST_LOOKS_MS = [600, 1_600, 2_600, 3_600];

/** By how much the time of the next look is later than that of the last one: never more than a quarter of it. */
const GROWTH: ReadonlyArray<{ untilMs: number; by: number }> = [
	{ untilMs: 20_000, by: 4 / 3 },
	{ untilMs: 60_000, by: 1.316 },
	{ untilMs: Infinity, by: 1.25 },
];

/**
 * When to look at a check of which nothing is known: at intervals that grow with the time waited, so that no result is
 * found later than a quarter of that time, or a second (design 9).
 * @param ageMs how long the check goes on, in milliseconds.
 * @returns the age at which to look next, in milliseconds.
 */
export function nextColdLook(ageMs: number): number {
	const early = FIRST_LOOKS_MS.find((at) => at > ageMs);
	if (early !== undefined) return early;
	let at = FIRST_LOOKS_MS[FIRST_LOOKS_MS.length - 1];
	while (at <= ageMs) at *= growthAt(at);
	return at;
}

function growthAt(ms: number): number {
	return GROWTH.find(({ untilMs }) => ms < untilMs)?.by ?? 1;
}

/**
 * What is aimed at, so that what comes keeps to design 9: how late results are on average, as a share of how long checks
 * take, and how many looks a check takes. The fewer durations are known, the less: what comes then is more than the plan.
 */
const AIM = { lateness: 0.136, looks: 3.7 };
const DOUBT = { lateness: 0.7, looks: 1.8 };

/** Few looks are no reason to be later than this share of the lateness that is aimed at. */
const LATENESS_IS_FINE = 0.93;

interface Plan {
	/** Ages in milliseconds, ascending. */
	looks: number[];
	averageLooks: number;
	averageLateMs: number;
}

/** What adds up over a distribution, so that the lateness of a group of values is one subtraction. */
interface Sums {
	likely: readonly LikelyDuration[];
	/** Of the weights before each value. */
	weights: number[];
	/** Of weight times milliseconds before each value. */
	moments: number[];
}

function sumsOf(likely: readonly LikelyDuration[]): Sums {
	const sums: Sums = { likely, weights: [0], moments: [0] };
	likely.forEach(({ ms, weight }, index) => {
		sums.weights.push(sums.weights[index] + weight);
		sums.moments.push(sums.moments[index] + weight * ms);
	});
	return sums;
}

/** How late results are on average that are there after the look at one value and found at that at another. */
function lateMs({ likely, weights, moments }: Sums, from: number, to: number): number {
	return likely[to - 1].endMs * (weights[to] - weights[from]) - (moments[to] - moments[from]);
}

/**
 * The looks that cost least: each costs `price` (as if it were lateness, in milliseconds), each result costs the time
 * from when it is there to the next look.
 */
function cheapestPlan(sums: Sums, price: number): Plan {
	const count = sums.likely.length;
	const next = new Array<number>(count + 1).fill(count);
	const cost = new Array<number>(count + 1).fill(Infinity);
	cost[count] = 0;
	for (let from = count - 1; from >= 0; from--)
		for (let to = from + 1; to <= count; to++) {
			const here = price * (1 - sums.weights[from]) + lateMs(sums, from, to);
			if (here >= cost[from]) break;
			const whole = here + cost[to];
			if (whole >= cost[from]) continue;
			cost[from] = whole;
			next[from] = to;
		}
	const plan: Plan = { looks: [], averageLooks: 0, averageLateMs: 0 };
	for (let from = 0; from < count; from = next[from]) {
		plan.looks.push(sums.likely[next[from] - 1].endMs);
		plan.averageLooks += 1 - sums.weights[from];
		plan.averageLateMs += lateMs(sums, from, next[from]);
	}
	return plan;
}

/** How often the price is halved in between: the rest is less than a thousandth. */
const STEPS = 12;

/** The plan with the highest price, and so the fewest looks, that is still good enough. */
function dearestPlan(sums: Sums, meanMs: number, isGood: (plan: Plan) => boolean): Plan {
	let [low, high] = [Math.log(1e-4 * meanMs), Math.log(10 * meanMs)];
	let best = cheapestPlan(sums, Math.exp(low));
	for (let step = 0; step < STEPS; step++) {
		const middle = (low + high) / 2;
		const plan = cheapestPlan(sums, Math.exp(middle));
		const good = isGood(plan);
		if (good) [best, low] = [plan, middle];
		else high = middle;
	}
	return best;
}

/**
 * Plans the looks at one check by how long others took: as few as keep all lateness together small, and where that
 * takes many, so many that both are equally near to what is allowed (design 9).
 * @param durations what is known.
 * @returns the ages at which to look, ascending, in milliseconds; none where too little is known.
 */
export function planLooks(durations: readonly KnownDuration[]): number[] {
	if (durations.length < ENOUGH_DURATIONS) return [];
	const sums = sumsOf(likelyDurations(durations));
	const meanMs = sums.moments[sums.moments.length - 1];
	if (meanMs <= 0) return [];
	const root = Math.sqrt(durations.length);
	const aimedLooks = AIM.looks - DOUBT.looks / root;
	const aimedLateMs = AIM.lateness * (1 - DOUBT.lateness / root) * meanMs;
	const isGood = ({ averageLooks, averageLateMs }: Plan) =>
		averageLateMs / aimedLateMs <= Math.max(averageLooks / aimedLooks, LATENESS_IS_FINE);
	return dearestPlan(sums, meanMs, isGood).looks;
}

/**
 * When to look next at one check.
 * @param plan of {@link planLooks}; empty where nothing is known.
 * @param ageMs how long the check goes on, in milliseconds.
 * @returns the age at which to look, in milliseconds; beyond the plan at intervals that grow.
 */
export function nextLook(plan: readonly number[], ageMs: number): number {
	return plan.find((at) => at > ageMs) ?? nextColdLook(ageMs);
}

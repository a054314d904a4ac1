/** Services whose checks take their time, in virtual time: what is asked of the waits is asked of all of them. */
import { fractions } from '../../../sandbox/random.mts';

/** Draws how long a check takes, in milliseconds. */
export type Service = () => number;

const HALF_AN_HOUR_MS = 1_800_000;

function normal(random: () => number): number {
	return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Median 15 s; one of a thousand takes half an hour. */
function lognormal(random: () => number): number {
	return Math.min(HALF_AN_HOUR_MS, 15_000 * Math.exp(1.55 * normal(random)));
}

/** The services that a wait has to get on with, by name. */
export const SERVICES: Record<string, (random: () => number) => Service> = {
	'3 s': () => () => 3_000,
	'2 to 60 s': (random) => () => 2_000 + 58_000 * random(),
	'40 to 60 s': (random) => () => 40_000 + 20_000 * random(),
	'median 15 s, tail to 30 min': (random) => () => lognormal(random),
};

/** A service with a seed. */
export function serviceOf(name: string, seed: number): Service {
	return SERVICES[name]!(fractions(seed));
}

const FIRST_INTERVAL_MS = 300;
const MAX_INTERVAL_MS = 5_000;
const GROWTH = 1.1;

/**
 * How long to wait before the next look at checks that are not done: growing, with jitter (design 5, waiting).
 * @param look how many looks there were, from 1.
 * @param random from 0 up to 1.
 * @returns milliseconds.
 */
export function lookInterval(look: number, random: number): number {
	const interval = Math.min(FIRST_INTERVAL_MS * GROWTH ** (look - 1), MAX_INTERVAL_MS);
	return Math.round(interval * (0.9 + random * 0.2));
}

const FIRST_DIRECT_MS = 2_000;
const MAX_DIRECT_MS = 30_000;

/**
 * How long to wait before the next direct look at one check that the history doesn't show.
 * @param look how many direct looks it had, from 1.
 * @returns milliseconds.
 */
export function directInterval(look: number): number {
	return Math.min(FIRST_DIRECT_MS * 1.5 ** (look - 1), MAX_DIRECT_MS);
}

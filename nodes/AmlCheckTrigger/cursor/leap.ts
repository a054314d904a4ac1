import { MARGIN_SECONDS } from './findings';
import { countPacked, pack, unpack } from './memory';
import { without, type Leap, type TriggerState } from './state';

/**
 * @param state the state before a poll.
 * @param newest the newest date after it; null if none was seen.
 * @param lookbackSeconds the node's lookback.
 * @returns the step that is remembered from now on; undefined where there is none.
 */
export function leapAfter(
	{ leap, floor, newest: before }: TriggerState,
	newest: number | null,
	lookbackSeconds: number,
): Leap | undefined {
	if (newest === null || before === null || floor === null) return undefined;
	if (leap && newest <= leap.until) return leap;
	if (newest - before <= lookbackSeconds) return undefined;
	return { from: floor, until: newest + lookbackSeconds };
}

/**
 * @param state any.
 * @param most how many checks may be remembered.
 * @returns the state; without what it remembers of the time before a step where that is too much.
 */
export function withoutCrowdedLeap(state: TriggerState, most: number): TriggerState {
	if (!state.leap || countPacked(state.seen) <= most || state.floor === null) return state;
	const seen = pack(unpack(state.seen), state.floor - MARGIN_SECONDS);
	return { ...without(state, 'leap'), seen };
}

import { readDateSeconds } from '../../shared/dates';
import { readNumber } from '../../shared/format';
import type { HistoryItem } from '../../shared/rpc/schemas';
import { readOutcome } from '../../shared/statuses';

export type ScoreScale = 'percent' | 'fraction' | 'unclear';

/** The trigger's default lookback, in minutes. */
export const USUAL_LOOKBACK_MINUTES = 60;

/** Room above the slowest check that was seen. */
const LOOKBACK_FACTOR = 1.25;

/** The fewest scores that are fractions if none is above 1: among as many percents one would be. */
const ENOUGH_SCORES = 10;

export const isUnfinished = ({ status }: Pick<HistoryItem, 'status'>): boolean =>
	readOutcome(status) === 'pending';

/** The durations of the ended checks in seconds, shortest first. */
export function readDurations(history: readonly HistoryItem[]): number[] {
	return history
		.filter((item) => !isUnfinished(item))
		.flatMap(({ initDate, resultDate }) => {
			const [started, ended] = [initDate, resultDate].map(readDateSeconds);
			return started === null || ended === null || ended < started ? [] : [ended - started];
		})
		.sort((a, b) => a - b);
}

/** The middle one of sorted numbers; undefined if there is none. */
export const medianOf = (sorted: readonly number[]): number | undefined =>
	sorted[Math.ceil(sorted.length / 2) - 1];

/** Finds the scale of the scores: one above 1 is percent. */
export function readScale(history: readonly HistoryItem[]): ScoreScale {
	const scores = history
		.filter(({ status }) => readOutcome(status) === 'completed')
		.map(({ riskscore }) => readNumber(riskscore) ?? 0)
		.filter((score) => score > 0);
	if (scores.some((score) => score > 1)) return 'percent';
	return scores.length >= ENOUGH_SCORES ? 'fraction' : 'unclear';
}

/** The trigger's Lookback in minutes that the slowest check needs. */
export const findLookbackMinutes = (slowestSeconds: number): number =>
	slowestSeconds < USUAL_LOOKBACK_MINUTES * 60
		? USUAL_LOOKBACK_MINUTES
		: Math.ceil((slowestSeconds * LOOKBACK_FACTOR) / 60);

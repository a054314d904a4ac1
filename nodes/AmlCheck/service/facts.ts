import { readReportCurrency } from '../../shared/currencies';
import { readDateSeconds } from '../../shared/dates';
import type { RiskScoreScale } from '../../shared/risk';
import { readNumber } from '../../shared/format';
import type { HistoryItem } from '../../shared/rpc/schemas';
import { readRecordedAsset } from '../../shared/targets/asset';
import { readOutcome } from '../../shared/statuses';

/* Facts that a page of the history shows about a service, for Get Status and Check Service. No run keeps them. */

type ScoreScale = 'percent' | 'fraction' | 'unclear';

/** The trigger's default lookback. */
const USUAL_LOOKBACK_SECONDS = 3_600;
/** The fewest scores that are fractions if none is above 1: among as many percents one would be. */
const ENOUGH_SCORES = 10;
/** Clocks this far apart make the dates of checks unreliable. */
export const CLOCK_IS_OFF_SECONDS = 120;

export const isUnfinished = ({ status }: Pick<HistoryItem, 'status'>): boolean =>
	readOutcome(status) === 'pending';

/** The durations of the ended checks in seconds, shortest first. */
export function readDurations(history: readonly HistoryItem[]): number[] {
	return history
		.filter((item) => !isUnfinished(item))
		.flatMap(({ initDate, resultDate }) => {
			const [started, ended] = [readDateSeconds(initDate), readDateSeconds(resultDate)];
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

const SCALE_NAMES = { percent: 'Percent', fraction: 'Fraction' } as const;

/** The value that Risk Score Scale needs; undefined if it has that value, or if the scale is not clear. */
export const findScaleSetting = (scale: ScoreScale, setting: RiskScoreScale) =>
	scale === 'unclear' || scale === setting ? undefined : SCALE_NAMES[scale];

/** The value in minutes that the trigger's Lookback needs; undefined if the default is enough. */
export const findLookbackMinutes = (slowestSeconds: number): number | undefined =>
	slowestSeconds < USUAL_LOOKBACK_SECONDS ? undefined : Math.ceil((slowestSeconds * 1.25) / 60);

/** Whether a date lies in the future, whatever the clocks. In Unix seconds, and milliseconds of the service's clock. */
export const isFuture = (seconds: number, now: number): boolean =>
	seconds > now / 1000 + CLOCK_IS_OFF_SECONDS;

/** Whether a record is surely of a network's own currency: a search may leave tokens out. */
export function isSurelyNative(item: HistoryItem): boolean {
	const network = readReportCurrency(item.currency);
	return network !== undefined && readRecordedAsset(item, network) === 'native';
}

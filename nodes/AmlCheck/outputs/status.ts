import { outcomeOf } from '../../shared/checks/status';
import { readUsage } from '../../shared/checks/simplify';
import { latestDateSeconds, readDateSeconds } from '../../shared/dates';
import { DEFAULT_LOOKBACK_MINUTES } from '../../shared/knowledge/durations';
import { isAmbiguousScore } from '../../shared/knowledge/scales';
import type { ScaleFinding } from '../../shared/knowledge/scales';
import type { HistoryItem, UsageMeta } from '../../shared/rpc/schemas';
import { z } from '../../shared/vendor/zod';

const count = () => z.number().int();

/** What Get Status tells (design 9). A key is missing where nothing tells yet: a filter can't take it for a number. */
export const statusSchema = z
	.object({
		summary: z.string().describe('One line for a message'),
		advice: z.string().describe('What to do, in sentences; empty where there is nothing to do'),
		checksLeft: count().optional().describe('Checks left in the package; missing if not told'),
		checksUsed: count().optional().describe('Checks used of the package; missing if not told'),
		checksPerDay: z.number().optional().describe('Checks a day, by the newest of the history'),
		daysLeft: z.number().optional().describe('How long the package lasts at that rate'),
		medianSeconds: z.number().optional().describe('Half of the checks took no longer'),
		p95Seconds: z.number().optional().describe('95 of 100 checks took no longer'),
		longestSeconds: z.number().optional().describe('The longest check in what was read'),
		durationsKnown: count().describe('How many checks these three are made of'),
		resultScale: z.enum(['percent', 'fraction', 'unproven']).describe('Scale of scores in results'),
		resultScaleProof: z.string().describe('What proves it'),
		historyScale: z
			.enum(['percent', 'fraction', 'unproven'])
			.describe('Scale of scores in the history'),
		historyScaleProof: z.string().describe('What proves it'),
		showsUnfinished: z
			.boolean()
			.optional()
			.describe('True if the history shows unfinished checks; missing until one is seen'),
		sortedBy: z
			.enum(['initDate', 'resultDate', 'unknown'])
			.describe('By which date the history is sorted'),
		clockAheadSeconds: z
			.number()
			.optional()
			.describe("How far the service's clock is ahead of n8n's"),
		unknown: z.string().describe('What can not be told yet, and why'),
	})
	.strict();

export type Status = z.infer<typeof statusSchema>;

/** What was found out for a status. */
export interface StatusFacts {
	/** The newest part of the history; null where it could not be read. */
	history: readonly HistoryItem[] | null;
	usage?: UsageMeta | null;
	results: ScaleFinding;
	scores: ScaleFinding;
	clockAheadMs?: number;
}

const DAY_SECONDS = 86_400;

/** From here on a package runs low. */
const FEW_CHECKS = 20;
const FEW_DAYS = 7;

/** A rate of fewer checks, or of a shorter time, would be a guess. */
const MIN_CHECKS = 10;
const MIN_SPAN_SECONDS = 3_600;

const round = (value: number) => Math.round(value * 100) / 100;

function durationsOf(history: readonly HistoryItem[]): number[] {
	return history
		.filter(({ status }) => outcomeOf(status) !== 'pending')
		.flatMap(({ initDate, resultDate }) => {
			const [begun, ended] = [readDateSeconds(initDate), readDateSeconds(resultDate)];
			return begun === null || ended === null || ended < begun ? [] : [ended - begun];
		})
		.sort((a, b) => a - b);
}

function timesOf(history: readonly HistoryItem[]): Partial<Status> & { durationsKnown: number } {
	const sorted = durationsOf(history);
	const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1];
	if (sorted.length === 0) return { durationsKnown: 0 };
	return {
		medianSeconds: at(0.5),
		p95Seconds: at(0.95),
		longestSeconds: at(1),
		durationsKnown: sorted.length,
	};
}

function rateOf(history: readonly HistoryItem[]): number | undefined {
	const dates = history.map(latestDateSeconds).filter((date) => date !== null);
	const span = Math.max(...dates) - Math.min(...dates);
	if (dates.length < MIN_CHECKS || span < MIN_SPAN_SECONDS) return undefined;
	return round((dates.length * DAY_SECONDS) / span);
}

const falls = (dates: readonly number[]) =>
	dates.every((date, index) => index === 0 || date <= dates[index - 1]);

function sortedBy(history: readonly HistoryItem[]): Status['sortedBy'] {
	const done = history.filter(({ status }) => outcomeOf(status) !== 'pending');
	const [byInit, byResult] = (['initDate', 'resultDate'] as const).map((key) =>
		falls(done.map((item) => readDateSeconds(item[key])).filter((date) => date !== null)),
	);
	if (byInit === byResult) return 'unknown';
	return byInit ? 'initDate' : 'resultDate';
}

/** Auto takes no score for a lower one than it may be, also where others are percent: a person can settle it. */
function scaleAdvice(
	{ resultScale, historyScale }: Partial<Status>,
	history: readonly HistoryItem[],
) {
	if (resultScale !== 'percent' || historyScale !== 'percent') return [];
	if (!history.some(({ riskscore }) => isAmbiguousScore(riskscore))) return [];
	return [
		'Some scores are up to 1, and Auto reads such a score as a fraction of 1, to be safe. If the service always sends percent, set Risk Score Scale to Percent.',
	];
}

function adviceFor(status: Partial<Status>, history: readonly HistoryItem[]): string[] {
	const { checksLeft, daysLeft, longestSeconds = 0 } = status;
	const advice: string[] = [];
	const isLow = checksLeft !== undefined && checksLeft <= FEW_CHECKS;
	const endsSoon = daysLeft !== undefined && daysLeft < FEW_DAYS;
	if (isLow || endsSoon) {
		const lasts = daysLeft === undefined ? '' : `, which last for ${daysLeft} days at this rate`;
		advice.push(`The package runs low: ${checksLeft} checks are left${lasts}. Buy more in time.`);
	}
	if (longestSeconds >= DEFAULT_LOOKBACK_MINUTES * 60) {
		const minutes = Math.ceil((longestSeconds * 1.25) / 60);
		advice.push(
			`A check took ${Math.ceil(longestSeconds / 60)} minutes: set the trigger's Lookback (Minutes) to ${minutes} or more, and a Timeout that is longer.`,
		);
	}
	return [...advice, ...scaleAdvice(status, history)];
}

function unknownOf(status: Partial<Status>, history: StatusFacts['history']): string[] {
	if (history === null) return ['The history could not be read, so only the account is known.'];
	if (history.length === 0)
		return ['The history is empty: make a check, then all of this can be told.'];
	const missing: Array<[isMissing: boolean, words: string]> = [
		[status.checksLeft === undefined, 'how many checks are left: no result tells'],
		[status.durationsKnown === 0, 'how long checks take: no finished check has both dates'],
		[
			status.resultScale === 'unproven',
			'the scale of scores in results: none is above 1 beside proof',
		],
		[status.historyScale === 'unproven', 'the scale of scores in the history: none is above 1'],
		[status.showsUnfinished === undefined, 'whether unfinished checks are shown: none was seen'],
		[status.sortedBy === 'unknown', 'by which date the history is sorted: both would fit'],
	];
	return missing.filter(([isMissing]) => isMissing).map(([, words]) => `Not known yet: ${words}.`);
}

function summaryOf({ checksLeft, medianSeconds, longestSeconds }: Partial<Status>): string {
	const left = checksLeft === undefined ? 'checks left not known yet' : `${checksLeft} checks left`;
	const times =
		medianSeconds === undefined
			? 'durations not known yet'
			: `a check takes ${medianSeconds} s, at most ${longestSeconds} s`;
	return `The service answers · ${left} · ${times}`;
}

/**
 * Puts what was found out about the service and the account into one flat item; pure (design 9).
 * @param facts what was found out.
 * @returns the item's json.
 */
export function describeStatus(facts: StatusFacts): Status {
	const history = facts.history ?? [];
	const { checksLeft, checksUsed } = readUsage(facts.usage);
	const checksPerDay = rateOf(history);
	const status = {
		...(checksLeft === null ? {} : { checksLeft }),
		...(checksUsed === null ? {} : { checksUsed }),
		...(checksPerDay === undefined ? {} : { checksPerDay }),
		...(checksPerDay && checksLeft !== null ? { daysLeft: round(checksLeft / checksPerDay) } : {}),
		...timesOf(history),
		resultScale: facts.results.scale,
		resultScaleProof: facts.results.proof,
		historyScale: facts.scores.scale,
		historyScaleProof: facts.scores.proof,
		...(history.some(({ status: text }) => outcomeOf(text) === 'pending')
			? { showsUnfinished: true }
			: {}),
		sortedBy: sortedBy(history),
		...(facts.clockAheadMs === undefined
			? {}
			: { clockAheadSeconds: round(facts.clockAheadMs / 1000) }),
	};
	return {
		summary: summaryOf(status),
		advice: adviceFor(status, history).join(' '),
		...status,
		unknown: unknownOf(status, facts.history).join(' '),
	};
}

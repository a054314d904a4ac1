import { readUsage } from '../../shared/checks/simplify';
import { outcomeOf } from '../../shared/checks/status';
import { readDateSeconds } from '../../shared/dates';
import { readNumber } from '../../shared/risk/format';
import type { RiskScoreScale } from '../../shared/risk';
import type { HistoryItem, UsageMeta } from '../../shared/rpc/schemas';
import { z } from '../../shared/vendor/zod';

const count = () => z.number().int();

/** The item of Get Status. A key is missing if its value is not known: a filter can't take it for a number. */
export const statusSchema = z
	.object({
		summary: z.string().describe('One line for a message'),
		advice: z.string().describe('What to do, in sentences; empty if there is nothing to do'),
		checksLeft: count().optional().describe('Checks left in the package'),
		checksUsed: count().optional().describe('Checks used of the package'),
		scoreScale: z
			.enum(['percent', 'fraction', 'unclear'])
			.describe('Scale of the risk scores in the history'),
		medianSeconds: z.number().optional().describe('Half of the checks took no longer'),
		slowestSeconds: z.number().optional().describe('How long the slowest check took'),
		checksRead: count().describe('How many checks of the history were read'),
		unfinished: count().describe('How many of them are not finished'),
		clockAheadSeconds: z
			.number()
			.optional()
			.describe("How far the service's clock is ahead of n8n's"),
	})
	.strict();

export type Status = z.infer<typeof statusSchema>;

/** What was read for a status. */
export interface StatusFacts {
	/** One page of the history; null if it could not be read. */
	history: readonly HistoryItem[] | null;
	usage: UsageMeta | null;
	/** As the credential says. */
	riskScoreScale: RiskScoreScale;
	clockAheadMs?: number;
}

/** The trigger's lookback, unless somebody changes it, in seconds. */
const USUAL_LOOKBACK_SECONDS = 3_600;

/** A package with so few checks runs low. */
const FEW_CHECKS = 20;

/** So many scores without one above 1 are fractions: among as many percents one would be above 1. */
const ENOUGH_SCORES = 10;

/** Dates of checks are off by as much. */
const CLOCK_IS_OFF_SECONDS = 120;

function readDurations(history: readonly HistoryItem[]): number[] {
	return history
		.filter(({ status }) => outcomeOf(status) !== 'pending')
		.flatMap(({ initDate, resultDate }) => {
			const [started, ended] = [readDateSeconds(initDate), readDateSeconds(resultDate)];
			return started === null || ended === null || ended < started ? [] : [ended - started];
		})
		.sort((a, b) => a - b);
}

function readScale(history: readonly HistoryItem[]): Status['scoreScale'] {
	const scores = history
		.filter(({ status }) => outcomeOf(status) === 'completed')
		.map(({ riskscore }) => readNumber(riskscore) ?? 0)
		.filter((score) => score > 0);
	if (scores.some((score) => score > 1)) return 'percent';
	return scores.length >= ENOUGH_SCORES ? 'fraction' : 'unclear';
}

function adviseScale(scale: Status['scoreScale'], setting: RiskScoreScale): string[] {
	if (scale === 'unclear' || scale === setting) return [];
	const name = scale === 'percent' ? 'Percent' : 'Fraction';
	const why =
		scale === 'percent'
			? 'Scores above 1 are in the history'
			: 'No score of the history is above 1';
	return [`${why}: set Risk Score Scale in the AML Check API credential to ${name}.`];
}

function advise(status: Omit<Status, 'summary' | 'advice'>, facts: StatusFacts): string[] {
	const { checksLeft, slowestSeconds = 0, clockAheadSeconds = 0 } = status;
	const advice: string[] = [];
	if (checksLeft !== undefined && checksLeft <= FEW_CHECKS)
		advice.push(`The package runs low: ${checksLeft} checks are left. Buy more in time.`);
	if (slowestSeconds >= USUAL_LOOKBACK_SECONDS) {
		const minutes = Math.ceil((slowestSeconds * 1.25) / 60);
		advice.push(
			`A check took ${Math.ceil(slowestSeconds / 60)} minutes: set the trigger's Lookback (Minutes) to ${minutes} or more.`,
		);
	}
	if (Math.abs(clockAheadSeconds) > CLOCK_IS_OFF_SECONDS)
		advice.push(
			`The clocks of the service and of this n8n are ${Math.abs(clockAheadSeconds)} seconds apart: set the clock of this n8n.`,
		);
	if (facts.history === null)
		advice.push('The history could not be read, so only the connection is known. Try again later.');
	return [...advice, ...adviseScale(status.scoreScale, facts.riskScoreScale)];
}

function summarize({ checksLeft, medianSeconds, slowestSeconds }: Partial<Status>): string {
	const left = checksLeft === undefined ? [] : [`${checksLeft} checks left`];
	const times =
		medianSeconds === undefined
			? []
			: [`a check takes ${medianSeconds} s, the slowest took ${slowestSeconds} s`];
	return ['The service responds', ...left, ...times].join(' · ');
}

/**
 * Describes the service and the account in one flat item; pure.
 * @param facts what was read.
 * @returns the item's json.
 */
export function describeStatus(facts: StatusFacts): Status {
	const history = facts.history ?? [];
	const { checksLeft, checksUsed } = readUsage(facts.usage);
	const durations = readDurations(history);
	const status = {
		...(checksLeft === null ? {} : { checksLeft }),
		...(checksUsed === null ? {} : { checksUsed }),
		scoreScale: readScale(history),
		...(durations.length === 0
			? {}
			: {
					medianSeconds: durations[Math.ceil(durations.length / 2) - 1],
					slowestSeconds: durations[durations.length - 1],
				}),
		checksRead: history.length,
		unfinished: history.filter(({ status: text }) => outcomeOf(text) === 'pending').length,
		...(facts.clockAheadMs === undefined
			? {}
			: { clockAheadSeconds: Math.round(facts.clockAheadMs / 1000) }),
	};
	return { summary: summarize(status), advice: advise(status, facts).join(' '), ...status };
}

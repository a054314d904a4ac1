import type { NodeExecutionHint } from 'n8n-workflow';

import { readUsage } from '../../shared/checks/simplify';
import type { RiskLevel } from '../../shared/risk';
import type { UsageMeta } from '../../shared/rpc/schemas';
import type { Payer } from './check';

/** What an input item has come to: its level, or that there is none. */
export type RowEnding = RiskLevel | 'notScreened';

/** What a run of a paid operation came to. */
export interface ScreeningTotals {
	/** How many input items came to what. */
	rows: Readonly<Record<RowEnding, number>>;
	/** Checks that this try paid for. */
	charged: number;
	/** Items that share a check with an earlier one. */
	merged: number;
	/** Items for which a recent report stood in. */
	reused: number;
	/** Checks of an earlier try that were not paid for again. */
	resumed: number;
	checksLeft: number | null;
	checksUsed: number | null;
}

/** What is known of one wanted check at the end of a run. */
export interface CheckTally {
	/** Nothing where there is no check. */
	payer?: Payer;
	/** What the service told of the package. */
	usage?: UsageMeta | null;
}

/** Answers come out of order: the lowest count left is the latest. */
function lowestUsage(tallies: readonly CheckTally[]): ReturnType<typeof readUsage> {
	return tallies
		.map(({ usage }) => readUsage(usage))
		.reduce(
			(lowest, usage) =>
				usage.checksLeft !== null &&
				(lowest.checksLeft === null || usage.checksLeft < lowest.checksLeft)
					? usage
					: lowest,
			readUsage(null),
		);
}

/**
 * How many input items came to what; pure.
 * @param endings one for each of them.
 */
export function countRows(endings: readonly RowEnding[]): ScreeningTotals['rows'] {
	const rows = { low: 0, medium: 0, high: 0, unknown: 0, notScreened: 0 };
	for (const ending of endings) rows[ending]++;
	return rows;
}

/**
 * Adds up what a run came to; pure.
 * @param tallies one for each wanted check.
 * @param merged how many items share a check with an earlier one.
 * @param endings one for each input item.
 */
export function totalsOf(
	tallies: readonly CheckTally[],
	merged: number,
	endings: readonly RowEnding[],
): ScreeningTotals {
	const paidBy = (who: Payer) => tallies.filter(({ payer }) => payer === who).length;
	return {
		rows: countRows(endings),
		charged: paidBy('thisTry'),
		resumed: paidBy('earlierTry'),
		merged,
		reused: paidBy('other'),
		...lowestUsage(tallies),
	};
}

const LOW_SHARE = 0.1;

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

function costHint(totals: ScreeningTotals): NodeExecutionHint {
	const { charged, merged, reused, resumed, checksLeft } = totals;
	const parts = [`${count(charged, 'check')} charged`];
	if (resumed > 0) parts.push(`${resumed} already paid for in an earlier try`);
	parts.push(`${count(merged, 'item')} merged`, `${count(reused, 'report')} reused`);
	if (checksLeft !== null) parts.push(`${count(checksLeft, 'check')} left in the package`);
	return { type: 'info', location: 'outputPane', message: `${parts.join(', ')}.` };
}

/**
 * Tells of all rows, those without a result included: what is not told looks as if it were well.
 * @param rows how many input items came to what.
 */
export function rowsHint(rows: ScreeningTotals['rows']): NodeExecutionHint {
	const { low, medium, high, unknown, notScreened } = rows;
	const all = low + medium + high + unknown + notScreened;
	const levels = `${high} high, ${medium} medium, ${low} low, ${unknown} unknown`;
	const message = `${count(all, 'item')}: ${levels}, ${notScreened} not screened. Branch on riskLevel: only low is a pass, and a score alone tells too little.`;
	const isWhole = unknown + notScreened === 0;
	return { type: isWhole ? 'info' : 'warning', location: 'outputPane', message };
}

function lowHint({ checksLeft, checksUsed }: ScreeningTotals): NodeExecutionHint[] {
	if (checksLeft === null || checksUsed === null) return [];
	if (checksLeft >= (checksLeft + checksUsed) * LOW_SHARE) return [];
	const message = `Fewer than a tenth of the package's checks are left: ${checksLeft} of ${checksLeft + checksUsed}. Order more at the service before they run out.`;
	return [{ type: 'warning', location: 'outputPane', message }];
}

/**
 * What the editor tells beside the output of a run; pure (design 5).
 * @param totals what the run came to.
 * @returns hints, the levels first.
 */
export function hintsFor(totals: ScreeningTotals): NodeExecutionHint[] {
	return [rowsHint(totals.rows), costHint(totals), ...lowHint(totals)];
}

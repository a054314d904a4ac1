import type { NodeExecutionHint } from 'n8n-workflow';

import { readUsage } from '../../shared/checks/simplify';
import type { UsageMeta } from '../../shared/rpc/schemas';

/** What one wish has come to, for the hints. */
export interface Tally {
	/** Who paid; undefined where there is no check. */
	by: 'thisTry' | 'earlierTry' | 'other' | undefined;
	/** What the service said of the package. */
	usage: UsageMeta | null | undefined;
	/** A recent check could not be reused, since no record says its asset. */
	isUnspecified: boolean;
}

/** The package is called low when less than this share is left. */
const LOW_SHARE = 0.1;

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

const hint = (type: NodeExecutionHint['type'], message: string): NodeExecutionHint => ({
	type,
	location: 'outputPane',
	message,
});

/** Responses come out of order: the lowest count left is the latest. */
function latestUsage(tallies: readonly Tally[]): ReturnType<typeof readUsage> {
	const read = tallies.map(({ usage }) => readUsage(usage));
	const known = read.filter(({ checksLeft }) => checksLeft !== null);
	return known.reduce(
		(least, usage) => (Number(usage.checksLeft) < Number(least.checksLeft) ? usage : least),
		known[0] ?? readUsage(null),
	);
}

/**
 * The hints beside the output of a paid run; pure.
 * @param tallies one for each wish.
 * @param merged how many items share a check with an earlier one.
 * @returns what was charged and what is left in one line, and other hints only where they matter.
 */
export function hintsFor(tallies: readonly Tally[], merged: number): NodeExecutionHint[] {
	const paidBy = (who: Tally['by']) => tallies.filter(({ by }) => by === who).length;
	const { checksLeft, checksUsed } = latestUsage(tallies);
	const parts = [`${count(paidBy('thisTry'), 'check')} charged`];
	if (paidBy('earlierTry') > 0)
		parts.push(`${paidBy('earlierTry')} already paid for in an earlier try`);
	if (merged > 0) parts.push(`${count(merged, 'item')} merged`);
	if (paidBy('other') > 0) parts.push(`${count(paidBy('other'), 'report')} reused`);
	if (checksLeft !== null) parts.push(`${count(checksLeft, 'check')} left in the package`);
	const hints = [hint('info', `${parts.join(', ')}.`)];
	const again = tallies.filter(({ by, isUnspecified }) => by === 'thisTry' && isUnspecified).length;
	if (again > 0)
		hints.push(
			hint(
				'info',
				`${count(again, 'item')} ${again === 1 ? 'was' : 'were'} paid for again: reports on this network don't state their asset, so they can't be reused.`,
			),
		);
	const isLow =
		checksLeft !== null &&
		checksUsed !== null &&
		checksLeft < (checksLeft + checksUsed) * LOW_SHARE;
	if (isLow)
		hints.push(
			hint(
				'warning',
				`Less than a tenth of the package is left: ${checksLeft} of ${checksLeft + checksUsed} checks. Order more at the service before they run out.`,
			),
		);
	return hints;
}

import type { NodeExecutionHint } from 'n8n-workflow';

import { readUsage } from '../../shared/check/show';
import type { RiskRules } from '../../shared/level';
import type { UsageMeta } from '../../shared/rpc/schemas';
import type { ItemOutcome } from './outcomes';

/** Facts that a run notes for its hints. */
export interface RunNotes {
	/** Whether a score below 1 was read as a fraction because the credential's scale is `auto`. */
	isScaleGuessed: boolean;
	/** Whether a score of exactly 1 could not be read because the credential's scale is `auto`. */
	isScaleUnclear: boolean;
}

/** How one order has ended, for the hints. */
export interface OrderSummary {
	/** Who paid; undefined where there is no check. */
	paidBy: 'thisTry' | 'earlierTry' | 'somebodyElse' | undefined;
	/** The counts of the package, as the service sent them. */
	usage: UsageMeta | null | undefined;
	/** A recent check could not be reused, since no record states its asset. */
	isUnspecified: boolean;
}

/** The package is called low when less than this share is left. */
const LOW_SHARE = 0.1;

const hint = (type: 'info' | 'warning', message: string): NodeExecutionHint => ({
	type,
	location: 'outputPane',
	message,
});

const countNoun = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

const be = (number: number, one: string, several: string) => (number === 1 ? one : several);

/** Items that a workflow that branches on the score would let pass: high, with a score below the medium threshold. */
function describeHarmlessScores(
	policies: readonly RiskRules[],
	outcomes: readonly ItemOutcome[],
): string[] {
	const limits = outcomes.flatMap((outcome, index) => {
		const { mediumRiskFrom } = policies[index];
		const outputs = 'outputs' in outcome ? outcome.outputs : [];
		return outputs
			.filter(({ json }) => json.riskLevel === 'high' && Number(json.riskScore) < mediumRiskFrom)
			.map(() => mediumRiskFrom);
	});
	if (limits.length === 0) return [];
	return [
		`${countNoun(limits.length, 'item')} ${be(limits.length, 'is', 'are')} high with a score below ${Math.max(...limits)}: branch on 'Risk Level', not on the score.`,
	];
}

function describeScale({ isScaleGuessed, isScaleUnclear }: RunNotes): string[] {
	const advice = "Set 'Risk Score Scale' in the credential to the scale that the service uses.";
	if (isScaleUnclear)
		return [`A risk score of exactly 1 can mean 1% or 100%, so its item is unknown. ${advice}`];
	return isScaleGuessed
		? [`Risk scores below 1 were read as fractions: 0.8 as 80%. ${advice}`]
		: [];
}

/**
 * Makes the hints about risk next to the output: only those that matter for this run.
 * @returns hints; most runs have none.
 */
export function riskHints(
	notes: RunNotes,
	policies: readonly RiskRules[],
	outcomes: readonly ItemOutcome[],
): NodeExecutionHint[] {
	const warnings = describeHarmlessScores(policies, outcomes);
	return [
		...warnings.map((message) => hint('warning', message)),
		...describeScale(notes).map((message) => hint('info', message)),
	];
}

/** Responses come out of order: the lowest count left is the latest. */
function latestUsage(orders: readonly OrderSummary[]): ReturnType<typeof readUsage> {
	const known = orders
		.map(({ usage }) => readUsage(usage))
		.filter(({ checksLeft }) => checksLeft !== null);
	return known.reduce(
		(least, usage) => (Number(usage.checksLeft) < Number(least.checksLeft) ? usage : least),
		known[0] ?? readUsage(null),
	);
}

export const AGAIN_IS_FREE =
	"For a list, set 'Request Key': then a second run within a day is free.";

/**
 * The hints beside the output of a paid run; pure.
 * @param merged how many items share a check with an earlier one.
 * @param hasKeys whether a second run is free, since every item has a request key.
 * @returns what was charged and what is left in one line, and other hints only where they matter.
 */
export function paidHints(
	orders: readonly OrderSummary[],
	merged: number,
	hasKeys: boolean,
): NodeExecutionHint[] {
	const countPaidBy = (who: OrderSummary['paidBy']) =>
		orders.filter(({ paidBy }) => paidBy === who).length;
	const { checksLeft: left, checksUsed: used } = latestUsage(orders);
	const parts = [`${countNoun(countPaidBy('thisTry'), 'check')} charged`];
	if (countPaidBy('earlierTry') > 0)
		parts.push(`${countPaidBy('earlierTry')} already paid for in an earlier try`);
	if (merged > 0) parts.push(`${countNoun(merged, 'item')} merged`);
	if (countPaidBy('somebodyElse') > 0)
		parts.push(`${countNoun(countPaidBy('somebodyElse'), 'report')} reused`);
	if (left !== null) parts.push(`${countNoun(left, 'check')} left in the package`);
	const isList = countPaidBy('thisTry') > 1 && !hasKeys;
	const hints = [hint('info', `${parts.join(', ')}.${isList ? ` ${AGAIN_IS_FREE}` : ''}`)];
	const again = orders.filter(
		({ paidBy, isUnspecified }) => paidBy === 'thisTry' && isUnspecified,
	).length;
	if (again > 0) {
		const message = `${countNoun(again, 'item')} ${be(again, 'was', 'were')} paid for again: reports on this network don't state their asset, so they can't be reused.`;
		hints.push(hint('info', message));
	}
	if (left !== null && used !== null && left < (left + used) * LOW_SHARE) {
		const message = `Less than a tenth of the package is left: ${left} of ${left + used} checks. Order more at the service before they run out.`;
		hints.push(hint('warning', message));
	}
	return hints;
}

/**
 * The total of a Dry Run; pure.
 * @param outcomes of all rows.
 * @param merged how many rows share a check with an earlier one.
 */
export function dryHint(outcomes: readonly ItemOutcome[], merged: number): NodeExecutionHint {
	const costs = outcomes.flatMap((outcome) =>
		'outputs' in outcome ? outcome.outputs.map(({ json }) => Number(json.wouldCost)) : [],
	);
	const wanted = costs.reduce((sum, cost) => sum + cost, 0);
	const refused = outcomes.filter((outcome) => 'failure' in outcome).length;
	const parts = [`${countNoun(wanted, 'check')} would be paid for`];
	if (merged > 0) parts.push(`${countNoun(merged, 'row')} ${be(merged, 'is', 'are')} merged`);
	if (refused > 0) parts.push(`${refused} can't be screened`);
	return hint('info', `${parts.join(', ')}.`);
}

/** More hints than this push the output out of sight. */
const MAX_HINTS = 3;

/**
 * Puts the hints of a run in order: the first one is about money, warnings follow, and what is too much becomes one line;
 * pure.
 */
export function foldHints([money, ...others]: readonly NodeExecutionHint[]): NodeExecutionHint[] {
	if (!money) return [];
	const isWarning = ({ type }: NodeExecutionHint) => type === 'warning';
	const hints = [money, ...others.filter(isWarning), ...others.filter((one) => !isWarning(one))];
	if (hints.length <= MAX_HINTS) return hints;
	const folded = hints.slice(MAX_HINTS - 1).map(({ message }) => message);
	return [
		...hints.slice(0, MAX_HINTS - 1),
		hint('info', `And ${folded.length} more notes: ${folded.join(' ')}`),
	];
}

import type { NodeExecutionHint } from 'n8n-workflow';

import type { ItemOutcome } from './outcomes';

/** How one order has ended, for the hint. */
export interface OrderSummary {
	/** Who paid; undefined where there is no check. */
	paidBy: 'thisTry' | 'earlierTry' | 'somebodyElse' | undefined;
	/** How many checks its answer says are left in the package. */
	checksLeft: number | null;
}

const countNoun = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

const sentence = (parts: readonly string[]) => `${parts.filter((part) => part !== '').join(', ')}.`;

const countIf = (number: number, write: (number: number) => string) =>
	number > 0 ? write(number) : '';

/** Responses come out of order: the lowest count left is the latest. */
function findChecksLeft(orders: readonly OrderSummary[]): number | undefined {
	const known = orders.flatMap(({ checksLeft }) => checksLeft ?? []);
	return known.length > 0 ? known.reduce((least, left) => Math.min(least, left)) : undefined;
}

export const AGAIN_IS_FREE =
	"For a list, set 'Request Key': then a second run within a day is free.";

/**
 * What a paid run has charged, and what is left, in one sentence; pure.
 * @param merged how many items share a check with an earlier one.
 */
export function sayCharged(orders: readonly OrderSummary[], merged: number): string {
	const countPaidBy = (who: OrderSummary['paidBy']) =>
		orders.filter(({ paidBy }) => paidBy === who).length;
	const left = findChecksLeft(orders);
	return sentence([
		`${countNoun(countPaidBy('thisTry'), 'check')} charged`,
		countIf(countPaidBy('earlierTry'), (n) => `${n} already paid for in an earlier try`),
		countIf(merged, (n) => `${countNoun(n, 'item')} merged`),
		countIf(countPaidBy('somebodyElse'), (n) => `${countNoun(n, 'report')} reused`),
		left === undefined ? '' : `${countNoun(left, 'check')} left in the package`,
	]);
}

/**
 * The total of a Dry Run in one sentence; pure.
 * @param outcomes of all items.
 * @param merged how many items share a check with an earlier one.
 */
export function sayDry(outcomes: readonly ItemOutcome[], merged: number): string {
	const costs = outcomes.flatMap((outcome) =>
		'outputs' in outcome ? outcome.outputs.map(({ json }) => Number(json.wouldCost)) : [],
	);
	const refused = outcomes.filter((outcome) => 'failure' in outcome).length;
	const wanted = costs.reduce((sum, cost) => sum + cost, 0);
	return sentence([
		`${countNoun(wanted, 'check')} would be paid for`,
		countIf(merged, (n) => `${countNoun(n, 'item')} merged`),
		countIf(refused, (n) => `${n} can't be screened`),
	]);
}

/** The one hint of an execution, beside its output; none where there is nothing to say. */
export const makeHint = (sentences: readonly string[]): NodeExecutionHint[] =>
	sentences.length === 0
		? []
		: [{ type: 'info', location: 'outputPane', message: sentences.join(' ') }];

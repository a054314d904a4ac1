import type { IDataObject } from 'n8n-workflow';

import type { CheckFacts } from '../../shared/checks/simplify';
import { asSent, type CheckRecord, type HistoryItem } from '../../shared/rpc/schemas';
import { withSubject, type Target } from '../../shared/targets';
import type { Entry } from '../run/entries';
import type { ItemFailure } from '../run/outcomes';
import type { Priced, WalletPart } from '../run/wallet';
import type { Outcome } from '../waiting/looks';
import { earlierLost, notSubmitted } from './failures';
import type { Acquisition, Order } from './order';

/* How an order has ended; pure. */

/** A check to show, with what the service sent of it. */
export interface Shown {
	check: CheckRecord;
	raw: IDataObject;
	facts: CheckFacts;
}

export type Ending = ItemFailure | Shown;

/** The facts of an order that decide about its ending. */
export type Acquired = Pick<Order, 'acquisition' | 'entry' | 'target'>;

/** The status shown for a check without a result; the service sends none. */
const SUBMITTED_STATUS = 'PENDING';

/** Completes what the service sent of a check with its target, so that no level is shown without its wallet. */
const withTarget = (check: Partial<CheckRecord>, target: Target) =>
	withSubject(check as CheckRecord, { ...target, currency: target.code });

/** The check as the service has shown it, finished or not. */
export const resultOf = (waited: Outcome | undefined) =>
	waited && ('result' in waited ? waited.result : waited.last);

/** The failure of a wait that is shown as one: a check that is only late is shown as pending. */
const failureOfWait = (waited: Outcome | undefined) =>
	waited && 'failure' in waited && !waited.pending ? waited.failure : undefined;

/** The check that was taken, in the shape of a result: without a report its risk is unknown. */
function showCheck(
	{ target, entry }: Acquired,
	hash: string,
	acquisition: Exclude<Acquisition, { failure: unknown }>,
	waited: Outcome | undefined,
	historyItem: HistoryItem | undefined,
): Shown {
	const { paidBy, submitted } = acquisition;
	const result = resultOf(waited);
	const seen = waited && 'failure' in waited ? waited.status : undefined;
	const status = seen ?? SUBMITTED_STATUS;
	const check = withTarget(result?.check ?? { ...submitted, hash, status }, target);
	const usage = (result ? result.usage : acquisition.usage) ?? null;
	const facts: CheckFacts = {
		asset: target.assetName,
		network: target.network,
		reused: entry.state === 'taken' && !entry.paid,
		usage,
		requestId: paidBy === 'somebodyElse' ? undefined : entry.id,
		historyItem,
	};
	const raw = { check: asSent(result?.check ?? submitted ?? check), meta: usage };
	return { check, raw: raw as unknown as IDataObject, facts };
}

/**
 * How an order has ended.
 * @param waited the end of the wait for its result, and `historyItem` what the history has shown of the check.
 */
export function endOrder(order: Acquired, waited?: Outcome, historyItem?: HistoryItem): Ending {
	const { acquisition, entry } = order;
	if (acquisition && 'failure' in acquisition) return acquisition;
	if (!acquisition || entry.state !== 'taken')
		return { failure: notSubmitted.stopped(), isConsequence: true };
	const failure = failureOfWait(waited);
	if (failure) return { failure };
	return showCheck(order, entry.hash, acquisition, waited, historyItem);
}

const PAID_BY_WORDS = {
	earlierTry: 'Already paid for in an earlier try',
	somebodyElse: 'A recent check is reused',
	thisTry: 'A new check',
};

/**
 * The cost of an order's check for an item.
 * @param index of the item, which pays if it is the first of those that want the check.
 */
export function priceOrder(
	{ entry, acquisition, items: [first] }: Pick<Order, 'acquisition' | 'entry' | 'items'>,
	index: number,
): ItemFailure | Priced {
	if (acquisition && 'failure' in acquisition) return acquisition;
	if (!acquisition && entry.state === 'sent') return { failure: earlierLost() };
	if (index !== first) return { wouldCost: 0, why: `Merged with row ${first + 1}` };
	const why = PAID_BY_WORDS[acquisition?.paidBy ?? 'thisTry'];
	return { wouldCost: acquisition ? 0 : 1, why };
}

/** One of the checks of an item: what it is of, the state of its entry, and how it has ended. */
export interface Part {
	target: Target;
	entry: Entry;
	ending: WalletPart['ending'];
	/** Whether the item is the one that pays for it. Merged items don't. */
	isPayer: boolean;
}

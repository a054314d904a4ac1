import { toFailure, type AmlCheckError } from '../../shared/failures/failure';
import { judgeLost, MAX_SENDS } from './entry';
import { answerFromPages, findExisting, type HistoryAnswer } from './existing';
import type { RunHistory } from '../waiting/history';
import type { Order } from './order';
import type { ThisTry } from './thisTry';

/** How long a reading may take although the run's time is over, in milliseconds. */
const MIN_READING_MS = 10_000;

/** The part of the history that was read: pages that prove no absence have never begun. */
interface PagesRead {
	isWhole: boolean;
	beganAt: number;
	/** Whether the service is known to show unfinished checks. */
	showsUnfinished: boolean;
}

/** Reads the history once for all orders that it may answer. @returns why a page could not be read, if one could not. */
export async function readHistory(
	thisTry: ThisTry,
	history: RunHistory,
): Promise<AmlCheckError | undefined> {
	const beganAt = performance.now();
	const mayContinue = () => performance.now() < beganAt + MIN_READING_MS || !thisTry.isOver;
	try {
		const read = await findExisting(thisTry.run.session, history, thisTry.asking, mayContinue);
		const { showsUnfinished } = history;
		const part = { isWhole: read.isWhole, beganAt, showsUnfinished };
		for (const [order, answer] of read.byOrder) follow(thisTry, order, answer, part);
		return read.failure;
	} catch (thrown) {
		return toFailure(thrown);
	}
}

/**
 * Names what any page of the run has shown of orders that may have been taken, whoever it was read for.
 * @returns whether a check is found.
 */
export async function readPagesAgain(thisTry: ThisTry, history: RunHistory): Promise<boolean> {
	const isUnclear = ({ entry, lost }: Order) => entry.state === 'sent' && lost !== undefined;
	const orders = thisTry.orders.filter(isUnclear);
	if (orders.length === 0) return false;
	const { showsUnfinished } = history;
	const pages = { isWhole: false, beganAt: -Infinity, showsUnfinished };
	for (const [order, answer] of await answerFromPages(thisTry.run.session, history, orders))
		follow(thisTry, order, answer, pages);
	return !orders.every(isUnclear);
}

/** Follows what a reading says about an order. */
function follow(thisTry: ThisTry, order: Order, answer: HistoryAnswer, reading: PagesRead): void {
	if (answer.kind === 'take') return takeFound(thisTry, order, answer.hash);
	if (order.lost) return followLost(thisTry, order, answer, reading);
	if (answer.kind === 'nothing') order.isAssetUnspecified = answer.isAssetUnspecified;
	order.asksReuse = !reading.isWhole;
}

function takeFound(thisTry: ThisTry, order: Order, hash: string): void {
	const isOurs = order.lost !== undefined;
	if (!thisTry.run.options.dryRun) order.take(hash, isOurs);
	thisTry.progressed();
	thisTry.settle(order, { paidBy: order.lost?.paidBy ?? 'somebodyElse' });
}

/** The history does not prove the check of a request that may have been taken. */
function followLost(
	thisTry: ThisTry,
	order: Order,
	answer: Exclude<HistoryAnswer, { kind: 'take' }>,
	{ isWhole, beganAt, showsUnfinished }: PagesRead,
): void {
	const found = answer.kind === 'candidates' ? answer : { hashes: [], hasAll: false };
	order.apply({ kind: 'looked', candidates: found.hashes, showsUnfinished });
	const { entry, lost } = order;
	if (entry.state !== 'sent' || !lost) return;
	const sinceEndMs = beganAt - lost.endedAt;
	const verdict = judgeLost(entry, { sinceEndMs, isWhole, hasAll: found.hasAll });
	if (verdict === 'open') return;
	if (verdict === 'absent') {
		order.apply({ kind: 'absent' });
		order.lost = undefined;
		thisTry.progressed();
		// It is wanted again.
		if (entry.sends < MAX_SENDS) return;
	}
	if (!order.acquisition) thisTry.settle(order, { failure: lost.failure });
}

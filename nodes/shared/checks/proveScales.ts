import { readHistoryPage } from '../history/pages';
import { readNumber } from '../risk/numbers';
import type { HistoryItem } from '../rpc/schemas';
import type { RpcSession } from '../rpc/session';
import { isObject } from '../values';
import { fetchResult } from './result';
import { outcomeOf } from './status';

/** How much of the history is looked at, and how many results of its highest-scored checks. */
const PAGE_SIZE = 200;
const RESULTS = 3;

/** It is a look aside: it must not hold anything up. */
const LOOK = { timeoutMs: 10_000, maxAttempts: 1 };

/**
 * The checks of a page whose scores say most: completed, the highest first.
 * @param items of the history.
 * @returns at most three.
 */
function highestScored(items: readonly HistoryItem[]): HistoryItem[] {
	const scoreOf = ({ riskscore }: HistoryItem) => readNumber(riskscore) ?? 0;
	return items
		.filter((item) => outcomeOf(item.status) === 'completed' && scoreOf(item) > 0)
		.sort((a, b) => scoreOf(b) - scoreOf(a))
		.slice(0, RESULTS);
}

/**
 * Looks for what proves the scale of scores: the highest-scored checks of the history and their results, side by side
 * (design 9). Free, at most four calls; what is found is in the session's knowledge.
 * @param session the way to the service.
 * @param history where its newest part is known already.
 * @returns when done. It doesn't throw: without evidence scores are read with more caution.
 */
export async function proveScales(
	session: RpcSession,
	history?: readonly HistoryItem[],
): Promise<void> {
	const { scales } = session.knowledge;
	try {
		const query = { page: 0, pageSize: PAGE_SIZE };
		const items = history ?? (await readHistoryPage(session, query, LOOK)).items;
		await session.concurrently(highestScored(items), async (item) => {
			const result = await fetchResult(session, item.hash, undefined, LOOK).catch(() => undefined);
			if (!result || outcomeOf(result.check.status) !== 'completed') return;
			const { report } = result.check;
			if (isObject(report)) scales.notePair(item.riskscore, report.riskscore);
		});
	} catch {
		// Nothing depends on it.
	}
}

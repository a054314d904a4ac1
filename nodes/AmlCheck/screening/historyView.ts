import { MAX_PAGE_SIZE, PageWalk, readHistoryPage } from '../../shared/history/pages';
import type { HistoryItem } from '../../shared/rpc/schemas';
import type { CallOptions, RpcSession } from '../../shared/rpc/session';

/** Room on the page for checks of others that arrive meanwhile. */
const OTHERS_MARGIN = 100;

/** What the history shows of many checks that are waited for: one call for up to a thousand (design 5). */
export class HistoryView {
	/** Whether it was found to leave out checks that are done. */
	isIncomplete = false;

	/** A check that was found done directly before the history showed it: the next reading has to have it. */
	private expected?: string;

	/**
	 * @param session the way to the service.
	 * @param total how many checks are waited for in all.
	 */
	constructor(
		private readonly session: RpcSession,
		private readonly total: number,
	) {}

	/** Says that a check is done, though the history did not show it. */
	expect(hash: string): void {
		this.expected = hash;
	}

	/**
	 * Reads the newest part of the history, as far as the checks can be in it.
	 * @param hashes the checks that are not done yet.
	 * @param options timeouts and attempts.
	 * @returns what was shown, by hash.
	 * @throws AmlCheckError when it can't be read.
	 */
	async read(hashes: readonly string[], options: CallOptions): Promise<Map<string, HistoryItem>> {
		const pageSize = Math.min(this.total + OTHERS_MARGIN, MAX_PAGE_SIZE);
		const maxPages = Math.ceil(this.total / MAX_PAGE_SIZE) + 1;
		const shown = new Map<string, HistoryItem>();
		const walk = new PageWalk();
		for (let page = 0; page < maxPages && !hashes.every((hash) => shown.has(hash)); page++) {
			const read = await readHistoryPage(this.session, { page, pageSize }, options);
			for (const item of read.items) shown.set(item.hash, item);
			if (!walk.goesOnAfter(read)) break;
		}
		if (this.expected && !shown.has(this.expected)) this.isIncomplete = true;
		this.expected = undefined;
		return shown;
	}
}

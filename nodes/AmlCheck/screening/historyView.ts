import { hashKey } from '../../shared/checks/hash';
import { outcomeOf } from '../../shared/checks/status';
import { MAX_PAGE_SIZE, PageWalk, readHistoryPage } from '../../shared/history/pages';
import type { HistoryItem } from '../../shared/rpc/schemas';
import type { CallOptions, RpcSession } from '../../shared/rpc/session';
import { noteLook } from './outstanding';
import type { Outstanding } from './outstanding';

/** Room on the page for checks of others that arrive meanwhile. */
const OTHERS_MARGIN = 100;

/** What the history shows of many checks that are waited for: one call for up to a thousand (design 5). */
export class HistoryView {
	/** Whether it was found to leave out checks that are done. */
	private isIncomplete = false;

	/** Whether the last reading gave nothing. */
	private isUnreadable = false;

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

	/** Whether it shows, as far as is known, what is done. */
	get isTrusted(): boolean {
		return !this.isUnreadable && !this.isIncomplete;
	}

	/**
	 * Reads the newest part of the history, as far as the checks can be in it, and notes on each what it shows.
	 * @param checks those that are not known to be done.
	 * @param options timeouts and attempts.
	 * @returns those that are done.
	 * @throws AmlCheckError when it can't be read.
	 */
	async doneOf(checks: readonly Outstanding[], options: CallOptions): Promise<Outstanding[]> {
		const sentAt = Date.now();
		for (const check of checks) noteLook(check, sentAt, undefined);
		this.isUnreadable = true;
		const shown = await this.read(
			checks.map(({ hash }) => hash),
			options,
		);
		this.isUnreadable = false;
		return checks.filter((check) => {
			const item = shown.get(hashKey(check.hash));
			check.shown = item !== undefined;
			if (!item) return false;
			check.status = item.status;
			const isDone = outcomeOf(item.status) !== 'pending';
			noteLook(check, sentAt, isDone);
			if (outcomeOf(item.status) === 'completed') check.historyScore = item.riskscore;
			return isDone;
		});
	}

	/**
	 * Which checks are to be looked at by themselves: all where it can't be read, those that it doesn't show where it is
	 * known to leave some out, and otherwise the oldest of those, to find out.
	 * @param checks those that are not known to be done, the oldest first.
	 */
	unseenOf(checks: readonly Outstanding[]): readonly Outstanding[] {
		if (this.isUnreadable) return checks;
		const unseen = checks.filter(({ shown }) => !shown);
		return this.isIncomplete ? unseen : unseen.slice(0, 1);
	}

	private async read(
		hashes: readonly string[],
		options: CallOptions,
	): Promise<Map<string, HistoryItem>> {
		const pageSize = Math.min(this.total + OTHERS_MARGIN, MAX_PAGE_SIZE);
		const maxPages = Math.ceil(this.total / MAX_PAGE_SIZE) + 1;
		const shown = new Map<string, HistoryItem>();
		const walk = new PageWalk();
		for (
			let page = 0;
			page < maxPages && !hashes.every((hash) => shown.has(hashKey(hash)));
			page++
		) {
			const read = await readHistoryPage(this.session, { page, pageSize }, options);
			for (const item of read.items) shown.set(hashKey(item.hash), item);
			if (!walk.goesOnAfter(read)) break;
		}
		if (this.expected && !shown.has(hashKey(this.expected))) this.isIncomplete = true;
		this.expected = undefined;
		return shown;
	}
}

import { REPORT_NETWORKS } from '../../shared/currencies';
import { readHistoryPage } from '../../shared/history/pages';
import type { HistoryFilter, HistoryItem } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { sleepUnlessCancelled } from '../../shared/sleep';
import type { Ledger } from './ledger';
import { findLost, reachesBefore } from './matching';
import type { WantedCheck } from './plan';

/** The history may lag behind the queue: how long to wait before it is searched again. */
const SECOND_LOOK_MS = 3_000;

const PAGE_SIZE = 200;

/** A wallet's checks of the last minutes are near the top; beyond this the search would read a busy archive. */
const MAX_PAGES = 25;

export type Recovery = { found: HistoryItem } | { found: undefined; ambiguous: boolean };

/** The history's filter knows nine networks; for the others everything is searched (spec 4.7). */
function filterFor({ target }: WantedCheck): HistoryFilter {
	const type = target.kind === 'address' ? 'address' : 'tx';
	const { network } = target;
	return REPORT_NETWORKS.includes(network) ? { currency: network, type } : { type };
}

/** Other lost checks of the same wallet: the history doesn't tell which token a check was for. */
function hasLostTwin({ key, target }: WantedCheck, ledger: Ledger): boolean {
	const sameWallet = (other: string) => other.startsWith(`${target.walletKey}|`);
	const sameAsset = (other: string) => other.startsWith(`${target.key}#`);
	return ledger
		.unsureKeys()
		.some((other) => other !== key && sameWallet(other) && !sameAsset(other));
}

async function searchOnce(
	session: RpcSession,
	wanted: WantedCheck,
	ledger: Ledger,
	sentAt: number,
	deadlineAt: number,
): Promise<HistoryItem | undefined> {
	const filter = filterFor(wanted);
	const items: HistoryItem[] = [];
	for (let page = 0; page < MAX_PAGES; page++) {
		const query = { page, pageSize: PAGE_SIZE, filter };
		const read = await readHistoryPage(session, query, { deadlineAt });
		items.push(...read.items);
		if (page + 1 >= read.pageCount || reachesBefore(read.items, sentAt)) break;
	}
	return findLost(items, wanted.target, sentAt, (hash) => ledger.isClaimed(hash));
}

/**
 * Searches the history for a submission of which it isn't known whether the service took it: twice, a few seconds
 * apart, since the history may lag (design 5). What is found is entered in the ledger.
 * @param session the way to the service.
 * @param wanted the check that was submitted.
 * @param ledger tells when it was sent and which hashes belong to others.
 * @param deadlineAt when to be done, in Unix milliseconds.
 * @returns the check, or that there is none; `ambiguous` where a lost check of the same wallet for another token
 * could be meant.
 * @throws AmlCheckError when the history can't be read: then nothing may be sent again.
 */
export async function recoverLost(
	session: RpcSession,
	wanted: WantedCheck,
	ledger: Ledger,
	deadlineAt: number,
): Promise<Recovery> {
	const sentAt = ledger.find(wanted.key)?.sentAt ?? 0;
	for (const delayMs of [0, SECOND_LOOK_MS]) {
		if (delayMs > 0 && !(await sleepUnlessCancelled(delayMs, session.cancelSignal))) break;
		const found = await searchOnce(session, wanted, ledger, sentAt, deadlineAt);
		if (!found) continue;
		if (hasLostTwin(wanted, ledger)) return { found: undefined, ambiguous: true };
		ledger.taken(wanted.key, found.hash);
		return { found };
	}
	return { found: undefined, ambiguous: false };
}

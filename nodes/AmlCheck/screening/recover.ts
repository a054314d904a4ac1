import { MAX_PAGE_SIZE, PageWalk, readHistoryPage } from '../../shared/history/pages';
import type { HistoryFilter, HistoryItem } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { sleepUnlessCancelled } from '../../shared/sleep';
import type { Ledger } from './ledger';
import { findAllLost, findLost, reachesBefore } from './matching';
import type { WantedCheck } from './wanted';
import { isSearchable } from './reuse';

/** The history may lag behind the queue: how long to wait before each look, in ms. */
const LOOKS_MS: readonly number[] = [0, 3_000];

/** Where the check is known to be older than any lag. */
export const ONE_LOOK_MS: readonly number[] = [0];

/** A read of the history is short; what takes longer is tried again. */
const READ_TIMEOUT_MS = 10_000;

/** A wallet's check of the last minutes is near the top; an older one takes the largest pages there are. */
const FIRST_PAGE_SIZE = 200;

const MAX_PAGES = 25;

/** Checks sent so long before a lost one have to be in what is read of the history, whatever the clocks. */
const WITNESS_MS = 60_000;

/**
 * - `found`: the check, entered in the ledger.
 * - `missing`: the service has not taken it, as far as its history tells.
 * - `ambiguous`: it may be one of these, or they may be for another token of the same wallet.
 * - `unproven`: the history does not show it, and not all of what is known to be there either.
 */
export type Recovery =
	| { outcome: 'found'; item: HistoryItem }
	| { outcome: 'missing' }
	| { outcome: 'ambiguous'; hashes: string[] }
	| { outcome: 'unproven' };

/** The part of the history back to a submission. */
interface Excerpt {
	items: HistoryItem[];
	/** Whether it reaches back that far. */
	isWhole: boolean;
}

/**
 * The filter by currency knows nine networks (service 4.7), and under which code the history has a token's check is not
 * stated: for all but native currencies of those nine, everything is searched.
 */
function filterFor({ target }: WantedCheck): HistoryFilter {
	const type = target.kind === 'address' ? 'address' : 'tx';
	return isSearchable(target) ? { currency: target.network, type } : { type };
}

/** Other lost checks of the same wallet: the history doesn't tell which token a check was for. */
function hasLostTwin({ key, target }: WantedCheck, ledger: Ledger): boolean {
	const sameWallet = (other: string) => other.startsWith(`${target.walletKey}|`);
	const sameAsset = (other: string) => other.startsWith(`${target.key}#`);
	return ledger
		.unsureKeys()
		.some((other) => other !== key && sameWallet(other) && !sameAsset(other));
}

async function readBackTo(
	session: RpcSession,
	filter: HistoryFilter,
	sentAt: number,
	deadlineAt: number,
): Promise<Excerpt> {
	const options = { deadlineAt, timeoutMs: READ_TIMEOUT_MS };
	const read = async (page: number, pageSize: number, walk: PageWalk) => {
		const answer = await readHistoryPage(session, { page, pageSize, filter }, options);
		const { items, records, count } = answer;
		const goesOn = walk.goesOnAfter(answer);
		// What names no hash may be the very check: where there is such a record, nothing is known to be missing.
		const isReadable = items.length === records.length && records.length === count;
		return { items, isReadable, isLast: !goesOn || reachesBefore(items, sentAt) };
	};
	const top = await read(0, FIRST_PAGE_SIZE, new PageWalk());
	if (top.isLast) return { items: top.items, isWhole: top.isReadable };
	const items: HistoryItem[] = [];
	const walk = new PageWalk();
	let isWhole = true;
	for (let page = 0; page < MAX_PAGES; page++) {
		const next = await read(page, MAX_PAGE_SIZE, walk);
		items.push(...next.items);
		isWhole &&= next.isReadable;
		if (next.isLast) return { items, isWhole };
	}
	return { items, isWhole: false };
}

/**
 * Searches the history for a submission of which it isn't known whether the service took it: twice, a few seconds
 * apart, since the history may lag (design 5). What is found is entered in the ledger. That nothing is found proves
 * nothing where the history leaves out other checks that this execution is known to have paid for, or where it goes
 * back too far to be read.
 * @param session the way to the service.
 * @param wanted the check that was submitted.
 * @param ledger tells when it was sent and which hashes belong to others.
 * @param deadlineAt when to be done, in Unix milliseconds.
 * @param looksMs how long to wait before each look, in milliseconds.
 * @returns what the history tells; only after `missing` may the check be sent again.
 * @throws AmlCheckError when the history can't be read: then nothing may be sent again.
 */
export async function recoverLost(
	session: RpcSession,
	wanted: WantedCheck,
	ledger: Ledger,
	deadlineAt: number,
	looksMs = LOOKS_MS,
): Promise<Recovery> {
	const { kind, network } = wanted.target;
	const sentAt = ledger.find(wanted.key)?.sentAt ?? 0;
	const known = ledger.hashesTaken(`${kind}|${network}|`, sentAt - WITNESS_MS);
	let isProof = false;
	for (const delayMs of looksMs) {
		if (delayMs > 0 && !(await sleepUnlessCancelled(delayMs, session.cancelSignal)))
			return { outcome: 'unproven' };
		const excerpt = await readBackTo(session, filterFor(wanted), sentAt, deadlineAt);
		const found = settle(excerpt.items, wanted, ledger, sentAt);
		if (found) return found;
		const shown = new Set(excerpt.items.map(({ hash }) => hash));
		isProof = excerpt.isWhole && known.every((hash) => shown.has(hash));
	}
	return { outcome: isProof ? 'missing' : 'unproven' };
}

function settle(
	history: HistoryItem[],
	wanted: WantedCheck,
	ledger: Ledger,
	sentAt: number,
): Recovery | undefined {
	const isClaimed = (hash: string) => ledger.isClaimed(hash);
	const item = findLost(history, wanted.target, sentAt, isClaimed);
	if (!item) return undefined;
	if (hasLostTwin(wanted, ledger)) {
		const hashes = findAllLost(history, wanted.target, sentAt, isClaimed).map(({ hash }) => hash);
		return { outcome: 'ambiguous', hashes };
	}
	ledger.taken(wanted.key, item.hash);
	return { outcome: 'found', item };
}

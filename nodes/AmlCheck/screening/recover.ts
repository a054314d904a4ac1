import { hashKey } from '../../shared/checks/hash';
import { hasTokens } from '../../shared/currencies';
import type { HistoryFilter } from '../../shared/rpc/schemas';
import type { Span } from '../../shared/rpc/serviceClock';
import { sleepUnlessCancelled } from '../../shared/sleep';
import { BACK_MS, readBackTo } from './historySearch';
import { areDatesOff, matchLost } from './matching';
import type { Match } from './matching';
import type { Plan } from './plan';
import { isSearchable } from './reuse';
import type { WantedCheck } from './wanted';

/** The history may lag behind the queue: how long to wait before each look, in milliseconds. */
export const LOOKS_MS: readonly number[] = [0, 3_000];

/** Where the check is known to be older than any lag. */
const ONE_LOOK_MS: readonly number[] = [0];

/** How a lost submission is searched. */
export interface Looks {
	/** When to be done, in Unix milliseconds. */
	deadlineAt: number;
	/** Whether the check is known to be older than any lag of the history, so that one look is enough. */
	isOld?: boolean;
	/** Whether the service is in good order, so that other checks may be submitted between the looks. */
	isInOrder?: boolean;
}

/** Checks sent so long before a lost one have to be in what is read of the history, whatever the clocks. */
const WITNESS_MS = 60_000;

/**
 * - `found`: the check that is proven to be it.
 * - `missing`: the service has not taken it, as far as its history tells.
 * - `unsure`: the history doesn't prove anything; these checks may be it.
 */
export type Recovery =
	| { outcome: 'found'; hash: string }
	| { outcome: 'missing' }
	| { outcome: 'unsure'; candidates: string[] };

/**
 * The filter by currency knows nine networks (service 4.7), and under which code the history has a token's check is not
 * stated: for all but native currencies of those nine, everything is searched.
 */
function filterFor({ target }: WantedCheck): HistoryFilter {
	const type = target.kind === 'address' ? 'address' : 'tx';
	const isPlain = isSearchable(target) && !hasTokens(target.network);
	return isPlain ? { currency: target.network, type } : { type };
}

/** Whose hash it is not: that of another wanted check, node, run or execution of this process. */
export function othersOf({ ledger, claims }: Plan, id: string): (hash: string) => boolean {
	return (hash) => {
		const owner = claims.ownerOf(hash);
		return owner ? owner.id !== id : ledger.isClaimed(hash);
	};
}

/** A moment of this machine's clock on the service's, or on this one where that is not known. */
function serviceTime({ run }: Plan, moment: number): Span {
	const span = { from: moment, to: moment };
	return run.session.clock.toService(span) ?? span;
}

/** One look at the history. */
async function look(
	plan: Plan,
	wanted: WantedCheck,
	deadlineAt: number,
): Promise<Match & { isMissing: boolean }> {
	const { run, ledger, claims } = plan;
	const { key, target } = wanted;
	const { clock } = run.session;
	const { id } = ledger.open(key, () => plan.requestIdFor(wanted));
	const sent = ledger.sentSpan(key, Date.now());
	const since = () => (clock.toService(sent)?.from ?? sent.from) - BACK_MS;
	const excerpt = await readBackTo(run.session, { filter: filterFor(wanted), since, deadlineAt });
	const moments = ledger.moments(key, (span) => clock.toService(span));
	const isOthers = othersOf(plan, id);
	const now = moments ? serviceTime(plan, Date.now()).to : Date.now();
	const areOff = areDatesOff(excerpt.records, (hash) => {
		const owner = claims.ownerOf(hash);
		return owner && serviceTime(plan, owner.at);
	});
	const lost = { target, sent, moments, now, areDatesOff: areOff, isOthers };
	const match = matchLost(excerpt.records, lost);
	const hasTwin = claims.hasTwin(id, target.key, sent) || ledger.hasTwin(key, target.key);
	const known = ledger.hashesTaken(`${target.kind}|${target.network}|`, sent.from - WITNESS_MS);
	const shown = new Set(excerpt.records.map(({ hash }) => hashKey(hash)));
	const isTrusted = excerpt.isWhole && known.every((hash) => shown.has(hashKey(hash)));
	// What an earlier look has shown is there, whatever this one shows.
	const before = (ledger.find(key)?.candidates ?? []).filter((hash) => !isOthers(hash));
	const candidates = match.candidates.length > 0 ? match.candidates : before;
	return {
		...match,
		candidates,
		proven: hasTwin ? undefined : match.proven,
		isMissing: isTrusted && candidates.length === 0 && !match.isNameless,
	};
}

/**
 * Searches the history for a submission of which it isn't known whether the service took it: twice, a few seconds
 * apart, since the history may lag (design 5). That nothing is found proves nothing where the history leaves out other
 * checks that this execution is known to have paid for, or where it goes back too far to be read.
 * @param plan session, ledger and claims.
 * @param wanted the check that was submitted.
 * @param looks how to.
 * @returns what the history tells; only after `missing` may the check be sent again without asking anybody.
 * @throws AmlCheckError when the history can't be read: then nothing may be sent again.
 */
export async function recoverLost(
	plan: Plan,
	wanted: WantedCheck,
	{ deadlineAt, isOld = false, isInOrder = false }: Looks,
): Promise<Recovery> {
	const { session } = plan.run;
	const wait = async (ms: number) =>
		isInOrder ? await session.rest(ms) : await sleepUnlessCancelled(ms, session.cancelSignal);
	let last: (Match & { isMissing: boolean }) | undefined;
	for (const delayMs of isOld ? ONE_LOOK_MS : LOOKS_MS) {
		if (delayMs > 0 && !(await wait(delayMs)))
			return { outcome: 'unsure', candidates: last?.candidates ?? [] };
		const looking = look(plan, wanted, deadlineAt);
		const seen = await (last ? looking.catch(() => undefined) : looking);
		// What an earlier look has shown is named all the same.
		if (!seen) return { outcome: 'unsure', candidates: last?.candidates ?? [] };
		last = seen;
	}
	if (last?.proven) return { outcome: 'found', hash: last.proven.hash };
	if (last?.isMissing) return { outcome: 'missing' };
	return { outcome: 'unsure', candidates: last?.candidates ?? [] };
}

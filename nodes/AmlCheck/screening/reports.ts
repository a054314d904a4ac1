import type { Network } from '../../shared/addresses';
import { isSameHash } from '../../shared/checks/result';
import { readOwner } from '../../shared/checks/simplify';
import { newestFirst } from '../../shared/dates';
import type { RiskFacts } from '../../shared/risk';
import type { CheckRecord } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { readOutcome } from '../../shared/statuses';
import { compareSubject, searchReports, type Target } from '../../shared/targets';
import type { Ending, Shown } from './endings';
import type { Order, Plan } from './order';

/* The links of a check and the owner of its address, as a search for reports shows them. Free. */

/** The result is there already, and waits for nothing else. */
const SEARCH_CALL = { timeoutMs: 15_000, withinMs: 15_000, maxAttempts: 2 };

/** Somebody may sit in front of a form: a link or a name is not worth more than a second. */
const QUICK_CALL = { timeoutMs: 1_000, withinMs: 1_000, maxAttempts: 1 };

/** In larger runs an item asks for its owner with Include Details. */
const FEW_ADDRESSES = 3;

/** After so many failed searches in a row nobody searches any more. */
const MAX_FAILED = 3;

/** A target, and its check at hand. */
interface Unlinked {
	order: Order;
	target: Target;
	check: CheckRecord;
}

/** What a search found for a check. */
interface FoundReport {
	/** The check itself, with its links. */
	own?: CheckRecord;
	owner: NonNullable<RiskFacts['owner']>;
}

/** Whether the owners of all addresses are asked for. */
const isFew = ({ orders }: Plan): boolean =>
	new Set(orders.map(({ target }) => target.address)).size <= FEW_ADDRESSES;

/** The finished checks without an owner whose item asks for it. */
function listUnlinked(plan: Plan, endings: ReadonlyMap<Order, Ending>): Unlinked[] {
	const { run, orders } = plan;
	const asksAll = isFew(plan);
	return orders.flatMap((order) => {
		const { target, items } = order;
		const ending = endings.get(order);
		const isAsked = items.some(
			(index) => run.isSimplified(index) && (asksAll || run.getOptions(index).includeDetails),
		);
		if (!ending || !('check' in ending) || !isAsked) return [];
		const { check } = ending;
		if (check.counterparty || readOutcome(check.status) !== 'completed') return [];
		return [{ order, target, check }];
	});
}

/** Names the owner as the check's own report does, else as the newest report about the same target. */
function findOwner(reports: readonly CheckRecord[], own: CheckRecord | undefined, target: Target) {
	const others = reports.filter((report) => compareSubject(report, target) === 'same');
	const owners = [...(own ? [own] : []), ...others.sort(newestFirst)].map(readOwner);
	return owners.find((owner) => owner !== undefined) ?? 'none';
}

/** Searches once for each target, whatever the assets: the hash says which report is whose. It doesn't throw. */
async function searchAll(
	session: RpcSession,
	unlinked: readonly Unlinked[],
): Promise<Map<Order, FoundReport>> {
	const groups = new Map<string, Unlinked[]>();
	for (const one of unlinked) {
		if (!one.target.reportSearch) continue;
		const key = JSON.stringify(one.target.reportSearch);
		groups.set(key, [...(groups.get(key) ?? []), one]);
	}
	const limits = groups.size > FEW_ADDRESSES ? SEARCH_CALL : QUICK_CALL;
	const found = new Map<Order, FoundReport>();
	let failedInARow = 0;
	await session.concurrently([...groups.values()], async (group) => {
		const { hash, currency } = group[0].target.reportSearch!;
		const reports = await (failedInARow >= MAX_FAILED
			? undefined
			: searchReports(session, hash, currency as Network, limits).then(
					({ checks: answer }) => answer,
					() => undefined,
				));
		failedInARow = reports ? 0 : failedInARow + 1;
		for (const { order, target, check } of group) {
			const own = reports?.find((report) => isSameHash(report.hash, check.hash));
			found.set(order, { own, owner: reports ? findOwner(reports, own, target) : 'unread' });
		}
	});
	return found;
}

/** Searches for the links and the owners of checks. It doesn't throw: no result is lost over it. */
export const readOwnReports = async (
	plan: Plan,
	endings: ReadonlyMap<Order, Ending>,
): Promise<Map<Order, FoundReport>> =>
	await searchAll(plan.run.session, listUnlinked(plan, endings));

/** The history's record of a check, if it was read, has a score to compare. */
export const withFound = (shown: Shown, { own, owner }: FoundReport): Shown => ({
	...shown,
	facts: { ...shown.facts, links: own, owner, historyItem: shown.facts.historyItem ?? own },
});

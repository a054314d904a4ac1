import { isSameHash } from '../../shared/checks/result';
import { assessCheck, readOwner } from '../../shared/checks/simplify';
import type { Network } from '../../shared/addresses';
import { REPORT_NETWORKS } from '../../shared/currencies';
import { newestFirst, readDateSeconds } from '../../shared/dates';
import type { RiskAssessment, RiskFacts, RiskPolicy, RiskScoreScale } from '../../shared/risk';
import { toFailure } from '../../shared/failures/failure';
import { FAILURE_KINDS } from '../../shared/failures/kinds';
import type { CheckRecord } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { readOutcome } from '../../shared/statuses';
import { compareSubject, searchReports, type Target } from '../../shared/targets';
import type { Change } from '../outputs/checks';

/** The previous check of a target, none, or why it is not known. */
export interface Previous {
	check?: CheckRecord;
	/** The present check, as the search shows it. */
	own?: CheckRecord;
	unknown?: string;
}

/** A target, and its check at hand. */
interface ComparedCheck {
	target: Target;
	check: CheckRecord;
}

/** A report of another asset of the same wallet is something else, and `findreport` takes no token code. */
const NOT_SEARCHABLE = `Reports can be searched only for the native currency of ${REPORT_NETWORKS.slice(0, -1).join(', ')} and ${REPORT_NETWORKS.at(-1)}`;

/** The result is there already, and waits for nothing else. */
const SEARCH_CALL = { timeoutMs: 15_000, withinMs: 15_000, maxAttempts: 2 };

/** Somebody may sit in front of a form. */
const QUICK_CALL = { timeoutMs: 1_000, withinMs: 1_000, maxAttempts: 1 };

/** A run of up to this number of addresses asks for their owners, one request each. */
export const FEW_ADDRESSES = 3;

/** After so many failed searches in a row nobody searches any more. */
const MAX_FAILED = 3;

const round = (value: number) => Math.round(value * 100) / 100;

/** Null where there are none to read: a report that lacks signals must not look as if dangers had vanished. */
function listDangers({ signals, dangerShare }: RiskAssessment): string[] | null {
	if (dangerShare === null) return null;
	return signals.filter(({ group }) => group === 'danger').map(({ name }) => name);
}

const without = (names: string[] | null, others: string[] | null) =>
	names && others ? names.filter((name) => !others.includes(name)) : null;

/**
 * Compares a check of a target with the previous one; pure.
 * @param policy reads both scores on one scale.
 */
export function describeChange(
	current: CheckRecord,
	previous: Previous,
	policy: RiskPolicy,
	scale?: RiskScoreScale,
): Change {
	const { unknown } = previous;
	if (unknown !== undefined) return { previous: null, previousUnknown: unknown };
	if (!previous.check) return { previous: null };
	const { hash, resultDate } = previous.check;
	const now = assessCheck(current, policy, { scale });
	const before = assessCheck(previous.check, policy, { scale });
	const dangersNow = listDangers(now);
	const dangersBefore = listDangers(before);
	return {
		previous: {
			hash,
			resultDate: resultDate ?? null,
			riskLevel: before.riskLevel,
			...(before.riskScore !== null && { riskScore: before.riskScore }),
			...(now.riskScore !== null &&
				before.riskScore !== null && { riskScoreChange: round(now.riskScore - before.riskScore) }),
			newDangerSignals: without(dangersNow, dangersBefore),
			vanishedDangerSignals: without(dangersBefore, dangersNow),
		},
	};
}

/** The newest completed check of the target that began before the one at hand. */
function newestBefore(
	checks: CheckRecord[],
	target: Target,
	current: CheckRecord,
): CheckRecord | undefined {
	const startOf = (check: CheckRecord) => readDateSeconds(check.initDate) ?? 0;
	const until = readDateSeconds(current.initDate) ?? Infinity;
	return checks
		.filter(
			(check) =>
				!isSameHash(check.hash, current.hash) &&
				readOutcome(check.status) === 'completed' &&
				compareSubject(check, target) === 'same' &&
				startOf(check) <= until,
		)
		.sort((a, b) => startOf(b) - startOf(a))[0];
}

const findOwnRecord = (checks: CheckRecord[], { hash }: CheckRecord) =>
	checks.find((check) => isSameHash(check.hash, hash));

/**
 * Searches for the previous checks of targets; free. One search at a time until one succeeds: a service that is down is
 * not asked by all at once. It doesn't throw: the result that was paid for is not lost over it.
 */
export async function findAllPrevious<W extends ComparedCheck>(
	session: RpcSession,
	wanted: readonly W[],
): Promise<Map<W, Previous>> {
	const found = new Map<W, Previous>();
	let failedInARow = 0;
	let last = '';
	let hasSucceeded = false;
	const search = async ({ target, check }: W): Promise<Previous> => {
		if (!target.search) return { unknown: NOT_SEARCHABLE };
		if (failedInARow >= MAX_FAILED) return { unknown: last };
		try {
			const { hash, currency } = target.search;
			const { checks } = await searchReports(session, hash, currency as Network, SEARCH_CALL);
			failedInARow = 0;
			hasSucceeded = true;
			return { check: newestBefore(checks, target, check), own: findOwnRecord(checks, check) };
		} catch (thrown) {
			const failure = toFailure(thrown);
			if (FAILURE_KINDS[failure.kind].isGeneral) failedInARow++;
			last = failure.message;
			return { unknown: last };
		}
	};
	const find = async (one: W) => void found.set(one, await search(one));
	const left = [...wanted];
	while (!hasSucceeded && left.length > 0) await find(left.shift()!);
	await session.concurrently(left, find);
	return found;
}

/** What a search found for a check. */
export interface FoundReport {
	/** The check itself, with its links. */
	own?: CheckRecord;
	owner: NonNullable<RiskFacts['owner']>;
}

/** Names the owner as the check's own report does, else as the newest report about the same target. */
function findOwner(reports: readonly CheckRecord[], own: CheckRecord | undefined, target: Target) {
	const others = reports.filter((report) => compareSubject(report, target) === 'same');
	const owners = [...(own ? [own] : []), ...others.sort(newestFirst)].map(readOwner);
	return owners.find((owner) => owner !== undefined) ?? 'none';
}

/**
 * Searches for the reports of checks that were read without links and owner; free. The hash says which report is whose,
 * so one search for each target is enough, whatever the assets. It doesn't throw: no result is lost over it.
 */
export async function findReportsOf<C extends ComparedCheck>(
	session: RpcSession,
	checks: readonly C[],
): Promise<Map<C, FoundReport>> {
	const groups = new Map<string, C[]>();
	for (const one of checks) {
		if (!one.target.reportSearch) continue;
		const key = JSON.stringify(one.target.reportSearch);
		groups.set(key, [...(groups.get(key) ?? []), one]);
	}
	const limits = groups.size > FEW_ADDRESSES ? SEARCH_CALL : QUICK_CALL;
	const found = new Map<C, FoundReport>();
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
		for (const one of group) {
			const own = reports && findOwnRecord(reports, one.check);
			found.set(one, { own, owner: reports ? findOwner(reports, own, one.target) : 'unread' });
		}
	});
	return found;
}

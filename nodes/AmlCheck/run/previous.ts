import { readDateSeconds } from '../../shared/dates';
import { isSameHash } from '../../shared/checks/hash';
import { assessCheck } from '../../shared/checks/simplify';
import { outcomeOf } from '../../shared/checks/status';
import type { Network } from '../../shared/addresses';
import { REPORT_NETWORKS } from '../../shared/currencies';
import type { RiskAssessment, RiskPolicy, RiskScoreScale } from '../../shared/risk';
import { toFailure } from '../../shared/rpc/failure';
import { FAILURE_KINDS } from '../../shared/rpc/failureKinds';
import type { CheckRecord } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { compareSubject } from '../../shared/targets';
import type { Target } from '../../shared/targets';
import { searchReports } from '../../shared/targets/search';
import type { Change } from '../outputs/checks';

/** What looking for the previous check of a target came to: a check, none, or why nobody can tell. */
export type Previous = { check: CheckRecord | undefined } | { unknown: string };

const round = (value: number) => Math.round(value * 100) / 100;

/** Null where there are none to read: a report that lacks signals must not look as if dangers had vanished. */
function dangersOf({ signals, dangerShare }: RiskAssessment): string[] | null {
	if (dangerShare === null) return null;
	return signals.filter(({ group }) => group === 'danger').map(({ name }) => name);
}

const without = (names: string[] | null, others: string[] | null) =>
	names && others ? names.filter((name) => !others.includes(name)) : null;

/**
 * What changed since the previous check of a target; pure.
 * @param current the check at hand.
 * @param previous what looking for an earlier one came to.
 * @param policy reads both scores on one scale.
 * @param scale of the scores, from the credential.
 * @returns `previous`: its hash, date, score, level, the difference, and the danger signals that are new or have
 * vanished; null where there is none or, with `previousUnknown` beside it, where nobody can tell.
 */
export function describeChange(
	current: CheckRecord,
	previous: Previous,
	policy: RiskPolicy,
	scale?: RiskScoreScale,
): Change {
	if ('unknown' in previous) return { previous: null, previousUnknown: previous.unknown };
	if (!previous.check) return { previous: null };
	const { hash, resultDate } = previous.check;
	const now = assessCheck(current, policy, { scale });
	const before = assessCheck(previous.check, policy, { scale });
	const [dangersNow, dangersBefore] = [dangersOf(now), dangersOf(before)];
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

/** A report of another asset of the same wallet is something else, and `findreport` takes no token code (service 4.6). */
const NOT_SEARCHABLE = `Reports can be searched only for the native currency of ${REPORT_NETWORKS.slice(0, -1).join(', ')} and ${REPORT_NETWORKS.at(-1)}`;

/** The result is there already, and waits for nothing else. */
const LIMITS = { timeoutMs: 15_000, withinMs: 15_000, maxAttempts: 2 };

/** After so many failed searches in a row nobody searches any more. */
const MAX_FAILED = 3;

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
				outcomeOf(check.status) === 'completed' &&
				compareSubject(check, target) === 'same' &&
				startOf(check) <= until,
		)
		.sort((a, b) => startOf(b) - startOf(a))[0];
}

/**
 * Makes a search for previous checks; free (design 2, `comparePrevious`).
 * @param session of the run.
 * @returns a function that finds the check of a target before the one at hand. It doesn't throw: the result that was
 * paid for is not lost over it.
 */
export function previousFinder(
	session: RpcSession,
): (target: Target, current: CheckRecord) => Promise<Previous> {
	let failedInARow = 0;
	let last = '';
	let hasSucceeded = false;
	let turn: Promise<unknown> = Promise.resolve();
	const find = async ({ search, ...target }: Target, current: CheckRecord): Promise<Previous> => {
		if (!search) return { unknown: NOT_SEARCHABLE };
		if (failedInARow >= MAX_FAILED) return { unknown: last };
		try {
			const currency = search.currency as Network;
			const { checks } = await searchReports(session, search.hash, currency, LIMITS);
			failedInARow = 0;
			hasSucceeded = true;
			return { check: newestBefore(checks, { ...target, search }, current) };
		} catch (thrown) {
			const failure = toFailure(thrown);
			if (FAILURE_KINDS[failure.kind].isGeneral) failedInARow++;
			last = failure.message;
			return { unknown: last };
		}
	};
	// One at a time until one succeeds: a service that is down is not asked by all items at once.
	return async (target, current) => {
		if (hasSucceeded) return await find(target, current);
		const before = turn;
		const own = before.then(async () => await find(target, current));
		turn = own;
		return await own;
	};
}

import { readDateSeconds } from '../../shared/dates';
import { isSameHash } from '../../shared/checks/hash';
import { assessCheck } from '../../shared/checks/simplify';
import { findReports } from '../../shared/reports/find';
import { outcomeOf } from '../../shared/checks/status';
import { REPORT_NETWORKS } from '../../shared/currencies';
import type { ProvenScale, RiskAssessment, RiskPolicy } from '../../shared/risk';
import { toFailure } from '../../shared/rpc/failure';
import type { CheckRecord } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import type { Change } from '../outputs/checks';
import type { Breaker } from './breaker';
import { isSearchable } from './reuse';
import type { Target } from './target';

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
 * @param provenScale what is known of the scale of results.
 * @returns `previous`: its hash, date, score, level, the difference, and the danger signals that are new or have
 * vanished; null where there is none or, with `previousUnknown` beside it, where nobody can tell.
 */
export function describeChange(
	current: CheckRecord,
	previous: Previous,
	policy: RiskPolicy,
	provenScale?: ProvenScale,
): Change {
	if ('unknown' in previous) return { previous: null, previousUnknown: previous.unknown };
	if (!previous.check) return { previous: null };
	const { hash, resultDate } = previous.check;
	const now = assessCheck(current, policy, { provenScale });
	const before = assessCheck(previous.check, policy, { provenScale });
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

/** A report of another asset of the same wallet would be something else (service 4.6 takes no token code). */
const NOT_SEARCHABLE = `Reports can be searched only for the native currency of ${REPORT_NETWORKS.slice(0, -1).join(', ')} and ${REPORT_NETWORKS.at(-1)}`;

/** The result is there already and waits for nothing but this. */
const LOOK = { timeoutMs: 15_000, maxAttempts: 2 };

/** The newest completed check that began before the one at hand. */
function newestBefore(checks: CheckRecord[], current: CheckRecord): CheckRecord | undefined {
	const startOf = (check: CheckRecord) => readDateSeconds(check.initDate) ?? 0;
	const until = readDateSeconds(current.initDate) ?? Infinity;
	return checks
		.filter(
			({ hash, status }) => !isSameHash(hash, current.hash) && outcomeOf(status) === 'completed',
		)
		.filter((check) => startOf(check) <= until)
		.sort((a, b) => startOf(b) - startOf(a))[0];
}

/** How a run looks for previous checks. */
export interface PreviousSearch {
	session: RpcSession;
	/** Shared by the lookups of a run: once it is open, nobody is asked any more. */
	breaker: Breaker;
	/** When to be done, in Unix milliseconds. */
	deadlineAt: number;
}

/**
 * Looks for the check of a target before the one at hand; free (design 2, `comparePrevious`).
 * @param search session, breaker and deadline of the run.
 * @param target what was checked.
 * @param current the check at hand.
 * @returns what was found. It doesn't throw: the result that was paid for is not lost over it.
 */
export async function findPrevious(
	{ session, breaker, deadlineAt }: PreviousSearch,
	target: Target,
	current: CheckRecord,
): Promise<Previous> {
	if (!isSearchable(target)) return { unknown: NOT_SEARCHABLE };
	if (breaker.opened) return { unknown: breaker.opened.message };
	try {
		const { checks } = await findReports(session, target, { ...LOOK, deadlineAt });
		breaker.succeeded();
		return { check: newestBefore(checks, current) };
	} catch (thrown) {
		const failure = toFailure(thrown);
		breaker.failed(failure);
		return { unknown: failure.message };
	}
}

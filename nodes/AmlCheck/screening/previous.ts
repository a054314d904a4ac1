import type { IDataObject } from 'n8n-workflow';

import { readDateSeconds } from '../../shared/checks/dates';
import { assessCheck } from '../../shared/checks/simplify';
import { outcomeOf } from '../../shared/checks/status';
import type { RiskAssessment, RiskPolicy } from '../../shared/risk';
import { toFailure } from '../../shared/rpc/failure';
import type { CheckRecord } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { findReports, isSearchable } from './reuse';
import type { Target } from './target';

const round = (value: number) => Math.round(value * 100) / 100;

const dangersOf = ({ signals }: RiskAssessment) =>
	signals.filter(({ group }) => group === 'danger').map(({ name }) => name);

/**
 * What changed since the previous check of a target; pure.
 * @param current the check at hand.
 * @param previous an earlier one, or undefined where there is none.
 * @param policy reads both scores on one scale.
 * @returns `previous`: null, or its hash, date, score, level, the difference, and the danger signals that are new or
 * have vanished.
 */
export function describeChange(
	current: CheckRecord,
	previous: CheckRecord | undefined,
	policy: RiskPolicy,
): IDataObject {
	if (!previous) return { previous: null };
	const now = assessCheck(current, policy);
	const before = assessCheck(previous, policy);
	const [dangersNow, dangersBefore] = [dangersOf(now), dangersOf(before)];
	const isComparable = now.riskScore !== null && before.riskScore !== null;
	return {
		previous: {
			hash: previous.hash,
			resultDate: previous.resultDate ?? null,
			riskScore: before.riskScore,
			riskLevel: before.riskLevel,
			riskScoreChange: isComparable
				? round((now.riskScore as number) - (before.riskScore as number))
				: null,
			newDangerSignals: dangersNow.filter((name) => !dangersBefore.includes(name)),
			vanishedDangerSignals: dangersBefore.filter((name) => !dangersNow.includes(name)),
		},
	};
}

/** A report of another asset of the same wallet would be something else (spec 4.6 takes no token code). */
const NOT_SEARCHABLE =
	'Reports can be searched only for the native currency of BCH, BSV, BTC, ETC, ETH, LTC, TRX, XLM and XRP';

/** The newest completed check that began before the one at hand. */
function newestBefore(checks: CheckRecord[], current: CheckRecord): CheckRecord | undefined {
	const startOf = (check: CheckRecord) => readDateSeconds(check.initDate) ?? 0;
	const until = readDateSeconds(current.initDate) ?? Infinity;
	return checks
		.filter(({ hash, status }) => hash !== current.hash && outcomeOf(status) === 'completed')
		.filter((check) => startOf(check) <= until)
		.sort((a, b) => startOf(b) - startOf(a))[0];
}

/**
 * Tells how a check differs from the previous one of the same target; free (design 2, `comparePrevious`).
 * @param session the way to the service.
 * @param target what was checked.
 * @param current the check at hand.
 * @param policy reads both scores.
 * @returns see {@link describeChange}; where looking was impossible, `previous` is null and `previousUnknown` says why.
 * It doesn't throw: the result that was paid for is not lost over it.
 */
export async function comparePrevious(
	session: RpcSession,
	target: Target,
	current: CheckRecord,
	policy: RiskPolicy,
): Promise<IDataObject> {
	if (outcomeOf(current.status) === 'pending') return { previous: null };
	if (!isSearchable(target)) return { previous: null, previousUnknown: NOT_SEARCHABLE };
	try {
		const { checks } = await findReports(session, target);
		return describeChange(current, newestBefore(checks, current), policy);
	} catch (thrown) {
		return { previous: null, previousUnknown: toFailure(thrown).message };
	}
}

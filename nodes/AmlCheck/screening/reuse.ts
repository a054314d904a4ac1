import { readDateSeconds } from '../../shared/dates';
import { outcomeOf } from '../../shared/checks/status';
import { REPORT_NETWORKS } from '../../shared/currencies';
import type { CheckRecord } from '../../shared/rpc/schemas';
import type { Target } from './target';

/**
 * Whether `checkup.findreport` can tell that a report is of the same thing: its nine networks, the native currency
 * (design 5). It takes no token code (service 4.6), so a token's report can't be told from another's.
 */
export function isSearchable({ network, assetKey }: Target): boolean {
	return assetKey === 'native' && REPORT_NETWORKS.includes(network);
}

/**
 * Picks the report that may stand in for a new check; pure.
 * @param checks newest first.
 * @param withinHours how old it may be.
 * @param now in Unix milliseconds.
 * @returns the newest completed one that is young enough, or undefined.
 */
export function pickRecent(
	checks: readonly CheckRecord[],
	withinHours: number,
	now: number,
): CheckRecord | undefined {
	const oldest = now / 1000 - withinHours * 3600;
	return checks.find(
		({ status, resultDate }) =>
			outcomeOf(status) === 'completed' && (readDateSeconds(resultDate) ?? 0) >= oldest,
	);
}

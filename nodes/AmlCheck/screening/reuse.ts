import { outcomeOf } from '../../shared/checks/status';
import { REPORT_NETWORKS } from '../../shared/currencies';
import { readDateSeconds } from '../../shared/dates';
import { compareAsset } from '../../shared/reports/asset';
import { isSurelyAbout } from '../../shared/reports/subject';
import type { CheckRecord, HistoryItem } from '../../shared/rpc/schemas';
import type { SharedOptions } from './plan';
import type { Target } from './target';

/** A check that is under way for longer is stuck, in milliseconds. */
export const UNDER_WAY_MS = 24 * 3_600_000;

/**
 * Whether `checkup.findreport` can tell that a report is of the same thing: its nine networks, the native currency
 * (design 5). It takes no token code (service 4.6), so a token's report can't be told from another's.
 */
export function isSearchable({ network, assetKey }: Target): boolean {
	return assetKey === 'native' && REPORT_NETWORKS.includes(network);
}

type ReuseOptions = Pick<SharedOptions, 'reuseUntoldAsset' | 'reuseWithinHours'>;

/** Whether a record proves that it is of the wanted asset, or tells none and the user takes such (design 5). */
function isOfAsset(
	record: CheckRecord | HistoryItem,
	target: Target,
	{ reuseUntoldAsset }: ReuseOptions,
): boolean {
	const verdict = compareAsset(record, target);
	return verdict === 'same' || (verdict === 'untold' && reuseUntoldAsset);
}

/**
 * Picks the report that may stand in for a new check; pure.
 * @param checks newest first.
 * @param target what is wanted.
 * @param options how old it may be, and whether it may leave open which asset it is of.
 * @param now in Unix milliseconds.
 * @returns the newest completed one that provably is of the same thing, or undefined.
 */
export function pickRecent(
	checks: readonly CheckRecord[],
	target: Target,
	options: ReuseOptions,
	now: number,
): CheckRecord | undefined {
	const oldest = now / 1000 - options.reuseWithinHours * 3600;
	return checks.find(
		(check) =>
			outcomeOf(check.status) === 'completed' &&
			(readDateSeconds(check.resultDate) ?? 0) >= oldest &&
			isOfAsset(check, target, options),
	);
}

/**
 * Picks the check of the same thing that is still under way; pure.
 * @param records of the history.
 * @param target what is wanted.
 * @param options as for {@link pickRecent}.
 * @param now in Unix milliseconds.
 * @returns one to wait for in place of a new check, or undefined.
 */
export function pickUnderWay(
	records: readonly HistoryItem[],
	target: Target,
	options: ReuseOptions,
	now: number,
): HistoryItem | undefined {
	const oldest = now - Math.min(options.reuseWithinHours * 3_600_000, UNDER_WAY_MS);
	return records.find(
		(item) =>
			item.hash !== '' &&
			outcomeOf(item.status) === 'pending' &&
			(readDateSeconds(item.initDate) ?? 0) * 1000 >= oldest &&
			isSurelyAbout(item, target) &&
			isOfAsset(item, target, options),
	);
}

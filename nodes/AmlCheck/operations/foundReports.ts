import { isTransactionHash, sameTarget } from '../../shared/addresses';
import type { Network } from '../../shared/addresses';
import { nameAsset, nameRecordedAsset } from '../../shared/assets';
import { latestDateSeconds } from '../../shared/dates';
import type { CheckRecord } from '../../shared/rpc/schemas';
import { compareAsset, hasSubject, NO_SUBJECT } from '../../shared/targets';
import type { AssetKey } from '../../shared/targets';

/** The text that was searched for, and the asset that the reports should be about. */
export interface Wanted {
	/** A wallet address or a transaction hash. */
	text: string;
	network: Network;
	assetKey: AssetKey;
	/** Whether to rely on a report that doesn't state its asset. */
	acceptsUnspecifiedAsset: boolean;
}

/** Why a report can't be relied on for what was searched for; `isOther` where it is about something else for sure. */
export interface ReportDoubt {
	text: string;
	isOther?: boolean;
}

/**
 * Finds the reason not to rely on a found report. A search takes neither a token nor the kind of target, so a response
 * can hold reports about tokens and transactions of the same wallet.
 * @param report as the service sent it; its wallet or transaction is the searched one.
 * @param wanted what was searched for.
 * @returns undefined where the report is proved to be about that.
 */
export function findDoubt(report: CheckRecord, wanted: Wanted): ReportDoubt | undefined {
	const { text, network, assetKey } = wanted;
	const { transaction } = report;
	if (!hasSubject(report)) return { text: NO_SUBJECT };
	if (transaction && !sameTarget(transaction, text, network, 'transaction'))
		return isTransactionHash(transaction)
			? { text: 'The report is about a transaction of this address', isOther: true }
			: { text: NO_SUBJECT };
	const verdict = compareAsset(report, { network, assetKey });
	if (verdict === 'same') return undefined;
	if (verdict === 'other') {
		const [other = 'another asset', own] = [
			nameRecordedAsset(report),
			nameAsset(network, assetKey),
		];
		return { text: `The report is about ${other}, not ${own}`, isOther: true };
	}
	return verdict === 'untold' && wanted.acceptsUnspecifiedAsset
		? undefined
		: { text: 'The report does not state its asset: it may be about a token of this wallet' };
}

/**
 * Picks the reports that may be the newest about what was searched for: one, unless dates are equal or unreadable.
 * Reports about something else count only where there is no other.
 * @param reports with their doubts.
 */
export function pickNewest<T extends { report: CheckRecord; doubt?: ReportDoubt }>(
	reports: readonly T[],
): T[] {
	const own = reports.filter(({ doubt }) => !doubt?.isOther);
	const candidates = own.length > 0 ? own : reports;
	const dateOf = ({ report }: T) => latestDateSeconds(report) ?? Infinity;
	const newest = Math.max(...candidates.map(dateOf).filter(Number.isFinite));
	return candidates.filter((one) => dateOf(one) >= newest);
}

import { parseOutcome } from '../base/statuses';
import { isObject } from '../base/values';
import type { CheckRecord, HistoryItem, MethodParams, PaidMethod } from '../service/schemas';
import { codeOf, keyOf, nameAsset, nameShortly, toSent, type Asset } from '../wallet/assets';
import type { WantedTarget } from '../wallet/decide';
import { compareAsset, statesOtherAsset, type HasTokens } from './asset';
import {
	compareSubject,
	findSubject,
	isNamedAlike,
	keyOfSubject,
	NO_SUBJECT,
	type CheckMembers,
	type Subject,
} from './subject';

export type { HasTokens } from './asset';
export { findBucket, describeSubject, hasSubject, NO_SUBJECT, withSubject } from './subject';

/**
 * - `assetUnspecified`: the record is about this target, and doesn't say which asset of a network with tokens.
 * - `unclear`: it contradicts nothing, and does not say enough.
 */
type TargetVerdict = 'same' | 'other' | 'assetUnspecified' | 'unclear';

/** Something to screen: all that screening needs to know about it. */
export interface Target extends Subject {
	asset: Asset;
	/** The currency code to send. */
	code: string;
	/** For people, such as `USDT on Tron`, and where the network is known `USDT`, `TRX`. */
	assetName: string;
	shortName: string;
	/** Equal for equal requests: merged within a run, and the same in every try. */
	key: string;
	/** The paid method that screens it, and its parameters. */
	method: PaidMethod;
	params: MethodParams[PaidMethod];
	/** Compares a record of any method with it; `hasTokens` says which networks have tokens, if the list was read. */
	compare(record: CheckMembers, hasTokens?: HasTokens): TargetVerdict;
}

/** Makes the target of what an item asks for. */
export function makeTarget({ asset, address, transaction }: WantedTarget): Target {
	const { network } = asset;
	const kind = transaction === undefined ? 'address' : 'transaction';
	const subject = { network, address, transaction: transaction ?? null };
	return {
		...subject,
		asset,
		code: codeOf(asset),
		assetName: nameAsset(asset),
		shortName: nameShortly(asset),
		key: [kind, network, keyOfSubject(subject), keyOf(asset)].join('|'),
		...makeRequest(subject, asset),
		compare: (record, hasTokens) => compareTarget(record, subject, asset, hasTokens),
	};
}

function makeRequest(
	{ address, transaction }: Subject,
	asset: Asset,
): Pick<Target, 'method' | 'params'> {
	const params = { addr: address, ...toSent(asset) };
	if (transaction === null) return { method: 'checkup.checkaddr', params };
	return { method: 'checkup.checktx', params: { tx: transaction, ...params } };
}

function compareTarget(
	record: CheckMembers,
	wanted: Subject,
	wantedAsset: Asset,
	hasTokens?: HasTokens,
): TargetVerdict {
	const subject = compareSubject(record, wanted);
	const asset = compareAsset(record, wantedAsset, hasTokens);
	if (subject === 'other' || asset === 'other') return 'other';
	if (subject !== 'same' || asset === 'unclear') return 'unclear';
	return asset === 'same' ? 'same' : 'assetUnspecified';
}

/** Why a report that is about something else than its check can't be used. */
export const OTHER_TARGET = 'The report is about another target';

/** Why the answer of `checkup.getresult` can't be used as the report of a check in the history; null if it can. */
export function reasonNotToUse(item: HistoryItem, check: CheckRecord): string | null {
	const outcome = parseOutcome(check.status);
	if (outcome === 'pending') return 'The report is not finished yet';
	if (outcome === 'completed' && !isObject(check.report)) return 'The result has no report yet';
	const subject = findSubject(item);
	if (subject === undefined)
		return item.address === '' || isNamedAlike(check, item) ? null : OTHER_TARGET;
	const verdict = compareSubject(check, subject);
	if (verdict === 'unspecified') return NO_SUBJECT;
	const isOther = verdict === 'other' || statesOtherAsset(item, check, subject.network);
	return isOther ? OTHER_TARGET : null;
}

import type { CheckRecord, HistoryItem, MethodParams, PaidMethod } from '../service/schemas';
import { codeOf, keyOf, nameAsset, nameShortly, toSent, type Asset } from '../wallet/assets';
import { parseOutcome } from '../base/statuses';
import { isObject } from '../base/values';
import { compareAsset, statesOtherAsset, type HasTokens } from './asset';
import {
	compareSubject,
	isNamedAlike,
	keyOfSubject,
	makeSubject,
	NO_SUBJECT,
	findSubject,
	TARGET_KINDS,
	type CheckMembers,
	type Subject,
} from './subject';

export type { HasTokens } from './asset';
export {
	findBucket,
	describeSubject,
	hasSubject,
	NO_SUBJECT,
	withSubject,
	type SubjectKind,
} from './subject';

/** The choice of one input item, already validated. */
export interface WantedTarget extends Pick<Subject, 'kind' | 'address'> {
	asset: Asset;
	/** The texts that name it beside the address, where its kind has some. */
	named?: CheckMembers;
}

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

function compareTarget(record: CheckMembers, target: Target, hasTokens?: HasTokens): TargetVerdict {
	const subject = compareSubject(record, target);
	const asset = compareAsset(record, target.asset, hasTokens);
	if (subject === 'other' || asset === 'other') return 'other';
	if (subject !== 'same' || asset === 'unclear') return 'unclear';
	return asset === 'same' ? 'same' : 'assetUnspecified';
}

/** Makes the target of what an item asks for. */
export function makeTarget({ kind, asset, address, named }: WantedTarget): Target {
	const { network } = asset;
	const subject = makeSubject(kind, network, { ...named, address });
	const { method, params } = TARGET_KINDS[kind];
	const target: Target = {
		...subject,
		asset,
		code: codeOf(asset),
		assetName: nameAsset(asset),
		shortName: nameShortly(asset),
		key: [kind, network, keyOfSubject(subject), keyOf(asset)].join('|'),
		method,
		params: params(subject, toSent(asset)),
		compare: (record, hasTokens) => compareTarget(record, target, hasTokens),
	};
	return target;
}

/** Why a report that is about something else than its check can't be used. */
export const OTHER_TARGET = 'The report is about another target';

/** Why the answer of `checkup.getresult` can't be used as the report of a check in the history; null if it can. */
export function reasonNotToUse(item: HistoryItem, check: CheckRecord): string | null {
	const outcome = parseOutcome(check.status);
	if (outcome === 'pending') return 'The report is not finished yet';
	if (outcome === 'completed' && !isObject(check.report)) return 'The result has no report yet';
	const subject = findSubject(item);
	const verdict = subject && compareSubject(check, subject);
	if (verdict === 'unspecified') return NO_SUBJECT;
	const isOther = subject
		? verdict === 'other' || statesOtherAsset(item, check, subject.network)
		: item.address !== '' && !isNamedAlike(check, item);
	return isOther ? OTHER_TARGET : null;
}

import { cleanTarget, targetKey } from '../addresses';
import { nameAsset } from '../assets';
import { CHECK_CURRENCY_CODES, readCurrency, REPORT_NETWORKS } from '../currencies';
import type { CurrencyCode } from '../currencies';
import { invalidInput } from '../rpc/failure';
import { addressKind } from './address';
import { assetKeyOf, compareAsset } from './asset';
import type { AssetKey } from './asset';
import { transactionKind } from './transaction';
import type {
	CheckMembers,
	Kind,
	Subject,
	SubjectVerdict,
	Target,
	TargetKind,
	TargetVerdict,
	WantedTarget,
} from './types';

export { compareAsset } from './asset';
export type { AssetKey } from './asset';
export type {
	CheckMembers,
	Subject,
	SubjectVerdict,
	Target,
	TargetKind,
	TargetVerdict,
	WantedTarget,
} from './types';

const KINDS: Readonly<Record<TargetKind, Kind>> = {
	address: addressKind,
	transaction: transactionKind,
};

/**
 * Reads a currency that a paid method accepts.
 * @param text a code of service 4.8.
 * @throws AmlCheckError that lists the codes.
 */
export function requireCurrency(text: string): CurrencyCode {
	const currency = readCurrency(text);
	if (currency) return currency;
	throw invalidInput(
		text === '' ? 'Currency is empty' : `Currency '${text}' is not one the service checks`,
		`Use one of ${CHECK_CURRENCY_CODES.join(', ')}. Nothing was sent for this item.`,
	);
}

/**
 * Compares a record with a subject: same network, same wallet, same transaction, in any spelling.
 * @param record as the service sent it.
 * @param subject what was asked for.
 */
export function compareSubject(record: CheckMembers, subject: Subject): SubjectVerdict {
	const network = readCurrency(record.currency)?.network ?? subject.network;
	if (network !== subject.network) return 'other';
	return KINDS[subject.kind].compare(record, subject);
}

/** Compares target and asset. `findreport` takes no token code, so an unspecified asset proves nothing. */
function compareTarget(record: CheckMembers, target: Target): TargetVerdict {
	const subject = compareSubject(record, target);
	const asset = compareAsset(record, target);
	if (subject === 'other' || asset === 'other') return 'other';
	if (subject !== 'same' || asset === 'unclear') return 'unclear';
	return asset === 'same' ? 'same' : 'assetUnspecified';
}

/**
 * Makes a target of what an item asks for.
 * @param wanted the item's parameters.
 * @throws AmlCheckError that names the parameter, what is wrong and what to do.
 */
export function readTarget(wanted: WantedTarget): Target {
	const currency = requireCurrency(wanted.currency);
	const { code, network } = currency;
	const kind = KINDS[wanted.kind];
	const subject: Subject = { kind: wanted.kind, network, ...kind.read(wanted, network) };
	const { method, params, searchText } = kind.request(subject);
	const assetKey = assetKeyOf(currency, wanted.tokenId);
	const asset: AssetKey = wanted.symbol === undefined ? assetKey : `symbol:${wanted.symbol}`;
	const isSearchable = assetKey === 'native' && REPORT_NETWORKS.includes(network);
	const target: Target = {
		...subject,
		code,
		assetKey,
		assetName: nameAsset(network, asset),
		key: [wanted.kind, network, kind.key(subject), asset].join('|'),
		method,
		params: {
			...params,
			currency: code,
			...(wanted.tokenId !== '' && { token_id: wanted.tokenId }),
		},
		search: isSearchable ? { hash: searchText, currency: network } : undefined,
		compare: (record) => compareTarget(record, target),
	};
	return target;
}

/**
 * The subject that a record names, to compare another record of the same check with it.
 * @param record e.g. an item of the history.
 * @returns the subject, or undefined where the record doesn't name a known network and an address.
 */
export function subjectOf(record: CheckMembers): Subject | undefined {
	const network = readCurrency(record.currency)?.network;
	const address = cleanTarget(record.address ?? '');
	if (network === undefined || address === '') return undefined;
	const kinds = Object.keys(KINDS) as TargetKind[];
	const kind = kinds.find((one) => KINDS[one].isOf(record)) ?? 'address';
	return { kind, network, address, transaction: record.transaction || null };
}

/** Why a report can't be used for what was asked, where it names neither a wallet nor a transaction. */
export const NO_SUBJECT = 'The report does not say what it is about';

/**
 * Whether a record names a wallet or a transaction at all.
 * @param record as the service sent it.
 */
export function hasSubject({ address, transaction }: CheckMembers): boolean {
	return Boolean(address) || Boolean(transaction);
}

/**
 * Completes a record with what is known about it, so that no level is shown without its wallet.
 * @param record as the service sent it, proved to be of this check by its hash.
 * @param known what was asked for, or another record of the same check.
 */
export function withSubject<T extends CheckMembers>(record: T, known: CheckMembers): T {
	const { currency, address, transaction } = record;
	return {
		...record,
		currency: currency || known.currency,
		address: address || known.address,
		transaction: transaction || known.transaction,
	};
}

/**
 * Sorts records and targets so that only few have to be compared with each other.
 * @param about a record of any method, or a target's code and address.
 * @returns equal for what may be about the same target; empty for what may be about any target.
 */
export function bucketOf({ currency, address }: CheckMembers): string {
	const network = readCurrency(currency)?.network;
	if (network === undefined || !address) return '';
	return `${network}|${targetKey(address, network, 'address')}`;
}

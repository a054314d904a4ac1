import { cleanTarget, isTransactionHash, sameTarget, targetKey } from '../addresses';
import type { Network, TargetKind } from '../addresses';
import { readCurrency } from '../currencies';
import type { MethodParams, PaidMethod } from '../rpc/schemas';

/** The members of a record that say what it is about. Every method's records have them, and may have others. */
export interface CheckMembers {
	currency?: string | null;
	address?: string | null;
	transaction?: string | null;
	[member: string]: unknown;
}

/** What a check is about, whatever the asset. */
export interface Subject {
	kind: TargetKind;
	network: Network;
	address: string;
	/** Null for an address check. */
	transaction: string | null;
}

/** `unspecified`: the record contradicts nothing, and does not say enough. */
export type SubjectVerdict = 'same' | 'other' | 'unspecified';

/** How a request names the asset. */
type SentAsset = Pick<MethodParams['checkup.checkaddr'], 'currency' | 'token_id'>;

/** How a kind of target is sent, named and recognized. */
interface Kind {
	method: PaidMethod;
	params(subject: Subject, asset: SentAsset): MethodParams[PaidMethod];
	/** Equal for the same subject in any spelling. */
	key(subject: Subject): string;
	/** Compares a record of the same network. */
	compare(record: CheckMembers, subject: Subject): SubjectVerdict;
}

const keyOfAddress = ({ address, network }: Subject) => targetKey(address, network, 'address');

const isOtherAddress = ({ address }: CheckMembers, subject: Subject) =>
	Boolean(address) && !sameTarget(address ?? '', subject.address, subject.network, 'address');

/** Everything that can be screened. */
export const TARGET_KINDS: Readonly<Record<TargetKind, Kind>> = {
	address: {
		method: 'checkup.checkaddr',
		params: ({ address }, asset) => ({ addr: address, ...asset }),
		key: keyOfAddress,
		compare(record, subject) {
			const { address, transaction } = record;
			if (isOtherAddress(record, subject)) return 'other';
			// A check of a transaction is no check of its address. A text such as "null" says nothing.
			if (transaction) return isTransactionHash(transaction) ? 'other' : 'unspecified';
			return address ? 'same' : 'unspecified';
		},
	},
	transaction: {
		method: 'checkup.checktx',
		params: ({ address, transaction }, asset) => ({
			tx: transaction ?? '',
			addr: address,
			...asset,
		}),
		key: (subject) =>
			`${keyOfAddress(subject)}|${targetKey(subject.transaction ?? '', subject.network, 'transaction')}`,
		compare(record, subject) {
			const { address, transaction } = record;
			if (isOtherAddress(record, subject)) return 'other';
			if (!transaction) return 'unspecified';
			if (!sameTarget(transaction, subject.transaction ?? '', subject.network, 'transaction'))
				return isTransactionHash(transaction) ? 'other' : 'unspecified';
			return address ? 'same' : 'unspecified';
		},
	},
};

/** What a record is about; undefined if it does not say enough. */
export function readSubject({ currency, address, transaction }: CheckMembers): Subject | undefined {
	const network = readCurrency(currency)?.network;
	const wallet = cleanTarget(address ?? '');
	if (network === undefined || wallet === '') return undefined;
	const kind = transaction ? 'transaction' : 'address';
	return { kind, network, address: wallet, transaction: transaction || null };
}

/** Compares a record with a subject: same network, same wallet, same transaction, in any spelling. */
export function compareSubject(record: CheckMembers, subject: Subject): SubjectVerdict {
	const network = readCurrency(record.currency)?.network ?? subject.network;
	return network === subject.network
		? TARGET_KINDS[subject.kind].compare(record, subject)
		: 'other';
}

/** Why a report that names neither a wallet nor a transaction can't be used. */
export const NO_SUBJECT = 'The report does not say what it is about';

/** Whether a record names a wallet or a transaction at all. */
export const hasSubject = ({ address, transaction }: CheckMembers): boolean =>
	Boolean(address) || Boolean(transaction);

/** Completes a record with what is known about its check, so that no level is shown without its wallet. */
export function withSubject<T extends CheckMembers>(record: T, known: CheckMembers): T {
	const { currency, address, transaction } = record;
	return {
		...record,
		currency: currency || known.currency,
		address: address || known.address,
		transaction: transaction || known.transaction,
	};
}

/** Equal for records and targets that may be about the same; empty for what may be about any target. */
export function findBucket({ currency, address }: CheckMembers): string {
	const network = readCurrency(currency)?.network;
	if (network === undefined || !address) return '';
	return `${network}|${targetKey(address, network, 'address')}`;
}

import { cleanTarget, isTransactionHash, sameTarget, targetKey } from '../wallet/addresses';
import { parseCurrency } from '../wallet/names';
import type { Network } from '../wallet/networks';

/* What a record says it is about, and whether that is a wanted wallet or transaction. */

/** The members of a record that say what it is about. Every method's records have them, and may have others. */
export interface CheckMembers {
	currency?: string | null;
	address?: string | null;
	transaction?: string | null;
	[member: string]: unknown;
}

/** What a check is about, whatever the asset. */
export interface Subject {
	network: Network;
	/** Of a transaction the wallet that received it. */
	address: string;
	/** Null for a wallet. */
	transaction: string | null;
}

/** `unspecified`: the record contradicts nothing, and does not say enough. */
export type SubjectVerdict = 'same' | 'other' | 'unspecified';

/** Equal for the same subject in any spelling. */
export function keyOfSubject({ network, address, transaction }: Subject): string {
	const key = targetKey(address, network, 'address');
	if (transaction === null) return key;
	return `${key}|${targetKey(transaction, network, 'transaction')}`;
}

/** A sentence that names what its address alone doesn't; empty if the address says it all. */
export const describeSubject = ({ transaction }: Subject): string =>
	transaction === null ? '' : `It is about the transaction ${transaction}.`;

/** The subject of a record; undefined if it does not say enough. */
export function findSubject(record: CheckMembers): Subject | undefined {
	const network = parseCurrency(record.currency)?.network;
	const address = cleanTarget(record.address ?? '');
	if (network === undefined || address === '') return undefined;
	return { network, address, transaction: record.transaction || null };
}

function compareAddress(found: string, { network, address }: Subject): SubjectVerdict {
	if (found === '') return 'unspecified';
	return sameTarget(found, address, network, 'address') ? 'same' : 'other';
}

/** A text that surely is no hash, such as "null", says nothing. */
function compareTransaction(found: string, { network, transaction }: Subject): SubjectVerdict {
	if (found === '') return transaction === null ? 'same' : 'unspecified';
	if (transaction !== null && sameTarget(found, transaction, network, 'transaction')) return 'same';
	return isTransactionHash(found) ? 'other' : 'unspecified';
}

/** Compares a record with a subject: same network, same wallet, same transaction, in any spelling. */
export function compareSubject(record: CheckMembers, subject: Subject): SubjectVerdict {
	const network = parseCurrency(record.currency)?.network ?? subject.network;
	if (network !== subject.network) return 'other';
	const address = compareAddress(record.address ?? '', subject);
	const transaction = compareTransaction(record.transaction ?? '', subject);
	if (address === 'other' || transaction === 'other') return 'other';
	return address === 'same' ? transaction : 'unspecified';
}

/** Why a report that names no target can't be used. */
export const NO_SUBJECT = 'The report does not say what it is about';

/** Whether a record names a target at all. */
export const hasSubject = ({ address, transaction }: CheckMembers): boolean =>
	Boolean(address) || Boolean(transaction);

/** Whether two records name the same target, letter by letter. */
export const isNamedAlike = (one: CheckMembers, other: CheckMembers): boolean =>
	(one.address || null) === (other.address || null) &&
	(one.transaction || null) === (other.transaction || null);

/** Whether a record of a network names its target by a text, in any spelling. */
export const isNamedBy = (
	{ address, transaction }: CheckMembers,
	text: string,
	network: Network,
): boolean =>
	(Boolean(address) && sameTarget(address ?? '', text, network, 'address')) ||
	(Boolean(transaction) && sameTarget(transaction ?? '', text, network, 'transaction'));

/** Completes a record with what is known about its check, so that no level is shown without its target. */
export const withSubject = <T extends CheckMembers>(record: T, known: CheckMembers): T => ({
	...record,
	currency: record.currency || known.currency,
	address: record.address || known.address,
	transaction: record.transaction || known.transaction,
});

/** Equal for records and targets that may be about the same; empty for what may be about any target. */
export function findBucket({ currency, address }: CheckMembers): string {
	const network = parseCurrency(currency)?.network;
	if (network === undefined || !address) return '';
	return `${network}|${targetKey(address, network, 'address')}`;
}

import { cleanTarget, isTransactionHash, sameTarget } from '../addresses';
import type { Network } from '../addresses';
import { readCurrency } from '../currencies';

/** What every record of a check has, whichever method it comes from (service 2.1, 2.3, 2.5, 2.6). */
export interface CheckIdentity {
	hash: string;
	currency?: string | null;
	address?: string | null;
	transaction?: string | null;
	initDate?: string | null;
}

/** Whom or what a check is of, whatever the asset. */
export interface Subject {
	network: Network;
	address: string;
	/** Null for the check of an address. */
	transaction: string | null;
}

/**
 * - `same`: the record tells of this wallet or transaction.
 * - `other`: it tells of another one. Everywhere the answer that holds it is refused (design 4).
 * - `untold`: nothing in it speaks against the subject, and not enough for it.
 */
export type Aboutness = 'same' | 'other' | 'untold';

type Record = Omit<CheckIdentity, 'hash'>;

const isOfOtherNetwork = ({ currency }: Record, network: Network): boolean =>
	(readCurrency(currency)?.network ?? network) !== network;

/**
 * Compares a record with what was asked for: same network, same wallet, same transaction, in any spelling.
 * @param record as the service sent it.
 * @param subject what was asked for.
 * @returns what the record tells. A check of a transaction is not a check of its address, nor the other way round.
 */
export function compareSubject(record: Record, subject: Subject): Aboutness {
	const { network, address, transaction } = subject;
	if (isOfOtherNetwork(record, network)) return 'other';
	if (record.address && !sameTarget(record.address, address, network, 'address')) return 'other';
	// What is no transaction's hash, such as "null" or the address once more, tells nothing.
	const told = record.transaction;
	if (told && (transaction === null || !sameTarget(told, transaction, network, 'transaction')))
		return isTransactionHash(told) ? 'other' : 'untold';
	if (!told && transaction !== null) return 'untold';
	return record.address ? 'same' : 'untold';
}

/**
 * Whether a record can be about a subject: what it doesn't tell doesn't speak against it.
 * @param record as the service sent it.
 * @param subject what was asked for.
 */
export function isAbout(record: Record, subject: Subject): boolean {
	return compareSubject(record, subject) !== 'other';
}

/**
 * Whether a record tells that it is about a subject: enough to let it stand for that subject.
 * @param record as the service sent it.
 * @param subject what was asked for.
 */
export function isSurelyAbout(record: Record, subject: Subject): boolean {
	return compareSubject(record, subject) === 'same';
}

/**
 * Whether a record can have been found by a search for a text, which may be the wallet or the transaction (service 4.6).
 * @param record as the service sent it.
 * @param text what was searched for.
 * @param network where.
 */
export function isAboutText(record: Record, text: string, network: Network): boolean {
	if (isOfOtherNetwork(record, network)) return false;
	if (!tellsSubject(record)) return true;
	const { address, transaction } = record;
	return (
		(Boolean(address) && sameTarget(address ?? '', text, network, 'address')) ||
		(Boolean(transaction) && sameTarget(transaction ?? '', text, network, 'transaction'))
	);
}

/** Why a report can't stand for what was asked for, where it names neither a wallet nor a transaction. */
export const UNTOLD_SUBJECT = 'The report does not say what it is about';

/**
 * Whether a record names a wallet or a transaction at all.
 * @param record as the service sent it.
 */
export function tellsSubject({ address, transaction }: Record): boolean {
	return Boolean(address) || Boolean(transaction);
}

/**
 * A record with what it doesn't tell taken from what is known of it, so that nobody gets a level without its wallet.
 * @param record as the service sent it, proved to be of this check by its hash.
 * @param known what was asked for, or another record of the same check.
 */
export function withSubject<T extends Record>(record: T, known: Record): T {
	const { currency, address, transaction } = record;
	return {
		...record,
		currency: currency || known.currency,
		address: address || known.address,
		transaction: transaction || known.transaction,
	};
}

/**
 * The subject that a record names, to hold another record of the same check against it.
 * @param record e.g. an item of the history.
 * @returns the subject, or undefined where the record doesn't name a known network and an address.
 */
export function subjectOf(record: Record): Subject | undefined {
	const network = readCurrency(record.currency)?.network;
	const address = cleanTarget(record.address ?? '');
	if (network === undefined || address === '') return undefined;
	return { network, address, transaction: record.transaction || null };
}

/**
 * What a check's hash comes to, however it is written: the document shows small letters (service 2.1), and blanks around
 * it are no part of it. Only to compare: the service is asked with what it sent.
 * @param hash as anybody wrote it.
 */
export const hashKey = (hash: string): string => hash.trim().toLowerCase();

/** Whether two hashes are those of one check. */
export const isSameHash = (one: string, other: string): boolean => hashKey(one) === hashKey(other);

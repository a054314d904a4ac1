import { NETWORKS } from '../networks';
import type { Network } from '../networks';
import { keepRecent } from '../values';
import { readBase58, readTronHex, readXrp } from './base58';
import { readBech32, readCash } from './bech32';
import { readEvm, readIcap } from './evm';
import type { Address, Reading } from './reading';
import {
	isInvisible,
	isSeedPhrase,
	refuseAddress,
	refuseOtherKind,
	refuseSecret,
	refuseTransaction,
	refuseUnreadable,
} from './refusals';
import type { Refusal, TargetKind } from './refusals';
import { readStellar } from './stellar';

export type { Network };
export { isRefusal, LEAVE_OUT, quote, refuse, refuseSecret } from './refusals';
export type { Refusal, TargetKind } from './refusals';

/** The outcome of a check: the form to send to the service, or why nothing is sent. */
export type TargetVerdict = { ok: true; value: string } | Refusal;

/** Every family of addresses. A text may belong to several networks: an old script address is Bitcoin's and Litecoin's. */
const READERS: ReadonlyArray<(text: string) => Reading | undefined> = [
	readBase58,
	readBech32,
	readCash,
	readEvm,
	readIcap,
	readTronHex,
	readXrp,
	readStellar,
];

/** Longer texts are no target; reading them would only take time. */
const MAX_LENGTH = 1100;

/** The same wallets come again and again in a history, and are compared record by record. */
const MAX_KNOWN = 4_096;
const known = new Map<string, readonly Reading[]>();

function readText(text: string): readonly Reading[] {
	if (text.length > MAX_LENGTH) return [];
	const readings = known.get(text) ?? READERS.flatMap((read) => read(text) ?? []);
	return keepRecent(known, text, readings, MAX_KNOWN);
}

const addressesIn = (text: string): Address[] =>
	readText(text).filter((one) => one.kind === 'address');

/** The reading that makes a text an address of this network. */
const findOwn = (text: string, network: Network) =>
	addressesIn(text).find(({ networks }) => networks.includes(network));

/** The 64 hexadecimal digits of a transaction hash, in small letters; it has no checksum. */
const findHashDigits = (text: string) => /^(?:0x)?([\da-f]{64})$/i.exec(text)?.[1].toLowerCase();

/** Characters around a target in a cell, a chat or a formula. None of them occurs in an address or a hash. */
const isWrapping = (character: string) =>
	/["'`´“”„‟‘’‚‛«»‹›()[\]{}<>,;.|=＂＇\s]/.test(character) || isInvisible(character);

/** Takes a text out of white space, invisible characters, quotes, brackets and separators. Nothing inside is touched. */
export function cleanTarget(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && isWrapping(text[start])) start++;
	while (end > start && isWrapping(text[end - 1])) end--;
	return text.slice(start, end);
}

/** The networks on which a cleaned text is a valid address; none where it is no address. */
export const findNetworks = (text: string): Network[] => [
	...new Set(addressesIn(text).flatMap(({ networks }) => networks)),
];

/** Whether a cleaned text is a private key or a seed, so that it is sent nowhere, whatever the options say. */
export const isSecret = (text: string): boolean =>
	isSeedPhrase(text) || readText(text).some(({ kind }) => kind === 'secret');

/**
 * Says why a cleaned text is no address.
 * @param network the network that it should belong to; any network if there is none.
 */
export function refuseAnyAddress(text: string, network?: Network): Refusal {
	if (isSecret(text)) return refuseSecret('address');
	const unreadable = refuseUnreadable(text, 'address');
	if (unreadable !== undefined) return unreadable;
	if (findHashDigits(text) !== undefined) return refuseOtherKind(text, 'address');
	return refuseAddress(text, network, readText(text));
}

/** Checks a wallet address, in whatever surrounds it, against its network. Never throws. */
export function checkAddress(text: string, network: Network): TargetVerdict {
	const target = cleanTarget(text);
	const own = findOwn(target, network);
	return own ? { ok: true, value: own.value } : refuseAnyAddress(target, network);
}

/**
 * Checks a transaction hash, in whatever surrounds it. Never throws.
 * @returns the hash as the network's own explorers write it, or why it is refused.
 */
export function checkTransactionHash(text: string, network: Network): TargetVerdict {
	const target = cleanTarget(text);
	const digits = findHashDigits(target);
	if (digits !== undefined)
		return { ok: true, value: NETWORKS[network].writeHash?.(digits) ?? digits };
	if (isSecret(target)) return refuseSecret('transaction');
	const unreadable = refuseUnreadable(target, 'transaction');
	if (unreadable !== undefined) return unreadable;
	return findNetworks(target).length > 0
		? refuseOtherKind(target, 'transaction')
		: refuseTransaction(target, network);
}

/**
 * Whether a cleaned text may be shown whole, as it is plainly an address of a network that the service checks. Anything
 * else may be a secret key with a slip in it.
 */
export const isPlainAddress = (text: string): boolean =>
	findNetworks(text).length > 0 && !isSecret(text);

/** Whether a text is the hash of a transaction, of whichever network. */
export const isTransactionHash = (text: string): boolean =>
	findHashDigits(cleanTarget(text)) !== undefined;

/**
 * Makes a key that is equal for spellings of one wallet or one transaction. Case doesn't count where a format has none
 * (Ethereum-like, bech32, cashaddr, hashes), nor do prefixes and `0x`. Forms of one script (legacy and cashaddr,
 * Litecoin's 3… and M…) are equal, as are an X-address or a muxed account and the account in it. Never throws.
 * @param value an address or a transaction hash, valid or not.
 * @returns a key to compare and to group by, not to be shown or sent.
 */
export function targetKey(value: string, network: Network, kind: TargetKind): string {
	const target = cleanTarget(value);
	if (kind === 'transaction') return findHashDigits(target) ?? target;
	const own = findOwn(target, network);
	if (own !== undefined) return own.key;
	// Invalid targets come here when validation is off: what has no case on its network still has none.
	return /^0x[0-9a-f]+$|^[a-z]+1[02-9ac-hj-np-z]+$/i.test(target) ? target.toLowerCase() : target;
}

/** Whether two spellings mean the same target of a network. Never throws. */
export const sameTarget = (a: string, b: string, network: Network, kind: TargetKind): boolean =>
	a === b || targetKey(a, network, kind) === targetKey(b, network, kind);

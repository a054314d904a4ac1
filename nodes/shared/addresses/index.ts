import { NETWORKS } from '../networks';
import type { Network } from '../networks';
import { readBase58, readTronHex, readXrp } from './base58';
import { readBech32, readCash } from './bech32';
import { readEvm, readIcap } from './evm';
import type { AddressReader, Reading } from './reading';
import {
	isInvisible,
	refuseAddress,
	refuseOtherKind,
	refuseSecret,
	refuseTransaction,
	refuseUnreadable,
} from './refusals';
import type { Refusal, TargetKind } from './refusals';
import { readStellar } from './stellar';

export type { Network };
export { isRefusal, quote, refuse, refuseSecret } from './refusals';
export type { Refusal, RefusalReason, TargetKind } from './refusals';

/** The outcome of a check: the form to send to the service, or why nothing is sent. */
export type TargetVerdict = { ok: true; value: string } | Refusal;

type Address = Extract<Reading, { kind: 'address' }>;

/** Every family of addresses. A text may belong to several networks: an old script address is Bitcoin's and Litecoin's. */
const READERS: readonly AddressReader[] = [
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

function readAddress(text: string): readonly Reading[] {
	if (text.length === 0 || text.length > MAX_LENGTH) return [];
	const before = known.get(text);
	if (before) return before;
	const readings = READERS.flatMap((read) => read(text) ?? []);
	if (known.size >= MAX_KNOWN) known.clear();
	known.set(text, readings);
	return readings;
}

const addressesIn = (text: string) =>
	readAddress(text).filter((reading): reading is Address => reading.kind === 'address');

/** The reading that makes a text an address of this network. */
const findOwn = (text: string, network: Network) =>
	addressesIn(text).find(({ networks }) => networks.includes(network));

/** The 64 hexadecimal digits of a transaction hash, in small letters; it has no checksum. */
const hashDigits = (text: string) => /^(?:0x)?([\da-f]{64})$/i.exec(text)?.[1].toLowerCase();

/** What stands around a target in a cell, a chat or a formula. None of it occurs in an address or a hash. */
const WRAPPING: ReadonlySet<string> = new Set('"\'`´“”„‟‘’‚‛«»‹›()[]{}<>,;.|=＂＇');

const isWrapping = (one: string) => WRAPPING.has(one) || /\s/.test(one) || isInvisible(one);

/**
 * Takes a text out of what surrounds it: white space, invisible characters, quotes, brackets and separators. Nothing
 * inside is touched.
 * @param text what a user, a sheet or the service holds.
 */
export function cleanTarget(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && isWrapping(text[start])) start++;
	while (end > start && isWrapping(text[end - 1])) end--;
	return text.slice(start, end);
}

/**
 * The networks on which a text is a valid address; none where it is no address.
 * @param text cleaned text.
 */
export function networksOf(text: string): Network[] {
	return [...new Set(addressesIn(text).flatMap(({ networks }) => networks))];
}

/**
 * Whether a text is a private key or a seed, so that it is sent nowhere, whatever the options say.
 * @param text cleaned text.
 */
export function isSecret(text: string): boolean {
	const isRead = readAddress(text).some(({ kind }) => kind === 'secret');
	return isRead || refuseUnreadable(text, 'address')?.reason === 'privateKey';
}

/**
 * Says why a text is no address, whichever network it should belong to.
 * @param text cleaned text.
 */
export function refuseAnyAddress(text: string, network?: Network): Refusal {
	const unreadable = refuseUnreadable(text, 'address');
	if (unreadable !== undefined) return unreadable;
	if (isSecret(text)) return refuseSecret('address');
	if (hashDigits(text) !== undefined) return refuseOtherKind(text, 'address');
	return refuseAddress(text, network, readAddress(text));
}

/**
 * Checks a wallet address against its network, before anything is paid.
 * @param text what the user entered; what surrounds the address is cleaned away first.
 * @param network the network that it should belong to.
 * @returns the address in the form to send, or why it is refused and what to do. Never throws.
 */
export function checkAddress(text: string, network: Network): TargetVerdict {
	const target = cleanTarget(text);
	const own = findOwn(target, network);
	return own ? { ok: true, value: own.value } : refuseAnyAddress(target, network);
}

/**
 * Checks a transaction hash, before anything is paid.
 * @param text what the user entered; what surrounds the hash is cleaned away first.
 * @param network the network of the transaction.
 * @returns the hash as the network's own explorers write it, or why it is refused. Never throws.
 */
export function checkTransactionHash(text: string, network: Network): TargetVerdict {
	const target = cleanTarget(text);
	const digits = hashDigits(target);
	if (digits !== undefined) {
		const { hash } = NETWORKS[network];
		if (hash === 'evm') return { ok: true, value: `0x${digits}` };
		return { ok: true, value: hash === 'capitals' ? digits.toUpperCase() : digits };
	}
	const unreadable = refuseUnreadable(target, 'transaction');
	if (unreadable !== undefined) return unreadable;
	if (isSecret(target)) return refuseSecret('transaction');
	return networksOf(target).length > 0
		? refuseOtherKind(target, 'transaction')
		: refuseTransaction(target, network);
}

/**
 * Whether a text may be shown whole, as it is plainly an address of a network that the service checks. Anything else
 * may be a secret key with a slip in it.
 * @param text cleaned text.
 */
export function isPlainAddress(text: string): boolean {
	return networksOf(text).length > 0 && !isSecret(text);
}

/**
 * Whether a text is the hash of a transaction, of whichever network.
 * @param text as anybody wrote it.
 */
export function isTransactionHash(text: string): boolean {
	return hashDigits(cleanTarget(text)) !== undefined;
}

/**
 * What makes a target the same as another on its network: spellings that mean one wallet, or one transaction, have
 * one key. Case does not count where a format has none (Ethereum-like, bech32, cashaddr, hashes), nor do prefixes and
 * `0x`; forms of one script (legacy and cashaddr, Litecoin's 3… and M…) are equal, as are an X-address or a muxed
 * account and the account in it. Texts that are no valid target are compared as they are, after cleaning.
 * @param value an address or a transaction hash, checked or not.
 * @param network its network.
 * @param kind which of the two it is.
 * @returns a key to compare and to group by; not meant to be shown or sent. Never throws.
 */
export function targetKey(value: string, network: Network, kind: TargetKind): string {
	const target = cleanTarget(value);
	if (kind === 'transaction') return hashDigits(target) ?? target;
	const own = findOwn(target, network);
	if (own !== undefined) return own.key;
	// Unchecked targets reach this when validation is off: what has no case on its network still has none.
	return /^0x[0-9a-f]+$|^[a-z]+1[02-9ac-hj-np-z]+$/i.test(target) ? target.toLowerCase() : target;
}

/**
 * Whether two spellings mean the same target, for comparing what the service echoes with what was sent.
 * @param a one target.
 * @param b the other.
 * @param network the network of both.
 * @param kind what both are.
 * @returns true if they are equal on that network. Never throws.
 */
export function sameTarget(a: string, b: string, network: Network, kind: TargetKind): boolean {
	return a === b || targetKey(a, network, kind) === targetKey(b, network, kind);
}

import { NETWORKS, type Network } from '../networks';
import { isInvisible } from '../quote';
import { keepRecent } from '../values';
import { readBech32, readCash, readStellar } from './base32';
import { readBase58, readTronHex, readXrp } from './base58';
import { readEvm } from './evm';
import type { AddressReading, Reading } from './reading';
import {
	refuseAddress,
	refuseOtherKind,
	refusePadded,
	refuseSecret,
	refuseTransaction,
	refuseUnreadable,
} from './refusals';
import type { Refusal, TargetKind } from './refusals';
import { findKeyPieces, isPhrase, looksLikeKey } from '../secrets';

export type { Network };
export { isRefusal, refuse, refuseSecret } from './refusals';
export type { Refusal, TargetKind } from './refusals';

/** The form to send to the service, or why nothing is sent. */
type CheckedTarget = { ok: true; value: string } | Refusal;

/** Every family of addresses. A text may belong to several networks: an old script address is Bitcoin's and Litecoin's. */
const READERS: ReadonlyArray<(text: string) => Reading | undefined> = [
	readBase58,
	readBech32,
	readCash,
	readEvm,
	readTronHex,
	readXrp,
	readStellar,
];

/** Other texts are no target; reading them would only take time. */
const MIN_LENGTH = 14;
const MAX_LENGTH = 1100;

/** The same wallets come again and again in a history, and are compared record by record. */
const MAX_KNOWN = 4_096;
const knownReadings = new Map<string, readonly Reading[]>();

function readKinds(text: string): readonly Reading[] {
	if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return [];
	const known = knownReadings.get(text);
	if (known) return known;
	const readings = READERS.flatMap((read) => read(text) ?? []);
	return keepRecent(knownReadings, text, readings, MAX_KNOWN);
}

const readAddresses = (text: string): AddressReading[] =>
	readKinds(text).flatMap((one) => (one.kind === 'address' ? [one] : []));

/** The reading that makes a text an address of this network. */
const findReading = (text: string, network: Network) =>
	readAddresses(text).find(({ networks }) => networks.includes(network));

/** The 64 hexadecimal digits of a transaction hash, in small letters; it has no checksum. */
const findHashDigits = (text: string) => /^(?:0x)?([\da-f]{64})$/i.exec(text)?.[1].toLowerCase();

/** Characters around a target in a cell, a chat or a formula. None of them occurs in an address or a hash. */
const isWrapping = (character: string) =>
	/["'`´“”„‟‘’‚‛«»‹›()[\]{}<>,;.|=＂＇\s]/.test(character) || isInvisible(character);

/** The character that ends before a place: two units of the text, where it is beyond the first plane of Unicode. */
const characterBefore = (text: string, end: number) =>
	/[\ud800-\udbff][\udc00-\udfff]$/.exec(text.slice(Math.max(0, end - 2), end))?.[0] ??
	text[end - 1];

/** Takes a text out of white space, invisible characters, quotes, brackets and separators. Nothing inside is touched. */
export function cleanTarget(text: string): string {
	let start = 0;
	let end = text.length;
	for (; start < end; start++) {
		const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
		if (!isWrapping(character)) break;
		start += character.length - 1;
	}
	for (; end > start; end--) {
		const character = characterBefore(text, end);
		if (!isWrapping(character)) break;
		end -= character.length - 1;
	}
	return text.slice(start, end);
}

/** The networks on which a cleaned text is a valid address; none where it is no address. */
export const findNetworks = (text: string): Network[] => [
	...new Set(readAddresses(text).flatMap(({ networks }) => networks)),
];

/** Whether some part of a text is a private key, with a slip in it or without. */
export const holdsKey = (text: string): boolean =>
	looksLikeKey(text) ||
	findKeyPieces(text).some((piece) => readKinds(piece).some(({ kind }) => kind === 'secret'));

/** Whether a text may be a private key or a seed, so that it is neither sent nor shown. */
export const isSecret = (text: string): boolean => holdsKey(text) || isPhrase(text);

/** The same for a value of any kind, however deep a text stands in it. */
export const holdsSecret = (value: unknown): boolean =>
	typeof value === 'string'
		? isSecret(value)
		: typeof value === 'object' && value !== null && Object.values(value).some(holdsSecret);

/** The key that two spellings of one wallet share, on whichever network; undefined for what is no address. */
export const findAddressKey = (text: string): string | undefined => readAddresses(text).at(0)?.key;

/** Whether a slip in a valid address would have been found. */
export const hasChecksum = (text: string): boolean =>
	readAddresses(text).some((one) => one.hasChecksum);

/** Refuses a private key, and a text that holds no target at all. */
const refuseAnyKind = (text: string, kind: TargetKind) =>
	isSecret(text) ? refuseSecret(kind) : refuseUnreadable(text, kind);

/** Says why a piece of a text is no target of a kind. */
export function refuseText(text: string, kind: TargetKind, network?: Network): Refusal {
	if (kind === 'address') return refuseAnyAddress(text, network);
	const refused = refuseAnyKind(text, kind);
	return (
		refused ??
		(findNetworks(text).length > 0 ? refuseOtherKind(text, kind) : refuseTransaction(text, network))
	);
}

/** Says why a cleaned text is no address of a network, or of any network. */
export function refuseAnyAddress(text: string, network?: Network): Refusal {
	const refused = refuseAnyKind(text, 'address');
	if (refused) return refused;
	return findHashDigits(text) === undefined
		? refuseAddress(text, network, readKinds(text))
		: refuseOtherKind(text, 'address');
}

/** Checks a wallet address, in whatever surrounds it, against its network. Never throws. */
export function checkAddress(text: string, network: Network): CheckedTarget {
	const target = cleanTarget(text);
	const own = findReading(target, network);
	return own ? { ok: true, value: own.write(network) } : refuseAnyAddress(target, network);
}

/** Checks a transaction hash, in whatever surrounds it. It is sent as the network's explorers write it. Never throws. */
export function checkTransactionHash(text: string, network: Network): CheckedTarget {
	const target = cleanTarget(text);
	const digits = findHashDigits(target);
	if (digits?.startsWith('0'.repeat(24))) return refusePadded(target);
	if (digits !== undefined)
		return { ok: true, value: NETWORKS[network].writeHash?.(digits) ?? digits };
	const refused = refuseAnyKind(target, 'transaction');
	if (refused) return refused;
	return findNetworks(target).length > 0
		? refuseOtherKind(target, 'transaction')
		: refuseTransaction(target, network);
}

/** Whether a cleaned text may be shown whole. Anything but a plain address may be a secret key with a slip in it. */
export const isPlainAddress = (text: string): boolean =>
	findNetworks(text).length > 0 && !isSecret(text);

/** Whether a text is the hash of a transaction, of whichever network. */
export const isTransactionHash = (text: string): boolean =>
	findHashDigits(cleanTarget(text)) !== undefined;

/**
 * Makes a key, to compare and to group by, that is equal for spellings of one wallet or one transaction, valid or not.
 * Case doesn't count where a format has none (Ethereum-like, bech32, cashaddr, hashes), nor do prefixes and `0x`. Forms
 * of one script (legacy and cashaddr, Litecoin's 3… and M…) are equal, as are an X-address or a muxed account and the
 * account in it. Never throws.
 */
export function targetKey(value: string, network: Network, kind: TargetKind): string {
	const target = cleanTarget(value);
	if (kind === 'transaction') return findHashDigits(target) ?? target;
	const own = findReading(target, network);
	if (own !== undefined) return own.key;
	// Invalid targets come here when validation is off: what has no case on its network still has none.
	return /^0x[0-9a-f]+$|^[a-z]+1[02-9ac-hj-np-z]+$/i.test(target) ? target.toLowerCase() : target;
}

/** Whether two spellings mean the same target of a network. Never throws. */
export const sameTarget = (a: string, b: string, network: Network, kind: TargetKind): boolean =>
	targetKey(a, network, kind) === targetKey(b, network, kind);

import { keepRecent } from '../../base/values';
import { NETWORKS, type Network } from '../networks';
import { isInvisible } from '../quote';
import { isSecret } from '../secrets';
import { parseBase58, parseTronHex, parseXrp } from './base58';
import { parseBech32, parseCash } from './bech32';
import { parseEvm } from './evm';
import type { AddressReading } from './reading';
import { parseStellar } from './stellar';

/** A network has two kinds of targets: wallet addresses, and transactions by their hash. */
export type TargetKind = 'address' | 'transaction';

/** Every family of addresses. A text may belong to several networks: an old script address is Bitcoin's and Litecoin's. */
const READERS: ReadonlyArray<(text: string) => AddressReading | undefined> = [
	parseBase58,
	parseBech32,
	parseCash,
	parseEvm,
	parseTronHex,
	parseXrp,
	parseStellar,
];

/** Other texts are no address; reading them would only take time. */
const MIN_LENGTH = 14;
const MAX_LENGTH = 130;

/** The same wallets come again and again in a history, and are compared record by record. */
const MAX_KNOWN = 4_096;
const knownReadings = new Map<string, readonly AddressReading[]>();

function parseAddresses(text: string): readonly AddressReading[] {
	if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return [];
	const known = knownReadings.get(text);
	if (known) return known;
	const readings = READERS.flatMap((read) => read(text) ?? []);
	return keepRecent(knownReadings, text, readings, MAX_KNOWN);
}

/** The reading that makes a text an address of this network. */
const findReading = (text: string, network: Network) =>
	parseAddresses(text).find(({ networks }) => networks.includes(network));

/** The networks on which a cleaned text is a valid address; none where it is no address. */
export const findNetworks = (text: string): Network[] => [
	...new Set(parseAddresses(text).flatMap(({ networks }) => networks)),
];

/** The form in which a network's address is sent; undefined for what is no address of it. */
export const writeAddress = (text: string, network: Network): string | undefined =>
	findReading(text, network)?.write(network);

/** The key that two spellings of one wallet share, on whichever network; undefined for what is no address. */
export const findAddressKey = (text: string): string | undefined => parseAddresses(text).at(0)?.key;

/** The 64 hexadecimal digits of a transaction hash, in small letters; it has no checksum. */
export const findHashDigits = (text: string): string | undefined =>
	/^(?:0x)?([\da-f]{64})$/i.exec(text)?.[1].toLowerCase();

/** Writes a transaction hash as the network's explorers do; undefined for what is none. */
export function writeHash(text: string, network: Network): string | undefined {
	const digits = findHashDigits(text);
	return digits && (NETWORKS[network].writeHash?.(digits) ?? digits);
}

/** Marks around a target in a cell, a chat or a formula. None of them occurs in an address or a hash. */
const isMark = (character: string) =>
	/["'`´“”„‟‘’‚‛«»‹›()[\]{}<>*,;|=＂＇\s]/.test(character) || isInvisible(character);

/** Takes a text out of blanks, invisible signs, quotes, brackets and asterisks. Nothing inside is touched. */
export function cleanTarget(text: string): string {
	const characters = Array.from(text);
	let start = 0;
	let end = characters.length;
	while (start < end && isMark(characters[start])) start++;
	while (start < end && isMark(characters[end - 1])) end--;
	return characters.slice(start, end).join('');
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
	if (NETWORKS[network].isEvm && /^(0x)?[\da-f]{40}$/i.test(target))
		return `0x${target.slice(-40).toLowerCase()}`;
	return /^[a-z]+1[02-9ac-hj-np-z]+$/i.test(target) ? target.toLowerCase() : target;
}

/** Whether two spellings mean the same target of a network. Never throws. */
export const sameTarget = (a: string, b: string, network: Network, kind: TargetKind): boolean =>
	a === b || targetKey(a, network, kind) === targetKey(b, network, kind);
